"""``tsi hosts``: all products in short, one as a card, and the nearest names of one that does not exist."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Tsi = Callable[..., Any]


def test_a_card_tells_rules_knobs_label_and_source(tsi: Tsi) -> None:
    out = tsi("hosts", "claude-code").out
    for expected in ("measured, 2.1.332", "ranking", "whole word of the hint 4", "alwaysLoad", "claude-sonnet-5"):
        assert expected in out
    assert "foundry" not in out


def test_several_cards_and_json(tsi: Tsi) -> None:
    forms = tsi("hosts", "codex,gemini-cli", "--json").json["hosts"]
    assert [form["id"] for form in forms] == ["codex", "gemini-cli"]
    assert {rule["about"] for rule in forms[0]["rules"]} >= {"names", "ranking", "deferral"}


def test_without_a_name_all_are_listed_in_short(tsi: Tsi) -> None:
    out = tsi("hosts").out
    assert "x-code-cli@article" in out
    assert "searched text" not in out


def test_an_unknown_name_is_a_usage_error(tsi: Tsi) -> None:
    run = tsi("hosts", "claude")
    assert run.code == 2
    assert "claude-code" in run.err
