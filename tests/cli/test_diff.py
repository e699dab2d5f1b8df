"""``tsi diff`` and locks from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Tsi = Callable[..., Any]


def save(folder: Path, name: str, **tools: str) -> str:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    listed = [{"name": tool, "description": text, "inputSchema": {"type": "object"}} for tool, text in tools.items()]
    path.write_text(json.dumps({"server": "s", "tools": listed}), encoding="utf-8")
    return str(path)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_two_folders(tsi: Tsi, here: Path) -> None:
    save(here / "old", "s.json", create="make an issue", close="close it")
    save(here / "new", "s.json", create="make a ticket", open="open the door")
    form = tsi("diff", "old", "new", "--json").json
    assert [(each["kind"], each["tool"], each["fields"]) for each in form["tools"]] == [
        ("changed", "s/create", ["description"]),
        ("added", "s/open", []),
        ("removed", "s/close", []),
    ]
    assert form["tools"][1]["tokens"]["before"] is None
    assert form["upfront"]["before"] > 0
    assert "-make an issue" in form["tools"][0]["diff"]
    run = tsi("diff", "old", "new", "--text", "--exit-code")
    assert run.code == 1
    assert "+make a ticket" in run.out
    assert tsi("diff", "old", "old", "--exit-code").code == 0


def test_ranks_of_a_suite_and_edits_that_name_nothing(tsi: Tsi, here: Path) -> None:
    old = save(here, "old.json", create="make an issue", close="close it")
    new = save(here, "new.json", create_it="make an issue", shut="close it now, whatever comes")
    (here / "suite.toml").write_text(
        '[[case]]\nquery = "create"\nrelevant = ["s/create"]\n[[case]]\nquery = "close it"\nrelevant = ["s/close"]\n'
    )
    (here / "toolset.toml").write_text('[tools."s/close"]\npin = true\n[tools."s/never"]\npin = true\n')
    form = tsi("diff", old, new, "--suite", "suite.toml", "--json").json
    # An edit that named nothing before is no news.
    assert form["dangling"] == [{"edit": "s/close", "what": ["pin"], "now": None}]
    assert [each["was"] for each in form["tools"] if each["kind"] == "renamed"] == ["s/create"]
    assert all(each["tool"] != "s/create" for each in form["ranks"])


def test_against_what_servers_list_now(tsi: Tsi, here: Path) -> None:
    old = save(here, "old.json", a="one")
    new = save(here, "new.json", a="one", b="two")
    form = tsi("diff", old, "--tools", f"s={new}", "--json").json
    assert [(each["kind"], each["tool"]) for each in form["tools"]] == [("added", "s/b")]


def test_a_lock_is_written_and_read_back(tsi: Tsi, here: Path) -> None:
    old = save(here, "old.json", a="one")
    assert tsi("snapshot", "--lock", "tools.lock.json", "--tools", f"s={old}").code == 0
    assert list(json.loads((here / "tools.lock.json").read_text())["tools"]) == ["s/a"]
    assert tsi("snapshot", "--tools", f"s={old}").code == 2


@pytest.mark.parametrize("before", ["nothing", "."])
def test_what_is_no_snapshot_says_so(tsi: Tsi, here: Path, before: str) -> None:
    run = tsi("diff", before, before)
    assert run.code == 4
    assert "tsi snapshot" in run.err
