"""The definition x-code-cli builds for a tool, and the characters it counts for its threshold."""

from __future__ import annotations

from inspector.catalog import Tool, compact_json, utf16_length
from inspector.hosts.protocol import Definition

DESCRIPTION_LIMIT = 200


def shown_description(tool: Tool) -> str:
    """Return the description the model sees: cut to 200 characters (199 and ``…``), or a stand-in when empty."""
    text = tool.description or f"MCP tool from {tool.server}"
    return cut(text, DESCRIPTION_LIMIT)


def cut(text: str, limit: int) -> str:
    """Return `text`, shortened to `limit` UTF-16 units with a closing ``…`` when it is longer."""
    if utf16_length(text) <= limit:
        return text
    units = text.encode("utf-16-le", "surrogatepass")[: 2 * (limit - 1)]
    return units.decode("utf-16-le", "surrogatepass") + "…"


def definition(tool: Tool, name: str) -> Definition:
    """Return the loaded definition; the AI SDK's provider package renames its keys on the wire."""
    description = shown_description(tool)
    schema = {"type": "object", "properties": {}} if tool.input_schema is None else tool.input_schema
    return Definition(
        {"name": name, "description": description, "inputSchema": schema},
        (
            ("overhead", '{"name":'),
            ("name", compact_json(name)),
            ("overhead", ',"description":'),
            ("description", compact_json(description)),
            ("overhead", ',"inputSchema":'),
            ("schema", tool.schema_json),
            ("overhead", "}"),
        ),
    )


def counted_characters(tool: Tool, name: str) -> int:
    """Return what the threshold counts for a tool: its name and the JSON of its AI SDK object, in UTF-16 units.

    That object is ``{"description": …, "inputSchema": {"jsonSchema": <schema>}}``.
    """
    frame = '{"description":,"inputSchema":{"jsonSchema":}}'
    texts = (name, frame, compact_json(shown_description(tool)))
    return sum(utf16_length(text) for text in texts) + tool.schema_utf16
