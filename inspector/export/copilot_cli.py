"""GitHub Copilot CLI: ``mcp-config.json`` (or ``.github/mcp.json``), with a list of tools and ``deferTools``.

Keys as github/docs, cli-command-reference, has them; read by Copilot CLI 1.0.102. ``tools`` is a list of the only
tools there are, ``"*"`` for all; ``deferTools: "never"`` pins a whole server.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.export.client_losses import hides_dropped, pins_collapsed, words_dropped
from inspector.export.client_servers import (
    ClientServer,
    client_servers,
    common_warnings,
    milliseconds,
    refuse_settings,
    unlisted,
)
from inspector.export.json_text import json_text
from inspector.export.protocol import Export, ExportedFile, ExportRequest, MergeRule, Verified
from inspector.export.tool_decisions import ToolDecisions
from inspector.hosts import Knob

PRODUCT = "Copilot CLI"


class CopilotCliExporter:
    """Writes ``mcp-config.json``. Secrets become ``${NAME}``, which Copilot does not fill in inside addresses."""

    id = "copilot-cli"
    title = "GitHub Copilot CLI (mcp-config.json)"
    knobs: Mapping[Knob, str] = {
        "pin": "deferTools: never, for a whole server",
        "defer": "automatic from a number of tools on",
        "hide": "left out of tools",
    }
    verified_by: Verified = "consumer"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when the toolset has no enabled server."""
        refuse_settings(request, self.id)
        servers = client_servers(request, "copilot", PRODUCT)
        rule = MergeRule(
            ("mcpServers",), knobs=("tools", "deferTools"), untouched=unlisted(servers), names=("mcp.json", ".mcp.json")
        )
        text = json_text({"mcpServers": {server.spec.name: _entry(server) for server in servers}})
        decisions = [server.tools for server in servers]
        warnings = (
            *common_warnings(request, servers, PRODUCT),
            *pins_collapsed(decisions, "deferTools: never"),
            *words_dropped(decisions, "Copilot CLI has no text for the search alone"),
            *hides_dropped(
                [tools for tools in decisions if _allowed(tools) is None and not tools.listed],
                "the server's tools are not known, so the others could not be listed",
            ),
        )
        file = ExportedFile("mcp-config.json", text, "json", "~/.copilot/mcp-config.json", rule)
        return Export(self.id, (file,), warnings)


def _entry(server: ClientServer) -> dict[str, Any]:
    spec, values, tools = server.spec, server.values, server.tools
    if spec.transport == "stdio":
        entry: dict[str, Any] = {"type": "local", "command": values.command, "args": list(values.args)}
        entry |= {"env": dict(values.env)} if values.env else {}
        entry |= {"cwd": values.cwd} if values.cwd else {}
    else:
        entry = {"type": spec.transport, "url": values.url}
        entry |= {"headers": dict(values.headers)} if values.headers else {}
    allowed = _allowed(tools)
    entry["tools"] = ["*"] if allowed is None else list(allowed)
    if tools.pinned or tools.star.pin:
        entry["deferTools"] = "never"
    if (timeout := milliseconds(spec)) is not None:
        entry["timeout"] = timeout
    return entry


def _allowed(tools: ToolDecisions) -> tuple[str, ...] | None:
    """Return the only tools, None for all of them."""
    return tools.kept if tools.listed and tools.hidden else tools.allowed
