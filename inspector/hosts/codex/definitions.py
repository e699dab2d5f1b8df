"""The function definition Codex sends for a tool: its input schema reshaped (measured on 0.171.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Tool
from inspector.hosts.codex.naming import split_name
from inspector.hosts.codex.schema_budget import within_budget, without_unused_definitions
from inspector.hosts.protocol import Definition
from inspector.hosts.serialised import labelled_parts

_LABELS = {"name": "name", "description": "description", "parameters": "schema"}
_COMBINATORS = ("anyOf", "oneOf", "allOf")
_DEFINITIONS = ("$defs", "definitions")


def definition(tool: Tool, name: str) -> Definition:
    """Return the function called `name` with its namespace; it stands in the namespace of its server."""
    value = {
        "type": "function",
        "name": split_name(tool, name)[1],
        "description": tool.description,
        "strict": False,
        "parameters": parameters(tool),
    }
    return Definition(value, labelled_parts(value, _LABELS))


def parameters(tool: Tool) -> dict[str, Any]:
    """Return the reshaped input schema: an object with sorted properties, whatever the server gave."""
    schema = tool.input_schema if isinstance(tool.input_schema, Mapping) else {}
    return within_budget(without_unused_definitions(_reshaped({"type": "object", **schema})))


def _reshaped(schema: Any) -> dict[str, Any]:
    """Return a schema in Codex's own form; a boolean, or what is no schema at all, becomes a string."""
    if not isinstance(schema, Mapping):
        return {"type": "string"}
    found: dict[str, Any] = {}
    if isinstance(schema.get("$ref"), str):
        found["$ref"] = schema["$ref"]
    kind = _kind(schema)
    if kind is not None:
        found["type"] = kind
    elif not any(key in schema for key in (*_COMBINATORS, "$ref")):
        # Nothing says what it is: everything is allowed, and nothing is told.
        return {}
    if isinstance(schema.get("description"), str):
        found["description"] = schema["description"]
    values = schema.get("enum")
    if isinstance(values, list):
        found["enum"] = values
    elif "const" in schema:
        found["enum"] = [schema["const"]]
    if "items" in schema:
        found["items"] = _reshaped(schema["items"])
    elif _is(kind, "array"):
        found["items"] = {"type": "string"}
    if isinstance(schema.get("minItems"), int):
        found["minItems"] = schema["minItems"]
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        found["properties"] = {key: _reshaped(properties[key]) for key in sorted(properties)}
    elif _is(kind, "object"):
        found["properties"] = {}
    if isinstance(schema.get("required"), list):
        found["required"] = schema["required"]
    additional = schema.get("additionalProperties")
    if additional is not None:
        found["additionalProperties"] = additional if isinstance(additional, bool) else _reshaped(additional)
    for combinator in _COMBINATORS:
        branches = schema.get(combinator)
        if isinstance(branches, list):
            found[combinator] = [_reshaped(branch) for branch in branches]
    for key in _DEFINITIONS:
        inner = schema.get(key)
        if isinstance(inner, Mapping):
            found[key] = {name: _reshaped(inner[name]) for name in sorted(inner)}
    return found


def _kind(schema: Mapping[str, Any]) -> Any:
    """Return the type: the one given, else the one other keys suggest; None beside a reference, or without a hint."""
    given = schema.get("type")
    if isinstance(given, str | list):
        return given
    if "properties" in schema or "required" in schema or "additionalProperties" in schema:
        return "object"
    if "items" in schema or "prefixItems" in schema:
        return "array"
    if any(key in schema for key in (*_COMBINATORS, "$ref")):
        return None
    if "enum" in schema or "const" in schema or "format" in schema:
        return "string"
    if any(key in schema for key in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")):
        return "number"
    return None


def _is(kind: Any, wanted: str) -> bool:
    return kind == wanted or (isinstance(kind, list) and wanted in kind)
