"""``tsi export --into``: the difference first, a backup, all or nothing, and no secret on the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Tsi = Callable[..., Any]
SECRET = "sk-canary-7f3a9b2c1d4e5f60"


@pytest.fixture
def inputs(tmp_path: Path) -> tuple[str, ...]:
    """A toolset whose one server cannot be reached, so that commands end with 3 and rules are not checked."""
    toolset = tmp_path / "toolset.toml"
    toolset.write_text(
        '[servers.notes]\nurl = "http://127.0.0.1:9/mcp"\n[tools."notes/purge"]\nhide = true\n', encoding="utf-8"
    )
    return ("--toolset", str(toolset))


def mine(folder: Path, **servers: object) -> Path:
    path = folder / "settings.json"
    path.write_text(
        "// mine\n" + json.dumps({"apiKey": SECRET, "mcpServers": servers}, indent=2) + "\n", encoding="utf-8"
    )
    return path


def test_a_change_is_shown_and_needs_a_yes(tsi: Tsi, inputs: tuple[str, ...], tmp_path: Path) -> None:
    path = mine(tmp_path, other={"command": "x"})
    before = path.read_text("utf-8")
    run = tsi("export", "gemini-cli", *inputs, "--into", path)
    assert run.code == 2
    assert path.read_text("utf-8") == before
    assert '+    "notes": {' in run.err
    assert "add --yes to write" in run.err
    assert SECRET not in run.err + run.out
    run = tsi("export", "gemini-cli", *inputs, "--into", path, "--yes")
    assert run.code == 3
    after = path.read_text("utf-8")
    assert after.startswith("// mine\n")
    assert '"other": {' in after
    assert '"notes": {' in after
    assert (tmp_path / "settings.json.bak").read_text("utf-8") == before
    assert "says all this already" in tsi("export", "gemini-cli", *inputs, "--into", path).err


def test_another_server_of_the_name_is_refused_unless_forced(tsi: Tsi, inputs: tuple[str, ...], tmp_path: Path) -> None:
    path = mine(tmp_path, notes={"command": "other"})
    before = path.read_text("utf-8")
    run = tsi("export", "gemini-cli", *inputs, "--into", path, "--yes")
    assert run.code == 4
    assert "“notes” there has another command or address" in run.err
    assert path.read_text("utf-8") == before
    assert tsi("export", "gemini-cli", *inputs, "--into", path, "--yes", "--force").code == 3
    assert '"command": "other"' not in path.read_text("utf-8")


def test_a_conflict_in_one_file_leaves_all_as_they_are(tsi: Tsi, inputs: tuple[str, ...], tmp_path: Path) -> None:
    first, second = tmp_path / ".mcp.json", tmp_path / ".claude.json"
    first.write_text("{}", encoding="utf-8")
    second.write_text('{"mcpServers": []}', encoding="utf-8")
    assert tsi("export", "claude-code", *inputs, "--into", first, "--into", second, "--yes").code == 4
    assert first.read_text("utf-8") == "{}"


def test_a_new_file_is_written_at_once(tsi: Tsi, inputs: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    assert tsi("export", "codex", *inputs, "--into", path).code == 3
    assert "[mcp_servers.notes]" in path.read_text("utf-8")


def test_what_does_not_go_together(tsi: Tsi, inputs: tuple[str, ...], tmp_path: Path) -> None:
    run = tsi("export", "codex", *inputs, "--into", tmp_path / "a", "-o", tmp_path / "b")
    assert run.code == 2
    assert "exclude each other" in run.err


def test_a_rule_for_a_tool_that_is_not_there_is_an_error(tsi: Any, tmp_path: Path) -> None:
    listed = [{"name": "create", "inputSchema": {"type": "object"}}]
    (tmp_path / "s.json").write_text(json.dumps({"server": "s", "tools": listed}), encoding="utf-8")
    (tmp_path / "toolset.toml").write_text('[tools."s/creat"]\npin = true\n', encoding="utf-8")
    words = ("export", "anthropic", "--toolset", str(tmp_path / "toolset.toml"), "--tools", f"s={tmp_path / 's.json'}")
    run = tsi(*words)
    assert run.code == 1
    assert "s/create" in run.err
    refused = tsi(*words, "-o", str(tmp_path / "out.json"))
    assert refused.code == 1
    assert not (tmp_path / "out.json").exists()
