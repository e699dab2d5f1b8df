"""How a server is reached, as FastMCP's MCPConfig writes it (fastmcp 4.2.3: `StdioMCPServer`, `RemoteMCPServer`)."""

from __future__ import annotations

import os
from typing import Any

from inspector.config.model import ServerSpec
from inspector.export.fastmcp_references import Moved, ServerReferences, VariableNames


def server_entry(spec: ServerSpec, names: VariableNames) -> tuple[dict[str, Any], tuple[Moved, ...]]:
    """Return the entry of `spec` without secrets, and the variables that have to be set for it.

    A remote server gets ``transport``, which FastMCP reads (it would guess from the URL), and ``type``, which the
    other readers of ``mcpServers`` read.
    """
    values = ServerReferences(spec.name, names, braces=spec.expansion == "braces")
    if spec.transport == "stdio":
        entry: dict[str, Any] = {"command": values.argument(spec.command, "command")}
        if spec.args:
            entry["args"] = values.arguments(spec.args, spec.command)
        if spec.env:
            entry["env"] = {name: values.private(value, "env", name) for name, value in spec.env.items()}
        if folder := _folder(spec):
            entry["cwd"] = values.argument(folder, "cwd")
    else:
        entry = {"type": spec.transport, "transport": spec.transport, "url": values.url(spec.url)}
        if spec.headers:
            entry["headers"] = {name: values.private(value, "header", name) for name, value in spec.headers.items()}
    written = repr(entry)
    moved = {value.variable: value for value in values.moved if f"${{{value.variable}}}" in written}
    return entry, tuple(moved.values())


def _folder(spec: ServerSpec) -> str:
    """Return where the process starts: relative folders, and a missing one, refer to the configuration's own."""
    if not spec.cwd:
        return spec.directory
    return spec.cwd if spec.cwd.startswith("${") else os.path.join(spec.directory, spec.cwd)
