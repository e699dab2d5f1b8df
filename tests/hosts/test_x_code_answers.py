"""What toolSearch answers, and the set of loaded tools, which only grows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.catalog import Catalog
from inspector.hosts import Conditions, host
from inspector.hosts.x_code_cli.activation import Activation

Under = Callable[..., Conditions]
SOURCE, ARTICLE = "x-code-cli", "x-code-cli@article"


def answer(variant: str, catalog: Catalog, conditions: Conditions, query: str) -> list[str]:
    chosen = host(variant)
    ranking = chosen.index(catalog, conditions).search(query, chosen.default_limit)
    return chosen.answer(ranking, catalog, conditions).split("\n")


def test_hits_are_listed_with_their_descriptions(golden_tools: Catalog, under: Under) -> None:
    assert answer(SOURCE, golden_tools, under(), "create issue") == [
        "Loaded 3 tool(s) — now callable directly on your next step:",
        "- github__create_issue: Create a new issue in a GitHub repository.",
        "- jira__create_ticket: Create a Jira ticket (issue) in a project.",
        "- github__list_issues: List issues in a repository.",
    ]


def test_names_not_found_stand_on_their_own_line(golden_tools: Catalog, under: Under) -> None:
    assert answer(SOURCE, golden_tools, under(), "select:nope,postgres__run_query,nix") == [
        "Loaded 1 tool(s) — now callable directly on your next step:",
        "- postgres__run_query: Run a read-only SQL query against the database.",
        "(not found: nope, nix)",
    ]


def test_builtins_are_listed_by_name_only(golden_tools: Catalog, under: Under) -> None:
    lines = answer(SOURCE, golden_tools, under(builtins=True), "select:webSearch")
    assert lines == ["Loaded 1 tool(s) — now callable directly on your next step:", "- webSearch"]


@pytest.mark.parametrize("variant", [SOURCE, ARTICLE])
def test_nothing_found(golden_tools: Catalog, under: Under, variant: str) -> None:
    (selected,) = answer(variant, golden_tools, under(), "select:a, b")
    assert selected.startswith("No deferred tools matched select: a, b. ")
    (searched,) = answer(variant, golden_tools, under(), "tax return")
    assert searched.startswith('No matching deferred tools for "tax return". ')
    for line in (selected, searched):
        assert "## Deferred Tools" in line


def test_servers_still_connecting_are_named_only_where_nothing_was_found(golden_tools: Catalog, under: Under) -> None:
    conditions = under(connecting=("crm", "db"))
    for query in ("select:nope", "tax return"):
        *_, blank, note = answer(SOURCE, golden_tools, conditions, query)
        assert blank == ""
        assert note.startswith("Note: some MCP servers are still connecting (crm, db)")
    assert not any("connecting" in line for line in answer(SOURCE, golden_tools, conditions, "database"))


def test_the_article_says_already_loaded_for_core_tools(golden_tools: Catalog, under: Under) -> None:
    said = ["Already loaded — call readFile directly now."]
    assert answer(ARTICLE, golden_tools, under(), "select:readFile") == said
    assert answer(SOURCE, golden_tools, under(), "select:readFile") != said
    assert answer(ARTICLE, golden_tools, under(core_tools=("shell",)), "select:readFile") != said
    assert answer(ARTICLE, golden_tools, under(core_tools=("shell",)), "select:shell") == [
        "Already loaded — call shell directly now."
    ]


def test_long_and_missing_descriptions_are_shown_as_in_the_definition(
    catalog_of: Callable[..., Catalog], raw: Callable[..., dict[str, object]], under: Under
) -> None:
    catalog = catalog_of({"s": [raw("long", "x" * 300), raw("none")]})
    assert answer(SOURCE, catalog, under(), "long none")[1:] == [
        "- s__long: " + "x" * 199 + "…",
        "- s__none: MCP tool from s",
    ]


NAMES = st.lists(st.sampled_from("abcdefg"), max_size=5)


@given(rounds=st.lists(NAMES, max_size=6), deferred=NAMES, base=st.just(("readFile", "c")))
def test_activation_only_grows(rounds: list[list[str]], deferred: list[str], base: tuple[str, ...]) -> None:
    activation = Activation()
    assert activation.tools_array(base) == base
    for found in rounds:
        grown = activation.activate(found, deferred)
        assert grown.names[: len(activation.names)] == activation.names
        assert set(grown.names) == set(activation.names) | (set(found) & set(deferred))
        assert len(set(grown.names)) == len(grown.names)
        if grown.names == activation.names:
            assert grown is activation
        array = grown.tools_array(base)
        assert array[: len(base)] == base
        assert array[: len(activation.tools_array(base))] == activation.tools_array(base)
        assert len(set(array)) == len(array)
        activation = grown


def test_tools_are_added_in_the_order_they_were_loaded() -> None:
    activation = Activation().activate(["b", "b", "nope"], "ab").activate(["a", "b"], "ab")
    assert activation.tools_array(("readFile",)) == ("readFile", "b", "a")
