"""Runs of a suite one after the other: what each is compared with, and what is said to have changed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.suites import Case, Suite
from inspector.tuning.edits import SetPin, SetWords
from inspector.workspace.inputs import Inputs
from inspector.workspace.session import Session
from inspector.workspace.suite_progress import SuiteRun, Trial, run_again

SUITE = Suite((Case("create issue", ("s/create_issue",)), Case("reimburse", ("s/refund",), line=4)))


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Three tools under a toolset that says nothing about them."""
    (tmp_path / "toolset.toml").write_text("window = 9000\n", encoding="utf-8")
    tools = [{"name": name, "inputSchema": {"type": "object"}} for name in ("create_issue", "refund", "ping")]
    (tmp_path / "s.json").write_text(json.dumps({"server": "s", "tools": tools}), encoding="utf-8")
    return Session.begin(Inputs(str(tmp_path / "toolset.toml"), listings=(("", str(tmp_path / "s.json")),)))


def moves(ran: SuiteRun) -> list[tuple[int, int] | None]:
    return [None if each is None else (len(each.wins), len(each.losses)) for each in ran.comparisons]


def test_a_run_is_compared_with_the_one_before_in_every_host(session: Session) -> None:
    first = run_again(session, SUITE, ("codex",), None)
    assert (moves(first), first.since, first.changed) == ([None, None], "", "")
    edited = session.do(SetWords("s/refund", "reimburse"))
    second = run_again(edited, SUITE, ("codex",), first)
    assert (moves(second), second.since, second.changed) == ([(1, 0), (1, 0)], "the last run", "words of s/refund")
    comparison = second.comparisons[0]
    assert comparison is not None
    assert (comparison.before.recall_at_limit, comparison.after.recall_at_limit) == (0.5, 1.0)
    back = run_again(edited.undo(), SUITE, ("codex",), second)
    assert (moves(back), back.changed) == ([(0, 1), (0, 1)], "taken back: words of s/refund")


def test_running_the_same_again_keeps_what_it_is_compared_with(session: Session) -> None:
    edited = session.do(SetWords("s/refund", "reimburse"))
    ran = run_again(edited, SUITE, (), run_again(session, SUITE, (), None))
    lines = Suite(tuple(replace(case, line=9) for case in SUITE.cases))
    again = run_again(edited.saved("elsewhere.toml"), lines, ("codex",), ran)
    assert (moves(again), again.changed) == ([(1, 0), None], "words of s/refund")
    idle = run_again(edited.do(SetPin("s/ping", True)), SUITE, (), again)
    assert (moves(idle), idle.changed) == ([(0, 0)], "pin s/ping")


def test_the_first_run_compares_unsaved_edits_with_what_is_saved(session: Session) -> None:
    ran = run_again(session.do(SetWords("s/refund", "reimburse")), SUITE, ("codex",), None)
    assert (moves(ran), ran.since) == ([(1, 0), (1, 0)], "the saved toolset")


def test_only_queries_of_both_runs_are_measured(session: Session) -> None:
    first = run_again(session, Suite(SUITE.cases[:1]), (), None)
    ran = run_again(session, SUITE, (), first)
    comparison = ran.comparisons[0]
    assert comparison is not None
    assert (comparison.after.queries, comparison.after.recall_at_limit, ran.changed) == (1, 1.0, "other queries")


def test_hosts_without_a_search_are_not_compared(session: Session) -> None:
    first = run_again(session, SUITE, ("gemini-cli",), None)
    ran = run_again(session.do(SetPin("s/ping", True)), SUITE, ("gemini-cli",), first)
    assert moves(ran) == [(0, 0), None]


def test_a_trial_makes_no_edit(session: Session) -> None:
    trial = Trial(session, SUITE)
    found = trial.comparison(SetWords("s/refund", "reimburse"))
    assert [pair.after.case.query for pair in found.wins] == ["reimburse"]
    assert not session.unsaved
    assert trial.comparison(SetWords("s/refund", None)).wins == ()
