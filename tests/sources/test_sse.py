"""The older HTTP transport, against a server without an SDK: large events, noise, other origins, and its end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from inspector.config import ServerSpec
from inspector.sources import ServerReport, connect

INITIALIZED = {
    "protocolVersion": "2024-11-05",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "a", "version": "1"},
}


class OldServer:
    """Streams events on GET and takes messages on POST; `misbehaviour` says what it does wrong."""

    def __init__(self, misbehaviour: str = "", endpoint: str = "/messages?session=1") -> None:
        self.misbehaviour = misbehaviour
        self.endpoint = endpoint
        self.headers: list[str] = []
        self._stream: asyncio.StreamWriter | None = None

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                await self._request(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        self.headers.append(head)
        method, path, _ = head.split(" ", 2)
        if method == "GET" and path == "/sse" and self.misbehaviour == "redirects":
            writer.write(b"HTTP/1.1 307 Go\r\nlocation: /sse/\r\ncontent-length: 0\r\n\r\n")
        elif method == "GET":
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n: hello\n\n")
            if self.misbehaviour == "no-endpoint":
                raise ConnectionResetError
            writer.write(f"event: endpoint\ndata: {self.endpoint}\n\n".encode())
            self._stream = writer
        else:
            length = next(int(line[15:]) for line in head.splitlines() if line.lower().startswith("content-length:"))
            message = json.loads(await reader.readexactly(length))
            writer.write(b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n")
            await self._answer(message)
        await writer.drain()

    async def _answer(self, message: dict[str, object]) -> None:
        assert self._stream is not None
        if message["method"] == "tools/list" and self.misbehaviour == "hangs-up":
            self._stream.transport.abort()
            return
        size = 5_000_000 if self.misbehaviour == "large" else 10
        results = {
            "initialize": INITIALIZED,
            "tools/list": {"tools": [{"name": "find", "description": "x" * size, "inputSchema": {"type": "object"}}]},
        }
        reply: dict[str, object] = {"jsonrpc": "2.0", "id": message.get("id")}
        if message["method"] in results:
            reply["result"] = results[str(message["method"])]
        else:
            reply["error"] = {"code": -32601, "message": "no"}
        if "id" in message:
            if self.misbehaviour == "noise":
                self._stream.write(b"event: message\ndata: working on it\n\n")
            self._stream.write(f"event: message\ndata: {json.dumps(reply)}\n\n".encode())
            await self._stream.drain()


@asynccontextmanager
async def serving(server: OldServer) -> AsyncIterator[int]:
    tasks: list[asyncio.Future[None]] = []

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.append(asyncio.ensure_future(server.serve(reader, writer)))

    listening = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        listening.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0.01)


async def reach(server: OldServer) -> ServerReport:
    async with serving(server) as port:
        spec = ServerSpec(
            name="old", transport="sse", url=f"http://127.0.0.1:{port}/sse", headers={"X-Api-Key": "canary-1234"}
        )
        return await connect(spec, environment={}, connect_timeout=5, list_timeout=5)


@pytest.mark.parametrize(
    ("misbehaviour", "problems"), [("", ()), ("large", ()), ("redirects", ()), ("noise", ("stdout-noise",))]
)
async def test_it_is_listed_all_the_same(misbehaviour: str, problems: tuple[str, ...]) -> None:
    server = OldServer(misbehaviour)
    report = await reach(server)
    assert (report.state, report.problem) == ("ready", "")
    assert report.listing is not None
    assert len(report.listing.tools) == 1
    assert report.listing.protocol == "2024-11-05"
    assert tuple(problem.code for problem in report.listing.problems) == problems
    assert all("x-api-key: canary-1234" in head.lower() for head in server.headers)
    assert report.seconds < 3


@pytest.mark.parametrize(
    ("misbehaviour", "endpoint", "problem"),
    [
        ("no-endpoint", "", "its event stream ended before it named the address to send messages to"),
        ("", "https://elsewhere.example.com/messages", "it wants its messages sent to another server"),
        ("hangs-up", "/messages", "the server closed the connection before it answered tools/list"),
    ],
)
async def test_what_goes_wrong_is_said_at_once(misbehaviour: str, endpoint: str, problem: str) -> None:
    report = await reach(OldServer(misbehaviour, endpoint))
    assert report.state == "failed"
    assert problem in report.problem
    assert report.seconds < 2
