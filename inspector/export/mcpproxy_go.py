"""mcpproxy-go: its ``mcp_config.json``, in which every tool is found by a BM25 search and some are switched off.

Keys as its internal/config/config.go reads them: ``mcpServers`` is a list; ``enabled_tools`` and
``disabled_tools`` exclude each other; a server that does not say ``quarantined: false`` is not offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.export.client_losses import pins_dropped, star_hides_lost, words_dropped
from inspector.export.client_servers import ClientServer, client_servers, common_warnings, refuse_settings, unlisted
from inspector.export.json_text import json_text
from inspector.export.protocol import Export, ExportedFile, ExportRequest, MergeRule, Verified
from inspector.export.proxy_entry import Proxy, client_entry
from inspector.hosts import Knob

DEFAULT_RESULTS = 15
"""How many tools a search gives where the tuning does not say; mcpproxy-go's own default."""

_PRODUCT = "mcpproxy-go"
_LISTEN = "127.0.0.1:8080"
_PROTOCOLS = {"stdio": "stdio", "http": "streamable-http", "sse": "sse"}
_MERGE = MergeRule(servers=("mcpServers",), key="name", knobs=("enabled_tools", "disabled_tools"))


class McpproxyGoExporter:
    """Writes ``mcp_config.json``. Every transport goes in; secrets become ``${env:NAME}``."""

    id = "mcpproxy-go"
    title = "mcpproxy-go (its configuration, search on)"
    knobs: Mapping[Knob, str] = {
        "defer": "routing_mode: retrieve_tools, for all tools",
        "hide": "disabled_tools; enabled_tools where “*” is hidden",
    }
    verified_by: Verified = "documented example"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when the toolset has no enabled server."""
        refuse_settings(request, self.id)
        servers = client_servers(request, "mcpproxy", _PRODUCT)
        document = {
            "listen": _LISTEN,
            "routing_mode": "retrieve_tools",
            "tools_limit": request.tuning.limit or DEFAULT_RESULTS,
            "mcpServers": [_entry(server) for server in servers],
        }
        merge = MergeRule(_MERGE.servers, _MERGE.key, _MERGE.knobs, untouched=unlisted(servers))
        file = ExportedFile("mcp_config.json", json_text(document), "json", "~/.mcpproxy/mcp_config.json", merge)
        entries, told = client_entry(request, Proxy(f"http://{_LISTEN}/mcp"))
        decisions = [server.tools for server in servers]
        warnings = (
            *told,
            *pins_dropped(decisions, "mcpproxy-go pins no tool beside its search; routing_mode direct lists all"),
            *words_dropped(decisions, "mcpproxy-go has no text for the search alone"),
            *star_hides_lost(decisions, "the server's tools are not known, so they could not be switched off by name"),
            *common_warnings(request, servers, _PRODUCT),
        )
        return Export(self.id, (file, *entries), warnings)


def _entry(server: ClientServer) -> dict[str, Any]:
    values, tools = server.values, server.tools
    entry: dict[str, Any] = {"name": server.spec.name, "protocol": _PROTOCOLS[server.spec.transport]}
    if server.spec.transport == "stdio":
        entry["command"] = values.command
        entry |= {"args": list(values.args)} if values.args else {}
        entry |= {"working_dir": values.cwd} if values.cwd else {}
        entry |= {"env": dict(values.env)} if values.env else {}
    else:
        entry["url"] = values.url
        entry |= {"headers": dict(values.headers)} if values.headers else {}
    entry |= {"enabled": True, "quarantined": False}
    if tools.allowed is not None and tools.listed:
        entry["enabled_tools"] = list(tools.allowed)
    elif tools.hidden:
        entry["disabled_tools"] = list(tools.hidden)
    return entry
