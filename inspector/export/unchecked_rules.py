"""The rules of a tuning that no target can check or carry: unknown tools, servers without an address, unlisted ones."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from inspector.errors import nearest
from inspector.export.protocol import ExportRequest
from inspector.export.warning_codes import ExportWarning


def unchecked(request: ExportRequest, written: Collection[str], *, star: bool = True) -> Iterator[ExportWarning]:
    """Yield what could not be checked or has no place in an export that holds the servers `written`.

    `star` tells that the target has no ``"*"`` of its own, which therefore had to be spelled out.
    """
    off = {spec.name for spec in request.servers if not spec.enabled}
    configured = {spec.name for spec in request.servers}
    for key in request.tuning.unknown_tools(request.catalog):
        server = request.server_of(key)
        if server in off or server in request.unlisted:
            continue
        known = [tool.id for tool in request.catalog if tool.server == server] or sorted(written)
        yield ExportWarning(
            "UNKNOWN_TOOL", f"{key} is not in the catalog and was left out: {nearest(key, known)}", (key,)
        )
    for listed in request.catalog.servers:
        if listed.name not in configured:
            message = f"{listed.name}: only a saved listing of it is known, not how to reach it; it was left out"
            yield ExportWarning("UNKNOWN_SERVER", message, (listed.name,))
    hidden = tuple(spec.name for spec in request.servers if left_out(spec.name, request) and spec.enabled)
    hidden = tuple(name for name in hidden if name not in written)
    if hidden:
        message = f"left out, because all their tools are to be hidden and could not be listed: {', '.join(hidden)}"
        yield ExportWarning("NOT_LISTED", message, hidden)
    unlisted = tuple(name for name in request.unlisted if name in written)
    if unlisted:
        message = "could not be listed, so rules for single tools were not checked"
        message += " and “*” could not be spelled out" if star else ""
        yield ExportWarning("NOT_LISTED", f"{', '.join(unlisted)}: {message}", unlisted)


def left_out(server: str, request: ExportRequest) -> bool:
    """Return whether all tools of `server` are to be hidden and none of them is known by name."""
    return not listed(server, request) and bool(request.tuning.for_tool(f"{server}/*").hide)


def listed(server: str, request: ExportRequest) -> bool:
    """Return whether the tools of `server` are known."""
    return server not in request.unlisted and request.catalog.server(server) is not None
