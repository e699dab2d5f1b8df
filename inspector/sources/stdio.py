"""MCP over a child process's stdin and stdout: one JSON-RPC message a line, as streams for the SDK's session.

Reading and writing happen in the session's own tasks, so there is nothing to wind down but the process.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import TYPE_CHECKING

from inspector.config import ServerSpec
from inspector.sources.child_process import ChildProcess
from inspector.sources.evidence import Evidence
from inspector.sources.messages import LONGEST_MESSAGE, parse
from inspector.sources.stderr_tail import StderrTail

if TYPE_CHECKING:
    from mcp.shared.message import SessionMessage


@asynccontextmanager
async def open_stdio(
    spec: ServerSpec, cwd: str | None, evidence: Evidence
) -> AsyncIterator[tuple[LineReader, LineWriter]]:
    """Start the command of `spec` in `cwd` and yield its streams; its process group ends with the context.

    `evidence` gets the last lines of stderr and the exit code. Raises `OSError` when it cannot be started.
    """
    from mcp.client.stdio import get_default_environment

    # HOME, PATH and little else: a server must not see variables it was not given.
    environment = get_default_environment() | dict(spec.env)
    evidence.stderr = tail = StderrTail()
    try:
        process = ChildProcess(spec.command, spec.args, env=environment, cwd=cwd, stderr=tail.stream)
    finally:
        tail.release()
    reader, writer = LineReader(process, evidence), LineWriter(process)
    try:
        yield reader, writer
    finally:
        if reader.ended or writer.broken:
            # A code counts only where the process is ending by itself, not where we end it.
            evidence.exit_code = await process.exit_code_soon()
        await process.end()


class LineReader:
    """The messages of a process; lines that are none are counted as noise."""

    def __init__(self, process: ChildProcess, evidence: Evidence) -> None:
        self._process = process
        self._evidence = evidence
        self._lines: deque[bytes] = deque()
        self._partial: list[bytes] = []
        self._partial_size = 0
        self.ended = False
        """Whether the process closed its stdout."""

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message; raise `anyio.EndOfStream` after the last one.

        The stream also ends where a line passes `LONGEST_MESSAGE`: nothing after it could be found.
        """
        import anyio

        while (line := await self._line()) is not None:
            message, noise = parse(line.decode("utf-8", "replace"))
            if noise or message is None:
                self._evidence.add_noise(noise)
            if message is not None:
                return message
        raise anyio.EndOfStream

    async def aclose(self) -> None:
        """Nothing to do: the process is ended by its context."""

    async def _line(self) -> bytes | None:
        while not self._lines:
            if self._partial_size > LONGEST_MESSAGE:
                self._evidence.too_long = True
                self._partial.clear()
                return None
            chunk = await self._process.read()
            if not chunk:
                self.ended = True
                return None
            first, *others = chunk.split(b"\n")
            self._extend(first)
            for other in others:
                self._lines.append(b"".join(self._partial))
                self._partial.clear()
                self._partial_size = 0
                self._extend(other)
        return self._lines.popleft()

    def _extend(self, piece: bytes) -> None:
        self._partial.append(piece)
        self._partial_size += len(piece)

    def __aiter__(self) -> LineReader:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        import anyio

        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> LineReader:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None


class LineWriter:
    """Sends messages to a process."""

    def __init__(self, process: ChildProcess) -> None:
        self._process = process
        self.broken = False
        """Whether the process took no more messages."""

    async def send(self, item: SessionMessage, /) -> None:
        """Send one message; raise `anyio.BrokenResourceError` when the process has ended."""
        import anyio

        text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        try:
            await self._process.write(text.encode() + b"\n")
        except OSError:
            self.broken = True
            # The session turns this one into “connection closed”, which is what happened.
            raise anyio.BrokenResourceError from None

    async def aclose(self) -> None:
        """Nothing to do: the process is ended by its context."""

    async def __aenter__(self) -> LineWriter:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None
