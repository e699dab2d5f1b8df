"""The Messages API's BM25 tool, approximated: scores from counts made by hand on the golden tools."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import pytest

from inspector.catalog import Catalog
from inspector.errors import UsageError
from inspector.hosts import Conditions, host
from inspector.search.name_parts import tokenise
from inspector.tuning.model import ToolEdits

Under = Callable[..., Conditions]
CatalogOf = Callable[[Any], Catalog]
BM25 = host("anthropic@bm25")

# Words of each tool, counted by hand: name (server, tool) + description + argument names. “GitHub” is git, hub.
LENGTHS = {
    "github/create_issue": 3 + 9 + 2,
    "github/list_issues": 3 + 5 + 1,
    "slack/post_message": 3 + 7 + 2,
    "jira/create_ticket": 3 + 8 + 2,
    "postgres/run_query": 3 + 9 + 1,
}
C, L, P, J, Q = LENGTHS
AVERAGE = 61 / 5

# Query → (how many of the five tools hold the term, {tool: occurrences}) of every term that counts, times included.
Term = tuple[int, dict[str, int]]
VECTORS: list[tuple[str, list[Term]]] = [
    ("issue", [(2, {C: 2, J: 1})]),
    ("Issue", [(2, {C: 2, J: 1})]),
    ("issues", [(1, {L: 2})]),
    ("create", [(2, {C: 2, J: 2})]),
    ("create issue", [(2, {C: 2, J: 2}), (2, {C: 2, J: 1})]),
    ("create_issue", [(2, {C: 2, J: 2}), (2, {C: 2, J: 1})]),
    ("createIssue", [(2, {C: 2, J: 2}), (2, {C: 2, J: 1})]),
    ("create-issue", [(2, {C: 2, J: 2}), (2, {C: 2, J: 1})]),
    ("issue issue", [(2, {C: 2, J: 1}), (2, {C: 2, J: 1})]),
    ("github", [(2, {C: 1, L: 1})]),
    ("GitHub", [(1, {C: 1}), (1, {C: 1})]),
    ("slack", [(1, {P: 2})]),
    ("+slack message", [(1, {P: 2}), (1, {P: 2})]),
    ("jira", [(1, {J: 2})]),
    ("postgres", [(1, {Q: 1})]),
    ("database", [(1, {Q: 1})]),
    ("sql", [(1, {Q: 2})]),
    ("SQL?", [(1, {Q: 2})]),
    ("query", [(1, {Q: 2})]),
    ("read-only", [(1, {Q: 1}), (1, {Q: 1})]),
    ("the", [(1, {Q: 1})]),
    ("a", [(5, {C: 2, L: 1, P: 2, J: 2, Q: 1})]),
    ("in", [(3, {C: 1, L: 1, J: 1})]),
    ("repository", [(2, {C: 1, L: 1})]),
    ("project", [(1, {J: 2})]),
    ("channel", [(1, {P: 2})]),
    ("title", [(1, {C: 1})]),
    ("body text", [(1, {C: 1}), (1, {P: 1})]),
    ("state", [(1, {L: 1})]),
    ("list", [(1, {L: 2})]),
    ("ticket", [(1, {J: 2})]),
    ("new", [(1, {C: 1})]),
    ("to", [(1, {P: 1})]),
    (
        "post a message to slack",
        [(1, {P: 2}), (5, {C: 2, L: 1, P: 2, J: 2, Q: 1}), (1, {P: 2}), (1, {P: 1}), (1, {P: 2})],
    ),
    ("string", []),
    ("object", []),
    ("issu", []),
    ("ticketing", []),
    ("", []),
    ("?!", []),
]


def score(terms: list[Term], tool: str) -> float:
    """BM25 by the formula: idf ln(1 + (N − n + ½)/(n + ½)), k1 1.5, b 0.75."""
    norm = 1.5 * (0.25 + 0.75 * LENGTHS[tool] / AVERAGE)
    total = 0.0
    for holding, occurrences in terms:
        count = occurrences.get(tool, 0)
        total += math.log(1 + (5 - holding + 0.5) / (holding + 0.5)) * count * 2.5 / (count + norm)
    return total


@pytest.mark.parametrize(("query", "terms"), VECTORS, ids=[query for query, _ in VECTORS])
def test_scores_by_hand(golden_tools: Catalog, under: Under, query: str, terms: list[Term]) -> None:
    expected = {tool: score(terms, tool) for tool in LENGTHS}
    ranking = BM25.index(golden_tools, under()).search(query)
    assert {hit.key: hit.score for hit in ranking.hits} == pytest.approx(
        {tool: points for tool, points in expected.items() if points}
    )
    assert [hit.key for hit in ranking.hits] == sorted(
        (tool for tool in LENGTHS if expected[tool]), key=lambda tool: -round(expected[tool], 9)
    )
    for hit in ranking.hits:
        assert hit.score == sum(part.points for part in hit.contributions)


@pytest.mark.parametrize(
    ("query", "tool", "points"),
    [
        # ln(1 + 3.5/2.5) × 2 × 2.5 / (2 + 1.5 × (0.25 + 0.75 × 14/12.2))
        ("issue", C, 1.19405),
        # ln(1 + 3.5/2.5) × 2.5 / (1 + 1.5 × (0.25 + 0.75 × 13/12.2))
        ("issue", J, 0.85038),
        # ln(1 + 4.5/1.5) × 2.5 / (1 + 1.5 × (0.25 + 0.75 × 13/12.2))
        ("database", Q, 1.34656),
    ],
)
def test_scores_as_numbers(golden_tools: Catalog, under: Under, query: str, tool: str, points: float) -> None:
    scores = {hit.key: hit.score for hit in BM25.index(golden_tools, under()).search(query).hits}
    assert scores[tool] == pytest.approx(points, abs=5e-5)


def test_terms_are_told_by_field(catalog_of: CatalogOf, under: Under) -> None:
    properties = {
        "networkName": {"description": "Which chain"},
        "odd": True,
        "filter": {"properties": {"inner": {"description": "leaf"}}},
    }
    tool = {
        "name": "getDeposit.address",
        "description": "A café_menu",
        "inputSchema": {"type": "object", "properties": properties},
        "title": "nothing",
    }
    catalog = catalog_of({"s": [tool, "other"]})
    index = BM25.index(catalog, under(edits={"s/getDeposit.address": ToolEdits(words="wallet")}))
    for query, where in {
        "deposit": "name",
        "café": "description",
        "network": "argument name",
        "chain": "argument description",
        "wallet": "search words",
    }.items():
        (hit,) = index.search(query).hits
        assert [part.where for part in hit.contributions] == [where]
    for query in ("inner", "leaf", "nothing"):
        assert index.search(query).hits == ()
        (miss,) = index.misses(query, "s/getDeposit.address")
        assert miss.why.startswith("it stands only in")
    assert index.misses("deposit", "s/getDeposit.address") == ()
    assert index.misses("deposit", "no/tool") == ()


def test_words_are_cut_like_names() -> None:
    assert tokenise("getHTTPUrl read-only café_menu 创建 x.y") == [
        *("get", "httpurl", "read", "only", "café", "menu", "创建", "x", "y")
    ]


def test_queries_over_500_characters_are_refused(golden_tools: Catalog, under: Under) -> None:
    index = BM25.index(golden_tools, under())
    assert index.search("issue " + "x" * 494).hits
    refused = index.search("issue " + "x" * 495)
    assert (refused.hits, refused.notes["error"].split(":")[0]) == ((), "invalid_tool_input")
    content = json.loads(BM25.answer(refused, golden_tools, under()))["content"]
    assert content["error_code"] == "invalid_tool_input"
    with pytest.raises(UsageError, match="at most 10,000"):
        index.search("issue", 10_001)


def test_ranking_is_labelled_approximated() -> None:
    assert (BM25.label, BM25.default_limit, BM25.maximum_limit) == ("approximated", 5, 10_000)
    assert "approximated" in BM25.summary
