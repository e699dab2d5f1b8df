"""Why a query does not show a tool: hidden, pinned, outranked, missed; and what stands above it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.errors import UsageError
from inspector.tuning.edits import SetHidden, SetPin, SetValue
from inspector.workspace.inputs import Inputs
from inspector.workspace.session import Session
from inspector.workspace.why_not import why_not


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """One server with three tools that say “issue”, and one that does not."""
    tools = [
        {"name": name, "description": text, "inputSchema": {"type": "object"}}
        for name, text in [
            ("create_issue", "make an issue"),
            ("list_issues", "every issue"),
            ("close", "close an issue"),
            ("ping", "nothing"),
        ]
    ]
    (tmp_path / "s.json").write_text(json.dumps({"server": "s", "tools": tools}), encoding="utf-8")
    return Session.begin(Inputs(listings=(("", str(tmp_path / "s.json")),)))


def test_a_found_tool_says_its_rank(session: Session) -> None:
    found = why_not(session.inspection, "create issue", "s/create_issue")
    assert found.verdict == "It is found, at rank 1, within the limit of 5."
    assert found.misses == ()


def test_the_models_name_is_understood_too(session: Session) -> None:
    assert why_not(session.inspection, "issue", "s__close").tool == "s/close"


def test_an_outranked_tool_names_what_stands_above(session: Session) -> None:
    limited = session.do(SetValue("limit", 1))
    found = why_not(limited.inspection, "create issue", "s/close")
    assert found.hit is not None
    assert found.hit.rank > 1
    assert found.verdict.startswith(f"Outranked: it comes at rank {found.hit.rank}")
    assert [hit.key for hit in found.above] == ["s/create_issue"]
    assert "s__create_issue (24)" in found.verdict
    assert [miss.term for miss in found.misses] == ["create"]


def test_a_missed_tool_lists_every_term(session: Session) -> None:
    found = why_not(session.inspection, "create issue", "s/ping")
    assert found.hit is None
    assert "not found" in found.verdict
    assert [miss.term for miss in found.misses] == ["create", "issue"]


def test_a_required_term_explains_a_tool_with_points(session: Session) -> None:
    found = why_not(session.inspection, "+create issue", "s/close")
    assert found.hit is None
    assert [miss.term for miss in found.misses] == ["create"]


def test_pinned_and_hidden_tools_are_not_searched_for(session: Session) -> None:
    edited = session.do(SetPin("s/close", True)).do(SetHidden("s/ping", True)).inspection
    assert why_not(edited, "issue", "s/close").verdict.startswith("It is pinned")
    assert why_not(edited, "issue", "s/ping").verdict.startswith("It is hidden")


def test_a_host_without_search_says_so(session: Session) -> None:
    gemini = session.set_value("host", "gemini-cli").inspection
    assert "no tool search" in why_not(gemini, "issue", "s/close").verdict


def test_a_query_of_names_says_what_it_named(session: Session) -> None:
    assert "s__close" in why_not(session.inspection, "select:s__close", "s/ping").verdict


def test_an_unknown_tool_names_the_nearest(session: Session) -> None:
    with pytest.raises(UsageError) as raised:
        why_not(session.inspection, "issue", "s/clos")
    assert "s/close" in (raised.value.hint or "")
