"""Small pieces of searching: cutting identifiers, white space and word borders as JavaScript has them."""

from __future__ import annotations

import pytest

from inspector.search import Contribution, total_points
from inspector.search.javascript_text import (
    ascii_words,
    is_ascii_word,
    split_on_space,
    split_on_space_or_comma,
    trim,
    whole_word_pattern,
)
from inspector.search.name_parts import spaced_camel_case, split_identifier

JAVASCRIPT_ONLY = "\ufeff"
PYTHON_ONLY = "\x1c\x1d\x1e\x1f\x85"
BOTH = "\t\n\v\f\r \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000"


@pytest.mark.parametrize("space", [*BOTH, JAVASCRIPT_ONLY], ids=lambda space: f"U+{ord(space):04X}")
def test_javascript_white_space_separates(space: str) -> None:
    assert trim(f"{space}a{space}b{space}") == f"a{space}b"
    assert split_on_space(f"{space}a{space}{space}b") == ["a", "b"]
    assert split_on_space_or_comma(f"a,{space},b{space}") == ["a", "b"]


@pytest.mark.parametrize("letter", [*PYTHON_ONLY, "\u200b", "\u180e"], ids=lambda letter: f"U+{ord(letter):04X}")
def test_what_only_python_or_people_take_for_space_does_not(letter: str) -> None:
    assert trim(f"{letter}a") == f"{letter}a"
    assert split_on_space(f"a{letter}b") == [f"a{letter}b"]


def test_commas_separate_only_where_asked() -> None:
    assert split_on_space("a,b c") == ["a,b", "c"]
    assert split_on_space_or_comma(",a,,b c,") == ["a", "b", "c"]
    assert split_on_space(" \n ") == split_on_space_or_comma(" , ") == []


@pytest.mark.parametrize(
    ("term", "text", "found"),
    [
        ("issue", "an issue.", True),
        ("issue", "issues", False),
        ("issue", "create_issue", False),
        ("issue", "create-issue", True),
        ("create_issue", "github__create_issue", False),
        ("create_issue", "see create_issue!", True),
        ("caf", "café", True),
        ("café", "a café here", False),
        ("創", "創 x", False),
        ("創", "a創b", True),
        ("c++", "c++ code", False),
        ("c++", "c++11", True),
        ("a.c", "abc", False),
        ("a.c", "x a.c y", True),
        ("issue", "issueé", True),
        ("1", "v1", False),
        ("", "a", True),
    ],
)
def test_whole_words_have_ascii_borders(term: str, text: str, found: bool) -> None:
    assert (whole_word_pattern(term).search(text) is not None) is found


@pytest.mark.parametrize(
    ("term", "plain"), [("a_1", True), ("Z", True), ("é", False), ("a b", False), ("c++", False), ("", False)]
)
def test_words_of_word_characters_only(term: str, plain: bool) -> None:
    assert is_ascii_word(term) is plain
    assert is_ascii_word(f"{term}\n") is False


def test_ascii_words_are_maximal_runs() -> None:
    assert ascii_words("café_1 c++ x-y 创a") == ["caf", "_1", "c", "x", "y", "a"]


@pytest.mark.parametrize(
    ("name", "spaced"),
    [("getDepositAddress", "get Deposit Address"), ("v2Beta", "v2 Beta"), ("HTTPServer", "HTTPServer"), ("", "")],
)
def test_camel_case_gets_spaces(name: str, spaced: str) -> None:
    assert spaced_camel_case(name) == spaced


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("getDepositAddress", ["get", "deposit", "address"]),
        ("file.stat-all", ["file", "stat", "all"]),
        ("a__b/c:d e", ["a", "b", "c", "d", "e"]),
        ("_x_", ["x"]),
        ("___", []),
        ("创建Issue", ["创建issue"]),
        ("IO2Disk", ["io2", "disk"]),
    ],
)
def test_identifiers_are_cut(name: str, parts: list[str]) -> None:
    assert list(split_identifier(name)) == parts


def test_points_add_up_in_order() -> None:
    assert total_points(()) == 0
    assert total_points((Contribution("a", "x", 0.1, ""), Contribution("b", "x", 0.2, ""))) == 0.1 + 0.2
