"""A person's mistakes: one clear line, the promised exit code, no traceback, nothing overwritten."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

Tsi = Callable[..., Run]


def _nested(levels: int) -> dict[str, Any]:
    """Return a schema nested so deep that recursion over it fails, with a number that JavaScript spells otherwise."""
    schema: dict[str, Any] = {"default": 1.0}
    for _ in range(levels):
        schema = {"properties": {"a": schema}}
    return schema


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["audit"], 2, ["no toolset.toml here", "--config FILE", "tsi init", "tsi demo"]),
        (["audit", "--config", "missing.json"], 4, ["missing.json", "no such file"]),
        (["audit", "--toolset", "missing.toml"], 4, ["missing.toml", "no such file"]),
        (["audit", "--tools", "a=missing.json"], 4, ["missing.json", "no such file"]),
        (["audit", "--catalog", "missing.json"], 4, ["missing.json"]),
        (["audit", "--tools", "a="], 2, ["no file is named"]),
        (["audit", "--config", "{broken}"], 4, ["broken.json:1:37", "a comma or a closing bracket"]),
        (["audit", "--config", "{wrong}"], 4, ["wrong.json", "no servers found", "“tools”"]),
        (["audit", "--config", "{folder}"], 4, ["a folder, not a file"]),
        (["audit", "--toolset", "{badtoml}"], 4, ["bad.toml", "line 2"]),
        (["audit", "--toolset", "{badkey}"], 4, ["key.toml", "line 1", "did you mean window"]),
        (["audit", "--tools", "{broken}"], 4, ["broken.json"]),
        (["audit", "--tools", "{listing}", "--host", "x-code"], 2, ["unknown host “x-code”", "x-code-cli"]),
        (["audit", "--tools", "{listing}", "--counter", "o200"], 2, ["unknown token counter", "o200k"]),
        (["audit", "--tools", "{listing}", "--window", "0"], 2, ["--window"]),
        (["audit", "--tools", "{listing}", "--threshold", "10"], 2, ["--threshold"]),
        (["audit", "--nonsense"], 2, ["--nonsense"]),
        (["audti"], 2, ["unknown command “audti”", "did you mean audit"]),
        (["search", "--tools", "{listing}"], 2, ["no query"]),
        (["search", "x", "--queries", "missing.txt", "--tools", "{listing}"], 4, ["missing.txt"]),
        (["search", "x", "--tools", "{listing}", "--host", "foundry", "--limit", "11"], 2, ["maximum is 10"]),
        (["prompt", "--tools", "{listing}", "--text", "tool-array"], 2, ["did you mean tools-array"]),
        (["export"], 2, ["no target", "--list"]),
        (["export", "fundry"], 2, ["unknown export target “fundry”", "foundry"]),
        (["export", "foundry", "--tools", "{listing}"], 2, ["no server of this toolset"]),
        (["init"], 2, ["--config"]),
        (["init", "--config", "{mcp}", "--host", "nobody"], 2, ["unknown host"]),
    ],
)
def test_mistakes(tsi: Tsi, tmp_path: Path, listing: Path, arguments: list[str], code: int, words: list[str]) -> None:
    files = {
        "broken": ("broken.json", '{"mcpServers": {"a": {"command": "x"'),
        "wrong": ("wrong.json", '{"tools": []}'),
        "badtoml": ("bad.toml", "window = 1\nmodel = x\n"),
        "badkey": ("key.toml", "windw = 1\n"),
        "mcp": ("mcp.json", '{"mcpServers": {"a": {"command": "x"}}}'),
    }
    places = {"listing": str(listing), "folder": str(tmp_path)}
    for key, (name, text) in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        places[key] = str(tmp_path / name)
    before = sorted(path.name for path in tmp_path.rglob("*"))
    result = tsi(*(argument.format(**places) for argument in arguments))
    assert result.code == code, result.err
    assert result.out == ""
    for word in words:
        assert word in result.err
    assert "Traceback" not in result.err
    assert len(result.err.strip().splitlines()) <= 3
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


def test_a_server_that_cannot_start_hides_no_other(tsi: Tsi, tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    config.write_text(
        '{"mcpServers": {"gone": {"command": "no-such-program-here"}, "broken": {"args": ["x"]},'
        ' "files": {"command": "${TSI_PYTHON:-python3}", "args": ["-m", "inspector.demo", "files"]},'
        ' "lost": {"command": "x", "env": {"KEY": "${NOT_SET_ANYWHERE}"}}}}',
        encoding="utf-8",
    )
    result = tsi("servers", "--config", config, "--json")
    assert result.code == 3
    servers = {server["name"]: server for server in result.json["servers"]}
    assert list(servers) == ["gone", "files", "lost"]
    assert (servers["files"]["state"], servers["files"]["tools"]) == ("ready", 14)
    assert servers["gone"]["state"] == "failed"
    assert "no-such-program-here" in servers["gone"]["problem"]
    assert servers["gone"]["hint"]
    assert "NOT_SET_ANYWHERE" in servers["lost"]["problem"]
    assert "broken" in result.err
    assert tsi("audit", "--config", config, "--json").json["totals"]["tools"] == 14


def test_init_never_overwrites(tsi: Tsi, tmp_path: Path, elsewhere: Path) -> None:
    config = elsewhere / ".mcp.json"
    config.write_text('{"mcpServers": {"a": {"command": "x", "env": {"TOKEN": "canary-secret"}}}}', encoding="utf-8")
    assert tsi("init", "--config", ".mcp.json").code == 0
    written = (elsewhere / "toolset.toml").read_text(encoding="utf-8")
    assert '".mcp.json"' in written
    assert "canary" not in written
    again = tsi("init", "--config", ".mcp.json")
    assert again.code == 4
    assert "already exists" in again.err
    assert (elsewhere / "toolset.toml").read_text(encoding="utf-8") == written


def test_export_shows_the_difference_before_overwriting(tsi: Tsi, tmp_path: Path) -> None:
    toolset, target = _remote_toolset(tmp_path), tmp_path / "toolbox.json"
    assert tsi("export", "foundry", "--toolset", toolset, "-o", target).code in (0, 3)
    mine = target.read_text(encoding="utf-8").replace("toolbox_search", "edited by hand")
    target.write_text(mine, encoding="utf-8")
    refused = tsi("export", "foundry", "--toolset", toolset, "-o", target)
    assert refused.code == 2
    assert "-" in refused.err
    assert "edited by hand" in refused.err
    assert target.read_text(encoding="utf-8") == mine
    written = tsi("export", "foundry", "--toolset", toolset, "-o", target, "--yes")
    assert "toolbox_search" in target.read_text(encoding="utf-8")
    assert (tmp_path / "toolbox.json.bak").read_text(encoding="utf-8") == mine
    assert "toolbox.json.bak" in written.err


def test_an_export_of_several_files_goes_into_a_folder(tsi: Tsi, toolset: Path, tmp_path: Path) -> None:
    target = tmp_path / "proxy"
    assert tsi("export", "fastmcp", "--toolset", toolset, "-o", target).code == 0
    assert sorted(path.name for path in target.iterdir()) == ["fastmcp_proxy.json", "fastmcp_proxy.py"]
    printed = tsi("export", "fastmcp", "--toolset", toolset)
    assert "2 files one after the other" in printed.err
    assert printed.out == "".join((target / name).read_text() for name in ("fastmcp_proxy.py", "fastmcp_proxy.json"))
    taken = tmp_path / "taken"
    taken.write_text("mine", encoding="utf-8")
    assert tsi("export", "fastmcp", "--toolset", toolset, "-o", taken).code == 4
    assert taken.read_text(encoding="utf-8") == "mine"


def test_strict_export_fails_on_a_loss(tsi: Tsi, toolset: Path) -> None:
    text = toolset.read_text(encoding="utf-8")
    url = 'server_url = "https://files.example.test/mcp"\n'
    toolset.write_text(
        f"{text}[export.foundry.servers.files]\n{url}[export.foundry.servers.no]\n{url}", encoding="utf-8"
    )
    assert tsi("export", "foundry", "--toolset", toolset).code == 0
    strict = tsi("export", "foundry", "--toolset", toolset, "--strict")
    assert strict.code == 1
    assert "UNKNOWN_SERVER" in strict.err


def test_unknown_tools_of_a_toolset_are_named(tsi: Tsi, toolset: Path) -> None:
    with toolset.open("a", encoding="utf-8") as file:
        file.write('[tools."files/raed_file"]\npin = true\n')
    assert (
        "“files/raed_file” names no tool here: did you mean files/read_file" in tsi("tools", "--toolset", toolset).err
    )


def test_foreign_text_cannot_move_the_terminal(tsi: Tsi, tmp_path: Path) -> None:
    path = tmp_path / "evil.json"
    path.write_text(
        '[{"name": "a\\u001b[2Jb", "description": "x\\u202e\\u200by [/red] \\u0007",'
        ' "inputSchema": {"type": "object"}}]',
        encoding="utf-8",
    )
    for command in (["tools"], ["search", "x"], ["prompt"], ["audit"], ["tools", "--json"], ["tools", "--definitions"]):
        output = tsi(*command, "--tools", f"ev\x1bil={path}").out
        assert not set(output) & set("\x1b\x07\u202e\u200b"), command


def test_secrets_are_never_printed(tsi: Tsi, tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    config.write_text(
        '{"mcpServers": {"a": {"command": "no-such-program", "args": ["--token", "canary-arg"],'
        ' "env": {"API_KEY": "canary-env-value"}}, "b": {"type": "http", '
        '"url": "http://user:canary-pass@127.0.0.1:9/mcp?key=canary-query",'
        ' "headers": {"Authorization": "Bearer canary-header"}}}}',
        encoding="utf-8",
    )
    for command in (
        ["servers"],
        ["servers", "--json"],
        ["audit", "--json"],
        ["tools", "--json"],
        ["export", "foundry"],
    ):
        result = tsi(*command, "--config", config, "--connect-timeout", "3")
        assert "canary" not in result.out + result.err, command


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[host.x-code-cli.texts]\ninstrution = "x"\n', ["instrution is no text of it", "did you mean instruction"]),
        ('[host.x-code.texts]\ninstruction = "x"\n', ["[host.x-code] names no host", "x-code-cli"]),
        ("[export.fondry]\n", ["[export.fondry] names no target", "did you mean foundry"]),
    ],
)
def test_names_nobody_knows_are_errors(tsi: Tsi, tmp_path: Path, listing: Path, text: str, words: list[str]) -> None:
    path = tmp_path / "names.toml"
    path.write_text(text, encoding="utf-8")
    result = tsi("audit", "--toolset", path, "--tools", f"gate={listing}")
    assert result.code == 4
    assert all(word in result.err for word in words)


@pytest.mark.parametrize("schema", [{"description": " " * 1_000_000}, _nested(400)], ids=["spaces", "nested"])
def test_one_monstrous_tool_hides_no_other(tsi: Tsi, tmp_path: Path, schema: dict[str, Any]) -> None:
    path = tmp_path / "tools.json"
    tools = [{"name": "monster", "inputSchema": schema}, {"name": "fine", "inputSchema": {"type": "object"}}]
    path.write_text(json.dumps(tools), encoding="utf-8")
    result = tsi("tools", "--tools", f"a={path}", "--json")
    assert result.code == 0
    assert [tool["tool"] for tool in result.json["tools"]] == ["a/monster", "a/fine"]


def test_devices_and_folders_are_no_files(tsi: Tsi, toolset: Path, tmp_path: Path) -> None:
    assert "a device" in tsi("audit", "--tools", "a=/dev/zero").err
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert tsi("audit", "--tools", f"a={pipe}").code == 4
    assert tsi("export", "fastmcp", "--toolset", toolset, "-o", "/dev/full").code == 4


def test_a_closed_or_full_output_is_no_traceback(listing: Path) -> None:
    for shell, code in ((">&-", 0), (">/dev/full", 4)):
        script = f"{sys.executable} -m inspector audit --tools gate={listing} {shell}"
        result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=30, check=False)
        assert (result.returncode, "Traceback" in result.stderr) == (code, False), result.stderr


def test_a_closed_pipe_is_no_error(listing: Path) -> None:
    script = f"{sys.executable} -m inspector tools --tools gate={listing} --definitions | head -c 1 >/dev/null"
    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", script], capture_output=True, text=True, timeout=30, check=False
    )
    assert result.stderr == ""


def test_output_survives_a_terminal_without_unicode(listing: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LANG": "C"}
    command = [sys.executable, "-m", "inspector", "audit", "--tools", f"gate={listing}"]
    result = subprocess.run(command, capture_output=True, env=environment, timeout=30, check=False)
    assert result.returncode == 0, result.stderr
    assert b"everything upfront" in result.stdout


def _remote_toolset(tmp_path: Path) -> Path:
    path = tmp_path / "remote.toml"
    path.write_text(
        '[servers.files]\ncommand = "${TSI_PYTHON:-python3}"\nargs = ["-m", "inspector.demo", "files"]\n'
        '[tools."files/read_file"]\npin = true\n'
        '[export.foundry.servers.files]\nserver_url = "https://files.example.test/mcp"\n',
        encoding="utf-8",
    )
    return path


def test_what_is_missing_names_its_server_once(tsi: Callable[..., Any], tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    config.write_text('{"mcpServers": {"orders": {"command": "${NOT_SET_ANYWHERE}"}}}')
    run = tsi("servers", "--config", config, "--json")
    assert run.json["servers"][0]["problem"] == "the variable NOT_SET_ANYWHERE is not set"
    assert "tsi: server orders: the variable NOT_SET_ANYWHERE is not set\n" in run.err
    config.write_text('{"mcpServers": {"orders": {"url": "${NOT_SET_ANYWHERE}"}}}')
    assert tsi("servers", "login", "orders", "--config", config).err.count("orders") == 1
