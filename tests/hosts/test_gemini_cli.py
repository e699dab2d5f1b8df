"""Gemini CLI against the recording: names, definitions and refusals; and that it has no tool search."""

from __future__ import annotations

import json

import pytest

from inspector.catalog import build_catalog, listing_from_json
from inspector.hosts import Conditions, host
from inspector.hosts.gemini_cli import NO_SEARCH
from inspector.tuning.model import ToolEdits, Tuning
from tests.conftest import CONFORMANCE, CatalogOf, raw_tool

SERVERS = ("big-files", "calendar", "crm", "db", "gate", "github", "pinned", "quirks", "rejected", "weather")


def test_definitions_are_sent_as_recorded() -> None:
    catalog = build_catalog(
        listing_from_json(json.loads((CONFORMANCE / "catalogs" / f"{name}.json").read_text(encoding="utf-8")), name)
        for name in SERVERS
    )
    chosen = host("gemini-cli")
    wire = {tool["name"]: tool for tool in json.loads((CONFORMANCE / "gemini-cli.wire.json").read_text())["tools"]}
    sent = chosen.plan(catalog, Conditions(Tuning(), None, 1_000_000)).of_state("loaded")
    assert [placement.name for placement in sent] == list(wire)
    for placement in sent:
        value = chosen.definition(catalog.by_id[placement.tool], placement.name).value
        assert json.dumps(value) == json.dumps(wire[placement.name])


@pytest.mark.parametrize(
    ("server", "tool", "name"),
    [
        ("my server", "do.it-now", "mcp_my_server_do.it-now"),
        ("s", "x" * 57, "mcp_s_" + "x" * 57),
        ("s", "x" * 58, "mcp_s_" + "x" * 24 + "..." + "x" * 30),
        ("é", "名", "mcp____"),
    ],
)
def test_names(catalog_of: CatalogOf, server: str, tool: str, name: str) -> None:
    assert list(host("gemini-cli").names(catalog_of({server: [tool]})).values()) == [name]


@pytest.mark.parametrize("bad", [{"annotations": None}, {"inputSchema": {"type": "object", "properties": {"z": True}}}])
def test_a_bad_tool_costs_the_whole_server_and_no_other(catalog_of: CatalogOf, bad: dict[str, object]) -> None:
    catalog = catalog_of({"bad": ["fine", raw_tool("t") | bad], "good": ["fine"]})
    plan = host("gemini-cli").plan(catalog, Conditions(Tuning(), None, 1))
    states = {placement.tool: placement.state for placement in plan.placements}
    assert states == {"bad/fine": "refused", "bad/t": "refused", "good/fine": "loaded"}


def test_nothing_is_deferred_or_searched(catalog_of: CatalogOf) -> None:
    catalog, chosen = catalog_of({"s": ["t", "u"]}), host("gemini-cli")
    asked = Conditions(Tuning(edits={"s/u": ToolEdits(hide=True)}), None, 1)
    plan = chosen.plan(catalog, asked)
    assert [placement.state for placement in plan.placements] == ["loaded", "hidden"]
    assert plan.decision.deferred is False
    ranking = chosen.index(catalog, asked).search("t")
    assert (ranking.hits, dict(ranking.notes)) == ((), {"host": NO_SEARCH})
    assert [text.id for text in chosen.texts(catalog, asked, plan)] == ["tools-array"]
