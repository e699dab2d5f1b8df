"""Anthropic Messages API: the ``tools`` of a request with a search tool, as custom tools or as MCP toolsets.

Shapes as anthropic 2.14.0 types them: ``tool_search_tool_bm25_20251119`` or its regex twin, custom tools with
``defer_loading``, and ``mcp_servers`` with one ``mcp_toolset`` each (beta ``mcp-client-2025-11-20``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.export.api_tools import (
    bearer_token,
    choice,
    listed_servers,
    names_changed,
    reachable_servers,
    refusals,
    star_pins,
    unlisted_warnings,
    words_visible,
    written_only,
)
from inspector.export.client_losses import words_dropped
from inspector.export.client_servers import ClientServer, common_warnings
from inspector.export.forms import chosen_form
from inspector.export.json_text import json_text
from inspector.export.protocol import Export, ExportedFile, ExportRequest, Verified
from inspector.export.warning_codes import ExportWarning
from inspector.hosts import Knob
from inspector.hosts.anthropic.definitions import definition, refusal
from inspector.hosts.anthropic.naming import names as host_names
from inspector.tuning.search_words import described_with

BETA = "mcp-client-2025-11-20"
"""The beta header that requests with ``mcp_servers`` need."""

_PRODUCT = "the Messages API"
_SEARCH = {
    "bm25": {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"},
    "regex": {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"},
}


class AnthropicExporter:
    """Writes ``anthropic-tools.json``, the part of a request that is about tools; secrets are left to be filled in."""

    id = "anthropic"
    title = "Anthropic Messages API (tools of a request)"
    forms: Mapping[str, str] = {
        "tools": "custom tools that your application runs",
        "mcp": "MCP servers that the API itself calls (mcp_servers and mcp_toolset)",
    }
    knobs: Mapping[Knob, str] = {
        "pin": "without defer_loading",
        "defer": "defer_loading: true on every tool that is not pinned, and a tool search tool",
        "hide": "left out of tools; in a toolset enabled: false",
        "words": "added to the description of custom tools, which the model reads once they are loaded",
        "description": "description of custom tools",
    }
    verified_by: Verified = "sdk type"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when no tool or no server is left to write."""
        settings = choice(request, self.id, {"search": ("bm25", "regex")})
        search = _SEARCH[settings.get("search") or _search_of(request.tuning.host)]
        if chosen_form(request, self.id, self.forms) == "mcp":
            body, warnings = _toolsets(request, search)
        else:
            body, warnings = _custom_tools(request, search)
        return Export(self.id, (ExportedFile("anthropic-tools.json", json_text(body), "json"),), warnings)


def _search_of(name: str | None) -> str:
    """Return the search that was looked at when the toolset's host is this API, else BM25."""
    product, _, edition = (name or "").partition("@")
    return "regex" if product == "anthropic" and edition != "bm25" else "bm25"


def _custom_tools(request: ExportRequest, search: dict[str, str]) -> tuple[Any, tuple[ExportWarning, ...]]:
    servers = listed_servers(request, _PRODUCT)
    names = host_names(request.catalog)
    tools: list[Any] = [search]
    refused: dict[str, str] = {}
    for server in servers:
        for name in server.kept:
            tool = server.tools[name]
            if reason := refusal(tool, names[tool.id]):
                refused[tool.id] = reason
                continue
            entry = dict(definition(tool, names[tool.id]).value)
            entry["description"] = described_with(tool.description, server.worded.get(name, ""))
            tools.append(entry if name in server.pinned else entry | {"defer_loading": True})
    warnings = (
        *words_visible(servers),
        *names_changed(servers, names),
        *refusals(refused, anything=len(tools) > 1),
        *star_pins(servers),
        *unlisted_warnings(request),
    )
    return {"tools": tools}, warnings


def _toolsets(request: ExportRequest, search: dict[str, str]) -> tuple[Any, tuple[ExportWarning, ...]]:
    hint = "export the custom tools instead (--form tools)"
    servers, dropped = reachable_servers(request, _PRODUCT, ("https://",), hint)
    entries: list[Any] = []
    tools: list[Any] = [search]
    lost: list[ExportWarning] = []
    written: list[ClientServer] = []
    for server in servers:
        entry = {"type": "url", "name": server.spec.name, "url": server.values.url}
        token, others = bearer_token(server.values.headers)
        if token:
            entry["authorization_token"] = token
        if others:
            message = f"{server.spec.name}: only one bearer token can be carried; left out: {', '.join(others)}"
            lost.append(ExportWarning("HEADERS_DROPPED", message, (server.spec.name,)))
        entries.append(entry)
        written.append(written_only(server, entry))
        tools.append(_toolset(server))
    decisions = [server.tools for server in servers]
    warnings = (
        *dropped,
        *lost,
        *words_dropped(decisions, "an MCP toolset has no text for the search alone"),
        *star_pins(decisions),
        *common_warnings(request, written, _PRODUCT),
    )
    return {"mcp_servers": entries, "tools": tools}, warnings


def _toolset(server: ClientServer) -> dict[str, Any]:
    decided = server.tools
    default: dict[str, Any] = {"defer_loading": not decided.star.pin}
    if decided.star.hide:
        # What the server adds later stays hidden too.
        default = {"enabled": False, "defer_loading": not decided.star.pin}
    configs: dict[str, Any] = {}
    for name, edits in decided.edits.items():
        config: dict[str, Any] = {}
        if bool(edits.hide) != bool(decided.star.hide):
            config["enabled"] = not edits.hide
        if not edits.hide and bool(edits.pin) != bool(decided.star.pin):
            config["defer_loading"] = not edits.pin
        if config:
            configs[name] = config
    toolset: dict[str, Any] = {"type": "mcp_toolset", "mcp_server_name": server.spec.name, "default_config": default}
    return toolset | ({"configs": configs} if configs else {})
