"""Postings after changes against postings made of the changed documents."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.search.postings import Counts, TermPostings

TERMS = ("a", "ab", "c", "cd")
COUNTS = st.dictionaries(st.sampled_from(TERMS), st.integers(1, 3))


def told(postings: TermPostings) -> dict[str, tuple[list[int], list[int]]]:
    found = {term: tuple(values.tolist() for values in postings.of(term)) for term in postings}
    assert set(found) == {term for term in TERMS if term in postings}
    return found


@settings(max_examples=200, deadline=None)
@given(
    documents=st.lists(COUNTS, min_size=1, max_size=5),
    changes=st.lists(st.tuples(st.integers(0, 4), COUNTS), max_size=4),
    part=st.sampled_from(["a", "b", "cd", "nowhere"]),
)
def test_changes_give_what_a_fresh_start_gives(
    documents: list[Counts], changes: list[tuple[int, Counts]], part: str
) -> None:
    first = TermPostings(enumerate(documents))
    before, postings = told(first), first
    with_part = np.array([at for at, term in enumerate(first) if part in term], dtype=np.int64)
    for number, after in changes:
        at = number % len(documents)
        postings = postings.updated([(at, documents[at], after)])
        documents[at] = after
        assert told(postings) == told(TermPostings(enumerate(documents)))
        holding = {number for number, counts in enumerate(documents) if any(part in term for term in counts)}
        assert set(postings.holding_any(with_part, part).tolist()) == holding
    assert told(first) == before
    assert postings.of("nowhere")[0].tolist() == []
