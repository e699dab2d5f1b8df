"""Keeping the raw ``tools/list`` answers on their way to the SDK.

The SDK's typed tools drop fields they do not know, and one tool it cannot validate makes it refuse the whole
page. So the raw page is kept here, untouched, and the SDK is handed a page without tools, which there is
nothing to refuse in: nobody uses its typed tools. The wrappers sit on the transport's own streams and add
no task and no buffer.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from inspector.catalog import Problem
from inspector.sources.evidence import Evidence
from inspector.sources.quoting import quote

if TYPE_CHECKING:
    import contextvars

    from mcp.client._transport import ReadStream, WriteStream
    from mcp.shared.message import SessionMessage


NOISE = "stdout-noise"
"""The code of the problem that a server wrote things between its messages."""


class Recording:
    """The raw ``tools/list`` results of one connection, in the order they came."""

    def __init__(self, evidence: Evidence, on_end: Callable[[], None]) -> None:
        """Note what is no message in `evidence`, and call `on_end` when the server's side of it has ended."""
        self.pages: list[dict[str, Any]] = []
        self.ended = on_end
        self._evidence = evidence
        self._asked: set[str] = set()

    def streams(
        self, read: ReadStream[SessionMessage | Exception], write: WriteStream[SessionMessage]
    ) -> tuple[RecordingReader, RecordingWriter]:
        """Return the streams to give the session in place of the transport's own."""
        return RecordingReader(read, self), RecordingWriter(write, self)

    def sent(self, item: SessionMessage) -> None:
        """Note which requests ask for a tools page."""
        message = item.message
        if getattr(message, "method", "") == "tools/list" and hasattr(message, "id"):
            self._asked.add(str(message.id))

    def received(self, item: SessionMessage | Exception) -> None:
        """Keep the item's page, if it is one, and put an empty page in its place."""
        if isinstance(item, Exception):
            self._evidence.add_noise(_line_of(item))
            return
        message = item.message
        result = getattr(message, "result", None)
        # Some servers answer the number 7 with the text "7", and the SDK accepts that.
        identity = str(getattr(message, "id", ""))
        if isinstance(result, dict) and identity in self._asked:
            self._asked.discard(identity)
            self.pages.append(result)
            message.result = {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}  # type: ignore[union-attr]


def noise_problem(evidence: Evidence) -> tuple[Problem, ...]:
    """Return the problem that the server wrote things that are no messages, if it did."""
    count = evidence.noise_count
    if not count:
        return ()
    kind = "1 line" if count == 1 else f"{count} lines"
    blank = f" ({evidence.blank_count} blank)" if evidence.blank_count else ""
    first = f", the first: {quote(evidence.noise[0])}" if evidence.noise else ""
    return (Problem(NOISE, f"it wrote {kind}{blank} between its messages, which stricter clients trip over{first}"),)


def _line_of(error: Exception) -> str:
    """Return the text that could not be parsed, which pydantic keeps, rather than pydantic's essay on it."""
    from pydantic import ValidationError

    if isinstance(error, ValidationError):
        return str(error.errors(include_url=False)[0].get("input", ""))
    return str(error)


class RecordingReader:
    """A transport's read stream that shows every item to a `Recording` first."""

    def __init__(self, inner: ReadStream[SessionMessage | Exception], recording: Recording) -> None:
        self._inner = inner
        self._recording = recording

    @property
    def last_context(self) -> contextvars.Context | None:
        """The sender's context variables, which the SDK restores where a transport provides them."""
        return getattr(self._inner, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        """Return the next item."""
        import anyio

        try:
            item = await self._inner.receive()
        except anyio.EndOfStream:
            self._recording.ended()
            raise
        self._recording.received(item)
        return item

    async def aclose(self) -> None:
        """Close the transport's stream."""
        await self._inner.aclose()

    def __aiter__(self) -> RecordingReader:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            item = await self._inner.__anext__()
        except StopAsyncIteration:
            self._recording.ended()
            raise
        self._recording.received(item)
        return item

    async def __aenter__(self) -> RecordingReader:
        await self._inner.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._inner.__aexit__(kind, error, trace)


class RecordingWriter:
    """A transport's write stream that shows every message to a `Recording` first."""

    def __init__(self, inner: WriteStream[SessionMessage], recording: Recording) -> None:
        self._inner = inner
        self._recording = recording

    async def send(self, item: SessionMessage, /) -> None:
        """Send the message."""
        self._recording.sent(item)
        await self._inner.send(item)

    async def aclose(self) -> None:
        """Close the transport's stream."""
        await self._inner.aclose()

    async def __aenter__(self) -> RecordingWriter:
        await self._inner.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._inner.__aexit__(kind, error, trace)
