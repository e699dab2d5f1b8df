"""Functions as a Responses API request carries them, and what the API answers with status 400."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Tool, compact_json
from inspector.hosts.openai.naming import LONGEST
from inspector.hosts.protocol import Definition
from inspector.hosts.serialised import labelled_parts

_LABELS = {"name": "name", "description": "description", "parameters": "schema"}
_NOT_ON_TOP = ("oneOf", "anyOf", "allOf", "enum", "not")
_NO_SCHEMA: dict[str, Any] = {"type": "object", "properties": {}}


def refusal(tool: Tool, function: str) -> str | None:
    """Return why a request with `tool` is refused with status 400, or None."""
    if len(function) > LONGEST:
        return f"its name has {len(function)} characters, the API takes at most {LONGEST}: it refuses the request (400)"
    schema = tool.input_schema
    if schema is None:
        return None
    if not isinstance(schema, Mapping) or schema.get("type") != "object":
        return "its parameters are not of type “object”: the API refuses the request (400)"
    key = next((each for each in _NOT_ON_TOP if each in schema), None)
    if key is not None:
        return f"its parameters have “{key}” at the top level: the API refuses the request (400)"
    return None


def definition(tool: Tool, name: str) -> Definition:
    """Return the function called `name` (``namespace.function``); it stands in the namespace of its server.

    ``strict`` is false, since it is true by default and schemas of MCP tools seldom meet its rules.
    """
    value = {
        "type": "function",
        "name": name.partition(".")[2],
        "description": tool.description,
        "strict": False,
        "parameters": _NO_SCHEMA if tool.input_schema is None else tool.input_schema,
    }
    return Definition(value, labelled_parts(value, _LABELS))


def request_item(tool: Tool, function: str, *, deferred: bool) -> str:
    """Return the JSON text of the function in the request: a deferred one says ``"defer_loading": true``."""
    head = f'{{"type":"function","name":{compact_json(function)},"description":{compact_json(tool.description)}'
    flag = ',"defer_loading":true' if deferred else ""
    return f'{head},"strict":false,"parameters":{tool.schema_json}{flag}}}'
