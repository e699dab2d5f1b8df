"""Changing a suite's text: only what is concerned changes, and the result always says what was wanted."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.suites import Case, has_comments, parse_suite, rewrite_suite
from inspector.suites.writing import case_entry

TEXT = """\
# the file's own

# above one
[[case]]
query = "one" # first
relevant = [
  # why
  "s/a", # yes
]

[[case]]
query = "two"
relevant = "s/b"
host = "codex"
# loose

[meta]
mine = 1

# above three
[[case]]
query = 'three # no comment'
relevant = ["s/c"]
note = \"\"\"
# part of the note
\"\"\"
"""
READ = parse_suite(TEXT, "suite.toml").suite.cases


def rewritten(*wanted: Case) -> str:
    found = rewrite_suite(TEXT, READ, wanted)
    assert found is not None
    return found


def test_nothing_changes_where_nothing_changed() -> None:
    assert rewritten(*READ) == TEXT
    windows = TEXT.replace("\n", "\r\n")
    assert rewrite_suite(windows, parse_suite(windows, "suite.toml").suite.cases, READ) == windows


def test_an_edit_changes_its_lines_and_keeps_their_comments() -> None:
    text = rewritten(replace(READ[0], query="uno", relevant=("s/a", "s/z")), *READ[1:])
    assert text == TEXT.replace(
        'query = "one" # first\nrelevant = [\n  # why\n  "s/a", # yes\n]',
        'query = "uno" # first\n# why\n# yes\nrelevant = ["s/a", "s/z"]',
    )
    text = rewritten(READ[0], replace(READ[1], host=None, note="n"), READ[2])
    assert text == TEXT.replace('host = "codex"\n', 'note = "n"\n')


def test_a_removed_case_takes_its_own_comment_and_no_other() -> None:
    text = rewritten(READ[1])
    assert (
        text == TEXT[: TEXT.index("# above one")] + TEXT[TEXT.index("[[case]]", 60) : TEXT.index("# above three")][:-1]
    )
    assert "[meta]" in rewritten(READ[0])
    assert "# loose" in rewritten(READ[0], READ[2])


def test_a_new_case_stands_where_it_is_wanted() -> None:
    text = rewritten(READ[0], Case("new", ("s/n",), "codex", "why"), *READ[1:])
    assert [case.query for case in parse_suite(text, "suite.toml").suite.cases][:3] == ["one", "new", "two"]


def test_where_the_layout_leaves_no_way_none_is_returned() -> None:
    text = 'case = [{query = "q", relevant = ["s/a"]}]\n'
    read = parse_suite(text, "suite.toml").suite.cases
    assert rewrite_suite(text, read, (replace(read[0], query="r"),)) is None
    assert rewrite_suite(TEXT, READ, READ[::-1]) is None


@pytest.mark.parametrize(("line", "found"), [('a = "#"', False), ("a = '#' # x", True), (r'a = "\"#"', False)])
def test_comments_are_told_from_texts(line: str, found: bool) -> None:
    assert has_comments(line) is found


_TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=9).filter(str.strip)
_CASES = st.builds(
    Case,
    _TEXTS,
    st.lists(_TEXTS.map(lambda text: f"s/{text}"), min_size=1, max_size=2, unique=True).map(tuple),
    st.none() | _TEXTS,
    st.just("") | _TEXTS,
    st.none() | st.sampled_from([case.line for case in READ]),
)


@given(st.lists(_CASES, max_size=5, unique_by=lambda case: case.line if case.line is not None else object()))
def test_the_text_says_what_was_wanted(wanted: list[Case]) -> None:
    text = rewrite_suite(TEXT, READ, wanted)
    if text is None:
        lines = [case.line for case in wanted if case.line is not None]
        assert lines != sorted(lines)
        return
    assert tomllib.loads(text).get("meta") == {"mine": 1}
    found = parse_suite(text, "suite.toml").suite.cases
    assert [case_entry(case) for case in found] == [case_entry(case) for case in wanted]
