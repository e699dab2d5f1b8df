"""One query in several hosts: rows in the first host's order, ranks of each, and what only others show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.hosts import host
from inspector.tuning.edits import SetValue
from inspector.workspace.host_comparison import compare_hosts
from inspector.workspace.inputs import Inputs
from inspector.workspace.session import Session

TEXTS = [("create_issue", "make an issue"), ("list", "every issue"), ("close", "closes issues"), ("ping", "an answer")]


@pytest.fixture
def session(tmp_path: Path) -> Session:
    tools = [{"name": name, "description": text, "inputSchema": {"type": "object"}} for name, text in TEXTS]
    (tmp_path / "s.json").write_text(json.dumps({"server": "s", "tools": tools}), encoding="utf-8")
    return Session.begin(Inputs(listings=(("", str(tmp_path / "s.json")),)))


def test_ranks_of_each_host(session: Session) -> None:
    found = compare_hosts("issue", [session.inspection, session.inspect(host("codex"), session.tuning)], 10)
    ranks = {row.tool: row.ranks for row in found.rows}
    # x-code-cli knows no stems, so “issues” is found by codex alone.
    assert [row.tool for row in found.rows][:2] == ["s/create_issue", "s/list"]
    assert ranks["s/create_issue"][0] == 1
    assert ranks["s/close"][0] is None
    assert ranks["s/close"][1] is not None
    assert "s/ping" not in ranks
    assert found.agreed == 2


def test_what_is_beyond_the_limit_is_ranked_but_not_shown(session: Session) -> None:
    limited = session.do(SetValue("limit", 1))
    codex = limited.inspect(host("codex"), limited.tuning)
    found = compare_hosts("issue", [limited.inspection, codex], 10)
    assert [found.columns[0].shows(row.tool) for row in found.rows][:2] == [True, False]
    assert found.rows[1].moved(1) == found.rows[1].ranks[0] - found.rows[1].ranks[1]  # type: ignore[operator]
