"""The Messages API: names, refusals, what is deferred, definitions, and the texts of a request."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from inspector.catalog import Catalog
from inspector.hosts import Conditions, host
from inspector.hosts.anthropic.deferral import has_tool_search
from inspector.tuning.model import ToolEdits

Under = Callable[..., Conditions]
CatalogOf = Callable[[Any], Catalog]
EDITIONS = ("anthropic", "anthropic@2026-09", "anthropic@bm25")
ALL_EDITIONS = pytest.mark.parametrize("edition", EDITIONS)
REGEX = host("anthropic")


def texts(edition: str, catalog: Catalog, conditions: Conditions) -> dict[str, str]:
    chosen = host(edition)
    return {text.id: text.text for text in chosen.texts(catalog, conditions, chosen.plan(catalog, conditions))}


@pytest.mark.parametrize(
    ("servers", "names"),
    [
        ({"github": ["create_issue"]}, ["github_create_issue"]),
        ({"my server": ["get.a/b"]}, ["my_server_get_a_b"]),
        ({"日本": ["创建"]}, ["_____"]),
        ({"a-b": ["c-d"]}, ["a-b_c-d"]),
        ({"a": ["x", "x"]}, ["a_x", "a_x_2"]),
        ({"a": ["b_c"], "a_b": ["c"], "a b": ["c"]}, ["a_b_c", "a_b_c_2", "a_b_c_3"]),
        ({"a": ["x", "x", "x_2"]}, ["a_x", "a_x_2", "a_x_2_2"]),
    ],
)
def test_names(catalog_of: CatalogOf, servers: dict[str, list[str]], names: list[str]) -> None:
    assert list(REGEX.names(catalog_of(servers)).values()) == names


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        ({"name": "n" * 126}, None),
        ({"name": "n" * 127}, "its name has 129 characters"),
        ({"name": "t", "inputSchema": True}, "not of type “object”"),
        ({"name": "t", "inputSchema": {"properties": {}}}, "not of type “object”"),
        ({"name": "t", "inputSchema": {"type": "object", "anyOf": []}}, "“anyOf” at the top level"),
        ({"name": "t", "inputSchema": {"type": "object", "oneOf": []}}, "“oneOf” at the top level"),
        ({"name": "t", "inputSchema": {"type": "object", "properties": {"x": {"anyOf": []}}}}, None),
        ({"name": "t", "inputSchema": None, "annotations": None}, None),
        ({"name": "t"}, None),
    ],
)
def test_what_the_api_refuses(catalog_of: CatalogOf, under: Under, raw: dict[str, Any], part: str | None) -> None:
    catalog = catalog_of({"s": [raw]})
    (placement,) = REGEX.plan(catalog, under()).placements
    assert placement.state == ("deferred" if part is None else "refused")
    assert (part or "") in placement.reason
    assert (part is None) == bool(json.loads(texts("anthropic", catalog, under()).get("request-tools", "[0]"))[1:])


@ALL_EDITIONS
def test_everything_not_pinned_is_deferred(golden_tools: Catalog, under: Under, edition: str) -> None:
    edits = {"github/create_issue": ToolEdits(pin=True), "jira/*": ToolEdits(hide=True)}
    plan = host(edition).plan(golden_tools, under(edits=edits, window=10_000_000))
    assert [each.state for each in plan.placements] == ["pinned", "deferred", "deferred", "hidden", "deferred"]
    assert (plan.decision.deferred, plan.decision.counted, plan.decision.limit) == (True, 3, None)
    assert plan.decision.label == "documented"
    assert "400" in plan.decision.rule
    assert plan.by_tool["slack/post_message"].reason == plan.decision.rule


def test_with_everything_pinned_nothing_is_deferred(golden_tools: Catalog, under: Under) -> None:
    edits = {f"{server.name}/*": ToolEdits(pin=True) for server in golden_tools.servers}
    plan = REGEX.plan(golden_tools, under(edits=edits))
    assert not plan.decision.deferred
    assert list(texts("anthropic", golden_tools, under(edits=edits))) == ["tools-array"]


def test_more_than_ten_thousand_are_too_many(catalog_of: CatalogOf, under: Under) -> None:
    for count, said in ((10_000, False), (10_001, True)):
        rule = REGEX.plan(catalog_of({"s": [f"t{n}" for n in range(count)]}), under()).decision.rule
        assert ("more than the 10,000" in rule) is said


@pytest.mark.parametrize(
    ("model", "searches"),
    [
        (None, True),
        ("claude-sonnet-5", True),
        ("claude-sonnet-5-5", True),
        ("claude-opus-5", True),
        ("claude-fable-5-1", True),
        ("claude-opus-4-8", True),
        ("claude-opus-4-5-20251101", True),
        ("claude-haiku-4-5-20251001", True),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", True),
        ("claude-opus-4-1-20250805", False),
        ("claude-opus-4-20250514", False),
        ("claude-sonnet-4-20250514", False),
        ("claude-sonnet-4-0", False),
        ("claude-3-7-sonnet-latest", False),
        ("anthropic.claude-3-haiku-20240307-v1:0", False),
        ("claude-3.5-haiku", False),
        ("claude-2.1", False),
        ("claude-instant-1.2", False),
        ("my-deployment", True),
    ],
)
def test_models_with_tool_search(golden_tools: Catalog, under: Under, model: str | None, searches: bool) -> None:
    assert has_tool_search(model) is searches
    plan = REGEX.plan(golden_tools, under(model=model))
    assert {each.state for each in plan.placements} == {"deferred" if searches else "loaded"}
    assert plan.decision.deferred is searches


def test_a_definition_and_the_line_the_model_reads(golden_tools: Catalog) -> None:
    tool = golden_tools.by_id["postgres/run_query"]
    definition = REGEX.definition(tool, "postgres_run_query")
    schema = {"type": "object", "properties": {"sql": {"type": "string"}}}
    description = "Run a read-only SQL query against the database."
    assert definition.value == {"name": "postgres_run_query", "description": description, "input_schema": schema}
    assert definition.text == (
        f'<function>{{"description": "{description}", "name": "postgres_run_query", '
        '"parameters": {"type": "object", "properties": {"sql": {"type": "string"}}}}</function>'
    )
    assert REGEX.tools_array(golden_tools, {tool.id: definition}) == [definition.value]


def test_odd_texts_stay_encodable(catalog_of: CatalogOf) -> None:
    schema: Any = {"type": "object"}
    for _ in range(3000):
        schema = {"type": "object", "properties": {"x": schema}}
    for raw in (
        {"name": "half \ud83d", "description": "\ud83d\u2028", "inputSchema": {"title": "\ude00"}},
        {"name": "deep", "inputSchema": schema},
        {"name": "bare"},
    ):
        (tool,) = catalog_of({"s": [raw]})
        definition = REGEX.definition(tool, "n")
        assert definition.text.encode("utf-8")
        assert {label for label, _ in definition.parts} == {"overhead", "name", "description", "schema"}


@ALL_EDITIONS
def test_the_request_holds_every_definition_once(golden_tools: Catalog, under: Under, edition: str) -> None:
    conditions = under(edits={"github/create_issue": ToolEdits(pin=True), "jira/*": ToolEdits(hide=True)})
    written = texts(edition, golden_tools, conditions)
    assert list(written) == ["search-tool", "tools-array", "request-tools"]
    search, *tools = json.loads(written["request-tools"])
    name = "tool_search_tool_bm25" if edition.endswith("bm25") else "tool_search_tool_regex"
    assert search == {"type": f"{name}_20251119", "name": name}
    assert {tool["name"]: tool.get("defer_loading") for tool in tools} == {
        "github_create_issue": None,
        "github_list_issues": True,
        "slack_post_message": True,
        "postgres_run_query": True,
    }
    assert all(list(tool)[:3] == ["name", "description", "input_schema"] for tool in tools)
    assert written["tools-array"].count("<function>") == 1
    assert '"github_create_issue"' in written["tools-array"]


@pytest.mark.parametrize(
    ("edition", "inputs", "required", "said"),
    [
        ("anthropic", ["query"], ["query"], "Case counts"),
        ("anthropic@2026-09", ["pattern", "limit"], ["pattern"], "Case does not count"),
        ("anthropic@bm25", ["query", "limit"], ["query"], "by what they do"),
    ],
)
def test_the_search_tool(
    golden_tools: Catalog, under: Under, edition: str, inputs: list[str], required: list[str], said: str
) -> None:
    text = texts(edition, golden_tools, under())["search-tool"]
    value = json.loads(text.removeprefix("<function>").removesuffix("</function>"))
    assert list(value["parameters"]["properties"]) == inputs
    assert value["parameters"]["required"] == required
    assert said in value["description"]
    own = texts(edition, golden_tools, under(texts={edition: {"search-tool": "Mine."}}))["search-tool"]
    assert '"description": "Mine."' in own


def test_only_what_the_model_reads_is_in_every_turn(golden_tools: Catalog, under: Under) -> None:
    conditions = under()
    written = REGEX.texts(golden_tools, conditions, REGEX.plan(golden_tools, conditions))
    assert [(text.id, text.every_turn) for text in written] == [
        ("search-tool", True),
        ("tools-array", True),
        ("request-tools", False),
    ]
    assert all("documented" in text.origin or "approximated" in text.origin for text in written)


def test_an_answer_refers_to_tools_and_expands_them(golden_tools: Catalog, under: Under) -> None:
    index = REGEX.index(golden_tools, under())
    block, *lines = REGEX.answer(index.search("issue", 2), golden_tools, under()).split("\n")
    assert json.loads(block) == {
        "type": "tool_search_tool_result",
        "content": {
            "type": "tool_search_tool_search_result",
            "tool_references": [
                {"type": "tool_reference", "tool_name": "github_create_issue"},
                {"type": "tool_reference", "tool_name": "github_list_issues"},
            ],
        },
    }
    assert [line.startswith("<function>") for line in lines] == [True, True]
    empty = REGEX.answer(index.search("zebra"), golden_tools, under())
    assert json.loads(empty)["content"]["tool_references"] == []


@ALL_EDITIONS
def test_every_edition_says_how_it_is_known(edition: str) -> None:
    chosen = host(edition)
    assert chosen.version.startswith("documentation of 20")
    assert chosen.default_model == "claude-sonnet-5"
    assert {knob.knob for knob in chosen.knobs} == {"pin", "defer", "hide", "description"}
    assert {knob.label for knob in chosen.knobs} == {"documented"}


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        ("anthropic", ["case counts unless", "invalid_pattern, pattern_too_long", "200", "3 to 5"]),
        ("anthropic@2026-09", ["case does not count", "invalid_tool_input", "200", "1 to 10,000"]),
        ("anthropic@bm25", ["k1 1.5", "500", "up to 5"]),
    ],
)
def test_the_cards_tell_what_is_applied(edition: str, said: list[str]) -> None:
    told = " ".join(rule.text for rule in host(edition).rules)
    assert [part for part in said if part not in told] == []
