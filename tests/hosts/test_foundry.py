"""The Foundry toolbox: only pinned tools and two meta-tools are visible, a search takes at most ten."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from inspector.catalog import Catalog
from inspector.errors import UsageError
from inspector.hosts import Conditions, host
from inspector.tuning.model import ToolEdits

Under = Callable[..., Conditions]
CatalogOf = Callable[[Any], Catalog]
Raw = Callable[..., dict[str, Any]]
FOUNDRY = host("foundry")


def visible(catalog: Catalog, conditions: Conditions) -> list[str]:
    """The names of ``tools/list``, from the texts the host writes."""
    texts = FOUNDRY.texts(catalog, conditions, FOUNDRY.plan(catalog, conditions))
    return [tool["name"] for text in texts for tool in json.loads(text.text)]


def found(catalog: Catalog, conditions: Conditions, query: str) -> list[str]:
    return [hit.key for hit in FOUNDRY.index(catalog, conditions).search(query).hits]


def test_without_pins_only_the_two_meta_tools_are_visible(golden_tools: Catalog, under: Under) -> None:
    assert visible(golden_tools, under()) == ["tool_search", "call_tool"]
    plan = FOUNDRY.plan(golden_tools, under(window=10_000_000, model="claude-3-5-haiku"))
    assert {placement.state for placement in plan.placements} == {"deferred"}
    assert (plan.decision.deferred, plan.decision.limit, plan.decision.counted) == (True, None, 5)
    assert "toolbox_search" in plan.decision.rule
    assert "toolbox_search" in plan.decision.flips


def test_pinned_tools_are_visible_and_not_found(golden_tools: Catalog, under: Under) -> None:
    conditions = under(edits={"github/create_issue": ToolEdits(pin=True), "jira/*": ToolEdits(pin=True)})
    assert visible(golden_tools, conditions) == [
        "tool_search",
        "call_tool",
        "github.create_issue",
        "jira.create_ticket",
    ]
    assert found(golden_tools, conditions, "create issue list") == ["github/list_issues"]
    assert FOUNDRY.plan(golden_tools, conditions).decision.counted == 3


def test_a_star_pin_leaves_those_that_say_no(golden_tools: Catalog, under: Under) -> None:
    edits = {"github/*": ToolEdits(pin=True), "github/list_issues": ToolEdits(pin=False)}
    assert visible(golden_tools, under(edits=edits))[2:] == ["github.create_issue"]


def test_hidden_tools_are_neither_visible_nor_found(golden_tools: Catalog, under: Under) -> None:
    edits = {"github/*": ToolEdits(pin=True, hide=True), "slack/post_message": ToolEdits(hide=True)}
    assert visible(golden_tools, under(edits=edits)) == ["tool_search", "call_tool"]
    assert found(golden_tools, under(edits=edits), "message issue repository") == ["jira/create_ticket"]


def test_a_servers_wish_for_another_client_means_nothing_here(conformance: Catalog, under: Under) -> None:
    assert FOUNDRY.plan(conformance, under()).of_state("pinned") == ()


def test_the_meta_tools_parameters(golden_tools: Catalog, under: Under) -> None:
    conditions = under(texts={"foundry": {"call_tool": "Mine."}})
    first, _ = FOUNDRY.texts(golden_tools, conditions, FOUNDRY.plan(golden_tools, conditions))
    search, call = json.loads(first.text)
    assert {name: value["type"] for name, value in search["inputSchema"]["properties"].items()} == {
        "query": "string",
        "limit": "integer",
    }
    assert list(call["inputSchema"]["properties"]) == ["name", "arguments"]
    assert call["description"] == "Mine."
    assert "approximated" in first.origin


@pytest.mark.parametrize("limit", [1, 5, 10, None])
def test_limits_up_to_ten(conformance: Catalog, under: Under, limit: int | None) -> None:
    ranking = FOUNDRY.index(conformance, under()).search("list search create get", limit)
    assert len(ranking.hits) == (ranking.total if limit is None else limit)
    assert ranking.total > 10
    assert (FOUNDRY.default_limit, FOUNDRY.maximum_limit) == (5, 10)


@pytest.mark.parametrize("limit", [11, 1000])
def test_a_limit_above_ten_is_refused_by_number(golden_tools: Catalog, under: Under, limit: int) -> None:
    with pytest.raises(UsageError, match=rf"limit {limit} .*maximum is 10"):
        FOUNDRY.index(golden_tools, under()).search("issue", limit)


def test_the_ranking_is_labelled_approximated() -> None:
    assert FOUNDRY.label == "approximated"
    assert "approximated" in FOUNDRY.summary
    assert {knob.knob for knob in FOUNDRY.knobs} == {"pin", "defer", "hide", "words"}


def test_words_move_a_tool_up(golden_tools: Catalog, under: Under) -> None:
    assert found(golden_tools, under(), "issue")[-1] == "jira/create_ticket"
    assert found(golden_tools, under(), "chargeback") == []
    edits = {"jira/create_ticket": ToolEdits(words="issue issue issue chargeback")}
    assert found(golden_tools, under(edits=edits), "issue")[0] == "jira/create_ticket"
    (hit,) = FOUNDRY.index(golden_tools, under(edits=edits)).search("chargeback").hits
    assert [each.where for each in hit.contributions] == ["search words"]
    plan = FOUNDRY.plan(golden_tools, under(edits=edits))
    texts = FOUNDRY.texts(golden_tools, under(edits=edits), plan)
    assert not any("chargeback" in text.text for text in texts)


def test_words_of_the_star_hold_where_a_tool_has_none(golden_tools: Catalog, under: Under) -> None:
    edits = {"github/*": ToolEdits(words="tracker"), "github/list_issues": ToolEdits(words="overview")}
    assert found(golden_tools, under(edits=edits), "tracker") == ["github/create_issue"]
    assert found(golden_tools, under(edits=edits), "overview") == ["github/list_issues"]
    emptied = edits | {"github/create_issue": ToolEdits(words="")}
    assert found(golden_tools, under(edits=emptied), "tracker") == []


@pytest.mark.parametrize(
    ("query", "where"),
    [
        ("deposit", "name"),
        ("getDepositAddress", "name"),
        ("café", "description"),
        ("network", "parameters"),
        ("CHAIN", "parameters"),
        ("inner", "parameters"),
        ("leaf", "parameters"),
    ],
)
def test_what_is_indexed(catalog_of: CatalogOf, under: Under, query: str, where: str) -> None:
    properties = {
        "networkName": {"description": "Which chain"},
        "list": {"items": {"properties": {"inner_one": {"description": "leaf"}}}},
        "odd": True,
    }
    tool = {
        "name": "getDeposit.address",
        "description": "A café_menu",
        "inputSchema": {"properties": properties},
        "title": "nothing",
    }
    (hit,) = FOUNDRY.index(catalog_of({"s": [tool, "other"]}), under()).search(query).hits
    assert where in [each.where for each in hit.contributions]
    assert FOUNDRY.index(catalog_of({"s": [tool]}), under()).search("nothing").hits == ()


def test_names_and_answers(golden_tools: Catalog, under: Under) -> None:
    ranking = FOUNDRY.index(golden_tools, under()).search("database", 5)
    assert json.loads(FOUNDRY.answer(ranking, golden_tools, under())) == {
        "tools": [
            {
                "name": "postgres.run_query",
                "description": "Run a read-only SQL query against the database.",
                "inputSchema": {"type": "object", "properties": {"sql": {"type": "string"}}},
            }
        ]
    }
    nothing = FOUNDRY.index(golden_tools, under()).search("tax")
    assert (nothing.unmatched, FOUNDRY.answer(nothing, golden_tools, under())) == (("tax",), '{"tools":[]}')


def test_an_empty_catalog_finds_nothing(under: Under) -> None:
    assert FOUNDRY.index(Catalog(), under()).search("a a b").unmatched == ("a", "b")
