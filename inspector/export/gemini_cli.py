"""Gemini CLI: ``mcpServers`` of its settings.json, with ``includeTools`` and ``excludeTools``.

Keys as its settings schema has them; read by gemini-cli 0.61.0. It has no tool search: every tool that is not
excluded is in every request. Tool names are the server's own, ``excludeTools`` beats ``includeTools``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.export.client_losses import deferral_dropped, words_dropped
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
from inspector.hosts import Knob

PRODUCT = "Gemini CLI"
_KEPT = ("trust", "description", "authProviderType", "targetAudience", "targetServiceAccount")


class GeminiCliExporter:
    """Writes ``settings.json``. Every transport goes in; secrets become ``${NAME}``."""

    id = "gemini-cli"
    title = "Gemini CLI (settings.json)"
    knobs: Mapping[Knob, str] = {
        "pin": "nothing to do: every tool is in every request",
        "hide": "excludeTools; includeTools where “*” is hidden",
    }
    verified_by: Verified = "consumer"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when the toolset has no enabled server."""
        refuse_settings(request, self.id)
        servers = client_servers(request, "gemini", PRODUCT)
        rule = MergeRule(("mcpServers",), knobs=("includeTools", "excludeTools"), untouched=unlisted(servers))
        text = json_text({"mcpServers": {server.spec.name: _entry(server) for server in servers}})
        decisions = [server.tools for server in servers]
        warnings = (
            *common_warnings(request, servers, PRODUCT),
            *deferral_dropped(decisions, "Gemini CLI sends every tool in every request"),
            *words_dropped(decisions, "Gemini CLI has no tool search"),
        )
        file = ExportedFile("settings.json", text, "json", ".gemini/settings.json", rule)
        return Export(self.id, (file,), warnings)


def _entry(server: ClientServer) -> dict[str, Any]:
    spec, values, tools = server.spec, server.values, server.tools
    if spec.transport == "stdio":
        entry = values.process()
    else:
        entry = {"url": values.url, "type": spec.transport}
        entry |= {"headers": dict(values.headers)} if values.headers else {}
    if spec.client == "gemini-cli":
        entry |= {key: spec.raw[key] for key in _KEPT if key in spec.raw}
    if (timeout := milliseconds(spec)) is not None:
        entry["timeout"] = timeout
    if tools.allowed is not None:
        entry["includeTools"] = list(tools.allowed)
    elif tools.hidden:
        entry["excludeTools"] = list(tools.hidden)
    return entry
