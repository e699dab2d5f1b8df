"""Looking a term up in many strings finds what ``in`` finds in each."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.search.joined_strings import JoinedStrings

TEXT = st.text(alphabet="abcé语😀\ud800", max_size=8)


@given(st.lists(TEXT, max_size=12), TEXT)
def test_a_term_is_found_in_the_strings_that_hold_it(strings: list[str], term: str) -> None:
    expected = [at for at, string in enumerate(strings) if term in string]
    assert JoinedStrings(strings).holding(term).tolist() == expected


def test_no_term_reaches_from_one_string_into_the_next() -> None:
    assert JoinedStrings(["read", "file"]).holding("df").tolist() == []
    assert JoinedStrings(["read", "file"]).holding("d").tolist() == [0]
