"""From an expanded `ServerSpec` to two streams of messages, watched from the side.

Only values go in; nothing here knows the protocol that runs over the transport.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from inspector.config import ServerSpec
from inspector.sources.evidence import Evidence
from inspector.sources.messages import LONGEST_MESSAGE
from inspector.sources.stderr_tail import StderrTail

if TYPE_CHECKING:
    from mcp.client._transport import TransportStreams


@asynccontextmanager
async def open_transport(spec: ServerSpec, evidence: Evidence, auth: Any = None) -> AsyncIterator[TransportStreams]:
    """Open the transport of `spec` (whose variables are expanded) and yield its read and write stream.

    What is seen on the side goes into `evidence`; `auth` is an `httpx2.Auth` for servers over HTTP. Raises
    whatever the SDK raises, often in exception groups. A child process and its descendants end with the context.
    """
    if spec.transport == "stdio" and sys.platform == "win32":
        async with _windows_stdio(spec, evidence) as streams:
            yield streams
    elif spec.transport == "stdio":
        from inspector.sources.stdio import open_stdio

        async with open_stdio(spec, working_directory(spec), evidence) as process_streams:
            yield process_streams
    elif spec.transport == "http":
        from mcp.client.streamable_http import streamable_http_client

        from inspector.sources.http_client import http_client

        async with (
            http_client(evidence, spec.headers, auth) as client,
            streamable_http_client(spec.url, http_client=client, max_sse_event_size=LONGEST_MESSAGE) as streams,
        ):
            yield streams
    else:
        from inspector.sources.http_client import http_client
        from inspector.sources.sse import open_sse

        async with http_client(evidence, spec.headers, auth) as client, open_sse(spec.url, client, evidence) as posting:
            yield posting


def working_directory(spec: ServerSpec) -> str | None:
    """Return where the server's process starts: its `cwd`, relative to the configuration, or beside that."""
    if spec.cwd:
        return os.path.join(spec.directory, spec.cwd)
    return spec.directory or None


@asynccontextmanager
async def _windows_stdio(spec: ServerSpec, evidence: Evidence) -> AsyncIterator[TransportStreams]:
    """The SDK's transport, which finds ``npx.cmd`` and ends process trees with job objects."""
    from mcp.client.stdio import StdioServerParameters, stdio_client

    parameters = StdioServerParameters(
        command=spec.command,
        args=list(spec.args),
        env=dict(spec.env),
        cwd=working_directory(spec),
        encoding_error_handler="replace",
    )
    evidence.stderr = tail = StderrTail()
    try:
        async with stdio_client(parameters, errlog=tail.stream) as streams:
            tail.release()
            yield streams
    finally:
        tail.release()
