"""What the demo servers answer to single messages, in and out of order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspector.demo.catalog import listing, load
from inspector.demo.server import FALLBACK_VERSION, PROTOCOL_VERSIONS, Session

Answer = dict[str, Any]


@pytest.fixture
def ask() -> Callable[..., Answer]:
    """Return a function that sends one request to a demo server and returns its answer."""

    def ask_server(method: object, server: str = "files", identity: object = 7, /, **params: object) -> Answer:
        request = {"jsonrpc": "2.0", "id": identity, "method": method, "params": params}
        answer = Session(load(server)).answer(request)
        assert answer is not None
        return answer

    return ask_server


@pytest.mark.parametrize("version", PROTOCOL_VERSIONS)
def test_initialize_keeps_a_known_protocol_version(ask: Callable[..., Answer], version: str) -> None:
    result = ask("initialize", "calendar", protocolVersion=version)["result"]
    assert result["protocolVersion"] == version
    assert result["capabilities"] == {"tools": {"listChanged": False}}
    known = listing("calendar")
    assert result["serverInfo"] == {"name": "calendar", "version": known["version"]}
    assert result["instructions"] == known["instructions"]


@pytest.mark.parametrize("version", ["2099-01-01", "", None, ["2025-06-18"]])
def test_initialize_offers_its_own_version_otherwise(ask: Callable[..., Answer], version: object) -> None:
    assert ask("initialize", protocolVersion=version)["result"]["protocolVersion"] == FALLBACK_VERSION


def test_ping_has_an_empty_result(ask: Callable[..., Answer]) -> None:
    assert ask("ping", "files", "a") == {"jsonrpc": "2.0", "id": "a", "result": {}}


@pytest.mark.parametrize("method", ["server/discover", "resources/list", "prompts/list", "completion/complete", ""])
def test_unknown_methods_are_refused(ask: Callable[..., Answer], method: str) -> None:
    assert ask(method)["error"]["code"] == -32601


@pytest.mark.parametrize("cursor", ["", "nonsense", 100, ["x"], "files:1"])
@pytest.mark.parametrize("name", ["exchange", "files"])
def test_a_cursor_it_never_gave_is_refused(ask: Callable[..., Answer], name: str, cursor: object) -> None:
    assert ask("tools/list", name, cursor=cursor)["error"]["code"] == -32602


def test_a_call_says_that_nothing_was_executed(ask: Callable[..., Answer]) -> None:
    result = ask("tools/call", "exchange", name="cex_spot_get_fee", arguments={"symbol": "币_USDT"})["result"]
    (content,) = result["content"]
    assert content["type"] == "text"
    assert "nothing was executed" in content["text"]
    assert "cex_spot_get_fee" in content["text"]
    assert '{"symbol": "币_USDT"}' in content["text"]
    assert "structuredContent" not in result


def test_a_call_of_a_tool_with_output_schema_has_structured_content(ask: Callable[..., Answer]) -> None:
    result = ask("tools/call", "exchange", name="cex_spot_get_server_time")["result"]
    assert result["structuredContent"] == {"server_time": 0}


@pytest.mark.parametrize("name", ["nothing", None, 3, ["read_file"]])
def test_a_call_of_an_unknown_tool_is_refused(ask: Callable[..., Answer], name: object) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name}}
    answer = Session(load("files")).answer(request)
    assert answer is not None
    assert answer["error"]["code"] == -32602  # type: ignore[index]


@pytest.mark.parametrize(
    ("line", "code", "identity"),
    [
        (b"{nonsense", -32700, None),
        (b"\xff\xfe", -32700, None),
        (b"[" * 100_000, -32700, None),
        (b"[]", -32600, None),
        (b"12", -32600, None),
        (b'{"jsonrpc":"2.0","id":1}', -32600, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":5}', -32600, 1),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602, 1),
    ],
)
def test_malformed_messages_get_an_error(line: bytes, code: int, identity: int | None) -> None:
    answer: Any = Session(load("files")).answer_line(line)
    assert (answer["error"]["code"], answer["id"]) == (code, identity)


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        b'{"jsonrpc":"2.0","method":"tools/list"}',
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
        b'{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}',
    ],
)
def test_notifications_and_responses_are_not_answered(line: bytes) -> None:
    assert Session(load("files")).answer_line(line) is None
