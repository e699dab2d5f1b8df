"""How a server is reached, as FastMCP's MCPConfig writes it (fastmcp 4.2.3: `StdioMCPServer`, `RemoteMCPServer`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.config.model import ServerSpec
from inspector.export.reference_syntax import ReferenceTranslation
from inspector.export.secret_references import Moved
from inspector.export.server_values import server_values


def server_entry(spec: ServerSpec, translation: ReferenceTranslation) -> tuple[dict[str, Any], tuple[Moved, ...]]:
    """Return the entry of `spec` without secrets, and the variables that have to be set for it.

    References of its client become ``${NAME}``, which the generated script fills in. A remote server gets
    ``transport``, which FastMCP reads (it would guess from the URL), and ``type``, which the other readers of
    ``mcpServers`` read. A process without a folder of its own starts in the configuration's.
    """
    values = server_values(replace(spec, cwd=spec.cwd or spec.directory or None), translation)
    if spec.transport == "stdio":
        entry = values.process()
    else:
        entry = {"type": spec.transport, "transport": spec.transport, "url": values.url}
        entry |= {"headers": dict(values.headers)} if values.headers else {}
    written = repr(entry)
    return entry, tuple(value for value in values.moved if f"${{{value.variable}}}" in written)
