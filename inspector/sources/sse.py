"""MCP over the older HTTP transport: one stream of server-sent events in, one POST for each message out.

The SDK's own client is not used here: it forgets failed POSTs, so that a refused server looks like a silent
one, and it gives up on events above 1 MiB, which listings are.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from inspector.sources.evidence import Evidence
from inspector.sources.messages import LONGEST_MESSAGE, parse

if TYPE_CHECKING:
    import httpx2
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.shared.message import SessionMessage

REDIRECTS = 5
"""How many redirects within the server's own origin are followed."""


class UnusableStream(Exception):
    """The URL does not answer with a stream of events that MCP messages could come on."""


@asynccontextmanager
async def open_sse(
    url: str, client: httpx2.AsyncClient, evidence: Evidence
) -> AsyncIterator[tuple[MemoryObjectReceiveStream[SessionMessage | Exception], PostWriter]]:
    """Open the event stream at `url`, wait for the address to post to, and yield both directions.

    Raises `UnusableStream` for an answer that is no such stream, and what httpx2 raises for connections.
    """
    import anyio
    import httpx2

    response = await _opened(url, client)
    try:
        events = httpx2.EventSource(response, max_event_size=LONGEST_MESSAGE).__aiter__()
        endpoint = await _endpoint(url, events)
        send: MemoryObjectSendStream[SessionMessage | Exception]
        send, receive = anyio.create_memory_object_stream(16)

        async def pump() -> None:
            async with send:
                try:
                    async for event in events:
                        if event.event == "message" and event.data:
                            await _deliver(event.data, send, evidence)
                except httpx2.SSEError:
                    evidence.too_long = True
                except (httpx2.HTTPError, httpx2.StreamError):
                    pass  # the stream has ended, which its closing says
                except anyio.BrokenResourceError:
                    pass  # nobody reads any more

        async with receive, PostWriter(endpoint, client, send) as writer, anyio.create_task_group() as group:
            group.start_soon(pump)
            yield receive, writer
            group.cancel_scope.cancel()
    finally:
        with anyio.CancelScope(shield=True):
            await response.aclose()


async def _deliver(data: str, send: MemoryObjectSendStream[SessionMessage | Exception], evidence: Evidence) -> None:
    message, noise = parse(data)
    if noise or message is None:
        evidence.add_noise(noise)
    if message is not None:
        await send.send(message)


async def _opened(url: str, client: httpx2.AsyncClient) -> httpx2.Response:
    """Return the open stream, redirects within the origin followed: headers were meant for that origin."""
    for _ in range(REDIRECTS + 1):
        request = client.build_request("GET", url, headers={"accept": "text/event-stream", "cache-control": "no-store"})
        response = await client.send(request, stream=True)
        following = urljoin(url, response.headers.get("location", ""))
        if not response.has_redirect_location or _origin(following) != _origin(url):
            break
        await response.aclose()
        url = following
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if response.status_code != 200 or kind != "text/event-stream":
        await response.aclose()
        raise UnusableStream(f"it answers with HTTP {response.status_code} {kind or 'without a content type'}")
    return response


async def _endpoint(url: str, events: AsyncIterator[httpx2.ServerSentEvent]) -> str:
    async for event in events:
        if event.event == "endpoint":
            endpoint = urljoin(url, event.data.strip())
            if _origin(endpoint) != _origin(url):
                raise UnusableStream("it wants its messages sent to another server, which they were not meant for")
            return endpoint
    raise UnusableStream("its event stream ended before it named the address to send messages to")


def _origin(url: str) -> tuple[str, str, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or {"http": 80, "https": 443}.get(parts.scheme)


class PostWriter:
    """Sends messages by POST; a refused request is answered with an error at once."""

    def __init__(
        self, endpoint: str, client: httpx2.AsyncClient, answers: MemoryObjectSendStream[SessionMessage | Exception]
    ) -> None:
        self._endpoint = endpoint
        self._client = client
        self._answers = answers

    async def send(self, item: SessionMessage, /) -> None:
        """Send one message; raise `anyio.BrokenResourceError` when the server cannot be reached any more."""
        import anyio
        import httpx2
        from mcp.shared.message import SessionMessage
        from mcp.types import INTERNAL_ERROR, ErrorData, JSONRPCError, JSONRPCRequest

        body = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        try:
            response = await self._client.post(
                self._endpoint, content=body.encode(), headers={"content-type": "application/json"}
            )
        except httpx2.HTTPError:
            raise anyio.BrokenResourceError from None
        if response.status_code >= 300 and isinstance(item.message, JSONRPCRequest):
            error = ErrorData(code=INTERNAL_ERROR, message="Server returned an error response")
            try:
                await self._answers.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=item.message.id, error=error)))
            except anyio.ClosedResourceError:
                raise anyio.BrokenResourceError from None

    async def aclose(self) -> None:
        """Close this direction."""
        self._answers.close()

    async def __aenter__(self) -> PostWriter:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
