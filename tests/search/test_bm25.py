"""BM25 against ``rank_bm25`` with the same idf, and a breakdown that adds up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from inspector.search import total_points
from inspector.search.bm25 import BM25Index, FieldedDocument, never_negative_idf

WORDS = st.sampled_from(["order", "orders", "spot", "a", "创", "the"])
FIELDS = st.lists(WORDS, max_size=6).map(tuple)
DOCUMENTS = st.lists(st.tuples(FIELDS, FIELDS), min_size=1, max_size=7)
QUERIES = st.lists(WORDS | st.just("nowhere"), max_size=5)


def documents_of(fields: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]) -> list[FieldedDocument]:
    return [
        FieldedDocument(f"k{number}", f"n{number}", (("name", name), ("text", text)))
        for number, (name, text) in enumerate(fields)
    ]


@settings(max_examples=200, deadline=None)
@given(fields=DOCUMENTS, query=QUERIES, k1=st.sampled_from([1.2, 1.5]), b=st.sampled_from([0.0, 0.4, 0.75]))
def test_scores_equal_rank_bm25_with_the_same_idf(
    fields: list[tuple[tuple[str, ...], tuple[str, ...]]], query: list[str], k1: float, b: float
) -> None:
    documents = documents_of(fields)
    index = BM25Index(documents, k1, b)
    hits, total, _ = index.rank(query)
    corpus = [document.tokens() for document in documents]
    if not any(corpus):
        assert (hits, total) == ((), 0)
        return
    okapi = BM25Okapi(corpus, k1=k1, b=b)
    held = {term: sum(term in tokens for tokens in corpus) for tokens in corpus for term in tokens}
    okapi.idf = {term: math.log(1 + (len(corpus) - n + 0.5) / (n + 0.5)) for term, n in held.items()}
    expected = [float(score) for score in okapi.get_scores(query)]
    found = {hit.key: hit.score for hit in hits}
    assert set(found) == {f"k{number}" for number, score in enumerate(expected) if score > 0}
    assert total == len(found)
    for number, score in enumerate(expected):
        assert found.get(f"k{number}", 0.0) == pytest.approx(score, abs=1e-9)
    ranked = [expected[int(hit.key[1:])] for hit in hits]
    assert all(one >= other - 1e-9 for one, other in pairwise(ranked))


@settings(max_examples=150, deadline=None)
@given(fields=DOCUMENTS, query=QUERIES, limit=st.integers(0, 3))
def test_scores_are_the_sum_of_their_contributions(
    fields: list[tuple[tuple[str, ...], tuple[str, ...]]], query: list[str], limit: int
) -> None:
    index = BM25Index(documents_of(fields))
    everything, total, unmatched = index.rank(query)
    for hit in everything:
        assert hit.score == total_points(hit.contributions)
        tokens = dict(index.documents[int(hit.key[1:])].fields)
        for each in hit.contributions:
            assert each.points > 0
            assert each.term in tokens[each.where]
            assert f"idf {index.idf(each.term):.3f}" in each.why
    assert index.rank(query, limit) == (everything[:limit], total, unmatched)
    assert set(unmatched) == {term for term in query if not any(term in f + g for f, g in fields)}


def test_points_of_a_term_are_shared_out_by_occurrence() -> None:
    index = BM25Index(documents_of([(("spot",), ("spot", "x", "spot")), (("y",), ())]))
    (hit,), _, _ = index.rank(["spot"])
    name, text = hit.contributions
    assert (name.where, text.where) == ("name", "text")
    assert text.points == pytest.approx(2 * name.points)
    assert "1 of 3 occurrences, length 4 against 2.5 on average" in name.why


def test_a_repeated_query_word_counts_again() -> None:
    index = BM25Index(documents_of([(("spot", "x"), ()), (("y",), ())]))
    (once,), _, _ = index.rank(["spot"])
    (twice,), _, _ = index.rank(["spot", "spot"])
    assert once.score is not None
    assert twice.score == pytest.approx(2 * once.score)
    assert "× 2 in the query" in twice.contributions[0].why


def test_ties_keep_the_order_of_the_documents() -> None:
    index = BM25Index(documents_of([(("a",), ("b",)), (("b",), ("a",)), (("a", "b"), ())]))
    assert [hit.key for hit in index.rank(["a", "b"])[0]] == ["k0", "k1", "k2"]


def test_one_document_is_found_although_every_document_holds_the_word() -> None:
    index = BM25Index(documents_of([(("a",), ())]))
    (hit,), total, _ = index.rank(["a"])
    assert total == 1
    assert hit.score == pytest.approx(math.log(1 + 0.5 / 1.5))
    assert index.vocabulary() == {"a": index.idf("a")}


@pytest.mark.parametrize("documents", [[], documents_of([((), ()), ((), ())])])
def test_nothing_to_search(documents: list[FieldedDocument]) -> None:
    index = BM25Index(documents)
    assert index.rank(["a", "a", "b"]) == ((), 0, ("a", "b"))
    assert index.rank([]) == ((), 0, ())
    assert index.vocabulary() == {}


@given(documents=st.integers(1, 10_000), data=st.data())
def test_the_idf_is_positive_and_falls_with_frequency(documents: int, data: st.DataObject) -> None:
    containing = data.draw(st.integers(1, documents))
    assert never_negative_idf(documents, containing) > 0
    if containing > 1:
        assert never_negative_idf(documents, containing - 1) > never_negative_idf(documents, containing)
