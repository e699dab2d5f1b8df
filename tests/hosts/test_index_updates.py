"""An index brought up to date after edits answers exactly as one that is built anew, in every host."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import Listing, build_catalog
from inspector.hosts import Conditions, Host, host, hosts
from inspector.hosts.indexing import Indexed
from inspector.search import Ranking, SearchIndex
from inspector.tuning.model import ToolEdits, Tuning

SCHEMA = {
    "type": "object",
    "properties": {"order_id": {"type": "string", "description": "The order to read"}, "limit": {"type": "integer"}},
}
MALFORMED = {"type": "object", "properties": {"path": {"type": "string", "description": 5}}}


def tool(name: str, description: str, **more: object) -> dict[str, object]:
    return {"name": name, "description": description, "inputSchema": SCHEMA, **more}


CATALOG = build_catalog(
    [
        Listing(
            "shop",
            (
                tool("create_order", "Create an order in the shop"),
                tool("readOrder", "Read one order, or all orders", annotations={"searchHint": "basket"}),
                tool("read_order", "Read a file of orders"),
                tool("read.order", "Liest eine Bestellung 订单"),
            ),
            instructions="Orders of the shop",
        ),
        Listing("files", (tool("read", "Read a file"), tool("bad", "Read badly", inputSchema=MALFORMED))),
        # In FastMCP hiding one leaves its name to the other; in mcpproxy-go the last one of a name stays.
        Listing("a_b", (tool("c", "One of two with a name"), tool("same", "first"), tool("same", "second order"))),
        Listing("a", (tool("b_c", "The other of two"), tool("wish", "order", annotations={"alwaysLoad": True}))),
        Listing("a/b", (tool("c", "A server with a slash"), tool("x", "app", _meta={"ui": {"visibility": ["app"]}}))),
        Listing("plain", ({"name": "none", "description": "no schema", "annotations": None},)),
    ]
)
KEYS = [*CATALOG.by_id, "shop/*", "a/*", "a/b/*", "nobody/*", "shop/gone"]
WORDS = st.sampled_from([None, "", "order", "basket basket", "caf\u00e9 订单", "read a file", "(order)"])
FLAGS = st.none() | st.booleans()
EDITS = st.tuples(st.sampled_from(KEYS), st.none() | st.builds(ToolEdits, FLAGS, FLAGS, WORDS))
SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "core_tools": st.sampled_from([None, (), ("WebSearch",)]),
        "threshold": st.sampled_from([None, 0.5]),
        "limit": st.sampled_from([None, 3]),
        "path": st.sampled_from([None, "toolset.toml"]),
        "model": st.sampled_from([None, "gpt-5.4-nano", "claude-3-opus"]),
    },
)
STEPS = st.lists(st.tuples(st.lists(EDITS, min_size=1, max_size=3), SETTINGS, st.booleans()), min_size=1, max_size=5)
QUERIES = (
    "order",
    "read order",
    "basket",
    "read_order",
    "shop__read",
    "select:shop.read,none",
    "订单",
    "order order x",
    "c",
)


def conditions_of(tuning: Tuning, *, builtins: bool) -> Conditions:
    return Conditions(tuning=tuning, model=tuning.model, window=1000, builtins=builtins)


def told(ranking: Ranking) -> tuple[object, ...]:
    hits = [(hit.rank, hit.key, hit.name, hit.score, hit.contributions) for hit in ranking.hits]
    return hits, ranking.unmatched, ranking.missing, ranking.mode, ranking.total, ranking.notes


def assert_same(found: SearchIndex, fresh: SearchIndex) -> None:
    for query in QUERIES:
        for limit in (None, 2):
            assert told(found.search(query, limit)) == told(fresh.search(query, limit))
        for key in CATALOG.by_id:
            assert found.misses(query, key) == fresh.misses(query, key)


def after(tuning: Tuning, edits: list[tuple[str, ToolEdits | None]], settings: dict[str, object]) -> Tuning:
    kept = {**tuning.edits, **{key: edit for key, edit in edits if edit is not None}}
    for key, edit in edits:
        if edit is None:
            kept.pop(key, None)
    return replace(tuning, edits=kept, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("host_id", list(hosts()))
@settings(max_examples=25, deadline=None)
@given(steps=STEPS)
def test_every_edit_leads_to_the_index_that_a_fresh_start_gives(
    host_id: str, steps: list[tuple[list[tuple[str, ToolEdits | None]], dict[str, object], bool]]
) -> None:
    through: Host = host(host_id)
    tuning = Tuning()
    earlier: Indexed | None = None
    made: list[tuple[SearchIndex, SearchIndex]] = []
    for edits, changed, builtins in steps:
        tuning = after(tuning, edits, changed)
        conditions = conditions_of(tuning, builtins=builtins)
        plan = through.plan(CATALOG, conditions)
        index = through.index(CATALOG, conditions, plan, earlier)
        # A fresh catalog remembers nothing, so that its plan and index are worked out from the start.
        fresh_catalog = replace(CATALOG)
        assert through.plan(fresh_catalog, conditions) == plan
        fresh = through.index(fresh_catalog, conditions)
        assert_same(index, fresh)
        made.append((index, fresh))
        earlier = Indexed(CATALOG, conditions, plan, index)
    # What came later left the earlier ones as they were.
    for index, fresh in made:
        assert_same(index, fresh)


@pytest.mark.parametrize("host_id", list(hosts()))
def test_an_edit_makes_no_tool_but_its_own_be_read_again(host_id: str) -> None:
    through = host(host_id)
    before = conditions_of(Tuning(), builtins=False)
    plan = through.plan(CATALOG, before)
    earlier = Indexed(CATALOG, before, plan, through.index(CATALOG, before, plan))
    now = conditions_of(Tuning(edits={"files/read": ToolEdits(words="basket")}, path="x.toml"), builtins=False)
    changed = earlier.edited_since(CATALOG, now, through.plan(CATALOG, now))
    assert changed == {"files/read"}
    assert earlier.edited_since(replace(CATALOG), now, plan) is None
    assert earlier.edited_since(CATALOG, replace(now, builtins=True), plan) is None
