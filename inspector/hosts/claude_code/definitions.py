"""What Claude Code sends for a tool, and what its validator refuses (measured; recordings of both releases)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Server, Tool, utf16_cut, utf16_length
from inspector.hosts.claude_code.naming import full_name
from inspector.hosts.claude_code.releases import Release
from inspector.hosts.claude_code.sanitised import sanitised
from inspector.hosts.protocol import Definition
from inspector.hosts.serialised import function_line, known_keys_first

CUT_MARK = "… [truncated]"
_COMBINATORS = ("anyOf", "oneOf", "allOf")
_OPTIONAL_OBJECTS = ("annotations", "outputSchema", "_meta", "icons", "execution")


def server_refusal(release: Release, server: Server) -> str | None:
    """Return why the whole server vanishes silently, or None: its list does not pass the client's validator."""
    for tool in server.tools:
        for key in _OPTIONAL_OBJECTS:
            if key in tool.raw and tool.raw[key] is None:
                return f"{tool.name} gives “{key}” as null: the client drops the whole server"
        if release.refuses_boolean_properties and (name := _boolean_property(tool)) is not None:
            return f"{tool.name} has a boolean schema for “{name}”: the client drops the whole server"
    return None


def tool_refusal(release: Release, tool: Tool) -> str | None:
    """Return why this tool alone is dropped silently, or None."""
    name = full_name(tool)
    if release.name_limit is not None and len(name) > release.name_limit:
        return f"its full name has {len(name)} characters, more than {release.name_limit}: the client drops it"
    if not release.flattens and (combinator := _top_combinator(tool)) is not None:
        return f"its input schema has “{combinator}” at the top level: the client drops it"
    return None


def sent_description(release: Release, tool: Tool) -> str:
    """Return the whole description before it is cut: with the constraint line of a flattened schema in front."""
    constraint = _constraint(tool) if release.flattens else ""
    return f"{constraint}\n\n{tool.description}" if constraint else tool.description


def cut_description(release: Release, tool: Tool) -> str:
    """Return the description as loaded from the start: longer ones are cut and marked."""
    text = sent_description(release, tool)
    if utf16_length(text) <= release.description_limit:
        return text
    return utf16_cut(text, release.description_limit) + CUT_MARK


def definition(release: Release, tool: Tool, name: str) -> Definition:
    """Return what is sent when the tool is loaded, and the text of it that the model reads and tokens count.

    The text is the line ``<function>{"description": …, "name": …, "parameters": …}</function>``, which the
    client itself calls the encoding of the tool list.
    """
    tool = sanitised(tool)
    description = cut_description(release, tool)
    schema = sent_schema(release, tool)
    value = {"name": name, "description": description, "input_schema": schema}
    return Definition(value, function_line(name, description, schema))


def sent_schema(release: Release, tool: Tool) -> Any:
    """Return the input schema as sent: known keys first, combinators at the top flattened."""
    schema = tool.input_schema
    if not isinstance(schema, Mapping):
        return {"type": "object"}
    if release.flattens and _top_combinator(tool) is not None:
        return _flattened(schema)
    return known_keys_first(schema)


def _flattened(schema: Mapping[str, Any]) -> dict[str, Any]:
    properties: dict[str, Any] = dict(schema.get("properties") or {})
    for branch in _branches(schema):
        inner = branch.get("properties")
        if isinstance(inner, Mapping):
            properties.update(inner)
    return {"type": "object", "properties": properties, "required": [], "additionalProperties": True}


def _constraint(tool: Tool) -> str:
    schema, combinator = tool.input_schema, _top_combinator(tool)
    if combinator is None:
        return ""
    if combinator == "allOf":
        return "Input constraint: all listed parameters apply together (flattened from a JSON Schema allOf)."
    names = [", ".join(branch.get("properties") or {}) for branch in _branches(schema)]
    how = "at least one of" if combinator == "anyOf" else "exactly one of"
    return f"Input constraint: Provide parameters for {how}: {' or '.join(f'({name})' for name in names)}."


def _branches(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    found = [schema.get(combinator) for combinator in _COMBINATORS]
    return [
        branch for branches in found if isinstance(branches, list) for branch in branches if isinstance(branch, dict)
    ]


def _top_combinator(tool: Tool) -> str | None:
    schema = tool.input_schema
    if not isinstance(schema, Mapping):
        return None
    return next((combinator for combinator in _COMBINATORS if isinstance(schema.get(combinator), list)), None)


def _boolean_property(tool: Tool) -> str | None:
    schema = tool.input_schema
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    if not isinstance(properties, Mapping):
        return None
    return next((str(name) for name, value in properties.items() if isinstance(value, bool)), None)
