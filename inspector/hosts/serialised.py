"""Definitions as text in labelled parts: flat JSON objects cut at their keys, and the line a Claude model reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from inspector.catalog import compact_json

_VALIDATED_KEYS = ("type", "properties", "required")


def known_keys_first(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return `schema` with the keys in front that the TypeScript SDK's validator knows: it writes them first."""
    ordered = {key: schema[key] for key in _VALIDATED_KEYS if key in schema}
    return ordered | {key: value for key, value in schema.items() if key not in ordered}


def labelled_parts(value: Mapping[str, Any], labels: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the compact JSON of `value` cut at its top-level keys: what `labels` names, the rest ``overhead``.

    Keys, quotes, commas and braces between the values count as overhead; joined, the pieces are the
    JSON text. A label's piece is the JSON of that value, quotes included.
    """
    parts: list[tuple[str, str]] = []
    pending = "{"
    for position, (key, item) in enumerate(value.items()):
        pending += ("," if position else "") + compact_json(key) + ":"
        label = labels.get(key)
        if label is None:
            pending += compact_json(item)
            continue
        parts += [("overhead", pending), (label, compact_json(item))]
        pending = ""
    return (*parts, ("overhead", pending + "}"))


def function_line(name: str, description: str, schema: Any) -> tuple[tuple[str, str], ...]:
    """Return the labelled parts of the line in which a Claude model reads a tool."""
    return (
        ("overhead", '<function>{"description": '),
        ("description", _json(description)),
        ("overhead", ', "name": '),
        ("name", _json(name)),
        ("overhead", ', "parameters": '),
        ("schema", _json(schema)),
        ("overhead", "}</function>"),
    )


def _json(value: Any) -> str:
    """Return JSON with a space after commas and colons; halves of surrogate pairs are escaped."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return compact_json(value)
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")
