"""``tsi verify``: text, JSON, recordings and exit codes, with a scripted client on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.conftest import raw_tool
from tests.verification.conftest import LISTINGS, Program, program

Tsi = Callable[..., Any]
__all__ = ["program"]
ANSWERS = {"find": ["mcp__alpha__find_order", "mcp__beta__find_page"], "send": ["mcp__alpha__send"]}


def asked(folder: Path) -> list[str]:
    """The options that ask about the two servers with two queries."""
    (folder / "catalog.json").write_text(json.dumps([each.to_json() for each in LISTINGS]), encoding="utf-8")
    (folder / "queries.txt").write_text("find\nsend\n", encoding="utf-8")
    return ["verify", "--host", "claude-code", "--catalog", str(folder / "catalog.json")]


def test_a_client_that_agrees(tsi: Tsi, tmp_path: Path, program: Program) -> None:
    client = program("claude", "2.1.332 (Claude Code)", answers=ANSWERS)
    run = tsi(*asked(tmp_path), "--queries", str(tmp_path / "queries.txt"), "--client", client)
    assert run.code == 0, run.err
    assert "Claude Code 2.1.332 does what the host module “claude-code”" in run.out
    assert "2 of 2 in the same order" in run.out
    assert "3 of 3 equal" in run.out
    assert "2/2 Claude Code 2.1.332: definitions" in run.err


def test_what_differs_is_told_with_the_breakdown(tsi: Tsi, tmp_path: Path, program: Program) -> None:
    answers = {**ANSWERS, "find": ["mcp__beta__find_page", "mcp__alpha__find_order"]}
    client = program("claude", answers=answers, suffix="!", unannounced=["mcp__alpha__send"])
    options = [*asked(tmp_path), "--queries", str(tmp_path / "queries.txt"), "--client", client]
    run = tsi(*options)
    assert run.code == 1
    assert "measured on 2.1.332" in run.out
    assert "“find”, place 1: the client has mcp__beta__find_page, the host module mcp__alpha__find_order" in run.out
    assert "mcp__alpha__find_order: rank 1, " in run.out
    assert "mcp__alpha__send at /description: the client" in run.out
    assert "only the host module: mcp__alpha__send" in run.out
    form = tsi(*options, "--json").json
    assert (form["client"], form["version"], form["agrees"]) == ("Claude Code", "9.8.7", False)
    assert form["agreement"] == {"queries": 2, "equal": 1}
    assert form["definitions"] == {"total": 3, "equal": 0}
    assert form["first_difference"]["query"] == "find"
    assert form["first_difference"]["expected"]["contributions"][0]["term"] == "find"


def test_a_recording_is_written_and_its_sentences_are_previewed(tsi: Tsi, tmp_path: Path, program: Program) -> None:
    client, folder = program("claude", "2.1.332", answers=ANSWERS), tmp_path / "recorded"
    options = [*asked(tmp_path), "--client", client]
    run = tsi(*options, "--queries", str(tmp_path / "queries.txt"), "--record", str(folder))
    assert run.code == 0, run.err
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.json")} == {
        "catalogs/alpha.json",
        "catalogs/beta.json",
        "queries.json",
        "claude-code.ranking.json",
        "claude-code.texts.json",
        "claude-code.wire.json",
    }
    preview = tsi("prompt", *options[1:5])
    assert "Find these with ToolSearch:" in preview.out
    assert "recorded from Claude Code 2.1.332" in preview.out


def test_the_queries_of_a_suite(tsi: Tsi, tmp_path: Path, program: Program) -> None:
    client, suite = program("claude", answers=ANSWERS), tmp_path / "suite.toml"
    suite.write_text('[[case]]\nquery = "find"\nrelevant = ["alpha/find_order"]\n', encoding="utf-8")
    form = tsi(*asked(tmp_path), "--suite", str(suite), "--client", client, "--json").json
    assert form["agreement"] == {"queries": 1, "equal": 1}


def test_several_clients_and_one_that_fails(tsi: Tsi, tmp_path: Path, program: Program, monkeypatch: Any) -> None:
    client = program("gemini", "0.61.0")
    options = asked(tmp_path)
    options[2] = "gemini-cli,codex"
    monkeypatch.setenv("PATH", f"{Path(client).parent}:/usr/bin:/bin")
    run = tsi(*options, "--json")
    assert run.code == 2
    assert run.json["client"] == "Gemini CLI"
    assert "tsi: codex: Codex CLI is not installed" in run.err
    both = tsi(*options, "--client", client)
    assert both.code == 2
    assert "--client is one program" in both.err
    options[2] = "codex"
    assert "Codex CLI 0.61.0 is too old" in tsi(*options, "--client", client).err


def test_a_recording_that_cannot_be_written_costs_no_result(tsi: Tsi, tmp_path: Path, program: Program) -> None:
    client, folder = program("claude", "2.1.332", answers=ANSWERS), tmp_path / "recorded"
    options = [*asked(tmp_path), "--client", client, "--queries", str(tmp_path / "queries.txt"), "--record"]
    early = tsi(*options, str(tmp_path / "queries.txt"))
    assert early.code == 4
    assert "definitions" not in early.err
    folder.mkdir()
    (folder / "catalogs").write_text("a file", encoding="utf-8")
    run = tsi(*options, str(folder))
    assert run.code == 4
    assert "does what the host module" in run.out


def test_long_names_and_many_words_stay_readable(tsi: Tsi, tmp_path: Path, program: Program) -> None:
    words = " ".join(f"word{number}" for number in range(30))
    tools = [raw_tool("n" * 50, words), raw_tool("m" * 300, words)]
    (tmp_path / "long.json").write_text(json.dumps([{"server": "a", "tools": tools}]), encoding="utf-8")
    (tmp_path / "words.json").write_text(json.dumps([words + "\n" + words]), encoding="utf-8")
    client = program("claude", "2.1.332", answers={}, suffix="!")
    options = ["--catalog", str(tmp_path / "long.json"), "--queries", str(tmp_path / "words.json")]
    run = tsi("verify", "--host", "claude-code", *options, "--client", client)
    assert run.code == 1
    assert max(map(len, run.out.split("\n"))) < 500
    assert "54 more +108" in run.out, run.out


def test_a_server_none_of_whose_tools_are_taken_is_named(tsi: Tsi, tmp_path: Path, program: Program) -> None:
    client = program("claude", "2.1.332", answers=ANSWERS, refuses="alpha")
    run = tsi(*asked(tmp_path), "--queries", str(tmp_path / "queries.txt"), "--client", client)
    assert "server “alpha”: the client took none of its 2 tools" in run.out
    assert "server “beta”" not in run.out


def test_a_model_without_a_search(tsi: Tsi, tmp_path: Path, program: Program) -> None:
    client = program("claude", "2.1.332", answers=ANSWERS, no_search=True)
    run = tsi(*asked(tmp_path), "--model", "claude-3-7-sonnet", "--client", client)
    assert "the client offers its model no tool search" in run.out
    assert "3 of 3 equal, as sent" in run.out


def test_wrong_calls(tsi: Tsi, tmp_path: Path, monkeypatch: Any) -> None:
    options = asked(tmp_path)
    assert tsi(*options, "--queries", "a", "--suite", "b").code == 2
    assert tsi(*options, "--queries", str(tmp_path / "none")).code == 4
    (tmp_path / "empty").write_text("", encoding="utf-8")
    assert tsi(*options, "--queries", str(tmp_path / "empty")).code == 4
    missing = tsi(*options, "--client", "/nowhere/claude")
    assert missing.code == 2
    assert "no program that can be started" in missing.err
    options[2] = "foundry"
    assert "no installed client can be asked about “foundry”" in tsi(*options).err
