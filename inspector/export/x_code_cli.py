"""x-code-cli: ``mcpServers`` of ``.x-code/config.json``; a server is on or off, and nothing more can be said.

Keys as its packages/core/src/mcp/config-schema.ts reads them: exactly one of ``command`` and ``url``, ``enabled``.
Its tool search takes pins and search words from the server's listing, not from this file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from inspector.export.client_losses import hides_dropped, pins_dropped, words_dropped
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
from inspector.export.warning_codes import ExportWarning
from inspector.hosts import Knob

PRODUCT = "x-code-cli"
_PROXY = "it takes them from the server's listing only; put an exported proxy in front"


class XCodeCliExporter:
    """Writes ``config.json``. Secrets become ``${NAME}``."""

    id = "x-code-cli"
    title = "x-code-cli (config.json)"
    knobs: Mapping[Knob, str] = {
        "defer": "automatic, from ten per cent of the window on",
    }
    verified_by: Verified = "documented example"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when the toolset has no enabled server."""
        refuse_settings(request, self.id)
        servers = client_servers(request, "x-code", PRODUCT)
        rule = MergeRule(("mcpServers",), knobs=("enabled",), untouched=unlisted(servers))
        text = json_text({"mcpServers": {server.spec.name: _entry(server) for server in servers}})
        decisions = [server.tools for server in servers]
        warnings = (
            *_transport(servers),
            *common_warnings(request, servers, PRODUCT),
            *pins_dropped(decisions, _PROXY),
            *words_dropped(decisions, _PROXY),
            *hides_dropped(
                [tools for tools in decisions if not tools.all_hidden],
                "x-code-cli switches whole servers off only; put an exported proxy in front",
            ),
        )
        file = ExportedFile("config.json", text, "json", ".x-code/config.json", rule)
        return Export(self.id, (file,), warnings)


def _entry(server: ClientServer) -> dict[str, Any]:
    spec, values = server.spec, server.values
    if spec.transport == "stdio":
        entry = values.process()
    else:
        entry = {"url": values.url}
        entry |= {"headers": dict(values.headers)} if values.headers else {}
    if (timeout := milliseconds(spec)) is not None:
        entry["timeout"] = timeout
    return entry | {"enabled": not server.tools.all_hidden}


def _transport(servers: Sequence[ClientServer]) -> Iterator[ExportWarning]:
    names = tuple(server.spec.name for server in servers if server.spec.transport == "sse")
    if names:
        message = f"x-code-cli has no key for the older SSE transport and may not reach {', '.join(names)}"
        yield ExportWarning("SSE_UNSUPPORTED", message, names)
