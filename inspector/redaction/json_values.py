"""Secrets inside JSON that stands in one argument, as in ``--config '{"apiKey": "…"}'``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from inspector.redaction.names import MASK, is_reference, is_secret_name, looks_secret

Shown = tuple[str, set[str]]
"""A text as it may be shown, and the secrets in it."""

_PAIRS = (
    # Inside a quoted shell word: \\"apiKey\\": \\"value\\"
    re.compile(r'\\"(?P<name>[\w.-]+)\\"\s*:\s*\\"(?P<value>(?:(?!\\").)+)', re.DOTALL),
    re.compile(
        r"""["']?\b(?P<name>[\w.-]+)["']?\s*:\s*(?P<quote>["'])(?P<value>(?:\\.|(?!(?P=quote)).)+)""", re.DOTALL
    ),
)


_LOOSE = re.compile(r"""(?P<name>[\w.-]+)\\?["']?\s*:\s*(?!\Z|\s|\\?["']|\$\{|true\b|false\b|null\b)""")


def in_json(text: str, show: Callable[[str], Shown]) -> Shown | None:
    """Return `text` with the secret values of its JSON masked, and those; None where it is no object and no list.

    Secret is every value below a key whose name says so, and what `show` would not show of the others.
    """
    if text.lstrip()[:1] not in ("{", "["):
        return None
    found: set[str] = set()

    def shown(value: Any, secret: bool) -> Any:
        if isinstance(value, dict):
            return {
                _key(str(name), found): shown(each, secret or is_secret_name(str(name))) for name, each in value.items()
            }
        if isinstance(value, list):
            return [shown(each, secret) for each in value]
        if value is None or isinstance(value, bool) or value == "":
            return value
        if secret and not (isinstance(value, str) and is_reference(value)):
            found.update({str(value), str(value).rpartition(" ")[2]})
            return MASK
        if not isinstance(value, str) or secret:
            return value
        plain, held = show(value)
        found.update(held)
        return plain

    try:
        document = json.loads(text)
        masked = shown(document, False)
        if masked == document:
            return text, set()
        return json.dumps(masked, ensure_ascii=False), found
    except ValueError:
        # Damaged, or another notation: values in quotes are found, of any other after such a name the end is not.
        loose = any(is_secret_name(match["name"]) for match in _LOOSE.finditer(text))
        return (MASK, {text}) if loose else None
    except RecursionError:
        return MASK, {text}


def in_damaged_json(text: str) -> Shown:
    """Return `text` with the values masked that stand in quotes after a name that says they are secret."""
    found: set[str] = set()

    def masked(match: re.Match[str]) -> str:
        value = match["value"]
        if is_reference(value) or not (is_secret_name(match["name"]) or looks_secret(value)):
            return match[0]
        found.add(value)
        return match[0].removesuffix(value) + MASK

    if ":" in text:
        for pair in _PAIRS:
            text = pair.sub(masked, text)
    return text, found


def _key(name: str, found: set[str]) -> str:
    if not looks_secret(name):
        return name
    found.add(name)
    return MASK
