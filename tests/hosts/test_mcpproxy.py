"""mcpproxy-go as a host: golden scores, what is listed, what an answer holds, and why a tool is missed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import Catalog
from inspector.hosts import Conditions, host
from inspector.search.ranking import total_points
from inspector.tuning.model import ToolEdits, Tuning

Under = Callable[..., Conditions]
CatalogOf = Callable[[Any], Catalog]
Raw = Callable[..., dict[str, Any]]
PROXY, LATER = host("mcpproxy-go"), host("mcpproxy-go@index-2")
BOTH = pytest.mark.parametrize("proxy", [PROXY, LATER], ids=lambda proxy: proxy.id)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("create issue", [("github:create_issue", 0.06018), ("jira:create_ticket", 0.06018)]),
        ("create_issue", [("github:create_issue", 2.07620)]),
        ("post a message to slack", [("slack:post_message", 0.15001)]),
        ("database", [("postgres:run_query", 0.05385)]),
    ],
)
def test_golden_scores(golden_tools: Catalog, under: Under, query: str, expected: list[tuple[str, float]]) -> None:
    ranking = PROXY.index(golden_tools, under()).search(query)
    found = [(hit.name, hit.score) for hit in ranking.hits]
    assert found == [(name, pytest.approx(score, abs=5e-6)) for name, score in expected]
    assert len({hit.score for hit in ranking.hits}) == 1


@BOTH
def test_nothing_is_listed_but_the_meta_tools(proxy: Any, golden_tools: Catalog, under: Under) -> None:
    conditions = under(edits={"github/*": ToolEdits(pin=True), "jira/create_ticket": ToolEdits(hide=True)})
    plan = proxy.plan(golden_tools, conditions)
    assert [placement.state for placement in plan.placements] == ["deferred"] * 3 + ["hidden", "deferred"]
    assert (plan.decision.deferred, plan.decision.counted, plan.decision.limit) == (True, 4, None)
    texts = {text.id: text for text in proxy.texts(golden_tools, conditions, plan)}
    listed = json.loads(texts["search-tool"].text)
    assert [tool["name"] for tool in listed] == [
        *("retrieve_tools", "describe_tool"),
        *("call_tool_read", "call_tool_write", "call_tool_destructive"),
    ]
    assert [text.every_turn for text in texts.values()] == [True, True, False]
    assert texts["tools-array"].text == "[]"
    assert not any(tool.name in texts["search-tool"].text for tool in golden_tools)


def test_texts_of_the_toolset_replace_ours(golden_tools: Catalog, under: Under) -> None:
    own = {"retrieve_tools": "The original.", "usage_instructions": "The guide."}
    conditions = replace(under(), tuning=Tuning(texts={"mcpproxy-go": own}))
    tools, _, usage = PROXY.texts(golden_tools, conditions, PROXY.plan(golden_tools, conditions))
    assert json.loads(tools.text)[0]["description"] == "The original."
    assert usage.text == "The guide."
    answer = PROXY.answer(PROXY.index(golden_tools, conditions).search("database"), golden_tools, conditions)
    assert json.loads(answer)["usage_instructions"] == "The guide."


@pytest.mark.parametrize(
    ("annotations", "call_with", "kept"),
    [
        (None, "call_tool_read", None),
        ({"readOnlyHint": True}, "call_tool_read", {"readOnlyHint": True}),
        ({"readOnlyHint": False, "x": 1}, "call_tool_write", {"readOnlyHint": False}),
        ({"destructiveHint": True, "readOnlyHint": True}, "call_tool_destructive", ...),
        ({"destructiveHint": "yes", "title": "T"}, "call_tool_read", {"title": "T"}),
    ],
)
def test_an_answer_names_the_call_tool(
    catalog_of: CatalogOf, under: Under, annotations: Any, call_with: str, kept: Any
) -> None:
    schema = {"type": "object", "properties": {"z": {"type": "string"}, "a": {"enum": ["<", ">"]}}}
    tool = {"name": "wipe", "description": "Wipe <all> & more", "inputSchema": schema}
    tools = catalog_of({"disk": [tool | ({} if annotations is None else {"annotations": annotations})]})
    ranking = PROXY.index(tools, under()).search("wipe")
    text = PROXY.answer(ranking, tools, under())
    assert "\\u003call\\u003e \\u0026 more" in text
    assert "<" not in text
    answer = json.loads(text)
    (entry,) = answer["tools"]
    assert (answer["query"], answer["total"]) == ("wipe", 1)
    assert list(answer) == sorted(answer)
    assert list(entry) == sorted(entry)
    assert list(entry["inputSchema"]["properties"]) == ["a", "z"]
    assert entry["inputSchema"] == schema
    assert (entry["name"], entry["server"], entry["score"]) == ("disk:wipe", "disk", ranking.hits[0].score)
    assert entry["call_with"] == call_with
    assert entry.get("annotations") == (annotations if kept is ... else kept)
    definition = PROXY.definition(tools.by_id["disk/wipe"], "disk:wipe")
    assert json.loads(definition.text) == definition.value == {k: v for k, v in entry.items() if k != "score"}
    assert {label for label, _ in definition.parts} == {"overhead", "name", "description", "schema"}


def test_an_empty_query_is_an_error_and_a_failed_one_says_so(golden_tools: Catalog, under: Under) -> None:
    index = PROXY.index(golden_tools, under())
    assert PROXY.answer(index.search(""), golden_tools, under()).startswith("Search failed: ")
    assert json.loads(PROXY.answer(index.search("unicorn"), golden_tools, under()))["tools"] is None
    assert index.search("unicorn the issue").unmatched == ("unicorn",)
    assert PROXY.index(catalog := Catalog(), under()).search("x").hits == ()
    assert PROXY.plan(catalog, under()).placements == ()


def test_of_two_tools_of_one_name_the_last_is_indexed(catalog_of: CatalogOf, raw: Raw, under: Under) -> None:
    tools = catalog_of({"s": [raw("t", "first words"), raw("t", "second words")]})
    states = {placement.tool: placement.state for placement in PROXY.plan(tools, under()).placements}
    assert states == {"s/t": "refused", "s/t#2": "deferred"}
    assert [hit.key for hit in PROXY.index(tools, under()).search("words").hits] == ["s/t#2"]
    assert PROXY.index(tools, under()).search("first").hits == ()


def test_at_most_a_hundred_come(catalog_of: CatalogOf, raw: Raw, under: Under) -> None:
    index = PROXY.index(catalog_of({"s": [raw(f"tool_{number:03}", "equal") for number in range(120)]}), under())
    ranking = index.search("equal", 500)
    assert (len(ranking.hits), ranking.total) == (100, 120)
    assert [hit.name for hit in ranking.hits] == [f"s:tool_{number:03}" for number in range(100)]
    assert (PROXY.default_limit, PROXY.maximum_limit) == (15, 100)


@pytest.mark.parametrize(
    ("query", "tool", "terms"),
    [
        ("create the issues", "github/create_issue", ["the", "issues"]),
        ("issue create", "slack/post_message", ["issue", "create"]),
        ("create_iss", "github/create_issue", []),  # begins its name
        ("run", "postgres/run_query", []),
        ("query github", "github/create_issue", ["query"]),  # the server's name
        ("issue", "no/such", []),
        ("", "github/create_issue", []),
    ],
)
def test_misses(golden_tools: Catalog, under: Under, query: str, tool: str, terms: list[str]) -> None:
    misses = PROXY.index(golden_tools, under()).misses(query, tool)
    assert [miss.term for miss in misses] == terms
    assert all(miss.why for miss in misses)


WORDS = st.sampled_from(
    ["create", "issue", "a", "create_issue", "issue_create", "post_", "slack", "x", "*_*", "string"]
)


@BOTH
@settings(max_examples=60, deadline=None)
@given(words=st.lists(WORDS, max_size=5), limit=st.none() | st.integers(1, 6))
def test_scores_are_sums_and_order_is_by_score_then_id(
    proxy: Any, golden_tools: Catalog, words: list[str], limit: int | None
) -> None:
    query = " ".join(words)
    index = proxy.index(golden_tools, Conditions(Tuning(), None, 200_000))
    hits = index.search(query, limit).hits
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert all(hit.score == total_points(hit.contributions) and hit.score > 0 for hit in hits)
    assert [(-round(hit.score, 12), hit.name) for hit in hits] == sorted((-round(h.score, 12), h.name) for h in hits)
    if proxy is PROXY:  # the later source asks for segments by what the first hits are
        assert [(h.key, h.score) for h in hits] == [(h.key, h.score) for h in index.search(query).hits[:limit]]
    for hit in hits:
        for each in hit.contributions:
            assert re.fullmatch(
                r"tf √\d+ × field norm .* × boost [\d.]+ × queryNorm [\d.]+( × coord \d+/\d+)+", each.why
            )


@BOTH
def test_the_card_tells_the_boosts_that_are_applied(proxy: Any, golden_tools: Catalog, under: Under) -> None:
    (rule,) = (rule.text for rule in proxy.rules if rule.about == "ranking")
    applied = set()
    for query in ("create_issue", "github:create_issue", "issue_create"):
        for hit in proxy.index(golden_tools, under()).search(query).hits:
            applied |= {re.search(r"boost ([\d.]+)", each.why).group(1) for each in hit.contributions}  # type: ignore[union-attr]
    assert applied == {"5", "4", "3", "2.5", "1", "1.5"} <= set(re.findall(r"\d\.\d|\d", rule))
    assert ("segments" in rule) is (proxy is LATER)


def test_odd_tools_are_indexed_and_answered(catalog_of: CatalogOf, under: Under) -> None:
    deep: Any = {"type": "object"}
    for _ in range(3000):
        deep = {"b": 1, "a": deep}
    tools = catalog_of(
        {
            "s p:a/c\ud800": [
                {"name": "half \ud83d", "description": "\ude00 word", "inputSchema": None, "annotations": None},
                {"name": "*?_[", "description": 5, "inputSchema": True, "outputSchema": []},
                {"name": "deep", "inputSchema": deep},
            ]
        }
    )
    index = PROXY.index(tools, under())
    for query, keys in (
        ("word", [0]),
        ("*?_[", [1]),
        ("?*_[", [1]),
        ("deep", [2]),
        ("\ud83d", []),
        ("_[", [1]),
        ("[(", []),
    ):
        ranking = index.search(query)
        assert [hit.key for hit in ranking.hits] == [tools.tools[number].id for number in keys]
        assert PROXY.answer(ranking, tools, under()).isprintable()
    for tool in tools:
        assert PROXY.definition(tool, "n").text.encode()
