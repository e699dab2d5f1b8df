"""How a found tool stands in the answer of ``retrieve_tools`` in full mode (source: ``buildFullToolEntry``).

Go writes the keys of every object sorted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Tool
from inspector.hosts.mcpproxy_go.documents import go_escaped
from inspector.hosts.protocol import Definition
from inspector.hosts.serialised import labelled_parts

_LABELS = {"name": "name", "description": "description", "inputSchema": "schema"}
_HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


def definition(tool: Tool, name: str) -> Definition:
    """Return a tool's entry without its score, which belongs to the query; its text has Go's escapes."""
    value = entry(tool, name)
    return Definition(value, tuple((label, go_escaped(text)) for label, text in labelled_parts(value, _LABELS)))


def entry(tool: Tool, name: str, score: float | None = None) -> dict[str, Any]:
    """Return a tool's entry, with its `score` where one is given."""
    schema = tool.input_schema
    value: dict[str, Any] = {
        "annotations": _annotations(tool.annotations),
        "call_with": call_with(tool.annotations),
        "description": tool.description,
        "inputSchema": {"properties": {}, "type": "object"} if not isinstance(schema, Mapping) else _sorted(schema),
        "name": name,
        "score": score,
        "server": tool.server,
    }
    return {key: item for key, item in value.items() if item not in (None, {}) or key == "inputSchema"}


def call_with(annotations: Mapping[str, Any]) -> str:
    """Return which of the three call tools the proxy recommends: by the server's hints, else the reading one."""
    if annotations.get("destructiveHint") is True:
        return "call_tool_destructive"
    return "call_tool_write" if annotations.get("readOnlyHint") is False else "call_tool_read"


def _annotations(given: Mapping[str, Any]) -> dict[str, Any]:
    title = given.get("title")
    found: dict[str, Any] = {"title": title} if isinstance(title, str) and title else {}
    return found | {hint: given[hint] for hint in _HINTS if isinstance(given.get(hint), bool)}


def _sorted(value: Any) -> Any:
    """Return `value` with the keys of all its objects sorted, however deep it is nested."""
    root: list[Any] = [value]
    waiting: list[tuple[Any, Any]] = [(root, 0)]
    while waiting:
        holder, place = waiting.pop()
        item = holder[place]
        if isinstance(item, Mapping):
            copy: Any = {key: item[key] for key in sorted(item)}
            waiting += [(copy, key) for key in copy]
        elif isinstance(item, list):
            copy = list(item)
            waiting += [(copy, number) for number in range(len(copy))]
        else:
            continue
        holder[place] = copy
    return root[0]
