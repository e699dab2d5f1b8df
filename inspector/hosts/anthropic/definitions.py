"""Custom tools as a Messages API request carries them, and what the API answers with status 400."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Tool, compact_json
from inspector.hosts.anthropic.naming import LONGEST
from inspector.hosts.protocol import Definition
from inspector.hosts.serialised import function_line

_COMBINATORS = ("anyOf", "oneOf", "allOf")
_NO_SCHEMA: dict[str, Any] = {"type": "object", "properties": {}}


def refusal(tool: Tool, name: str) -> str | None:
    """Return why a request with `tool` is refused with status 400, or None."""
    if len(name) > LONGEST:
        return f"its name has {len(name)} characters, the API takes at most {LONGEST}: it refuses the request (400)"
    schema = tool.input_schema
    if schema is None:
        return None
    if not isinstance(schema, Mapping) or schema.get("type") != "object":
        return "its input schema is not of type “object”: the API refuses the request (400)"
    combinator = next((each for each in _COMBINATORS if each in schema), None)
    if combinator is not None:
        return f"its input schema has “{combinator}” at the top level: the API refuses the request (400)"
    return None


def definition(tool: Tool, name: str) -> Definition:
    """Return the custom tool, and the text of it that the model reads and tokens count.

    The text is the line ``<function>{"description": …, "name": …, "parameters": …}</function>``, as recorded from
    Claude Code: the encoding in which Claude models are given their tools.
    """
    schema = _NO_SCHEMA if tool.input_schema is None else tool.input_schema
    value = {"name": name, "description": tool.description, "input_schema": schema}
    return Definition(value, function_line(name, tool.description, schema))


def request_item(tool: Tool, name: str, *, deferred: bool) -> str:
    """Return the JSON text of the tool in the request's ``tools``: a deferred one says ``"defer_loading": true``."""
    flag = ',"defer_loading":true' if deferred else ""
    head = f'{{"name":{compact_json(name)},"description":{compact_json(tool.description)}'
    return f'{head},"input_schema":{tool.schema_json}{flag}}}'
