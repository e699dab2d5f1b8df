"""FastMCP: a proxy in front of the servers, with search, pins, search words and hidden tools.

Two files that belong side by side: ``fastmcp_proxy.json``, an MCPConfig (``mcpServers`` with tool transforms), and
``fastmcp_proxy.py``, which serves it. Read in fastmcp 4.2.3: ``mcp_config``, ``tools/tool_transform``,
``server/transforms/search`` and ``server/providers/proxy``; a ``fastmcp.json`` would be another format, without tools.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inspector.config.model import ServerSpec
from inspector.errors import FileError, UsageError
from inspector.export.client_servers import translation_to
from inspector.export.fastmcp_script import CONFIG_NAME, SCRIPT_NAME, ProxySettings, script_text
from inspector.export.fastmcp_servers import server_entry
from inspector.export.fastmcp_tools import ServerTools, server_tools
from inspector.export.json_text import json_text
from inspector.export.protocol import Export, ExportedFile, ExportRequest, Verified
from inspector.export.proxy_entry import Proxy, client_entry
from inspector.export.secret_references import Moved
from inspector.export.unchecked_rules import left_out, unchecked
from inspector.export.warning_codes import ExportWarning
from inspector.hosts import Knob

DEFAULT_RESULTS = 5
"""How many tools a search gives where the tuning does not say; FastMCP's own default."""

_SEARCH_TOOL, _CALL_TOOL = "search_tools", "call_tool"


class FastmcpExporter:
    """Writes ``fastmcp_proxy.json`` and ``fastmcp_proxy.py``. Every transport goes in; secrets become references."""

    id = "fastmcp"
    title = "FastMCP proxy with BM25 search (configuration and script)"
    knobs: Mapping[Knob, str] = {
        "pin": "always_visible of the search; _meta anthropic/alwaysLoad for Claude Code behind --no-search",
        "defer": "BM25SearchTransform (RegexSearchTransform for the host fastmcp@regex): every tool that is not pinned",
        "hide": "tools.<tool>.enabled: false",
        "words": "added to tools.<tool>.description, which the model reads too; _meta anthropic/searchHint",
        "description": "tools.<tool>.description",
    }
    verified_by: Verified = "consumer"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when the toolset has no enabled server."""
        _refuse_settings(request)
        served = _served(request)
        if not served:
            raise UsageError(
                "no server of this toolset can be served by a FastMCP proxy: none is enabled, or all are hidden",
                "enable a server, or add one with --config",
            )
        translation = translation_to("braces", [server.spec for server in served])
        document: dict[str, Any] = {}
        moved: dict[str, tuple[Moved, ...]] = {}
        for server in served:
            entry, moved[server.spec.name] = server_entry(server.spec, translation)
            document[server.spec.name] = entry | ({"tools": server.tools.transforms} if server.tools.transforms else {})
        taken = _exposed_names(served)
        settings = ProxySettings(
            pinned=tuple(_exposed(server.spec.name, name, served) for server in served for name in server.tools.pinned),
            limit=request.tuning.limit or DEFAULT_RESULTS,
            search_tool=_free(_SEARCH_TOOL, taken),
            call_tool=_free(_CALL_TOOL, taken),
            patterns=request.tuning.host == "fastmcp@regex",
        )
        files = (
            ExportedFile(SCRIPT_NAME, script_text(settings), "python"),
            ExportedFile(CONFIG_NAME, json_text({"mcpServers": document}), "json"),
        )
        address, command = "http://127.0.0.1:8000/mcp", ("python", SCRIPT_NAME)
        entries, told = client_entry(request, Proxy(address, command))
        warnings = (
            *told,
            *_secret_warnings(served, moved),
            *_tool_warnings(served),
            *_name_warnings(served),
            *unchecked(request, [server.spec.name for server in served]),
        )
        return Export(self.id, (*files, *entries), warnings)


@dataclass(frozen=True, slots=True)
class _Served:
    """One server of the proxy and what the tuning says about its tools."""

    spec: ServerSpec
    tools: ServerTools


def _refuse_settings(request: ExportRequest) -> None:
    for key in request.tuning.exports.get("fastmcp", {}):
        source = request.tuning.path or "toolset"
        raise FileError(f"{source}: export.fastmcp.{key} is not a setting", "this target has none; remove the table")


def _served(request: ExportRequest) -> tuple[_Served, ...]:
    """Return the enabled servers, without those to be hidden whole whose tools are not known by name."""
    return tuple(
        _Served(spec, server_tools(spec.name, request))
        for spec in request.servers
        if spec.enabled and not left_out(spec.name, request)
    )


def _exposed(server: str, tool: str, served: Sequence[_Served]) -> str:
    """Return the name the proxy gives a tool: with the server's name in front as soon as there are two servers."""
    return f"{server}_{tool}" if len(served) > 1 else tool


def _exposed_names(served: Sequence[_Served]) -> Mapping[str, list[str]]:
    """Return the names of the reachable tools in the proxy, each with the tool ids behind it."""
    found: dict[str, list[str]] = defaultdict(list)
    for server in served:
        for tool in server.tools.reachable:
            found[_exposed(server.spec.name, tool, served)].append(f"{server.spec.name}/{tool}")
    return found


def _free(name: str, taken: Container[str]) -> str:
    """Return `name`, lengthened until no tool has it: FastMCP's own tools would hide one of the same name."""
    while name in taken:
        name += "_"
    return name


def _secret_warnings(served: Sequence[_Served], moved: Mapping[str, Sequence[Moved]]) -> Iterator[ExportWarning]:
    for server in served:
        name, values = server.spec.name, moved[server.spec.name]
        if values:
            listed = ", ".join(f"{value.variable} ({value.what})" for value in values)
            message = f"{name}: values are not written; before starting the proxy set {listed}"
            yield ExportWarning("SECRET_INLINE", message, (name,))
        if server.spec.env_files:
            files = ", ".join(server.spec.env_files)
            message = f"{name}: the proxy reads no environment file ({files}); set what stands there"
            yield ExportWarning("SETTING_DROPPED", message, (name,))
        if "headersHelper" in server.spec.raw:
            message = f"{name}: its headersHelper is not run by the proxy; give the headers it prints"
            yield ExportWarning("HEADERS_HELPER", message, (name,))


def _tool_warnings(served: Sequence[_Served]) -> Iterator[ExportWarning]:
    visible = tuple(tool for server in served for tool in server.tools.worded)
    if visible:
        message = f"search words were added to the descriptions of {len(visible)} tools, where the model reads them too"
        yield ExportWarning("WORDS_VISIBLE", message, visible)
    lost = tuple(tool for server in served for tool in server.tools.unworded)
    if lost:
        message = "not listed, so their descriptions are not known and search words could not be added to them"
        yield ExportWarning("WORDS_DROPPED", f"{', '.join(lost)}: {message}", lost)
    hinted = (*visible, *lost)
    if hinted:
        message = "_meta anthropic/searchHint, by which Claude Code gets the words behind --no-search, is undocumented"
        yield ExportWarning("WORDS_UNDOCUMENTED", message, hinted)
    for server in served:
        if server.tools.star_pin:
            name = server.spec.name
            message = f"{name}: “*” pins every tool of the server, so searching finds none of them"
            yield ExportWarning("STAR_PIN", message, (f"{name}/*",))


def _name_warnings(served: Sequence[_Served]) -> Iterator[ExportWarning]:
    pinned = [(server.spec.name, tool) for server in served for tool in server.tools.pinned]
    if pinned and len(served) > 1:
        example = _exposed(*pinned[0], served)
        message = f"with several servers FastMCP puts the server's name first, so pins are written as {example}"
        yield ExportWarning("NAME_CHANGED", message, tuple(f"{server}/{tool}" for server, tool in pinned))
    for name, ids in _exposed_names(served).items():
        if len(ids) > 1:
            message = f"{' and '.join(ids)} are both called {name} in the proxy; only one of them can be reached"
            yield ExportWarning("NAME_CHANGED", message, tuple(ids))
