"""``tsi usage`` and ``tsi pins``: nothing read unasked, names mapped back, figures, and pins written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Tsi = Callable[..., Any]


def tool(name: str, description: str) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object", "properties": {}}}


@pytest.fixture
def listing(tmp_path: Path) -> str:
    tools = [tool("create_issue", "Make an issue. " * 40), tool("close", "Close it."), tool("rare", "word " * 4000)]
    (tmp_path / "github.json").write_text(json.dumps({"server": "github", "tools": tools}), encoding="utf-8")
    return f"github={tmp_path / 'github.json'}"


@pytest.fixture
def transcripts(tmp_path: Path) -> Path:
    """Four conversations in the layout of the client: three create an issue, one also calls something unknown."""
    folder = tmp_path / "projects" / "-home-me-app"
    folder.mkdir(parents=True)
    for session in range(4):
        lines = [{"type": "user", "sessionId": f"s{session}", "message": {"role": "user", "content": "hello"}}]
        for turn in range(10):
            content: list[dict[str, Any]] = [{"type": "text", "text": "so"}]
            if turn == 3 and session < 3:
                call = {"type": "tool_use", "id": f"t{session}", "name": "mcp__github__create_issue", "input": {}}
                content = [call, {"type": "tool_use", "id": f"b{session}", "name": "Bash", "input": {}}]
            message = {"id": f"m{session}-{turn}", "content": content}
            lines.append(
                {
                    "type": "assistant",
                    "sessionId": f"s{session}",
                    "timestamp": "2026-11-20T10:00:00Z",
                    "message": message,
                }
            )
        (folder / f"s{session}.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    return tmp_path / "projects"


def test_usage_counts_and_maps_back(tsi: Tsi, listing: str, transcripts: Path) -> None:
    form = tsi("usage", "--from", f"claude-code={transcripts}", "--tools", listing, "--json", "--warm-up", "2").json
    assert form["tools"] == [
        {"tool": "github/create_issue", "calls": 3, "conversations": 3, "last": "2026-11-20T10:00:00Z"}
    ]
    assert form["unknown"] == [{"name": "Bash", "calls": 3}]
    assert (form["conversations"], form["turns"]) == (4, 40)
    assert form["automatic_pins"]["pinned"] == ["github/create_issue"]
    out = tsi("usage", "--from", f"claude-code={transcripts}", "--tools", listing).out
    assert "4 conversations, 10.0 model turns each" in out
    assert "still warming up: 3 of 20" in out


def test_a_clients_own_folder_is_read_only_after_a_yes(
    tsi: Tsi, listing: str, transcripts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".claude").mkdir()
    transcripts.rename(tmp_path / ".claude" / "projects")
    refused = tsi("usage", "--from", "claude-code", "--tools", listing)
    assert refused.code == 2
    assert "--yes" in refused.err
    assert tsi("usage", "--from", "claude-code", "--yes", "--tools", listing, "--json").json["conversations"] == 4


@pytest.mark.parametrize(
    ("source", "expected"), [("claude", "KIND=PATH"), ("csv", "csv=FILE"), ("codex=/no/such", "no such")]
)
def test_wrong_sources_say_what_to_write(tsi: Tsi, listing: str, source: str, expected: str) -> None:
    run = tsi("usage", "--from", source, "--tools", listing)
    assert run.code in (2, 4)
    assert expected in run.err


def test_pins_say_what_pays_and_apply_writes_it(
    tsi: Tsi, listing: str, transcripts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toolset.toml").write_text("# mine\nwindow = 200000\n", encoding="utf-8")
    words = (
        "--from",
        f"claude-code={transcripts}",
        "--tools",
        listing,
        "--host",
        "claude-code",
        "--counter",
        "chars/4",
    )
    form = tsi("pins", *words, "--json").json
    (pin,) = form["pins"]
    assert (pin["tool"], pin["calls"], pin["chance"]) == ("github/create_issue", 3, 0.75)
    assert form["assumed"]["turns"] == 10
    assert pin["saving"] == pytest.approx(pin["deferred"] - pin["pinned"])
    assert pin["chosen"] is True
    assert tsi("pins", *words, "--budget", "1", "--json").json["pins"][0]["chosen"] is False
    toolset = ("--toolset", str(tmp_path / "toolset.toml"))
    run = tsi("pins", *words, "--apply", *toolset)
    assert run.code == 2
    assert '+[tools."github/create_issue"]' in run.err
    assert "create_issue" not in (tmp_path / "toolset.toml").read_text(encoding="utf-8")
    run = tsi("pins", *words, "--apply", "--yes", *toolset)
    assert run.code == 0
    text = (tmp_path / "toolset.toml").read_text(encoding="utf-8")
    assert text.startswith("# mine\n")
    assert '[tools."github/create_issue"]\npin = true' in text


def test_a_csv_of_counts(tsi: Tsi, listing: str, tmp_path: Path) -> None:
    (tmp_path / "uses.csv").write_text("tool,calls\ngithub/close,9\ngithub__rare,2\n", encoding="utf-8")
    form = tsi("usage", "--from", f"csv={tmp_path / 'uses.csv'}", "--tools", listing, "--json").json
    assert [(use["tool"], use["calls"]) for use in form["tools"]] == [("github/close", 9), ("github/rare", 2)]
