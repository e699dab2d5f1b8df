"""x-code-cli's search beyond the recording: golden points, names, prefixes, required words, limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspector.catalog import Catalog
from inspector.hosts import Conditions, host
from inspector.search import Ranking
from inspector.tuning.model import ToolEdits

Under = Callable[..., Conditions]
CatalogOf = Callable[[Any], Catalog]
Raw = Callable[..., dict[str, Any]]
SOURCE, ARTICLE = host("x-code-cli"), host("x-code-cli@article")


def scores(ranking: Ranking) -> list[tuple[str, float | None]]:
    return [(hit.name.split("__", 1)[1], hit.score) for hit in ranking.hits]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("create issue", [("create_issue", 24), ("create_ticket", 14), ("list_issues", 5)]),
        ("create_issue", []),
        ("+slack message", [("post_message", 24)]),
        (
            "post a message to slack",
            [("post_message", 45), ("create_issue", 7), ("create_ticket", 7), ("run_query", 7), ("list_issues", 2)],
        ),
        ("database", [("run_query", 2)]),
    ],
)
def test_golden_points(golden_tools: Catalog, under: Under, query: str, expected: list[tuple[str, int]]) -> None:
    assert scores(SOURCE.index(golden_tools, under()).search(query)) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("create issue", [("github__create_issue", 28), ("jira__create_ticket", 16), ("github__list_issues", 6)]),
        ("create_issue", []),
        ("+slack message", [("slack__post_message", 28)]),
        (
            "post a message to slack",
            [
                ("slack__post_message", 52),
                *[("github__create_issue", 8), ("jira__create_ticket", 8), ("postgres__run_query", 8)],
                ("github__list_issues", 2),
            ],
        ),
        ("database", [("postgres__run_query", 2)]),
    ],
)
def test_golden_points_of_names_that_start_with_mcp(
    golden_tools: Catalog, catalog_of: CatalogOf, under: Under, query: str, expected: list[tuple[str, int]]
) -> None:
    """Only a server that is itself called “mcp” makes such names; the older points then hold."""
    tools = [{**tool.raw, "name": f"{tool.server}__{tool.name}"} for tool in golden_tools]
    assert scores(SOURCE.index(catalog_of({"mcp": tools}), under()).search(query)) == expected


def test_the_articles_example(article_tools: Catalog, under: Under) -> None:
    ranking = ARTICLE.index(article_tools, under()).search("spot ticker")
    assert [(hit.name, hit.score) for hit in ranking.hits] == [
        ("mcp__gate__cex_spot_get_ticker", 20),
        ("mcp__gate__cex_spot_create_order", 10),
        ("mcp__gate__cex_spot_cancel_order", 10),
    ]
    assert scores(SOURCE.index(article_tools, under()).search("spot ticker")) == [
        ("cex_spot_get_ticker", 24),
        ("cex_spot_create_order", 12),
        ("cex_spot_cancel_order", 12),
    ]


@pytest.mark.parametrize(
    ("query", "where", "points"),
    [("price", "search text", 2), ("ticker", "name part", 10), ("currency_pair", "search text", 2)],
)
def test_in_the_article_a_name_hit_counts_once(
    article_tools: Catalog, under: Under, query: str, where: str, points: int
) -> None:
    (hit,) = ARTICLE.index(article_tools, under()).search(query).hits
    assert [(each.where, each.points) for each in hit.contributions] == [(where, points)]
    assert ARTICLE.index(article_tools, under()).search("tick").hits == ()


def test_both_places_stand_in_the_breakdown(article_tools: Catalog, under: Under) -> None:
    (hit,) = SOURCE.index(article_tools, under()).search("issue price").hits[:1]
    assert [(each.term, each.where, each.points) for each in hit.contributions] == [
        ("issue", "name part", 10),
        ("issue", "search text", 2),
    ]


@pytest.mark.parametrize(
    ("query", "mode", "names", "missing"),
    [
        ("select:github__create_issue", "select", ["github__create_issue"], ()),
        ("Select: GITHUB__create_issue , nope", "select", ["github__create_issue"], ("nope",)),
        ("github__create_issue", "names", ["github__create_issue"], ()),
        (
            "slack__post_message, github__list_issues",
            "names",
            ["slack__post_message", "github__list_issues"],
            (),
        ),
        ("select:toolSearch", "select", [], ("toolSearch",)),
    ],
)
def test_names_are_looked_up_without_points(
    golden_tools: Catalog, under: Under, query: str, mode: str, names: list[str], missing: tuple[str, ...]
) -> None:
    ranking = SOURCE.index(golden_tools, under()).search(query, 1)
    assert [hit.name for hit in ranking.hits] == names
    assert (ranking.mode, ranking.missing, ranking.total) == (mode, missing, len(names))
    assert all(hit.score is None and hit.contributions == () for hit in ranking.hits)


def test_selections_are_not_capped_and_keywords_are(conformance: Catalog, under: Under) -> None:
    index = SOURCE.index(conformance, under())
    names = [hit.name for hit in index.search("list").hits]
    assert len(names) > 6
    assert len(index.search("select:" + ",".join(names), 5).hits) == len(names)
    assert len(index.search(" ".join(names), 5).hits) == len(names)
    capped = index.search("list", SOURCE.default_limit)
    assert SOURCE.default_limit == 5
    assert [hit.name for hit in capped.hits] == names[:5]
    assert capped.total == len(names)


def test_a_name_prefix_lists_in_catalog_order(article_tools: Catalog, under: Under) -> None:
    index = ARTICLE.index(article_tools, under())
    ranking = index.search("  MCP__gate__cex_spot_c", 1)
    assert [hit.name for hit in ranking.hits] == ["mcp__gate__cex_spot_create_order"]
    assert (ranking.mode, ranking.total, ranking.hits[0].score) == ("prefix", 2, None)
    assert index.search("mcp__nowhere").mode == index.search("mcp__").mode == "keywords"
    assert index.search("mcp__gate spot").mode == "keywords"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("+issue", ["create_issue", "list_issues", "create_ticket"]),
        ("+issue +list", ["list_issues"]),
        ("message +create", ["create_issue", "create_ticket"]),
        ("+nowhere issue", []),
        ("+repository list", ["list_issues", "create_issue"]),
        ("+ issue", ["create_issue", "list_issues", "create_ticket"]),
        ("++", []),
        ("", []),
        (" \ufeff\u3000 ", []),
    ],
)
def test_required_words(golden_tools: Catalog, under: Under, query: str, found: list[str]) -> None:
    ranking = SOURCE.index(golden_tools, under()).search(query)
    assert [hit.key.split("/")[1] for hit in ranking.hits] == found


def test_required_words_stand_first_in_the_breakdown(golden_tools: Catalog, under: Under) -> None:
    (hit, *_) = SOURCE.index(golden_tools, under()).search("create +issue").hits
    assert [each.term for each in hit.contributions] == ["issue", "issue", "create", "create"]


@pytest.mark.parametrize(
    ("query", "score"),
    [
        ("创建", None),
        ("caf", 10 + 2),
        ("café", None),
        ("c++", None),
        ("c++11", None),
        ("deposit", 10 + 2),
        ("getdepositaddress", None),
        ("level0", 2),
        ("level4", 2),
        ("inside4", 2),
        ("level5", None),
        ("inside6", None),
        ("kumquat", 2),
        ("shop", 10 + 2),
        ("other", None),
        ("x\u00a0deposit", 12),
        ("x\x1fdeposit", None),
        ("deposit deposit", 24),
    ],
)
def test_what_the_text_of_a_tool_holds(
    catalog_of: CatalogOf, raw: Raw, under: Under, query: str, score: int | None
) -> None:
    def nested(depth: int) -> dict[str, Any]:
        """Every node is one level deeper than the one around it, in turn through properties and items."""
        inner = nested(depth + 1) if depth < 7 else {}
        below = {"items": inner} if depth % 2 else {"properties": {f"inside{depth}": inner}}
        return {"description": f"level{depth}", **below}

    tool = raw(
        "getDepositAddress_cafés", "创建 café — c++ code", annotations={"searchHint": "kumquat", "title": "other"}
    )
    tool["inputSchema"] = nested(0)
    ranking = SOURCE.index(catalog_of({"shop": [tool]}), under()).search(query)
    assert [hit.score for hit in ranking.hits] == ([] if score is None else [score])
    assert bool(ranking.unmatched) is (score is None or query.startswith("x"))


def test_words_of_the_tuning_are_searched_beside_the_servers_hint(
    catalog_of: CatalogOf, raw: Raw, under: Under
) -> None:
    catalog = catalog_of({"s": [raw("a"), raw("b", annotations={"searchHint": "kumquat"}), raw("c")]})
    edits = {"s/b": ToolEdits(words="Refund chargeback"), "s/*": ToolEdits(words="general")}
    index = SOURCE.index(catalog, under(edits=edits))
    assert scores(index.search("refund kumquat")) == [("b", 4)]
    assert scores(index.search("general")) == [("a", 2), ("c", 2)]


def test_pinned_and_hidden_tools_are_not_found_and_builtins_come_first(article_tools: Catalog, under: Under) -> None:
    edits = {"gate/cex_spot_get_ticker": ToolEdits(pin=True), "gate/cex_spot_create_order": ToolEdits(hide=True)}
    conditions = under(edits=edits, builtins=True, window=10_000_000, core_tools=("webFetch",))
    found = SOURCE.index(article_tools, conditions).search("spot web fetch")
    assert [(hit.key, hit.score) for hit in found.hits] == [
        ("built-in/webSearch", 12),
        ("gate/cex_spot_cancel_order", 12),
    ]
    assert [hit.key for hit in SOURCE.index(article_tools, under(edits=edits)).search("web").hits] == []
    (glued,) = SOURCE.index(article_tools, conditions).search("websearch").hits
    assert (glued.key, glued.score) == ("built-in/webSearch", None)


def test_an_empty_catalog_finds_nothing(under: Under) -> None:
    ranking = SOURCE.index(Catalog(), under()).search("spot select:x")
    assert (ranking.hits, ranking.unmatched, ranking.total) == ((), ("spot", "select:x"), 0)
