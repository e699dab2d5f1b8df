"""Requests of a conversation: the article's example, each way of delivering tools, and what must always hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import Catalog
from inspector.hosts import host, hosts
from inspector.simulation.script import Script, Turn
from inspector.tuning.model import ToolEdits, Tuning
from inspector.workspace.inputs import Overrides
from inspector.workspace.inspecting import Inspector
from inspector.workspace.inspection import Inspection
from inspector.workspace.simulating import Comparison, play

CatalogOf = Callable[[Any], Catalog]
Raw = Callable[..., dict[str, Any]]


def look(catalog: Catalog, host_id: str, pins: Sequence[str] = (), **fields: Any) -> Inspection:
    tuning = Tuning(edits={tool: ToolEdits(pin=True) for tool in pins}, **fields)
    return Inspector(catalog, Overrides(counter="chars/4")).inspect(host(host_id), tuning)


def rows(comparison: Comparison) -> list[tuple[int, int, str]]:
    return [(each.turn, each.tools, each.cache) for each in comparison.decided.simulation.requests]


BTC = Script("btc", (Turn("What does BTC cost?", ("select:",), ("gate/cex_spot_get_ticker",)), Turn("Thanks.")))


def test_the_article_loads_one_tool_at_the_price_of_one_miss(article_tools: Catalog) -> None:
    played = play(BTC, look(article_tools, "x-code-cli@article", window=100))
    # Nine core tools first; then ten, and the cache starts over once; from then on it holds.
    assert rows(played) == [(1, 9, "cold"), (1, 10, "miss"), (1, 10, "hit"), (2, 10, "hit")]
    first, second = played.decided.simulation.requests[:2]
    assert first.action == "searches “select:mcp__gate__cex_spot_get_ticker”"
    assert second.activated == ("gate/cex_spot_get_ticker",)
    assert (played.decided.simulation.searches, played.decided.simulation.misses) == (1, 1)
    assert (played.pinned.simulation.searches, played.pinned.simulation.misses) == (0, 0)


def test_server_side_references_never_miss(article_tools: Catalog) -> None:
    played = play(BTC, look(article_tools, "claude-code"))
    assert [cache for _, _, cache in rows(played)] == ["cold", "hit", "hit", "hit"]
    before, after = played.decided.simulation.requests[:2]
    assert after.tokens > before.tokens + 10


def test_foundry_forgets_what_it_found_after_the_turn(article_tools: Catalog) -> None:
    again = Script("twice", (Turn("ticker", (), ("gate/cex_spot_get_ticker",)),) * 2)
    assert play(again, look(article_tools, "foundry")).decided.simulation.searches == 2
    assert play(again, look(article_tools, "fastmcp")).decided.simulation.searches == 1


def test_sub_agents_and_hosts_without_search_never_defer(article_tools: Catalog) -> None:
    inspector = Inspector(article_tools, Overrides(counter="chars/4", subagent=True))
    assert play(BTC, inspector.inspect(host("x-code-cli"), Tuning(window=100))).decided.simulation.searches == 0
    assert play(BTC, look(article_tools, "gemini-cli")).decided.simulation.searches == 0


def test_a_tool_that_no_search_finds_is_told(article_tools: Catalog) -> None:
    lost = Script("lost", (Turn("zebra", ("zebra",), ("gate/cex_spot_get_ticker",)),))
    simulation = play(lost, look(article_tools, "claude-code")).decided.simulation
    assert simulation.unfound == ("gate/cex_spot_get_ticker",)
    assert [each.action for each in simulation.requests] == ["searches “zebra”", "answers"]


def test_tools_of_another_catalog_are_left_out(article_tools: Catalog) -> None:
    assert play(Script("x", (Turn("a", (), ("no/such",)),)), look(article_tools, "codex")).unknown == ("no/such",)


def test_tokens_add_up(article_tools: Catalog) -> None:
    simulation = play(BTC, look(article_tools, "x-code-cli", window=100)).decided.simulation
    for before, after in zip(simulation.requests, simulation.requests[1:], strict=False):
        assert after.tokens == before.tokens + sum(part.tokens for part in after.added)
        assert after.cached == (before.tokens if after.cache == "hit" else 0)
    assert simulation.tokens == sum(each.cached + each.fresh for each in simulation.requests)
    assert simulation.so_far[-1] == simulation.tokens


def test_the_first_request_tells_what_it_holds(article_tools: Catalog) -> None:
    first = play(BTC, look(article_tools, "x-code-cli@article", window=100)).decided.simulation.requests[0]
    named = [part.what for part in first.added]
    assert named == ["system prompt, assumed", "Deferred Tools section", "Search tool definition", "the person"]


def test_queries_are_tried_in_turn(article_tools: Catalog) -> None:
    tried = Script("x", (Turn("a", ("zebra", "select:", "cex_spot_get_ticker"), ("gate/cex_spot_get_ticker",)),))
    actions = [each.action for each in play(tried, look(article_tools, "codex")).decided.simulation.requests]
    # Codex cannot ask by name, so its third query is the one that finds.
    assert actions == [
        "searches “zebra”",
        "searches “cex_spot_get_ticker”",
        "calls gate/cex_spot_get_ticker",
        "answers",
    ]


AGAIN = Script(
    "again",
    (
        Turn("one", ("select:", "cex_spot_get_ticker"), ("gate/cex_spot_get_ticker",)),
        Turn("two", ("select:", "cex_spot_get_ticker"), ("gate/cex_spot_get_ticker",), again=True),
    ),
)


@pytest.mark.parametrize(
    ("host_id", "said"),
    [
        ("x-code-cli@article", "Already loaded — call mcp__gate__cex_spot_get_ticker directly now."),
        ("x-code-cli", "Loaded 1 tool(s)"),
        ("codex", None),
    ],
)
def test_searching_for_what_is_loaded_changes_no_prefix(article_tools: Catalog, host_id: str, said: str | None) -> None:
    played = play(AGAIN, look(article_tools, host_id, window=100))
    searched = [each for each in played.decided.simulation.requests if each.action.startswith("searches")]
    assert [each.already for each in searched] == [(), ("gate/cex_spot_get_ticker",)]
    after = played.decided.simulation.requests[searched[1].number]
    assert (after.cache, after.activated) == ("hit", ())
    texts = [part.text for part in after.added if part.what == "what the search answers"]
    assert [text.startswith(said or "") for text in texts] == [True] * (said is not None)
    # What is loaded from the start is listed nowhere as deferred: nobody searches for it.
    assert (played.pinned.simulation.searches, played.everything.simulation.searches) == (
        (2, 0) if host_id == "codex" else (0, 0)
    )


EXPLORE = Script("explore", (Turn("where?", (), ("grep", "readFile"), agent="explore"), *BTC.turns))


def test_a_sub_agent_has_its_five_tools_and_a_conversation_of_its_own(article_tools: Catalog) -> None:
    played = play(EXPLORE, look(article_tools, "x-code-cli@article", window=100))
    first = [(each.agent, each.tools, each.cache, each.action) for each in played.decided.simulation.requests][:4]
    assert first == [
        ("", 9, "cold", "hands over to explore"),
        ("explore", 5, "cold", "calls grep, readFile"),
        ("explore", 5, "hit", "reports"),
        ("", 9, "hit", "answers"),
    ]
    assert (played.decided.simulation.misses, played.unknown, played.notes) == (1, (), ())


def test_where_no_such_agent_is_known_the_main_agent_plays(article_tools: Catalog) -> None:
    played = play(EXPLORE, look(article_tools, "claude-code"))
    assert played.unknown == ("grep", "readFile")
    assert "no sub-agent “explore”" in played.notes[0]
    assert {each.agent for each in played.decided.simulation.requests} == {""}


def test_what_a_sub_agent_does_not_have_it_cannot_call(article_tools: Catalog) -> None:
    lost = Script("lost", (Turn("where?", (), ("gate/cex_spot_get_ticker",), agent="explore"),))
    simulation = play(lost, look(article_tools, "x-code-cli", window=100)).decided.simulation
    assert (simulation.searches, simulation.unfound) == (0, ("gate/cex_spot_get_ticker",))


def test_code_mode_has_no_search(article_tools: Catalog) -> None:
    inspection = look(article_tools, "codex", model="gpt-5.6-sol")
    simulation = play(BTC, inspection).decided.simulation
    assert simulation.searches == 0
    assert simulation.requests[0].action == "calls gate/cex_spot_get_ticker"


TOOLS = ("a", "b", "c", "d")
SAYS = st.sampled_from(["alpha one", "beta two", "gamma"])
SCRIPTS = st.lists(st.tuples(SAYS, st.lists(st.sampled_from(TOOLS), max_size=2)), max_size=4)


@pytest.mark.parametrize("host_id", [each for each in hosts() if "@" not in each])
@given(turns=SCRIPTS, pins=st.sets(st.sampled_from(TOOLS)))
@settings(max_examples=15, deadline=None)
def test_pins_never_add_round_trips_and_deferring_adds_no_more_than_its_prompt(
    host_id: str, catalog_of: CatalogOf, raw: Raw, turns: list[tuple[str, list[str]]], pins: set[str]
) -> None:
    words = {"a": "alpha one", "b": "beta two", "c": "gamma", "d": "delta"}
    catalog = catalog_of({"s": [raw(name, f"{text} " * 20) for name, text in words.items()]})
    script = Script("x", tuple(Turn(say, (), tuple(f"s/{tool}" for tool in calls)) for say, calls in turns))
    without = play(script, look(catalog, host_id, window=50))
    with_pins = play(script, look(catalog, host_id, [f"s/{tool}" for tool in pins], window=50))
    assert with_pins.decided.simulation.searches <= without.decided.simulation.searches
    spliced = host(host_id).delivery.kind == "splice"
    for each in (*without.ways, *with_pins.ways):
        assert each.simulation.misses <= (each.simulation.searches if spliced else 0)
    if turns:
        inspection = look(catalog, host_id, window=50)
        told = [text.text for text in inspection.deferred_texts if text.every_turn and text.id != "tools-array"]
        extra = sum(inspection.tokens.count(text) for text in told)
        first, full = without.decided.simulation.requests[0], without.everything.simulation.requests[0]
        assert first.tokens <= full.tokens + extra
