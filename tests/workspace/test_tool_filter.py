"""Filtering and sorting of tool rows."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.checks.finding import Finding
from inspector.workspace.tool_filter import SORTS, ToolFilter, arranged, grouped_rows, server_filter
from inspector.workspace.tool_rows import ToolRow

CUT = Finding("HOST002", "warning", "github/list_issues", "cut", "say it first")
BAD = Finding("SAFE002", "error", "e\x1bvil/x", "escapes", "remove them")
ROWS = (
    ToolRow("github/create_issue", "github__create_issue", "deferred", "", 200, "bug"),
    ToolRow("github/list_issues", "github__list_issues", "pinned", "", 100, "", (CUT,)),
    ToolRow("my server/do it", "my_server__do_it", "deferred", "", 300, ""),
    ToolRow("e\x1bvil/x", "e_vil__x", "hidden", "", None, "", (CUT, BAD)),
)


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("", [0, 1, 2, 3]),
        ("issue", [0, 1]),
        ("ISSUE create", [0]),
        ("bug", [0]),
        ("state:pinned", [1]),
        ("state:d", [0, 2]),
        ("server:git", [0, 1]),
        ("server:github issues", [1]),
        ('server:"my server/"', [2]),
        ('server:"my server', [2]),
        ("nothing:here", []),
        ("tokens>100", [0, 2]),
        ("tokens<200 github", [1]),
        ("tokens>100 tokens<300", [0]),
        ("tokens>x", []),
        ("problem:", [1, 3]),
        ("problem:error", [3]),
        ("problem:host", [1, 3]),
        ("problem:SAFE002 x", [3]),
        ("problem:cost", []),
        ("pinned", [1]),
        ("deferred create", [0]),
        ('"', [0, 1, 2, 3]),
    ],
)
def test_filters(text: str, tools: list[int]) -> None:
    assert arranged(ROWS, ToolFilter.parse(text), None) == tuple(ROWS[at] for at in tools)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_server_is_found_by_its_own_filter_whatever_it_calls_itself(row: ToolRow) -> None:
    wanted = ToolFilter.parse(server_filter(row.tool.rsplit("/", 1)[0]))
    assert row in arranged(ROWS, wanted, None)
    assert {each.tool.rsplit("/", 1)[0] for each in arranged(ROWS, wanted, None)} == {row.tool.rsplit("/", 1)[0]}


@pytest.mark.parametrize(
    ("sort", "descending", "order"),
    [
        ("tokens", True, [2, 0, 1, 3]),
        ("tool", False, [3, 0, 1, 2]),
        ("state", False, [1, 0, 2, 3]),
        ("words", False, [0]),
    ],
)
def test_sorting(sort: str, descending: bool, order: list[int]) -> None:
    found = arranged(ROWS, ToolFilter(), sort, descending)
    assert found[: len(order)] == tuple(ROWS[at] for at in order)


def test_groups_name_their_tools_and_tokens() -> None:
    def server_of(tool: str) -> str:
        return tool.rsplit("/", 1)[0]

    by_server = grouped_rows(ROWS, "server", server_of)
    assert by_server[:4] == ("github · 2 tools · 300 tokens", ROWS[0], ROWS[1], "my server · 1 tools · 300 tokens")
    by_state = grouped_rows(ROWS, "state", server_of)
    assert [row for row in by_state if isinstance(row, str)] == [
        "pinned · 1 tools · 100 tokens",
        "deferred · 2 tools · 500 tokens",
        "hidden · 1 tools · 0 tokens",
    ]
    assert grouped_rows(ROWS, "", server_of) == ROWS


_PIECES = (
    st.sampled_from(["server:", "state:", "problem:", "tokens>", "tokens<", '"', " ", "9", "issue", "\x1b"]) | st.text()
)


@settings(max_examples=100, deadline=None)
@given(st.lists(_PIECES, max_size=8).map("".join), st.sampled_from([None, *SORTS]), st.booleans())
def test_anything_can_be_typed(text: str, sort: str | None, descending: bool) -> None:
    found = arranged(ROWS, ToolFilter.parse(text), sort, descending)
    assert set(found) <= set(ROWS)
    narrower = arranged(ROWS, ToolFilter.parse(f"{text} tokens>100"), sort, descending)
    assert set(narrower) <= set(found) or text.count('"') % 2 == 1
