"""Near duplicates: the quick way finds exactly what comparing all pairs finds."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import Listing, build_catalog
from inspector.checks.near_duplicates import ALIKE, FEWEST_WORDS, near_duplicates, words_of

_VOCABULARY = "get list user issue page id the of by name new old fast"
_WORDS = st.lists(st.sampled_from(_VOCABULARY.split()), max_size=12)


@settings(max_examples=80, deadline=None)
@given(st.lists(_WORDS, min_size=2, max_size=12))
def test_all_pairs_that_are_alike_and_no_others(descriptions: list[list[str]]) -> None:
    raw = [{"name": "same", "description": " ".join(words)} for words in descriptions]
    catalog = build_catalog([Listing("s", tuple(raw))])
    found = {frozenset((tool, other)) for tool, others in near_duplicates(catalog).items() for other in others}
    words = {tool.id: frozenset(words_of(tool)) for tool in catalog}
    expected = {
        frozenset((one, other))
        for one, other in combinations(words, 2)
        if min(len(words[one]), len(words[other])) >= FEWEST_WORDS
        and len(words[one] & words[other]) / len(words[one] | words[other]) >= ALIKE
    }
    assert found == expected
