"""The Responses API: namespaces, what is deferred, hosted choice without scores, client-executed search by BM25."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from inspector.catalog import Catalog
from inspector.hosts import Conditions, host
from inspector.hosts.openai.deferral import has_tool_search
from inspector.tuning.model import ToolEdits

Under = Callable[..., Conditions]
CatalogOf = Callable[[Any], Catalog]
MODES = ("openai", "openai@client")
BOTH = pytest.mark.parametrize("mode", MODES)
HOSTED, CLIENT = host("openai"), host("openai@client")
DESCRIBED = {
    "github": "Repositories, issues and pull requests.",
    "slack": "Send messages to channels.",
    "jira": "Track the issue of a project.",
}


@pytest.fixture
def described(golden_tools: Catalog) -> Catalog:
    """The golden tools with instructions for three of the four servers."""
    return Catalog(tuple(replace(server, instructions=DESCRIBED.get(server.name)) for server in golden_tools.servers))


def texts(mode: str, catalog: Catalog, conditions: Conditions) -> dict[str, str]:
    chosen = host(mode)
    return {text.id: text.text for text in chosen.texts(catalog, conditions, chosen.plan(catalog, conditions))}


@pytest.mark.parametrize(
    ("servers", "names"),
    [
        ({"github": ["create_issue"]}, ["github.create_issue"]),
        ({"my.server": ["get.a/b"]}, ["my_server.get_a_b"]),
        ({"a": ["x", "x", "y"]}, ["a.x", "a.x_2", "a.y"]),
        ({"a b": ["x"], "a_b": ["x"], "a.b": ["x"]}, ["a_b.x", "a_b_2.x", "a_b_3.x"]),
    ],
)
def test_names(catalog_of: CatalogOf, servers: dict[str, list[str]], names: list[str]) -> None:
    assert list(HOSTED.names(catalog_of(servers)).values()) == names


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        ({"name": "n" * 128}, None),
        ({"name": "n" * 129}, "its name has 129 characters"),
        ({"name": "t", "inputSchema": False}, "not of type “object”"),
        ({"name": "t", "inputSchema": {}}, "not of type “object”"),
        ({"name": "t", "inputSchema": {"type": "object", "allOf": []}}, "“allOf” at the top level"),
        ({"name": "t", "inputSchema": {"type": "object", "not": {}}}, "“not” at the top level"),
        ({"name": "t", "inputSchema": None}, None),
    ],
)
def test_what_the_api_refuses(catalog_of: CatalogOf, under: Under, raw: dict[str, Any], part: str | None) -> None:
    (placement,) = HOSTED.plan(catalog_of({"s": [raw]}), under()).placements
    assert placement.state == ("deferred" if part is None else "refused")
    assert (part or "") in placement.reason


@pytest.mark.parametrize(
    ("model", "searches"),
    [
        (None, True),
        ("gpt-5.5", True),
        ("gpt-5.4", True),
        ("gpt-5.4-mini", True),
        ("openai/gpt-5.6-sol", True),
        ("gpt-6", True),
        ("gpt-6.1-sol", True),
        ("gpt-10", True),
        ("my-deployment", True),
        ("gpt-5.3-codex", False),
        ("gpt-5", False),
        ("gpt-4.1-mini", False),
        ("gpt-4o", False),
        ("azure/gpt-35-turbo", False),
        ("gpt-oss-120b", False),
        ("o3-mini", False),
        ("openai:o1", False),
    ],
)
def test_models_with_tool_search(golden_tools: Catalog, under: Under, model: str | None, searches: bool) -> None:
    assert has_tool_search(model) is searches
    for mode in MODES:
        plan = host(mode).plan(golden_tools, under(model=model))
        assert {each.state for each in plan.placements} == {"deferred" if searches else "loaded"}
        assert plan.decision.deferred is searches


@BOTH
def test_everything_not_pinned_is_deferred(golden_tools: Catalog, under: Under, mode: str) -> None:
    edits = {"github/create_issue": ToolEdits(pin=True), "jira/*": ToolEdits(hide=True)}
    plan = host(mode).plan(golden_tools, under(edits=edits))
    assert [each.state for each in plan.placements] == ["pinned", "deferred", "deferred", "hidden", "deferred"]
    assert (plan.decision.counted, plan.decision.limit, plan.decision.label) == (3, None, "documented")


@BOTH
def test_with_nothing_to_defer_the_search_tool_is_left_out(golden_tools: Catalog, under: Under, mode: str) -> None:
    edits = {f"{server.name}/*": ToolEdits(pin=True) for server in golden_tools.servers}
    assert list(texts(mode, golden_tools, under(edits=edits))) == ["tools-array"]
    assert list(texts(mode, golden_tools, under(model="gpt-5"))) == ["tools-array"]


def test_wide_namespaces_are_named(catalog_of: CatalogOf, under: Under) -> None:
    wide = catalog_of({"a": [f"t{n}" for n in range(10)], "b": [f"t{n}" for n in range(9)]})
    assert "fewer than 10 a namespace are advised, 1 of 2 have more" in HOSTED.plan(wide, under()).decision.rule
    narrow = catalog_of({"b": [f"t{n}" for n in range(9)]})
    assert "advised" not in HOSTED.plan(narrow, under()).decision.rule


def test_a_definition(golden_tools: Catalog) -> None:
    tool = golden_tools.by_id["jira/create_ticket"]
    definition = HOSTED.definition(tool, HOSTED.names(golden_tools)[tool.id])
    assert definition.value == {
        "type": "function",
        "name": "create_ticket",
        "description": "Create a Jira ticket (issue) in a project.",
        "strict": False,
        "parameters": {"type": "object", "properties": {"summary": {"type": "string"}, "project": {"type": "string"}}},
    }
    assert json.loads(definition.text) == definition.value
    array = HOSTED.tools_array(golden_tools, {tool.id: definition})
    assert [(item["type"], item["name"], item["tools"]) for item in array] == [
        ("namespace", "jira", [definition.value])
    ]


def test_a_hosted_request(described: Catalog, under: Under) -> None:
    conditions = under(edits={"github/create_issue": ToolEdits(pin=True), "jira/*": ToolEdits(pin=True)})
    written = texts("openai", described, conditions)
    assert list(written) == ["deferred-tools", "search-tool", "tools-array", "request-tools"]
    assert written["deferred-tools"].split("\n") == [
        "github: Repositories, issues and pull requests.",
        "slack: Send messages to channels.",
        "postgres: Tools of postgres.",
    ]
    search, *spaces = json.loads(written["request-tools"])
    assert search == {"type": "tool_search"}
    flags = {
        space["name"]: {function["name"]: function.get("defer_loading") for function in space["tools"]}
        for space in spaces
    }
    assert flags == {
        "github": {"create_issue": None, "list_issues": True},
        "slack": {"post_message": True},
        "jira": {"create_ticket": None},
        "postgres": {"run_query": True},
    }
    loaded = json.loads(written["tools-array"])
    assert {space["name"]: [each["name"] for each in space["tools"]] for space in loaded} == {
        "github": ["create_issue"],
        "jira": ["create_ticket"],
    }


def test_a_client_request_leaves_deferred_functions_out(described: Catalog, under: Under) -> None:
    edits = {"jira/*": ToolEdits(pin=True)}
    written = texts("openai@client", described, under(edits=edits))
    assert list(written) == ["search-tool", "tools-array"]
    search = json.loads(written["search-tool"])
    assert (search["type"], search["execution"]) == ("tool_search", "client")
    assert search["parameters"]["required"] == ["query"]
    assert "create_issue" not in written["tools-array"]
    own = texts("openai@client", described, under(texts={"openai@client": {"search-tool": "Mine."}}))
    assert json.loads(own["search-tool"])["description"] == "Mine."


GITHUB = ["github/create_issue", "github/list_issues"]


@pytest.mark.parametrize(
    ("query", "found", "unmatched"),
    [
        ("github", GITHUB, ()),
        ("issues", GITHUB, ()),
        ("issue", ["jira/create_ticket"], ()),
        ("Issues!", GITHUB, ()),
        ("pull requests", GITHUB, ()),
        ("messages", ["slack/post_message"], ()),
        ("message", [], ("message",)),
        ("slack message", ["slack/post_message"], ("message",)),
        ("create issue", ["jira/create_ticket"], ("create",)),
        ("create_issue", ["jira/create_ticket"], ("create",)),
        ("project channels", ["slack/post_message", "jira/create_ticket"], ()),
        ("postgres", ["postgres/run_query"], ()),
        ("database", [], ("database",)),
        ("sql", [], ("sql",)),
        ("run query", [], ("run", "query")),
        ("track the issue of a project", ["jira/create_ticket"], ()),
        ("the of a to", [], ()),
        ("github github", GITHUB, ()),
        ("github slack jira", [*GITHUB, "slack/post_message", "jira/create_ticket"], ()),
        ("", [], ()),
    ],
)
def test_hosted_search_sees_namespaces_only(
    described: Catalog, under: Under, query: str, found: list[str], unmatched: tuple[str, ...]
) -> None:
    ranking = HOSTED.index(described, under()).search(query)
    assert [hit.key for hit in ranking.hits] == found
    assert ranking.unmatched == unmatched
    assert ranking.total == len(found)
    assert all(hit.score is None for hit in ranking.hits)
    assert {part.points for hit in ranking.hits for part in hit.contributions} <= {0}
    assert {part.where for hit in ranking.hits for part in hit.contributions} <= {
        "namespace name",
        "namespace description",
    }
    assert all(hit.contributions for hit in ranking.hits)
    assert "the model chooses" in ranking.notes.get("choice", "") or not ranking.hits


def test_hosted_search_limits_and_misses(described: Catalog, under: Under) -> None:
    index = HOSTED.index(described, under(edits={"slack/*": ToolEdits(pin=True)}))
    assert [hit.key for hit in index.search("github jira", 2).hits] == GITHUB
    assert index.search("github jira", 2).total == 3
    assert index.search("slack").hits == ()
    misses = index.misses("create the issues", GITHUB[0])
    assert [miss.term for miss in misses] == ["create", "the"]
    assert "namespace “github”" in misses[0].why
    assert "too common" in misses[1].why
    assert index.misses("x", "slack/post_message") == ()


# Client mode: BM25 over the same words as in the BM25 tool of other hosts; (query, tools in order).
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("create issue", ["github/create_issue", "jira/create_ticket"]),
        ("create_issue", ["github/create_issue", "jira/create_ticket"]),
        ("issues", ["github/list_issues"]),
        ("slack message", ["slack/post_message"]),
        ("database", ["postgres/run_query"]),
        ("github", ["github/list_issues", "github/create_issue"]),
        ("summary", ["jira/create_ticket"]),
        ("zebra", []),
        ("", []),
    ],
)
def test_client_search_ranks_by_bm25(golden_tools: Catalog, under: Under, query: str, found: list[str]) -> None:
    ranking = CLIENT.index(golden_tools, under()).search(query)
    assert [hit.key for hit in ranking.hits] == found
    for hit in ranking.hits:
        assert hit.score == sum(part.points for part in hit.contributions)


def test_client_search_words_and_misses(golden_tools: Catalog, under: Under) -> None:
    index = CLIENT.index(golden_tools, under(edits={"jira/create_ticket": ToolEdits(words="bug")}))
    (hit,) = index.search("bug").hits
    assert (hit.key, hit.contributions[0].where) == ("jira/create_ticket", "search words")
    assert [miss.term for miss in index.misses("bug zebra", "jira/create_ticket")] == ["zebra"]


def test_answers(described: Catalog, under: Under) -> None:
    hosted = HOSTED.index(described, under()).search("project channels")
    call, output = json.loads(HOSTED.answer(hosted, described, under()))
    assert (call["type"], call["arguments"]) == ("tool_search_call", {"paths": ["slack", "jira"]})
    assert [space["name"] for space in output["tools"]] == ["slack", "jira"]
    assert all(function["defer_loading"] for space in output["tools"] for function in space["tools"])
    client = CLIENT.index(described, under()).search("database")
    (output,) = json.loads(CLIENT.answer(client, described, under()))
    assert (output["type"], output["execution"]) == ("tool_search_output", "client")
    assert [function["name"] for space in output["tools"] for function in space["tools"]] == ["run_query"]
    nothing = HOSTED.index(described, under()).search("zebra")
    assert json.loads(HOSTED.answer(nothing, described, under()))[1]["tools"] == []


@BOTH
def test_every_mode_says_how_it_is_known(mode: str) -> None:
    chosen = host(mode)
    assert chosen.label == "approximated"
    assert chosen.version == "documentation of 2026-09"
    assert chosen.default_model == "gpt-5.5"
    assert ("words" in {knob.knob for knob in chosen.knobs}) is (mode == "openai@client")
