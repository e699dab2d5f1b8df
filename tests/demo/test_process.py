"""The demo servers as processes: paging, determinism, bytes on the wire and how they end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.demo import SERVER_NAMES
from inspector.demo.catalog import listing

ROOT = Path(__file__).parents[2]

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]
Talk = Callable[..., list[dict[str, Any]]]


def start(name: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "inspector.demo", name]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT)


def exchange_messages(server: subprocess.Popen[bytes], message: dict[str, Any]) -> dict[str, Any]:
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(json.dumps(message).encode() + b"\n")
    server.stdin.flush()
    answer: dict[str, Any] = json.loads(server.stdout.readline())
    return answer


@pytest.mark.parametrize(("name", "pages"), [("exchange", 4), ("github", 1), ("files", 1)])
def test_following_the_cursors_yields_the_whole_listing(name: str, pages: int) -> None:
    found: list[dict[str, Any]] = []
    with start(name) as server:
        params: dict[str, Any] = {}
        for number in range(1, 10):
            request = {"jsonrpc": "2.0", "id": number, "method": "tools/list", "params": params}
            result = exchange_messages(server, request)["result"]
            found += result["tools"]
            if "nextCursor" not in result:
                break
            params = {"cursor": result["nextCursor"]}
        _, complaint = server.communicate(timeout=30)
    assert number == pages
    assert found == listing(name)["tools"]
    assert (server.returncode, complaint) == (0, b"")


@pytest.mark.parametrize("name", SERVER_NAMES)
def test_two_processes_list_the_same_bytes(run: Run, name: str) -> None:
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode() + b"\n"
    first, second = run(name, sent=request), run(name, sent=request)
    assert first.stdout == second.stdout
    assert first.stdout.count(b"\n") == 1


def test_chinese_goes_out_as_utf8_and_not_escaped(run: Run) -> None:
    finished = run("exchange", sent=b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
    assert "获取单个现货交易对".encode() in finished.stdout


def test_half_a_surrogate_pair_comes_back(talk: Talk) -> None:
    params = rb'{"name":"read_file","arguments":{"path":"\ud800"}}'
    (answer,) = talk("files", b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":' + params + b"}")
    assert "\ud800" in answer["result"]["content"][0]["text"]


def test_it_goes_on_after_a_malformed_line(talk: Talk) -> None:
    bad, good = talk("files", b"{", b"", b'{"jsonrpc":"2.0","method":"notifications/initialized"}', PING)
    assert (bad["id"], bad["error"]["code"]) == (None, -32700)
    assert good == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_it_ends_quietly_when_stdin_closes(run: Run) -> None:
    finished = run("exchange")
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, b"", b"")


@pytest.mark.parametrize("arguments", [("nope",), (), ("files", "github"), ("--help",)])
def test_a_wrong_call_is_one_line_that_names_the_servers(run: Run, arguments: tuple[str, ...]) -> None:
    finished = run(*arguments)
    assert (finished.returncode, finished.stdout) == (2, b"")
    (line,) = finished.stderr.decode().splitlines()
    assert all(name in line for name in SERVER_NAMES)


@pytest.mark.skipif(os.name == "nt", reason="signals end processes differently there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_without_a_traceback(number: signal.Signals) -> None:
    with start("files") as server:
        exchange_messages(server, PING)
        server.send_signal(number)
        _, complaint = server.communicate(timeout=30)
    assert (server.returncode, complaint) == (-number, b"")


@pytest.mark.skipif(os.name == "nt", reason="a closed pipe reports another error there")
def test_a_client_that_stops_reading_causes_no_traceback() -> None:
    with start("exchange") as server:
        exchange_messages(server, PING)
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdout.close()
        server.stdin.write(b'{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n' * 3)
        server.stdin.flush()
        complaint = server.stderr.read()
        code = server.wait(timeout=30)
    assert (code, complaint) == (0, b"")


def test_only_the_requested_table_and_no_sdk_is_loaded() -> None:
    code = (
        "import sys; from inspector.demo.catalog import load; import inspector.demo.server; load('files').tools; "
        "print(*sorted(sys.modules))"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    loaded = finished.stdout.split()
    demo = {name.removeprefix("inspector.demo.") for name in loaded if name.startswith("inspector.demo.")}
    assert demo == {"catalog", "rows", "schema", "server", "files"}
    assert not {"mcp", "pydantic", "asyncio", "click"} & set(loaded)
