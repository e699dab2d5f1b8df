"""Agreeing on a protocol version without waiting for servers that ignore what they do not know.

The SDK's own negotiation gives the first question, ``server/discover``, a fixed 10 s. A server from before
2026-07-28 may ignore it, and then costs those 10 s every time. Here the question has a short limit where the
server is a process of ours; a server that is merely slow to start loses nothing, see `negotiate`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from inspector.config import Transport

if TYPE_CHECKING:
    from mcp import ClientSession

PROBE_SECONDS = 1.0
"""How long ``server/discover`` may take before the older handshake is tried as well."""


KNOWN_PROBE_SECONDS = 10.0
"""The same for a server that answered it last time: it is only slow to start."""

Era = Literal["legacy", "modern"]
"""How a server was last agreed with: by the handshake, or by ``server/discover`` (2026-07-28)."""


async def negotiate(session: ClientSession, protocol: str, transport: Transport, remembered: Era | None = None) -> None:
    """Agree with the server on a protocol version: ``auto``, ``legacy`` (handshake only) or ``2026-07-28``.

    With ``auto`` the server is asked first, or shaken hands with first where that worked last time. Whatever
    it answers except a usable version, or nothing at all, leads to the handshake. A slow modern server may
    see both questions and refuse the second one, which names it as modern: it is then asked again. Raises
    `MCPError` when no version is agreed or the connection ends, `ValidationError` for answers that are not
    MCP, and `RuntimeError` for versions nobody knows.
    """
    import anyio
    from mcp import MCPError
    from mcp.types import CONNECTION_CLOSED, UNSUPPORTED_PROTOCOL_VERSION
    from pydantic import ValidationError

    if protocol == "2026-07-28":
        await session.discover()
        return
    if protocol == "auto" and remembered != "legacy":
        # Over streamable HTTP an answer, if only an error, always comes: the SDK's own limit is right there.
        limit = None if transport == "http" else KNOWN_PROBE_SECONDS if remembered else PROBE_SECONDS
        with anyio.move_on_after(limit):
            try:
                await session.discover()
            except MCPError as error:
                if error.code == CONNECTION_CLOSED:
                    raise
            except (ValidationError, RuntimeError):
                pass  # an answer, but no version of ours in it: no evidence against the handshake
    if session.protocol_version is None:
        try:
            await session.initialize()
        except MCPError as error:
            if error.code != UNSUPPORTED_PROTOCOL_VERSION or protocol == "legacy":
                raise
            await session.discover()


def era_of(protocol: str | None) -> Era:
    """Return the era of an agreed protocol version."""
    return "modern" if protocol is not None and protocol >= "2026" else "legacy"
