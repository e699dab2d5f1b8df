"""Going through a JSON Schema: every place where a schema stands, and the places that hold schemas by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

ONE = ("items", "additionalItems", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames",
       "unevaluatedItems", "unevaluatedProperties")  # fmt: skip
"""Keywords whose value is one schema (`items` may be a list of them in older drafts)."""

LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
"""Keywords whose value is a list of schemas."""

NAMED = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
"""Keywords whose value holds schemas by name."""

LARGEST = 20_000
"""How many schemas of one tool are looked at: a server's mistake is no reason to stop everything."""


def subschemas(schema: Any, place: str) -> Iterator[tuple[str, str, Any]]:
    """Yield (place, keyword, schema) of `schema` and all in it that stands where a schema stands, outer ones first.

    `keyword` is the one it stands under, ``properties`` for a parameter; empty for `schema` itself.
    """
    waiting: list[tuple[str, str, Any]] = [(place, "", schema)]
    seen = 0
    while waiting and seen < LARGEST:
        seen += 1
        found = waiting.pop()
        yield found
        if isinstance(found[2], Mapping):
            waiting += reversed(list(_inside(found[2], found[0])))


def _inside(schema: Mapping[str, Any], place: str) -> Iterator[tuple[str, str, Any]]:
    for key, value in schema.items():
        if key in NAMED and isinstance(value, Mapping):
            yield from ((f"{place}.{key}.{name}", key, inner) for name, inner in value.items())
        elif (key in LISTS or key == "items") and isinstance(value, list):
            yield from ((f"{place}.{key}[{at}]", key, inner) for at, inner in enumerate(value))
        elif key in ONE:
            yield f"{place}.{key}", key, value
