"""``select:`` and queries made of names only: exact before folded, order kept, repeats once, unknown names told."""

from __future__ import annotations

import pytest

from inspector.search.selection import NameLookup, Selection, explicit_selection, implicit_selection

NAMES = ["gate__get", "GATE__GET", "github__list", "Slack__Post", "a:b"]
LOOKUP = NameLookup.of(NAMES)


@pytest.mark.parametrize(
    ("query", "numbers", "missing"),
    [
        ("select:gate__get", (0,), ()),
        ("select:GATE__GET", (1,), ()),
        ("select:Gate__Get", (0,), ()),
        ("SELECT:github__list", (2,), ()),
        ("  select: slack__post , gate__get ,", (3, 0), ()),
        ("select:gate__get,gate__get,Gate__get", (0,), ()),
        ("select:nope,gate__get,no-pe", (0,), ("nope", "no-pe")),
        ("select:gate__get github__list", (), ("gate__get github__list",)),
        ("select:a:b", (4,), ()),
        ("select:,", (), ()),
    ],
)
def test_select(query: str, numbers: tuple[int, ...], missing: tuple[str, ...]) -> None:
    assert explicit_selection(query, LOOKUP) == Selection(numbers, missing)


@pytest.mark.parametrize(
    "query",
    [
        *("", "gate__get", "select:", "select: ", "select gate__get", "x select:gate__get", "select :gate__get"),
        # What JavaScript's pattern does not take either: a long s, line ends inside.
        *("ſelect:gate__get", "select:gate__get\ngithub__list", "select:gate__get\u2028x", "select:a\rb"),
    ],
)
def test_no_select(query: str) -> None:
    assert explicit_selection(query, LOOKUP) is None


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("gate__get", (0,)),
        ("GITHUB__LIST", (2,)),
        ("github__list, gate__get", (2, 0)),
        ("github__list\tgate__get github__list", (2, 0)),
        (",,slack__post,", (3,)),
    ],
)
def test_queries_of_names_only(query: str, numbers: tuple[int, ...]) -> None:
    assert implicit_selection(query, LOOKUP) == Selection(numbers, ())


@pytest.mark.parametrize("query", ["", " , ", "gate__get nope", "gate", "select:gate__get"])
def test_one_word_that_is_no_name_makes_it_a_search(query: str) -> None:
    assert implicit_selection(query, LOOKUP) is None


def test_equal_names_lead_to_the_first() -> None:
    lookup = NameLookup.of(["x", "x", "X"])
    assert (lookup.find("x"), lookup.find("X"), NameLookup.of([]).find("x")) == (0, 2, None)
