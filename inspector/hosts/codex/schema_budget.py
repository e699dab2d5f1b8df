"""How Codex shrinks a large input schema (measured on 0.171.0: 6,292 definitions of 92 servers come out alike).

A schema of more than 5,000 bytes of compact JSON loses, one after the other until it fits: all descriptions; its
definitions, references to them becoming ``{}``; whatever is complex below the third level; combinations. It may stay
larger all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from inspector.catalog import compact_json

LARGEST_BYTES = 5_000
DEEPEST = 3
"""Levels below which schemas with parts of their own become ``{}``."""

_TABLES = ("$defs", "definitions")
_COMBINATORS = ("anyOf", "oneOf", "allOf")
_COMPLEX = ("items", "properties", "additionalProperties", "$ref", *_COMBINATORS)

Schema = dict[str, Any]


def within_budget(schema: Schema) -> Schema:
    """Return `schema`, made smaller by as many steps as it takes to fit, or by all of them."""
    for step in _STEPS:
        if len(compact_json(schema).encode("utf-8", "surrogatepass")) <= LARGEST_BYTES:
            break
        schema = step(schema)
    return schema


def without_unused_definitions(schema: Schema) -> Schema:
    """Return `schema` with those definitions only that something refers to, directly or through another."""
    if not any(table in schema for table in _TABLES):
        return schema
    used: set[tuple[str, str]] = set()
    waiting = list(_references({key: value for key, value in schema.items() if key not in _TABLES}))
    while waiting:
        place = waiting.pop()
        table, name = place
        found = schema.get(table)
        if place not in used and isinstance(found, Mapping) and name in found:
            used.add(place)
            waiting += _references(found[name])
    kept = dict(schema)
    for table in _TABLES:
        if table in kept:
            kept[table] = {name: value for name, value in kept[table].items() if (table, name) in used}
            if not kept[table]:
                del kept[table]
    return kept


def _without_descriptions(schema: Schema) -> Schema:
    plain = {key: value for key, value in schema.items() if key != "description"}
    return _with_parts(plain, _without_descriptions, tables=True)


def _without_definitions(schema: Schema) -> Schema:
    return _unreferring({key: value for key, value in schema.items() if key not in _TABLES})


def _unreferring(schema: Schema) -> Schema:
    if _definition(schema.get("$ref")) is not None:
        return {}
    return _with_parts(schema, _unreferring)


def _shallow(schema: Schema, depth: int = 0) -> Schema:
    if depth >= DEEPEST and any(key in schema for key in _COMPLEX):
        return {}
    return _with_parts(schema, lambda part: _shallow(part, depth + 1))


def _without_combinations(schema: Schema) -> Schema:
    if any(key in schema for key in _COMBINATORS):
        return {}
    return _with_parts(schema, _without_combinations)


_STEPS: tuple[Callable[[Schema], Schema], ...] = (
    _without_descriptions,
    _without_definitions,
    _shallow,
    _without_combinations,
)


def _with_parts(schema: Schema, change: Callable[[Schema], Schema], *, tables: bool = False) -> Schema:
    """Return `schema` with `change` made to every schema in it, those of definitions where `tables` says so."""
    changed = dict(schema)
    for key in ("properties", *(_TABLES if tables else ())):
        if isinstance(changed.get(key), Mapping):
            changed[key] = {name: change(part) for name, part in changed[key].items()}
    for key in ("items", "additionalProperties"):
        if isinstance(changed.get(key), Mapping):
            changed[key] = change(changed[key])
    for key in _COMBINATORS:
        if isinstance(changed.get(key), list):
            changed[key] = [change(part) for part in changed[key]]
    return changed


def _references(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the table and name of every definition that `value` refers to."""
    if isinstance(value, Mapping):
        found = _definition(value.get("$ref"))
        if found is not None:
            yield found
        for part in value.values():
            yield from _references(part)
    elif isinstance(value, list):
        for part in value:
            yield from _references(part)


def _definition(reference: Any) -> tuple[str, str] | None:
    """Return table and name of a reference into this schema's definitions, whatever it points to inside of one."""
    parts = reference.split("/") if isinstance(reference, str) else []
    if len(parts) < 3 or parts[0] != "#" or parts[1] not in _TABLES:
        return None
    return parts[1], parts[2].replace("~1", "/").replace("~0", "~")
