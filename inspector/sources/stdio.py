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
    reader = LineReader(process)
    try:
        yield reader, LineWriter(process)
    finally:
        await process.end()
        # A code counts only where the process was ending by itself, not where we ended it.
        evidence.exit_code = process.exit_code if reader.ended else None


class LineReader:
    """The messages of a process; a line that is no message comes as the exception that says so."""

    def __init__(self, process: ChildProcess) -> None:
        self._process = process
        self._lines: deque[bytes] = deque()
        self._partial: list[bytes] = []
        self.ended = False
        """Whether the process closed its stdout."""

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message; raise `anyio.EndOfStream` after the last one."""
        import anyio

        line = await self._line()
        if line is None:
            raise anyio.EndOfStream
        return _parsed(line)

    async def aclose(self) -> None:
        """Nothing to do: the process is ended by its context."""

    async def _line(self) -> bytes | None:
        while not self._lines:
            chunk = await self._process.read()
            if not chunk:
                self.ended = True
                return None
            first, *others = chunk.split(b"\n")
            self._partial.append(first)
            for other in others:
                self._complete()
                self._partial.append(other)
        return self._lines.popleft()

    def _complete(self) -> None:
        line = b"".join(self._partial)
        self._partial.clear()
        if line.strip():
            self._lines.append(line)

    def __aiter__(self) -> LineReader:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        line = await self._line()
        if line is None:
            raise StopAsyncIteration
        return _parsed(line)

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

    async def send(self, item: SessionMessage, /) -> None:
        """Send one message; raise `anyio.BrokenResourceError` when the process has ended."""
        import anyio

        text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        try:
            await self._process.write(text.encode() + b"\n")
        except OSError:
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


def _parsed(line: bytes) -> SessionMessage | Exception:
    from mcp.shared.message import SessionMessage
    from mcp.types import jsonrpc_message_adapter

    text = line.decode("utf-8", "replace")
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(text, by_name=False))
    except ValueError as error:
        return error
