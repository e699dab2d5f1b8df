"""opencode: ``mcp`` of opencode.json, and the map ``tools`` that switches tools off by name.

Keys as @opencode-ai/sdk types them (McpLocalConfig, McpRemoteConfig); read by opencode 1.18.33. ``command`` is one
list, tools are called ``server_tool``, a remote server is tried in both HTTP transports. There is no tool search: what
is not switched off is in every request.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from inspector.export.client_losses import deferral_dropped, words_dropped
from inspector.export.client_servers import ClientServer, client_servers, common_warnings, refuse_settings
from inspector.export.json_text import json_text
from inspector.export.protocol import Export, ExportedFile, ExportRequest, MergeRule, Verified
from inspector.export.tool_decisions import ToolDecisions
from inspector.export.warning_codes import ExportWarning
from inspector.hosts import Knob

PRODUCT = "opencode"
_SCHEMA = "https://opencode.ai/config.json"
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")


class OpencodeExporter:
    """Writes ``opencode.json``. Secrets become ``{env:NAME}``."""

    id = "opencode"
    title = "opencode (opencode.json)"
    knobs: Mapping[Knob, str] = {
        "pin": "nothing to do: every tool is in every request",
        "hide": "tools.<server>_<tool>: false",
    }
    verified_by: Verified = "consumer"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when the toolset has no enabled server."""
        refuse_settings(request, self.id)
        servers = client_servers(request, "opencode", PRODUCT)
        document: dict[str, Any] = {
            "$schema": _SCHEMA,
            "mcp": {server.spec.name: _entry(server) for server in servers},
        }
        decisions = [server.tools for server in servers]
        if switches := {name: on for tools in decisions for name, on in _switches(tools)}:
            document["tools"] = switches
        warnings = (
            *common_warnings(request, servers, PRODUCT, cwd=False),
            *_names(decisions),
            *deferral_dropped(decisions, "opencode sends every tool in every request"),
            *words_dropped(decisions, "opencode has no tool search"),
        )
        rule = MergeRule(("mcp",), names=("opencode.jsonc",))
        file = ExportedFile("opencode.json", json_text(document), "json", "opencode.json", rule)
        return Export(self.id, (file,), warnings)


def _entry(server: ClientServer) -> dict[str, Any]:
    spec, values = server.spec, server.values
    if spec.transport == "stdio":
        entry: dict[str, Any] = {"type": "local", "command": [values.command, *values.args]}
        entry |= {"environment": dict(values.env)} if values.env else {}
    else:
        entry = {"type": "remote", "url": values.url}
        entry |= {"headers": dict(values.headers)} if values.headers else {}
    if spec.client == "opencode" and spec.timeout is not None:
        entry["timeout"] = round(spec.timeout * 1000)
    return entry | {"enabled": True}


def _switches(tools: ToolDecisions) -> Iterator[tuple[str, bool]]:
    """Yield (pattern, on). A longer pattern beats ``server_*``."""
    server = _UNSAFE.sub("_", tools.server)
    if tools.star.hide:
        yield f"{server}_*", False
        yield from ((f"{server}_{_UNSAFE.sub('_', name)}", True) for name in tools.kept)
        return
    for name, edits in tools.edits.items():
        # What the tuning shows on purpose is said too, so that it wins over an older switch in the same file.
        if edits.hide is not None:
            yield f"{server}_{_UNSAFE.sub('_', name)}", not edits.hide


def _names(servers: Sequence[ToolDecisions]) -> Iterator[ExportWarning]:
    for tools in servers:
        changed = tuple(name for name in tools.hidden if _UNSAFE.search(f"{tools.server}{name}"))
        if changed:
            message = f"{tools.server}: opencode calls its tools with “_” for other characters"
            yield ExportWarning("NAME_CHANGED", message, tools.ids(changed))
