"""What is read in part is said: lists with odd items, listings that end early, files with unusable entries."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

Tsi = Callable[..., Run]
LONG = "n" * 200


def _saved(path: Path, value: Any) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def test_odd_items_of_a_list_are_told_in_one_line(tsi: Tsi, tmp_path: Path) -> None:
    tools = [5, None, "x", {"description": "nameless"}, {"name": "a"}, {"name": "a"}]
    result = tsi("tools", "--tools", f"x={_saved(tmp_path / 'x.json', tools)}")
    assert result.code == 0
    assert result.err == (
        "tsi: server x: 3 items of its list are no tools; 1 tool has no name; 1 name listed more than once\n"
    )


@pytest.mark.parametrize("mode", ["repeated-cursor", "number-cursor"])
def test_a_listing_that_ends_early_is_a_failure(tsi: Tsi, tmp_path: Path, mode: str) -> None:
    script = Path(__file__).parents[1] / "fixtures" / "servers" / "misbehave.py"
    config = {"mcpServers": {"loop": {"command": sys.executable, "args": [str(script), mode]}}}
    result = tsi("servers", "--config", _saved(tmp_path / "mcp.json", config), "--json")
    assert result.code == 3
    assert result.json["servers"][0]["state"] == "ready"
    assert len([line for line in result.err.splitlines() if line.startswith("tsi: server loop: ")]) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mcp.json", '{"mcpServers": {"a": 5}}'),
        ("toolset.toml", '[servers.a]\ncomand = "x"\n'),
        ("damaged.json", '{"mcpServers": {"a": {"command": "no-such-program", "disabled": true}, "b": {"comm'),
    ],
)
def test_unusable_entries_end_with_the_code_of_files(tsi: Tsi, tmp_path: Path, name: str, text: str) -> None:
    option = "--toolset" if name.endswith("toml") else "--config"
    result = tsi("servers", option, _saved(tmp_path / name, text))
    assert result.code == 4, result.err
    assert "server" in result.out
    assert name in result.err


def test_a_file_without_servers_is_told(tsi: Tsi, tmp_path: Path) -> None:
    path = _saved(tmp_path / "mcp.json", {"mcpServers": {}})
    result = tsi("servers", "--config", path)
    assert (result.code, result.err) == (0, f"tsi: no servers in {path}\n")


def test_an_item_of_a_catalog_that_is_no_listing_is_named(tsi: Tsi, tmp_path: Path) -> None:
    path = _saved(tmp_path / "all.json", [{"server": "a", "tools": [{"name": "x"}]}, {"server": "b", "tool": []}])
    result = tsi("tools", "--catalog", path, "--json")
    assert result.code == 4
    assert [tool["tool"] for tool in result.json["tools"]] == ["a/x"]
    assert "item 2: the listing has no “tools” list" in result.err


def test_notes_about_servers_are_told_once(tsi: Tsi, tmp_path: Path) -> None:
    entry = {"type": "http", "url": "http://127.0.0.1:9/mcp", "headersHelper": "/bin/true"}
    path = tmp_path / ".claude.json"
    _saved(path, {"numStartups": 1, "mcpServers": {"a": entry, "b": entry}})
    err = tsi("servers", "--config", path).err
    assert err.count("headersHelper is a program") == 1
    assert "server a, b: headersHelper" in err


@pytest.mark.parametrize(
    "option",
    [
        *(["--threshold", "nan"], ["--prefill-rate", "nan"], ["--prefill-rate", "inf"], ["--connect-timeout", "nan"]),
        *(["--price-input", "nan"], ["--list-timeout", "inf"], ["--window", "9" * 400], ["--window", "9" * 5000]),
        *(["--system-prompt", "9" * 400], ["--history", "9" * 400], ["--host", ""], ["--host", ","]),
    ],
)
def test_numbers_nobody_can_count_with_are_usage_errors(tsi: Tsi, listing: Path, option: list[str]) -> None:
    result = tsi("audit", "--tools", listing, *option)
    assert (result.code, result.out) == (2, "")
    assert option[0] in result.err


@pytest.mark.parametrize(
    "text",
    [f"window = {'9' * 400}", f"window = {'9' * 5000}", f"[request]\nprefill_rate = {'9' * 400}\nhistory = 1"],
)
def test_endless_numbers_of_a_toolset_are_mistakes(tsi: Tsi, tmp_path: Path, listing: Path, text: str) -> None:
    result = tsi("audit", "--toolset", _saved(tmp_path / "toolset.toml", text), "--tools", listing)
    assert result.code == 4
    assert "toolset.toml" in result.err
    assert len(result.err) < 400


def test_names_of_any_length_fit_into_tables(tsi: Tsi, tmp_path: Path) -> None:
    path = _saved(tmp_path / "long.json", {"server": LONG, "tools": [{"name": f"find_{LONG}", "description": "find"}]})
    for command in (["servers"], ["tools"], ["search", "find"], ["audit"]):
        result = tsi(*command, "--catalog", path)
        assert result.code == 0
        assert "n" * 65 not in result.out, command
    assert f"find_{LONG}" in tsi("tools", "--catalog", path, "--json").out


def test_a_missing_variable_is_told_without_the_name_twice(tsi: Tsi, tmp_path: Path) -> None:
    config = {"mcpServers": {"g": {"command": "x", "args": ["${NOT_SET_ANYWHERE}"]}}}
    err = tsi("servers", "--config", _saved(tmp_path / "mcp.json", config)).err
    assert err.startswith("tsi: server g: the variable NOT_SET_ANYWHERE is not set")


def test_values_of_the_environment_stay_out_of_problems(
    tsi: Tsi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("K", "Canary-Value")
    servers = {
        "host": {"url": "http://${K}.invalid/mcp"},
        "command": {"command": "${K}"},
        "cwd": {"command": sys.executable, "cwd": "/nowhere/${K}"},
        "says": {"command": sys.executable, "args": ["-c", "import sys; sys.exit(sys.argv[1])", "${K}"]},
    }
    path = _saved(tmp_path / "mcp.json", {"mcpServers": servers})
    for form in ((), ("--json",)):
        result = tsi("servers", "--config", path, *form)
        assert result.code == 3
        assert "canary" not in (result.out + result.err).lower()
        assert "the program “${K}” was not found" in result.out + result.err


def test_what_worked_is_remembered(tsi: Tsi, toolset: Path) -> None:
    from inspector.sources.remembering import user_memory
    from inspector.workspace.inputs import Inputs
    from inspector.workspace.opening import open_inputs

    assert tsi("servers", "--toolset", toolset).code == 0
    (spec,) = open_inputs(Inputs(toolset=str(toolset))).specs
    assert user_memory().recall(spec) is not None


def test_imported_pins_are_exported(tsi: Tsi, tmp_path: Path) -> None:
    args = ["-m", "inspector.demo", "files"]
    entry = {"command": sys.executable, "args": args, "trust": True, "excludeTools": ["move-file"]}
    folder = tmp_path / ".gemini"
    folder.mkdir()
    path = _saved(folder / "settings.json", {"mcpServers": {"files": entry}})
    result = tsi("export", "fastmcp", "--config", path)
    assert result.code == 0, result.err
    assert '"move-file": {' in result.out
