"""Configuration files of the mcpServers family: every entry becomes a server or a named problem."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.config import ConfigProblem, ServerSpec, read_config, server_from_entry
from inspector.errors import FileError


def entry(value: Any, **options: Any) -> ServerSpec | ConfigProblem:
    return server_from_entry("s", value, source="a.json", directory="/d", client="mcp-json", **options)


def write(path: Path, document: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return path


def test_a_whole_file(tmp_path: Path) -> None:
    path = write(
        tmp_path / "servers.json",
        """{
          // two good ones and a bad one
          "mcpServers": {
            "files": {"command": "uvx", "args": ["files-mcp"], "env": {"ROOT": "${DOCS:-/srv}"}, "cwd": "sub"},
            "broken": {"args": []},
            "orders": {"type": "http", "url": "https://orders.test/mcp", "headers": {"Authorization": "Bearer ${T}"}},
          },
        }""",
    )
    reading = read_config(path)
    files, orders = reading.servers
    assert (files.name, files.transport, files.command, files.args) == ("files", "stdio", "uvx", ("files-mcp",))
    assert (files.env, files.cwd) == ({"ROOT": "${DOCS:-/srv}"}, "sub")
    assert (files.source, files.directory, files.client) == (str(path), str(tmp_path), "mcp-json")
    assert files.raw["command"] == "uvx"
    assert (orders.transport, orders.url) == ("http", "https://orders.test/mcp")
    assert orders.headers == {"Authorization": "Bearer ${T}"}
    assert reading.problems == (
        ConfigProblem(str(path), "mcpServers.broken", "it has neither a command to start nor a url to connect to"),
    )


@pytest.mark.parametrize(
    ("place", "client", "expansion", "directory"),
    [
        (".mcp.json", "claude-code", "braces", "."),
        (".claude.json", "claude-code", "braces", "."),
        ("claude_desktop_config.json", "claude-desktop", "none", ""),
        (".cursor/mcp.json", "cursor", "cursor", "."),
        ("mcp.json", "mcp-json", "braces", "."),
        ("sub/any.json", "mcp-json", "braces", "sub"),
    ],
)
def test_whose_file_it_is(tmp_path: Path, place: str, client: str, expansion: str, directory: str) -> None:
    reading = read_config(write(tmp_path / place, {"mcpServers": {"a": {"command": "b"}}}))
    (server,) = reading.servers
    assert reading.client == server.client == client
    assert server.expansion == expansion
    assert server.directory == (str(tmp_path / directory) if directory else "")


@pytest.mark.parametrize(
    ("value", "transport"),
    [
        ({"command": "a"}, "stdio"),
        ({"command": "a", "type": "local"}, "stdio"),
        ({"url": "http://a/mcp"}, "http"),
        ({"url": "http://a/sse"}, "http"),
        ({"url": "http://a", "type": "streamable-http"}, "http"),
        ({"url": "http://a", "type": "streamableHttp"}, "http"),
        ({"url": "http://a", "type": "streamable_http"}, "http"),
        ({"url": "http://a", "type": "sse"}, "sse"),
    ],
)
def test_transports(value: Any, transport: str) -> None:
    server = entry(value)
    assert isinstance(server, ServerSpec)
    assert server.transport == transport


@pytest.mark.parametrize(
    ("value", "place", "message"),
    [
        ("npx", "", "described by an object, not by a text"),
        ({}, "", "neither a command"),
        ({"command": "a", "url": "b"}, "", "both a command and a url"),
        ({"command": ["a"]}, ".command", "a text is expected, not a list"),
        ({"command": "a", "args": "b"}, ".args", "a list of texts is expected, not a text"),
        ({"command": "a", "args": ["b", 8080]}, ".args[1]", "not a number: write it in quotes"),
        ({"command": "a", "env": ["b"]}, ".env", "an object of texts is expected, not a list"),
        ({"command": "a", "env": {"B": True}}, ".env.B", "not true or false: write it in quotes"),
        ({"command": "a", "env": {"B": None}}, ".env.B", "not null"),
        ({"url": "a", "headers": {"B": 1}}, ".headers.B", "not a number"),
        ({"url": "a", "type": "stdio"}, ".type", "does not go with a url"),
        ({"command": "a", "type": "http"}, ".type", "does not go with a command"),
        ({"url": "a", "type": "ws"}, ".type", "WebSocket"),
        ({"url": "a", "type": "htp"}, ".type", "did you mean http?"),
        ({"command": "a", "enabled": "no"}, ".enabled", "true or false is expected"),
    ],
)
def test_problems_name_the_place(value: Any, place: str, message: str) -> None:
    problem = entry(value)
    assert isinstance(problem, ConfigProblem)
    assert problem.source == "a.json"
    assert problem.place == f"mcpServers.s{place}"
    assert message in problem.message


def test_a_server_without_name_is_a_problem() -> None:
    problem = server_from_entry(" ", {"command": "a"}, source="a", directory="", client="c")
    assert isinstance(problem, ConfigProblem)


@pytest.mark.parametrize(("value", "enabled"), [({}, True), ({"enabled": False}, False), ({"disabled": True}, False)])
def test_servers_can_be_switched_off(value: dict[str, Any], enabled: bool) -> None:
    server = entry({"command": "a", **value})
    assert isinstance(server, ServerSpec)
    assert server.enabled is enabled


def test_strict_reading_refuses_unknown_keys_and_protocols() -> None:
    problem = entry({"command": "a", "header": {}}, strict=True, root="servers")
    assert problem == ConfigProblem(
        "a.json", "servers.s.header", "the key “header” is not known; did you mean headers?"
    )
    assert isinstance(entry({"command": "a", "protocol": "2024"}, strict=True), ConfigProblem)
    foreign = entry({"command": "a", "protocol": "2024", "timeout": 5})
    assert isinstance(foreign, ServerSpec)
    assert foreign.protocol == "auto"
    fixed = entry({"command": "a", "protocol": "legacy"}, strict=True)
    assert isinstance(fixed, ServerSpec)
    assert fixed.protocol == "legacy"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", '{"mcpservers": {}, "theme": 1}', "no servers found; its keys are “mcpservers”, “theme”"),
        ("a.json", "{}", "it is an empty object"),
        ("a.json", "[]", "it holds no JSON object"),
        ("a.json", '{"mcpServers": []}', "“mcpServers” is not an object"),
        ("a.json", '{"mcpServers": {"a" 1}}', "a.json:1:21: a colon is missing"),
        ("a.json", "{'mcpServers': {}}", "a.json:1:2: a name in double quotes is missing"),
        ("a.json", '{"mcpServers": {"a": {"command" 1}}}', "a.json:1:33: a colon is missing"),
        ("a.toml", "[servers]", "no servers found; its keys are “servers”"),
        ("a.toml", "[servers", "a.toml:1:9: this is not valid TOML"),
        ("a.yaml", "a: [b\nc: d", "a.yaml:2:2: this is not valid YAML: expected ',' or ']', but got ':'"),
        ("a.yaml", "just words", "it holds no table"),
    ],
)
def test_files_without_servers(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(FileError) as caught:
        read_config(write(tmp_path / name, text))
    assert message in caught.value.message
    assert str(tmp_path / name) in caught.value.message
    assert caught.value.hint


def test_of_a_damaged_file_the_whole_servers_are_read(tmp_path: Path) -> None:
    text = """{"mcpServers": {
      "good": {"command": "a"},
      "bad": {"command": "b" "args": ["x"]},
      "later": {"url": "https://l.test/mcp"},
      "cut": {"command": "c", "args": ["""
    path = write(tmp_path / "a.json", text)
    reading = read_config(path)
    assert [server.name for server in reading.servers] == ["good", "later"]
    assert [problem.source for problem in reading.problems] == [f"{path}:3:30", str(path), str(path)]
    assert "a comma or a closing bracket is missing here; read all the same: good, later" in reading.problems[0].message
    assert [problem.place for problem in reading.problems[1:]] == ["mcpServers.bad", "mcpServers.cut"]


def test_a_wrong_filter_is_noted_and_keeps_the_server(tmp_path: Path) -> None:
    document = {"mcpServers": {"a": {"httpUrl": "https://a.test/mcp", "includeTools": "read"}}}
    (server,) = read_config(write(tmp_path / "a.json", document)).servers
    assert server.rules.empty
    assert server.notes == ("includeTools is no list of tool names, so it was not read",)
