"""Errors that Python or the HTTP library raise by themselves: each gets a cause in plain words, and a hint."""

from __future__ import annotations

import socket
import struct
import sys
import threading
from collections.abc import Iterator

import pytest

from inspector.config import ServerSpec
from inspector.sources import connect

PYTHON = sys.executable


def stdio(**more: object) -> ServerSpec:
    return ServerSpec("s", "stdio", **{"command": PYTHON, **more})  # type: ignore[arg-type]


def http(url: str = "http://127.0.0.1:9/mcp", **headers: str) -> ServerSpec:
    return ServerSpec("s", "http", url=url, headers=headers)


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        (stdio(args=("a", "b\0c")), "args[1] holds a null character"),
        (stdio(command="a\0b"), "the command holds a null character"),
        (stdio(cwd="/a\0b"), "cwd holds a null character"),
        (stdio(env={"A=B": "1"}), "“A=B” is no name of an environment variable"),
        (stdio(env={"A": "\0canary"}), "the value of env A holds a null character"),
        (stdio(args=("\ud800",)), "args[0] holds half a character"),
        (http(X="canary-ü"), "the header X holds a character that no header can have"),
        (http(X="canary\nB: 1"), "the header X holds a character that no header can have"),
        (http(**{"X Y": "1"}), "“X Y” is no name of a header"),
        (http("http://127.0.0.1:99999/mcp"), "the port in http://127.0.0.1:99999/mcp is none"),
        (http("http://127.0.0.1:abc/mcp"), "the port in http://127.0.0.1:abc/mcp is none"),
    ],
)
async def test_values_that_cannot_be_used(spec: ServerSpec, problem: str) -> None:
    report = await connect(spec, environment={}, connect_timeout=10)
    assert report.problem.startswith(problem)
    assert report.hint
    assert "canary" not in report.problem + report.hint


ANSWERS = {
    "garbage": b"this is no HTTP at all\r\n\r\n",
    "gzip": b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\n"
    b"content-length: 5\r\n\r\nplain",
    "short": b'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"a"',
    "reset": b"",
}


@pytest.fixture(params=ANSWERS)
def answering(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a server that sends one of `ANSWERS` to everybody and hangs up hard."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            connection.recv(65536)
            connection.sendall(ANSWERS[request.param])
            if request.param == "reset":
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join(5)


async def test_connections_that_break(answering: str) -> None:
    report = await connect(http(answering), environment={}, connect_timeout=10)
    assert report.state == "failed"
    assert report.hint
    assert "Error" not in report.problem
    assert "127.0.0.1" in report.problem
