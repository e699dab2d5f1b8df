"""``tsi simulate``: the bundled script, JSON, and scripts that cannot be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Tsi = Callable[..., Any]


def listing(folder: Path) -> str:
    tools = [{"name": "cex_spot_get_ticker", "description": "price", "inputSchema": {"type": "object"}}]
    (folder / "e.json").write_text(json.dumps({"server": "exchange", "tools": tools}), encoding="utf-8")
    return f"exchange={folder / 'e.json'}"


def test_the_bundled_script(tsi: Tsi, tmp_path: Path) -> None:
    words = ("simulate", "btc", "--tools", listing(tmp_path), "--host", "x-code-cli@article", "--window", "100")
    form = tsi(*words, "--json").json
    assert [each["tools"] for each in form["requests"]][:3] == [9, 10, 10]
    assert [each["cache"] for each in form["requests"]][:3] == ["cold", "miss", "hit"]
    assert [way["way"] for way in form["ways"]] == ["as decided", "everything loaded", "called tools pinned"]
    assert form["requests"][-1]["tokens_so_far"] == form["ways"][0]["tokens"]
    assert [each["what"] for each in form["requests"][1]["added"]][-1].endswith("joins the tools array")
    assert form["requests"][3]["already"] == ["exchange/cex_spot_get_ticker"]
    assert "misses" in tsi(*words).out


def test_prices_add_up(tsi: Tsi, tmp_path: Path) -> None:
    form = tsi("simulate", "--tools", listing(tmp_path), "--host", "claude-code", "--json").json
    assert form["ways"][0]["price"] == pytest.approx(sum(each["price"] for each in form["requests"]))
    assert form["ways"][0]["misses"] == 0


def test_what_a_host_cannot_do_is_told(tsi: Tsi, tmp_path: Path) -> None:
    run = tsi("simulate", "explore", "--tools", listing(tmp_path), "--host", "codex")
    assert "no sub-agent “explore”" in run.err
    assert "has no pins" in run.err


def test_what_is_no_script_says_so(tsi: Tsi, tmp_path: Path) -> None:
    assert tsi("simulate", "bct", "--tools", listing(tmp_path)).code == 2
    (tmp_path / "s.toml").write_text("[[turn]]\n", encoding="utf-8")
    run = tsi("simulate", str(tmp_path / "s.toml"), "--tools", listing(tmp_path))
    assert run.code == 4
    assert "turn 1" in run.err


def test_calls_of_unknown_tools_are_told(tsi: Tsi, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text('[[turn]]\nsay = "x"\ncalls = ["no/such"]\n', encoding="utf-8")
    run = tsi("simulate", str(tmp_path / "s.toml"), "--tools", listing(tmp_path), "--json")
    assert run.json["unknown"] == ["no/such"]
    assert "no/such" in run.err
