"""Claude Code against recordings of both releases: names, order, definitions, ranking, refusals, and when it defers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from inspector.catalog import Catalog, build_catalog, listing_from_json
from inspector.errors import UsageError
from inspector.hosts import Conditions, host
from inspector.hosts.claude_code.naming import collation_key
from inspector.tuning.model import ToolEdits, Tuning
from tests.conftest import CONFORMANCE, CatalogOf, raw_tool

RELEASES = pytest.mark.parametrize(
    ("host_id", "file"), [("claude-code", "claude-code"), ("claude-code@2.1.197", "claude-code-2.1.197")]
)


def recorded(file: str, kind: str) -> Any:
    return json.loads((CONFORMANCE / f"{file}.{kind}.json").read_text(encoding="utf-8"))


def recorded_catalog(file: str) -> Catalog:
    listings = (
        listing_from_json(json.loads((CONFORMANCE / "catalogs" / name).read_text(encoding="utf-8")), server)
        for server, name in recorded(file, "ranking")["servers"].items()
    )
    return build_catalog(listings)


def conditions(tuning: Tuning = Tuning(), model: str | None = None, window: int = 200_000, **more: Any) -> Conditions:  # noqa: B008
    return Conditions(tuning, model, window, **more)


@RELEASES
def test_all_recorded_queries_come_out_in_full_order(host_id: str, file: str) -> None:
    recording = recorded(file, "ranking")
    index = host(host_id).index(recorded_catalog(file), conditions())
    for result in recording["results"]:
        expected = [name for name in result["ranked"] if name.startswith("mcp__")]
        found = [hit.name for hit in index.search(result["query"]).hits]
        # The client's own built-ins share its limit of 50 with the servers' tools.
        assert found[: len(expected)] == expected, result["query"]
        assert len(found) == len(expected) or len(result["ranked"]) == recording["limit"], result["query"]


@RELEASES
def test_deferred_names_are_announced_in_the_recorded_order(host_id: str, file: str) -> None:
    catalog, chosen = recorded_catalog(file), host(host_id)
    asked = conditions(builtins=True)
    plan = chosen.plan(catalog, asked)
    texts = {text.id: text.text for text in chosen.texts(catalog, asked, plan)}
    lines = texts["deferred-tools"].split("\n")
    assert (lines[0], lines[-1]) == ("<system-reminder>", "</system-reminder>")
    announced = [name for block in recorded(file, "ranking")["announced"] for name in block]
    # The older release tells the servers' names before their tools.
    assert lines[2:-1] == [name for name in announced if name.startswith("mcp__") or name[0].isupper()]


@RELEASES
def test_definitions_are_sent_as_recorded(host_id: str, file: str) -> None:
    catalog, chosen = recorded_catalog(file), host(host_id)
    names = chosen.names(catalog)
    plan = chosen.plan(catalog, conditions())
    wire = {tool["name"]: tool for tool in recorded(file, "wire")["tools"]}
    sent = [placement for placement in plan.placements if placement.state != "refused"]
    assert sorted(placement.name for placement in sent) == sorted(wire)
    for placement in sent:
        definition = chosen.definition(catalog.by_id[placement.tool], names[placement.tool])
        assert json.dumps(definition.value) == json.dumps(wire[placement.name])
        line = definition.text.removeprefix("<function>").removesuffix("</function>")
        assert json.loads(line) == {
            "description": definition.value["description"],
            "name": definition.value["name"],
            "parameters": definition.value["input_schema"],
        }


def test_names_collate_as_javascript_does() -> None:
    names = ["a-b", "a_b", "ab", "aB", "Ab", "a1", "a", "b", "A"]
    assert sorted(names, key=collation_key) == ["a", "A", "a_b", "a-b", "a1", "ab", "aB", "Ab", "b"]


@pytest.mark.parametrize(
    ("tool", "newest", "older"),
    [
        (raw_tool("t", annotations=None), "refused", "refused"),
        (raw_tool("t") | {"inputSchema": {"type": "object", "properties": {"z": True}}}, "deferred", "refused"),
        (raw_tool("t") | {"inputSchema": {"type": "object", "anyOf": [{}]}}, "deferred", "refused"),
        (raw_tool("x" * 121), "refused", "deferred"),
        (raw_tool("x" * 120), "deferred", "deferred"),
        (raw_tool("t"), "deferred", "deferred"),
    ],
)
def test_refusals(catalog_of: CatalogOf, tool: dict[str, Any], newest: str, older: str) -> None:
    catalog = catalog_of({"s": [tool]})
    states = [
        host(each).plan(catalog, conditions()).placements[0].state for each in ("claude-code", "claude-code@2.1.197")
    ]
    assert states == [newest, older]


def test_a_null_object_costs_the_whole_server_and_no_other(catalog_of: CatalogOf) -> None:
    catalog = catalog_of({"bad": ["fine", raw_tool("t", annotations=None)], "good": ["fine"]})
    plan = host("claude-code").plan(catalog, conditions())
    assert {placement.tool: placement.state for placement in plan.placements} == {
        "bad/fine": "refused",
        "bad/t": "refused",
        "good/fine": "deferred",
    }
    assert "drops the whole server" in plan.by_tool["bad/fine"].reason


@pytest.mark.parametrize(("tokens", "deferred"), [(20_499, False), (20_500, True)])
def test_auto_defers_exactly_at_the_measured_count(catalog_of: CatalogOf, tokens: int, deferred: bool) -> None:
    catalog = catalog_of({"s": ["t"]})
    asked = conditions(Tuning(tool_search="auto"), count=lambda text: tokens)
    assert host("claude-code").plan(catalog, asked).decision.deferred is deferred


@pytest.mark.parametrize(
    ("tool_search", "model", "deferred", "words"),
    [
        (None, None, True, "ENABLE_TOOL_SEARCH is unset"),
        ("true", "claude-opus-5", True, "ENABLE_TOOL_SEARCH is true"),
        ("false", None, False, "is false"),
        ("auto:0", None, True, "0 % of 200,000"),
        ("auto:100", None, False, "100 % of 200,000"),
        (None, "claude-3-5-haiku-20241022", False, "claude-3 model"),
        (None, "anthropic/claude-3-7-sonnet", False, "claude-3 model"),
        (None, "claude-haiku-4-5", True, "unset"),
        (None, "something-new", True, "unset"),
    ],
)
def test_modes_and_models(
    catalog_of: CatalogOf, tool_search: str | None, model: str | None, deferred: bool, words: str
) -> None:
    asked = conditions(Tuning(tool_search=tool_search), model, count=lambda text: 600)
    decision = host("claude-code").plan(catalog_of({"s": ["t"]}), asked).decision
    assert decision.deferred is deferred
    assert words in decision.rule


@pytest.mark.parametrize("setting", ["on", "auto:", "auto:101", "auto:x"])
def test_unknown_modes_are_refused(catalog_of: CatalogOf, setting: str) -> None:
    with pytest.raises(UsageError, match="no mode of Claude Code"):
        host("claude-code").plan(catalog_of({"s": ["t"]}), conditions(Tuning(tool_search=setting)))


@pytest.mark.parametrize(
    ("edits", "meta", "state"),
    [
        ({}, {}, "deferred"),
        ({}, {"anthropic/alwaysLoad": True}, "pinned"),
        ({"s/*": ToolEdits(pin=True)}, {}, "pinned"),
        ({"s/*": ToolEdits(pin=True)}, {"anthropic/alwaysLoad": False}, "deferred"),
        ({"s/t": ToolEdits(pin=True)}, {"anthropic/alwaysLoad": False}, "pinned"),
        ({"s/t": ToolEdits(pin=False)}, {"anthropic/alwaysLoad": True}, "deferred"),
        ({"s/t": ToolEdits(hide=True)}, {"anthropic/alwaysLoad": True}, "hidden"),
    ],
)
def test_pins_and_opt_outs(
    catalog_of: CatalogOf, edits: dict[str, ToolEdits], meta: dict[str, Any], state: str
) -> None:
    catalog = catalog_of({"s": [raw_tool("t", _meta=meta)]})
    assert host("claude-code").plan(catalog, conditions(Tuning(edits=edits))).placements[0].state == state


@pytest.fixture
def scores(catalog_of: CatalogOf) -> Callable[..., dict[str, float | None]]:
    """Scores of one query over tools of the server ``git-hub``."""

    def run(query: str, *tools: dict[str, Any], edits: dict[str, ToolEdits] | None = None) -> dict[str, float | None]:
        index = host("claude-code").index(catalog_of({"git-hub": tools}), conditions(Tuning(edits=edits or {})))
        return {hit.key: hit.score for hit in index.search(query).hits}

    return run


@pytest.mark.parametrize(
    ("query", "score"),
    [
        ("create", 16),
        ("creat", 10),
        ("create create", 32),
        ("create_issue", 12),
        ("git-hub", 24),
        ("kumquat", 4),
        ("words", 2),
        ("创建", None),
        ("+create zzz", 16),
        ("+zzz create", None),
        ("title", None),
    ],
)
def test_points(scores: Callable[..., dict[str, float | None]], query: str, score: int | None) -> None:
    tool = raw_tool("create_issue", "some words 创建", "title", _meta={"anthropic/searchHint": "kumquat"})
    assert scores(query, tool).get("git-hub/create_issue") == score


def test_words_of_the_tuning_stand_beside_the_hint(scores: Callable[..., dict[str, float | None]]) -> None:
    edits = {"git-hub/t": ToolEdits(words="ticket bug")}
    assert scores("bug", raw_tool("t"), edits=edits) == {"git-hub/t": 4}


def test_a_flattened_schema_is_found_by_its_constraint_line(scores: Callable[..., dict[str, float | None]]) -> None:
    schema = {"type": "object", "anyOf": [{"properties": {"a": {}}}]}
    assert scores("constraint", raw_tool("t") | {"inputSchema": schema}) == {"git-hub/t": 2}


def test_long_descriptions_are_cut_and_marked(catalog_of: CatalogOf) -> None:
    catalog = catalog_of({"s": [raw_tool("t", "word " * 2000)]})
    for host_id, limit in (("claude-code", 4096), ("claude-code@2.1.197", 2048)):
        description = host(host_id).definition(catalog.tools[0], "n").value["description"]
        assert description == ("word " * 2000)[:limit] + "… [truncated]"
