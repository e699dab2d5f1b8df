"""Keyword points against a reference written straight from the rules, and their breakdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.search import total_points
from inspector.search.keyword_document import FieldRule, KeywordDocument
from inspector.search.keyword_points import KeywordIndex, KeywordQuery

RULES = {
    "one": (
        FieldRule("part", "strings", 12, 6),
        FieldRule("segment", "strings", 12, 4, required=False),
        FieldRule("hint", "words", 4),
        FieldRule("text", "words", 2, otherwise=True),
    ),
    "two": (
        FieldRule("part", "strings", 10),
        FieldRule("segment", "strings", 3, 3, otherwise=True),
        FieldRule("hint", "words", 1, required=False),
        FieldRule("text", "words", 2),
    ),
}
PIECES = st.sampled_from(["a", "ab", "create", "issue", "create_issue", "c++", "caf", "café", "创建", "创", "x-y", "1"])
TEXTS = st.lists(PIECES, max_size=5).map(" ".join) | st.text("ab_ +创é.", max_size=8)
STRINGS = st.lists(PIECES, max_size=3).map(tuple)
DOCUMENTS = st.builds(
    lambda parts, segments, hint, text, scale: KeywordDocument("", "", (parts, segments, hint, text), scale),
    *(STRINGS, STRINGS, TEXTS, TEXTS, st.sampled_from(["one", "two"])),
)
TERMS = PIECES | st.text("ab_+创é.", min_size=1, max_size=3)
QUERIES = st.builds(
    lambda required, optional: KeywordQuery((*required, *optional), tuple(required)),
    st.lists(TERMS, max_size=2),
    st.lists(TERMS, max_size=4),
)


def numbered(documents: Sequence[KeywordDocument]) -> list[KeywordDocument]:
    return [KeywordDocument(f"k{n}", f"n{n}", each.fields, each.scale) for n, each in enumerate(documents)]


def is_whole_word(term: str, text: str) -> bool:
    """JavaScript's ``\\bterm\\b``: at both ends a word character stands beside something that is none."""
    word = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")

    def border(at: int) -> bool:
        return (at > 0 and text[at - 1] in word) != (at < len(text) and text[at] in word)

    starts = [at for at in range(len(text) - len(term) + 1) if text.startswith(term, at)]
    return any(border(at) and border(at + len(term)) for at in starts)


def points(document: KeywordDocument, term: str) -> tuple[int, bool, bool]:
    """(points of a term, whether it matched at all, whether it satisfies ``+term``), read from the rules."""
    total, matched, satisfied = 0, False, False
    for rule, value in zip(RULES[document.scale], document.fields, strict=True):
        if rule.otherwise and matched:
            continue
        if rule.kind == "words":
            assert isinstance(value, str)
            earned = rule.equal if is_whole_word(term, value) else 0
        elif term in list(value):
            earned = rule.equal
        else:
            earned = rule.inside if any(term in string for string in value) else 0
        total += earned
        matched = matched or earned > 0
        satisfied = satisfied or (earned > 0 and rule.required)
    return total, matched, satisfied


def reference(documents: Sequence[KeywordDocument], query: KeywordQuery) -> list[tuple[str, int]]:
    found = []
    for document in documents:
        score = sum(points(document, term)[0] for term in query.terms)
        if score > 0 and all(points(document, term)[2] for term in query.required):
            found.append((document.key, score))
    return sorted(found, key=lambda pair: -pair[1])


@settings(max_examples=400, deadline=None)
@given(documents=st.lists(DOCUMENTS, max_size=6), query=QUERIES)
def test_postings_find_what_the_rules_say(documents: list[KeywordDocument], query: KeywordQuery) -> None:
    documents = numbered(documents)
    hits, total, unmatched = KeywordIndex(RULES, documents).rank(query)
    expected = reference(documents, query)
    assert [(hit.key, hit.score) for hit in hits] == expected
    assert total == len(expected)
    terms = list(dict.fromkeys((*query.terms, *query.required)))
    assert list(unmatched) == [term for term in terms if not any(points(each, term)[1] for each in documents)]


@settings(max_examples=200, deadline=None)
@given(documents=st.lists(DOCUMENTS, max_size=6), query=QUERIES, limit=st.integers(0, 4))
def test_scores_are_the_sum_of_their_contributions(
    documents: list[KeywordDocument], query: KeywordQuery, limit: int
) -> None:
    index = KeywordIndex(RULES, numbered(documents))
    everything, total, _ = index.rank(query)
    first, same_total, _ = index.rank(query, limit)
    assert [(hit.rank, hit.key, hit.score) for hit in first] == [(h.rank, h.key, h.score) for h in everything[:limit]]
    assert same_total == total
    for hit in everything:
        assert hit.score == total_points(hit.contributions) == sum(each.points for each in hit.contributions)
        assert all(each.points > 0 and each.why and each.term in query.terms for each in hit.contributions)
    assert [hit.rank for hit in everything] == list(range(1, len(everything) + 1))


def one(parts: Sequence[str] = (), text: str = "", key: str = "k") -> KeywordDocument:
    return KeywordDocument(key, key, (tuple(parts), (), "", text), "one")


@pytest.mark.parametrize(
    ("parts", "text", "query", "breakdown"),
    [
        (["create"], "", "create", [("create", "part", 12)]),
        (["created"], "", "create", [("create", "part", 6)]),
        (["a", "ab"], "", "a", [("a", "part", 12)]),
        (["x"], "create it", "create", [("create", "text", 2)]),
        (["create"], "create it", "create", [("create", "part", 12)]),
        (["create"], "", "create create", [("create", "part", 12), ("create", "part", 12)]),
        (["a"], "b", "b a", [("b", "text", 2), ("a", "part", 12)]),
    ],
)
def test_breakdown(parts: list[str], text: str, query: str, breakdown: list[tuple[str, str, int]]) -> None:
    index = KeywordIndex(RULES, [one(parts, text)])
    (hit,), _, _ = index.rank(KeywordQuery(tuple(query.split())))
    assert [(each.term, each.where, each.points) for each in hit.contributions] == breakdown


def test_a_part_that_holds_the_term_is_named() -> None:
    (hit,), _, _ = KeywordIndex(RULES, [one(["zz", "recreate"])]).rank(KeywordQuery(("create",)))
    assert "“recreate”" in hit.contributions[0].why


def test_required_terms_must_match_where_it_counts() -> None:
    documents = [
        KeywordDocument("in part", "", (("issue",), (), "", ""), "one"),
        KeywordDocument("in segment only", "", ((), ("issue",), "", ""), "one"),
        KeywordDocument("in text", "", ((), (), "", "an issue"), "one"),
        KeywordDocument("not", "", (("list",), (), "", ""), "one"),
    ]
    hits, _, unmatched = KeywordIndex(RULES, documents).rank(KeywordQuery(("issue", "list"), ("issue",)))
    assert [hit.key for hit in hits] == ["in part", "in text"]
    assert unmatched == ()


def test_ties_keep_the_order_of_the_documents() -> None:
    documents = [one(["x"], key="c"), one(["y", "x"], key="a"), one(["xx"], key="z"), one(["x", "w"], key="b")]
    hits, _, _ = KeywordIndex(RULES, documents).rank(KeywordQuery(("x",)))
    assert [hit.key for hit in hits] == ["c", "a", "b", "z"]


def test_nothing_to_search_and_nothing_asked() -> None:
    assert KeywordIndex(RULES, []).rank(KeywordQuery(("a", "b", "a"))) == ((), 0, ("a", "b"))
    assert KeywordIndex(RULES, [one(["a"])]).rank(KeywordQuery(())) == ((), 0, ())
    assert KeywordIndex({}, []).rank(KeywordQuery(("a",))) == ((), 0, ("a",))


def test_the_reference_agrees_with_a_regular_expression() -> None:
    for term, text in [("c++", "c++11"), ("caf", "café"), ("创", "a创b"), ("issue", "create_issue"), ("x-y", "x-y")]:
        assert is_whole_word(term, text) == bool(re.search(rf"\b{re.escape(term)}\b", text, re.ASCII))
