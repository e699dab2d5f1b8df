"""Suite files: what is read, and what is wrong with them, by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.errors import FileError
from inspector.suites import Case, Suite, parse_suite, render_suite, unknown_tools
from tests.suites.conftest import shop

TOML = """\
# what support asks for
[[case]]
query = "money back"
relevant = ["shop/refund_payment", "shop/list_payments"]
host = "foundry"
note = "two will do"

[[case]]
query = "who is this"
relevant = ["shop/find_customer"]
"""
GOOD = '{"query": "a", "relevant": ["s/t"]}'


def test_toml() -> None:
    reading = parse_suite(TOML, "suite.toml")
    assert reading.problems == ()
    assert reading.suite.cases == (
        Case("money back", ("shop/refund_payment", "shop/list_payments"), "foundry", "two will do", 2),
        Case("who is this", ("shop/find_customer",), None, "", 8),
    )


def test_jsonl_of_other_projects_is_taken_as_it_is() -> None:
    text = '{"query": "a b", "relevant": ["s/t"], "server_hint": "x"}\n\n{"query": "c", "relevant": ["s/t", "s/t"]}\n'
    reading = parse_suite(text, "queries.jsonl")
    assert reading.problems == ()
    assert reading.suite.cases == (Case("a b", ("s/t",), line=1), Case("c", ("s/t",), line=3))
    assert parse_suite(text, "stdin").suite.cases == reading.suite.cases


@pytest.mark.parametrize(
    ("name", "text", "line", "words", "others"),
    [
        ("s.jsonl", f'{GOOD}\n{{"query": "b"}}', 2, "“relevant” names no tool", 1),
        ("s.jsonl", f"nonsense\n{GOOD}", 1, "not a JSON object", 1),
        ("s.jsonl", '{"query": "a", "relevant": ["tool"]}', 1, 'holds "tool", which is no server/tool', 0),
        ("s.jsonl", '{"query": "a", "relevant": [3]}', 1, "holds 3", 0),
        ("s.jsonl", f"{GOOD}\n3", 2, "a case is an object", 1),
        ("s.json", f'[{GOOD},\n{{"query": "b"}}]', None, "case 2: “relevant” names no tool", 1),
        ("s.toml", f"{TOML}\n[[case]]\nquery = 3\n", 12, "“query” is missing or no text", 2),
        ("s.toml", TOML.replace("note", "notes"), 6, "“notes” is no key of a case", 2),
        ("s.toml", TOML.replace('host = "foundry"', "host = 3"), 2, "“host” is no text", 1),
        ("s.toml", f"name = 'x'\n{TOML}", 1, "“name” is no key of a suite", 2),
        ("s.toml", "case = [{query = 'a', relevant = ['s/t']}, {query = 'b'}]", None, "case 2: “relevant”", 1),
    ],
)
def test_problems_name_their_line_and_hide_no_other_case(
    name: str, text: str, line: int | None, words: str, others: int
) -> None:
    reading = parse_suite(text, name)
    (problem,) = reading.problems
    assert problem.line == line
    assert words in problem.message
    assert len(reading.suite.cases) == others


@pytest.mark.parametrize(("name", "text"), [("s.toml", "[[case]\n"), ("s.toml", ""), ("s.jsonl", "\n")])
def test_what_is_no_suite_at_all(name: str, text: str) -> None:
    with pytest.raises(FileError, match="s\\."):
        parse_suite(text, name)


def test_unknown_tools_are_named_with_the_nearest() -> None:
    suite = parse_suite(TOML.replace("find_customer", "find_costumer"), "suite.toml").suite
    (problem,) = unknown_tools(suite, shop())
    assert (problem.line, problem.message) == (8, "“shop/find_costumer” names no tool here")
    assert "shop/find_customer" in problem.hint


@pytest.mark.parametrize(
    ("host", "runs"),
    [
        (None, True),
        ("codex", False),
        ("x-code-cli", True),
        ("x-code-cli@article", True),
        ("x-code-cli@standard", False),
    ],
)
def test_a_case_may_be_meant_for_one_host(host: str | None, runs: bool) -> None:
    assert Case("q", ("s/t",), host).runs_in("x-code-cli@article") is runs


_TEXT = st.text(st.characters(blacklist_categories=("Cs",)), min_size=1).filter(lambda text: bool(text.strip()))


@given(
    st.lists(
        st.builds(
            Case,
            _TEXT,
            st.lists(_TEXT.map(lambda text: f"s/{text}"), min_size=1, max_size=3, unique=True).map(tuple),
            st.none() | _TEXT,
            st.just("") | _TEXT,
        ),
        min_size=1,
        max_size=4,
    )
)
def test_what_is_written_is_read_again(cases: list[Case]) -> None:
    read = parse_suite(render_suite(Suite(tuple(cases))), "suite.toml")
    assert read.problems == ()
    bare = [Case(case.query, case.relevant, case.host, case.note) for case in read.suite.cases]
    assert bare == cases
