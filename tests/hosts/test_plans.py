"""Every host gives every tool exactly one state, decided by the tuning first: exact entries before ``*``."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import Catalog, Listing, Tool, build_catalog
from inspector.errors import UsageError
from inspector.hosts import DEFAULT_HOST, Conditions, host, hosts
from inspector.tuning.model import ToolEdits, Tuning

Under = Callable[..., Conditions]
ALL_HOSTS = pytest.mark.parametrize("host_id", list(hosts()))

CATALOG = build_catalog(
    [
        Listing("a", ({"name": "x"}, {"name": "y"}, {"name": "x"})),
        Listing("b", ({"name": "x"}, {"name": "wish", "annotations": {"alwaysLoad": True}})),
        Listing("empty", ()),
        Listing("c", ({"name": "no wish", "annotations": {"alwaysLoad": "yes"}}, {"name": "*"})),
    ]
)
WITH_SCHEMAS = build_catalog(
    Listing(server.name, tuple({**tool.raw, "inputSchema": {"type": "object"}} for tool in server.tools))
    for server in CATALOG.servers
)
"""The same tools with the schema that some products insist on."""
KEYS = [*(f"{server}/*" for server in "abcz"), *CATALOG.by_id, "a/unknown", "z/x"]
FLAGS = st.none() | st.booleans()
EDITS = st.dictionaries(st.sampled_from(KEYS), st.builds(ToolEdits, FLAGS, FLAGS, st.none() | st.just("w")))


def expected(tool: Tool, edits: dict[str, ToolEdits], *, wishes_count: bool) -> str | None:
    """The state that tuning and server decide, from the rules; None where the threshold does."""
    nothing = ToolEdits()
    exact, star = edits.get(tool.id, nothing), edits.get(f"{tool.server}/*", nothing)
    hide = star.hide if exact.hide is None else exact.hide
    pin = star.pin if exact.pin is None else exact.pin
    if hide:
        return "hidden"
    if pin:
        return "pinned"
    wish = wishes_count and tool.annotations.get("alwaysLoad") is True
    return "pinned" if wish and pin is None else None


@pytest.mark.parametrize("host_id", ["x-code-cli", "x-code-cli@article", "foundry", "anthropic", "openai@client"])
@settings(max_examples=120, deadline=None)
@given(
    edits=EDITS,
    window=st.sampled_from([1, 500, 1000, 10_000_000]),
    model=st.sampled_from([None, "gpt-nano"]),
    subagent=st.booleans(),
    builtins=st.booleans(),
)
def test_a_plan_partitions_the_catalog(
    host_id: str, edits: dict[str, ToolEdits], window: int, model: str | None, subagent: bool, builtins: bool
) -> None:
    chosen = host(host_id)
    conditions = Conditions(Tuning(edits=edits), model, window, builtins, subagent)
    plan = chosen.plan(CATALOG, conditions)
    assert [placement.tool for placement in plan.placements] == list(CATALOG.by_id)
    assert sorted(
        placement.tool
        for state in ("loaded", "pinned", "deferred", "hidden", "refused")
        for placement in plan.of_state(state)  # type: ignore[arg-type]
    ) == sorted(CATALOG.by_id)
    names = chosen.names(CATALOG)
    x_code = host_id.startswith("x-code-cli")
    by_threshold = "deferred" if plan.decision.deferred else "loaded"
    for tool in CATALOG:
        placement = plan.by_tool[tool.id]
        assert placement.name == names[tool.id]
        assert placement.reason
        assert placement.state == (expected(tool, edits, wishes_count=x_code) or by_threshold)
    searchable = {placement.tool for placement in plan.of_state("loaded", "deferred")}
    query = "select:" + ",".join(names.values()) if x_code else {"anthropic": "."}.get(host_id, "x y wish no")
    found = {hit.key for hit in chosen.index(CATALOG, conditions).search(query).hits}
    assert found <= searchable
    if x_code or host_id == "anthropic":
        assert found == searchable


@pytest.mark.parametrize("host_id", [each.id for each in hosts().values() if "pin" in {k.knob for k in each.knobs}])
def test_reasons_name_the_entry_that_decided(host_id: str, under: Under) -> None:
    edits = {
        "a/x": ToolEdits(pin=True),
        "a/y": ToolEdits(pin=False),
        "a/*": ToolEdits(pin=True, hide=False),
        "b/*": ToolEdits(hide=True),
        "b/x": ToolEdits(hide=True, pin=True),
    }
    plan = host(host_id).plan(WITH_SCHEMAS, under(edits=edits))
    reasons = {placement.tool: (placement.state, placement.reason) for placement in plan.placements}
    assert reasons["a/x"] == ("pinned", "pinned by the toolset")
    if not host_id.startswith(("fastmcp", "claude-code")):  # of two tools of one name they have only the first
        assert reasons["a/x#2"] == ("pinned", "pinned by the toolset's entry a/*")
    assert reasons["b/x"] == ("hidden", "hidden by the toolset")
    assert reasons["b/wish"] == ("hidden", "hidden by the toolset's entry b/*")
    assert reasons["a/y"][1] == plan.decision.rule


def test_a_servers_own_wish_can_be_refused(under: Under) -> None:
    x_code = host("x-code-cli")
    assert x_code.plan(CATALOG, under()).by_tool["b/wish"].reason == (
        "pinned by the server: annotations.alwaysLoad is true"
    )
    for key in ("b/wish", "b/*"):
        plan = x_code.plan(CATALOG, under(edits={key: ToolEdits(pin=False)}))
        assert plan.by_tool["b/wish"].state == "loaded"


FIELDS = st.builds(ToolEdits, FLAGS, FLAGS, st.none() | st.sampled_from(["", "v", "w"]))


@given(exact=FIELDS, star=FIELDS)
def test_an_exact_name_beats_the_star_field_by_field(exact: ToolEdits, star: ToolEdits) -> None:
    merged = Tuning(edits={"s/x": exact, "s/*": star}).for_tool("s/x")
    for field in ("pin", "hide", "words"):
        own, general = getattr(exact, field), getattr(star, field)
        assert getattr(merged, field) == (general if own is None else own)
    assert Tuning(edits={"s/*": star}).for_tool("s/y") == star
    assert Tuning(edits={"s/x": exact}).for_tool("t/x") == ToolEdits()


def test_unknown_entries_are_named(under: Under) -> None:
    keys = ("a/x", "a/*", "a/nope", "nope/*", "nope/x", "empty/*", "a/x#2")
    tuning = Tuning(edits=dict.fromkeys(keys, ToolEdits(pin=True)))
    assert tuning.unknown_tools(CATALOG) == ("a/nope", "nope/*", "nope/x")


@ALL_HOSTS
def test_an_empty_catalog_has_an_empty_plan(host_id: str, under: Under) -> None:
    plan = host(host_id).plan(Catalog(), under())
    assert (plan.placements, dict(plan.by_tool)) == ((), {})


@ALL_HOSTS
def test_every_host_says_what_it_is_and_how_that_is_known(host_id: str) -> None:
    chosen = host(host_id)
    assert chosen.id == host_id
    assert chosen.title
    assert chosen.version
    assert chosen.summary
    labels = ("measured", "documented", "approximated")
    assert chosen.label in labels
    assert all(knob.label in labels and knob.how for knob in chosen.knobs)
    assert chosen.default_limit in (5, 8, 15)


def test_unknown_hosts_are_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown host “x-code”") as raised:
        host("x-code")
    assert "x-code-cli" in raised.value.hint
    assert host(DEFAULT_HOST).id == "x-code-cli"
