"""From an expanded `ServerSpec` to the SDK's transport, watched from the side.

Only values go in; nothing here knows the protocol that runs over the transport.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from inspector.config import ServerSpec
from inspector.sources.evidence import Evidence, HttpAnswer
from inspector.sources.stderr_tail import StderrTail

if TYPE_CHECKING:
    import httpx2
    from mcp.client._transport import TransportStreams

REQUEST_SECONDS = 30.0
"""How long connecting and sending may take in one HTTP request; connections as a whole are limited elsewhere."""

STREAM_SECONDS = 300.0
"""How long an open HTTP response may stay silent."""


@asynccontextmanager
async def open_transport(spec: ServerSpec, evidence: Evidence) -> AsyncIterator[TransportStreams]:
    """Open the transport of `spec` (whose variables are expanded) and yield its read and write stream.

    What is seen on the side goes into `evidence`. Raises whatever the SDK raises, often in exception groups.
    A child process and its descendants end with the context.
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

        async with (
            _http_client(evidence, dict(spec.headers)) as client,
            streamable_http_client(spec.url, http_client=client, max_sse_event_size=None) as streams,
        ):
            yield streams
    else:
        from mcp.client.sse import sse_client

        def factory(
            headers: dict[str, str] | None = None,
            timeout: httpx2.Timeout | None = None,
            auth: httpx2.Auth | None = None,
        ) -> httpx2.AsyncClient:
            return _http_client(evidence, headers, timeout=timeout, auth=auth)

        async with sse_client(
            spec.url,
            headers=dict(spec.headers),
            timeout=REQUEST_SECONDS,
            sse_read_timeout=STREAM_SECONDS,
            httpx_client_factory=factory,
        ) as streams:
            yield streams


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


def _http_client(evidence: Evidence, headers: dict[str, str] | None, **options: Any) -> httpx2.AsyncClient:
    import httpx2

    async def note(response: httpx2.Response) -> None:
        content_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        evidence.answers.append(HttpAnswer(response.request.method, response.status_code, content_type))

    if options.get("timeout") is None:
        # httpx2's own default is 5 s for everything, which long listings exceed.
        options["timeout"] = httpx2.Timeout(REQUEST_SECONDS, read=STREAM_SECONDS)
    return httpx2.AsyncClient(headers=headers, event_hooks={"response": [note]}, **options)
