"""What a tuning means for the tools of one server in FastMCP: tool transforms by upstream name, and pins.

Fields as `ToolTransformConfig` of fastmcp 4.2.3 takes them: ``description``, ``enabled``, ``meta``; others are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inspector.catalog import Tool
from inspector.export.protocol import ExportRequest
from inspector.hosts.fastmcp.definitions import OWN_META, added_meta
from inspector.tuning.model import ToolEdits
from inspector.tuning.search_words import described_with


@dataclass(frozen=True, slots=True)
class ServerTools:
    """The tools of one server: `transforms` and `pinned` by upstream name, the rest for warnings.

    `reachable` are the names that stay, as far as known. `worded` are the ids whose description got search
    words, `unworded` those whose description is not known. `star_pin` tells that ``"*"`` pins the server.
    """

    transforms: Mapping[str, Mapping[str, Any]]
    pinned: tuple[str, ...]
    reachable: tuple[str, ...]
    worded: tuple[str, ...]
    unworded: tuple[str, ...]
    star_pin: bool


def server_tools(server: str, request: ExportRequest) -> ServerTools:
    """Return what holds for the tools of `server`: all of its catalog, or those named where it was not listed.

    ``"*"`` is spelled out, since FastMCP has no such key. Of two tools of the same name the first counts.
    """
    known = _known_tools(server, request)
    decided = {name: request.tuning.for_tool(tool.id if tool else f"{server}/{name}") for name, tool in known.items()}
    transforms = {name: _transform(decided[name], tool) for name, tool in known.items()}
    reachable = tuple(name for name, edits in decided.items() if not edits.hide)
    worded = [name for name in reachable if _words(decided[name])]
    return ServerTools(
        transforms={name: transform for name, transform in transforms.items() if transform},
        pinned=tuple(name for name in reachable if decided[name].pin),
        reachable=reachable,
        worded=tuple(f"{server}/{name}" for name in worded if known[name]),
        unworded=tuple(f"{server}/{name}" for name in worded if not known[name]),
        star_pin=bool(request.tuning.for_tool(f"{server}/*").pin) and request.catalog.server(server) is not None,
    )


def _known_tools(server: str, request: ExportRequest) -> Mapping[str, Tool | None]:
    listed = None if server in request.unlisted else request.catalog.server(server)
    if listed is not None:
        # From the last to the first, so that the first of two stays; then back to the listed order.
        by_name = {tool.name: tool for tool in reversed(listed.tools)}
        return {tool.name: by_name[tool.name] for tool in listed.tools}
    if server not in request.unlisted:
        return {}
    own = (key for key in request.tuning.edits if request.server_of(key) == server and not key.endswith("/*"))
    return {key.removeprefix(f"{server}/"): None for key in own}


def _transform(edits: ToolEdits, tool: Tool | None) -> dict[str, Any]:
    if edits.hide:
        return {"enabled": False}
    transform: dict[str, Any] = {}
    words = _words(edits)
    if words and tool is not None:
        transform["description"] = described_with(tool.description, words)
    own = {} if tool is None else {key: value for key, value in tool.meta.items() if key not in OWN_META}
    added = added_meta(own, edits)
    if added:
        # FastMCP replaces the tool's own `_meta`, so what the server wrote there is repeated.
        transform["meta"] = own | added
    return transform


def _words(edits: ToolEdits) -> str:
    return (edits.words or "").strip()
