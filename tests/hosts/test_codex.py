"""Codex against recordings: namespaces, reshaped schemas, BM25 order up to ties and built-ins, and when it defers."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from inspector.catalog import Catalog, Listing, build_catalog, listing_from_json
from inspector.hosts import Conditions, host
from inspector.hosts.codex.definitions import parameters
from inspector.search.english import english_tokens
from inspector.tuning.model import ToolEdits, Tuning
from tests.conftest import CONFORMANCE, CatalogOf, raw_tool

CODEX = host("codex")
# The client's five built-ins share the index; leaving them out shifts scores by less than this share.
SLACK = 1.02


def recorded(kind: str) -> Any:
    return json.loads((CONFORMANCE / f"codex.{kind}.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The recorded servers with the instructions they gave."""
    return build_catalog(
        replace(
            listing_from_json(json.loads((CONFORMANCE / "catalogs" / name).read_text(encoding="utf-8")), server),
            instructions=f"Instructions of {server}: use it for tests.",
        )
        for server, name in recorded("ranking")["servers"].items()
    )


def conditions(tuning: Tuning = Tuning(), model: str | None = "gpt-5.5", **more: Any) -> Conditions:  # noqa: B008
    return Conditions(tuning, model, 400_000, **more)


def test_recorded_queries_come_out_up_to_ties_groups_and_built_ins(catalog: Catalog) -> None:
    index = CODEX.index(catalog, conditions())
    for result in recorded("ranking")["results"]:
        scores = {hit.name: hit.score or 0 for hit in index.search(result["query"]).hits}
        groups = [entry if isinstance(entry, list) else [entry] for entry in result["ranked"]]
        names = [name for group in groups for name in group]
        ours = [[scores[name] for name in group if name.startswith("mcp__")] for group in groups]
        floor = float("inf")
        for group in filter(None, ours):
            assert max(group) <= floor * SLACK, result["query"]
            floor = min(group)
        mcp = {name for name in names if name.startswith("mcp__")}
        if len(names) < 8:
            assert mcp == set(scores), result["query"]
        elif mcp:
            lowest = min(scores[name] for name in mcp)
            assert not [name for name in scores if name not in mcp and scores[name] > lowest * SLACK], result["query"]


def test_namespaces_are_sent_as_recorded(catalog: Catalog) -> None:
    names = CODEX.names(catalog)
    tools = {tool.id: CODEX.definition(tool, names[tool.id]) for tool in catalog}
    assert json.dumps(CODEX.tools_array(catalog, tools)) == json.dumps(recorded("wire")["tools"])


@pytest.mark.parametrize(
    ("schema", "sent"),
    [
        (None, {"type": "object", "properties": {}}),
        (True, {"type": "object", "properties": {}}),
        ({"type": "object", "properties": {"b": True, "a": {}}}, {"a": {}, "b": {"type": "string"}}),
        ({"properties": {"d": {"description": "anything", "title": "D", "not": {}}}}, {"d": {}}),
        (
            {"properties": {"m": {"minItems": 1, "maxItems": 2, "items": {"type": "string"}, "type": "array"}}},
            {"m": {"type": "array", "items": {"type": "string"}, "minItems": 1}},
        ),
        (
            {"properties": {"r": {"description": "of R", "$ref": "#/$defs/R"}}, "$defs": {"R": {"type": "null"}}},
            {"r": {"$ref": "#/$defs/R", "description": "of R"}},
        ),
        ({"properties": {"n": {"minimum": 1, "maximum": 9}}}, {"n": {"type": "number"}}),
        ({"properties": {"l": {"type": "array"}}}, {"l": {"type": "array", "items": {"type": "string"}}}),
        ({"properties": {"c": {"const": 1}}}, {"c": {"type": "string", "enum": [1]}}),
        ({"properties": {"r": {"$ref": "#/$defs/R"}}}, {"r": {"$ref": "#/$defs/R"}}),
    ],
)
def test_reshaping(catalog_of: CatalogOf, schema: Any, sent: dict[str, Any]) -> None:
    tool = catalog_of({"s": [{"name": "t", "inputSchema": schema}]}).tools[0]
    found = parameters(tool)
    assert (found if "type" in sent and "properties" in sent else found["properties"]) == sent


def test_names_that_clash_end_in_a_digest(catalog_of: CatalogOf) -> None:
    catalog = catalog_of({"srv": ["a.b", "a_b", "dup", "dup"], "s-b": ["x"], "s_b": ["x"]})
    assert list(CODEX.names(catalog).values()) == [
        "mcp__srv__a_b_7c8adfa3e172",
        "mcp__srv__a_b_f6344ab7e581",
        "mcp__srv__dup",
        "mcp__srv__dup",
        "mcp__s_b_287d257f3dec__x",
        "mcp__s_b_9dc623e15732__x",
    ]
    plan = CODEX.plan(catalog, conditions())
    assert [each.tool for each in plan.of_state("refused")] == ["srv/dup#2"]
    names = CODEX.names(catalog)
    array = CODEX.tools_array(catalog, {tool.id: CODEX.definition(tool, names[tool.id]) for tool in catalog})
    assert [each["name"] for each in array] == ["mcp__srv", "mcp__s_b_287d257f3dec", "mcp__s_b_9dc623e15732"]
    assert array[1]["description"] == "Tools in the mcp__s_b_287d257f3dec namespace."


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("cex_spot_get_ticker", ["cex_spot_get_tick"]),
        ("list-orders", ["list", "order"]),
        ("创建 issue", ["chuang", "jian", "issu"]),
        ("the a of", []),
        ("Überschwemmung", ["uberschwemmung"]),
        ("it's 3.14 a.b", ["3.14", "a.b"]),
    ],
)
def test_the_analyser(text: str, tokens: list[str]) -> None:
    assert english_tokens(text) == tokens


@pytest.mark.parametrize(
    ("model", "deferred", "words"),
    [
        ("gpt-5.5", True, "behind tool_search"),
        ("gpt-5.5-mini", True, "behind tool_search"),
        (None, True, "gpt-5.5 searches"),
        ("gpt-5.6-sol", True, "code mode"),
        ("gpt-6.1-terra", True, "code mode"),
        ("gpt-6.1", False, "every namespace in full"),
        ("gpt-5.4", False, "every namespace in full"),
        ("something", False, "every namespace in full"),
    ],
)
def test_the_model_decides(catalog_of: CatalogOf, model: str | None, deferred: bool, words: str) -> None:
    decision = CODEX.plan(catalog_of({"s": ["t"]}), conditions(model=model)).decision
    assert decision.deferred is deferred
    assert words in decision.rule


def test_ties_are_said(catalog_of: CatalogOf) -> None:
    catalog = catalog_of({"aa": [raw_tool("xx", "create an issue")], "bb": [raw_tool("yy", "create an issue")]})
    ranking = CODEX.index(catalog, conditions()).search("issue")
    assert len({hit.score for hit in ranking.hits}) == 1
    assert "random order" in ranking.notes["ties"]


def test_hidden_tools_are_not_found_and_builtins_only_when_asked(catalog_of: CatalogOf) -> None:
    catalog = catalog_of({"s": [raw_tool("spawn_it"), raw_tool("t", "spawn")]})
    hidden = Tuning(edits={"s/t": ToolEdits(hide=True)})
    assert [hit.key for hit in CODEX.index(catalog, conditions(hidden)).search("spawn").hits] == []
    ranking = CODEX.index(catalog, conditions()).search("delegate")
    assert (ranking.hits, ranking.unmatched) == ((), ("deleg",))
    found = CODEX.index(catalog, conditions(builtins=True)).search("delegate").hits
    assert [hit.key for hit in found] == ["built-in/spawn_agent"]


def test_builtins_count_in_the_statistics_whether_they_are_shown_or_not(catalog_of: CatalogOf) -> None:
    catalog = catalog_of({"s": [raw_tool("t", "message a contact"), raw_tool("u", "find a contact")]})
    shown, unseen = (
        CODEX.index(catalog, conditions(builtins=flag)).search("message contact") for flag in (True, False)
    )
    assert {hit.key: hit.score for hit in unseen.hits}.items() <= {hit.key: hit.score for hit in shown.hits}.items()


@pytest.mark.parametrize(
    ("instructions", "line"),
    [
        (None, "- mcp__s"),
        ("\n\n  lead\nnext", "- mcp__s: lead"),
        ("x" * 250, f"- mcp__s: {'x' * 250}"),
        ("x" * 251, f"- mcp__s: {'x' * 247}..."),
    ],
)
def test_code_mode_tells_the_first_line_of_instructions(instructions: str | None, line: str) -> None:
    catalog = build_catalog([Listing("s", (raw_tool("t"),), instructions), Listing("Z", (raw_tool("t"),))])
    asked = conditions(model="openai:gpt-6.2-sol")
    texts = {text.id: text.text for text in CODEX.texts(catalog, asked, CODEX.plan(catalog, asked))}
    assert texts["deferred-namespaces"].split("\n") == [
        "<tools>",
        "Deferred tool namespaces:",
        "- mcp__Z",
        line,
        "</tools>",
    ]


def test_code_mode_writes_one_line_a_server(catalog: Catalog) -> None:
    asked = conditions(model="gpt-5.6-luna")
    texts = {text.id: text.text for text in CODEX.texts(catalog, asked, CODEX.plan(catalog, asked))}
    assert "- mcp__big_files: Instructions of big-files: use it for tests." in texts["deferred-namespaces"].split("\n")
