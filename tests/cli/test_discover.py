"""``tsi servers --discover`` on a made-up home: what is printed, what never is, and that nothing is started."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

Tsi = Callable[..., Run]
CANARY = "canary-8f41-secret"


@pytest.fixture
def home(tmp_path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with two clients' files, and a project file in the current folder."""
    folder = tmp_path / "home"
    for name in ("XDG_CONFIG_HOME", "CODEX_HOME", "COPILOT_HOME", "CLAUDE_CONFIG_DIR", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(folder))
    started = f"touch {tmp_path / 'started'}"
    ledger = {"url": f"https://u:{CANARY}@ledger.example.test/mcp?key={CANARY}", "headers": {"X": CANARY}}
    files = {
        folder / ".cursor/mcp.json": {
            "mcpServers": {
                "notes": {"command": "sh", "args": ["-c", started, f"--token={CANARY}"], "env": {"T": CANARY}},
                "ledger": ledger,
            }
        },
        folder / ".kiro/settings/mcp.json": {"mcpServers": {"ledger": {"url": "https://ledger.example.test/mcp"}}},
        elsewhere / ".mcp.json": {
            "mcpServers": {"desk": {"type": "sse", "url": "https://desk.example.test/sse", "headersHelper": started}}
        },
    }
    for path, document in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(document))
    (folder / ".codex").mkdir()
    (folder / ".codex/config.toml").write_text(f'[mcp_servers.x]\ncommand = "{CANARY}\n')
    return folder


def test_the_promised_form(tsi: Tsi, home: Path, elsewhere: Path, tmp_path: Path) -> None:
    result = tsi("servers", "--discover", "--json")
    assert result.code == 0
    assert CANARY not in result.out + result.err
    assert not (tmp_path / "started").exists()
    desk, notes, ledger = result.json["servers"]
    assert desk == {
        "name": "desk",
        "client": "claude-code",
        "scope": "project",
        "source": str(elsewhere / ".mcp.json"),
        "transport": "sse",
        "target": "https://desk.example.test/sse",
        "also": [],
        "note": "headersHelper is a program that makes headers; it is not run, so they are missing",
    }
    assert (notes["client"], notes["scope"], notes["transport"]) == ("cursor", "user", "stdio")
    assert notes["target"].endswith("--token=•••")
    assert notes["note"] is None
    assert ledger["target"] == "https://ledger.example.test/mcp?key=…"
    assert ledger["also"] == [str(home / ".kiro/settings/mcp.json")]
    files = {file["client"]: file for file in result.json["files"]}
    assert list(files) == ["claude-code", "cursor", "codex", "kiro"]
    assert files["cursor"] == {
        "path": str(home / ".cursor/mcp.json"),
        "client": "cursor",
        "scope": "user",
        "servers": 2,
        "problem": None,
    }
    assert files["codex"]["problem"].startswith(f"{home}/.codex/config.toml:2:")


def test_in_words(tsi: Tsi, home: Path) -> None:
    result = tsi("servers", "--discover")
    assert result.code == 0
    assert CANARY not in result.out + result.err
    for fact in (
        "3 servers, nothing was started:",
        "ledger  http  https://ledger.example.test/mcp?key=…",
        "    ~/.cursor/mcp.json (cursor, user)",
        "    also in ~/.kiro/settings/mcp.json",
        "differs in headers X; the query of the URL",
        "    headersHelper is a program",
        "~/.codex/config.toml:",
    ):
        assert fact in result.out


def test_an_empty_home(tsi: Tsi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nobody" / ".config"))
    for name in ("CODEX_HOME", "COPILOT_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    assert "No client's configuration found" in tsi("servers", "--discover").out
    assert tsi("servers", "--discover", "--json").json == {"servers": [], "files": []}


SERVER = """
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    if message["method"] == "initialize":
        info = {"name": "s", "version": "1"}
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
    elif message["method"] == "tools/list":
        names = ["read", "purge", "v_" + os.environ["GIVEN"]]
        result = {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in names]}
    else:
        error = {"code": -32601, "message": "no"}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}), flush=True)
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A Roo Code file whose server needs a variable and has a hidden tool."""
    (tmp_path / "server.py").write_text(SERVER)
    entry = {
        "command": sys.executable,
        "args": [str(tmp_path / "server.py")],
        "env": {"GIVEN": "${env:GIVEN}"},
        "disabledTools": ["purge"],
        "alwaysAllow": [],
    }
    path = tmp_path / ".roo" / "mcp.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"mcpServers": {"s": entry}}))
    return path


def test_variables_given_for_one_run(tsi: Tsi, config: Path, tmp_path: Path) -> None:
    (tmp_path / "x.env").write_text("export GIVEN='from file'\n")
    for arguments, value in (
        (("--env", "GIVEN=typed"), "v_typed"),
        (("--env-file", tmp_path / "x.env"), "v_from file"),
        (("--env-file", tmp_path / "x.env", "--env", "GIVEN=typed"), "v_typed"),
    ):
        rows = tsi("tools", "--config", config, *arguments, "--json").json["tools"]
        assert [row["tool"] for row in rows] == ["s/read", "s/purge", f"s/{value}"]


def test_what_a_client_hides_is_hidden_with_its_file_named(tsi: Tsi, config: Path) -> None:
    rows = tsi("tools", "--config", config, "--env", "GIVEN=x", "--json").json["tools"]
    assert [(row["state"], row["reason"]) for row in rows if row["tool"] == "s/purge"] == [
        ("hidden", f"hidden by disabledTools in {config}")
    ]


def test_a_wrong_variable_is_a_usage_error_without_its_value(tsi: Tsi, config: Path) -> None:
    result = tsi("tools", "--config", config, "--env", CANARY)
    assert result.code == 2
    assert CANARY not in result.err
    assert tsi("tools", "--config", config, "--env-file", "nope.env").code == 4
