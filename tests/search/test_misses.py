"""Why a term earned nothing: the reason is the true one, and every term either earned something or has a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import Catalog
from inspector.hosts import Conditions, host, hosts
from inspector.search.misses import keyword_miss, token_misses

Under = Callable[..., Conditions]
CatalogOf = Callable[[Any], Catalog]
Raw = Callable[..., dict[str, Any]]

TEXTS = {"search hint": "ticket", "description": "创建 issue in github_enterprise; prices, old_ticker, c++ code"}
STRINGS = ("create", "issue", "create_issue")


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("创建", "ASCII only"),
        ("enterprise", "“_” is a word character"),
        ("price", "inside the longer word “prices”"),
        ("c++", "not as a whole word"),
        ("repeat", "in the title"),
        ("issue_create", "“issue create” would match"),
        ("creates", "the tool says “create”"),
        ("banana", "in no text of this tool"),
        ("tickers", "in no text of this tool"),
        ("ticker_issue", "in no text of this tool"),
    ],
)
def test_keyword_reasons(term: str, expected: str) -> None:
    miss = keyword_miss(term, TEXTS, STRINGS, {"in the title, which is not searched": "Repeat it"})
    assert miss.term == term
    assert expected in miss.why


def test_token_reasons_name_the_token_searched_for() -> None:
    def tokens(word: str) -> list[str]:
        return [] if word == "the" else [word.lower().removesuffix("s")]

    found = {miss.term: miss.why for miss in token_misses(["the", "Boats", "cats", "car"], tokens, ["cat", "scary"])}
    assert list(found) == ["the", "Boats", "car"]
    assert "stop word" in found["the"]
    assert "“boat”" in found["Boats"]
    assert "“scary”" in found["car"]


def test_what_the_tool_says_is_a_word_that_the_host_would_find() -> None:
    document = ["cex_spot_get_ticker", "boat"]
    for word in ("tickers", "spot_boat"):
        (miss,) = token_misses([word], lambda text: [text], document)
        assert miss.why == "no word of this tool equals it"
    (joined,) = token_misses(["ticker_boats"], lambda text: [text.removesuffix("s")], ["ticker", "boat"])
    assert "“ticker boats” would match" in joined.why


@pytest.mark.parametrize(
    ("host_id", "query", "expected"),
    [
        ("claude-code", "body", "in the parameters"),
        ("claude-code", "zebra", "beyond the first 4,096 characters"),
        ("claude-code", "创建", "ASCII only"),
        ("codex", "boats", "“boat”"),
        ("codex", "the", "stop word"),
        ("x-code-cli", "enumvalue", "in parameters this host does not search"),
        ("foundry", "issuez", "no word of this tool"),
    ],
)
def test_hosts_give_their_own_reasons(
    catalog_of: CatalogOf, raw: Raw, under: Under, host_id: str, query: str, expected: str
) -> None:
    tool = raw("create_issue", "创建 an issue " + "x" * 5_000 + " zebra", "body")
    tool["inputSchema"]["properties"]["body"]["enum"] = ["enumvalue"]
    catalog = catalog_of({"github": [tool, "list_pulls"]})
    index = host(host_id).index(catalog, under())
    (miss,) = index.misses(query, "github/create_issue")
    assert expected in miss.why


@pytest.mark.parametrize("host_id", ["x-code-cli", "claude-code", "codex", "foundry"])
@given(words=st.lists(st.sampled_from(["create", "issue", "issues", "the", "slack", "sql", "+post", "c++", "ïssue"])))
@settings(max_examples=40, deadline=None)
def test_every_term_earned_something_or_has_a_reason(host_id: str, golden_tools: Catalog, words: list[str]) -> None:
    from inspector.tuning.model import Tuning

    index = host(host_id).index(golden_tools, Conditions(Tuning(), None, 200_000))
    query = " ".join(words)
    for hit in index.search(query).hits:
        missed = {miss.term for miss in index.misses(query, hit.key)}
        if host_id in ("x-code-cli", "claude-code"):
            earned = {part.term for part in hit.contributions}
            assert earned | missed == {word.removeprefix("+") for word in words}
            assert not earned & missed
        assert len(missed) < len(set(words)), "a hit has earned something"


def test_every_host_answers_for_tools_it_does_not_know(golden_tools: Catalog, under: Under) -> None:
    for found in hosts().values():
        assert found.index(golden_tools, under()).misses("create issue", "no/such") == ()
