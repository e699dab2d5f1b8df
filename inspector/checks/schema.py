"""Whether schemas say what clients and models can use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from inspector.catalog import Tool
from inspector.checks.finding import Checked, Family, Finding
from inspector.checks.references import dangling
from inspector.checks.schema_validity import invalid
from inspector.checks.schema_walk import LISTS, subschemas

_CODES = {
    "SCHM001": "no input schema of type object",
    "SCHM002": "a null, or something else than a text, where clients want none",
    "SCHM003": "a reference that leads nowhere",
    "SCHM004": "true or false where clients want a schema",
    "SCHM005": "no valid JSON Schema",
    "SCHM006": "a parameter without a type",
    "SCHM007": "a required parameter that is not described",
    "SCHM008": "the server lists the name more than once",
}
_OBJECT = "give it an inputSchema of type object"
KNOWN_PROBLEMS = {
    "schema-missing": ("SCHM001", "error", _OBJECT),
    "schema-not-object": ("SCHM001", "error", _OBJECT),
    "schema-type": ("SCHM001", "warning", "write “type”: “object”"),
    "null-field": ("SCHM002", "warning", "leave the field out"),
    "description-not-text": ("SCHM002", "warning", "write a text"),
    "duplicate-name": ("SCHM008", "error", "give each tool a name of its own: which one a call reaches is open"),
}
"""Code, severity and fix of what reading a listing notices already, by the problem's code."""

_SAYS_WHAT_IT_TAKES = frozenset(
    ("type", "enum", "const", "$ref", "$dynamicRef", "not", "if", "properties", "items", *LISTS)
)
_WANT_OBJECTS = ("properties", "items", "anyOf", "oneOf", "allOf")
"""Keywords under which clients expect a schema to be an object; under others booleans are usual."""
_DEFINED = re.compile(r"\.(?:\$defs|definitions)\.")
_ROOT = "inputSchema"


def _of_tool(checked: Checked, tool: Tool) -> Iterator[Finding]:
    for problem in tool.problems:
        if problem.code in KNOWN_PROBLEMS:
            code, severity, fix = KNOWN_PROBLEMS[problem.code]
            part = problem.place.partition("].")[2] or "name"
            yield Finding(code, severity, tool.id, problem.message, fix, part)  # type: ignore[arg-type]
    root = tool.input_schema
    if not isinstance(root, Mapping):
        return
    yield from _inside(tool, root)
    mistake = invalid(root)
    if mistake is not None:
        where, wrong = mistake
        yield Finding(
            "SCHM005", "error", tool.id, f"it is no valid JSON Schema: {wrong}", "correct it", f"{_ROOT}{where}"
        )


def _inside(tool: Tool, root: Mapping[str, Any]) -> Iterator[Finding]:
    untyped: list[str] = []
    for path, keyword, schema in subschemas(root, _ROOT):
        if isinstance(schema, bool):
            if keyword in _WANT_OBJECTS:
                reason = f"the schema here is {str(schema).lower()}; some clients drop the whole server for it"
                yield Finding("SCHM004", "warning", tool.id, reason, "write {} for true, leave a false one out", path)
            continue
        if not isinstance(schema, Mapping):
            continue
        if "$ref" in schema and (why := dangling(schema["$ref"], root)) is not None:
            yield Finding("SCHM003", "error", tool.id, why, "define what it refers to", f"{path}.$ref")
        if keyword == "properties" and _is_untyped(path, schema):
            untyped.append(path)
    if missing := _undescribed(root):
        reason = f"{', '.join(missing)} must be given, and no property says what it is"
        fix = "describe it under “properties”, or take it out of “required”"
        yield Finding("SCHM007", "warning", tool.id, reason, fix, f"{_ROOT}.required")
    if untyped:
        more = f" and {len(untyped) - 1} more" if len(untyped) > 1 else ""
        reason = f"it does not say what it takes: {untyped[0].rpartition('.')[2]}{more}"
        yield Finding("SCHM006", "note", tool.id, reason, "add “type”: models guess, and some APIs refuse", untyped[0])


def _is_untyped(path: str, schema: Mapping[str, Any]) -> bool:
    """Whether a parameter does not say what it takes; one that is called a value may well take anything."""
    if _DEFINED.search(path) or not _SAYS_WHAT_IT_TAKES.isdisjoint(schema):
        return False
    return not path.lower().endswith(("value", "default", "expected"))


def _undescribed(schema: Mapping[str, Any]) -> list[str]:
    """Return required names that `schema` does not describe, where it alone would have to."""
    required, properties = schema.get("required"), schema.get("properties")
    if not isinstance(required, list) or not isinstance(properties, Mapping | None):
        return []
    if any(key in schema for key in (*LISTS, "$ref", "if", "patternProperties")):
        return []
    return [name for name in required if isinstance(name, str) and name not in (properties or {})]


def _of_catalog(checked: Checked) -> Iterator[Finding]:
    return iter(())


FAMILY = Family("schema", _CODES, _of_tool, _of_catalog, alike=True)
"""Schemas."""
