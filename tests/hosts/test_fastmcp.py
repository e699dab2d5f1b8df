"""FastMCP without the library: golden vectors, hand-made tables of names, words, patterns, definitions and texts."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import Catalog, Listing, build_catalog, compact_json
from inspector.config.model import ServerSpec
from inspector.export.fastmcp import FastmcpExporter
from inspector.export.protocol import ExportRequest
from inspector.hosts import Conditions, host
from inspector.hosts.fastmcp.bm25_search import tokenise
from inspector.hosts.fastmcp.definitions import default_title, edited
from inspector.hosts.fastmcp.references import inlined
from inspector.tuning.model import ToolEdits, Tuning

Under = Callable[..., Conditions]
CatalogOf = Callable[[Any], Catalog]
Raw = Callable[..., dict[str, Any]]
BM25, REGEX = host("fastmcp"), host("fastmcp@regex")
BOTH = pytest.mark.parametrize("chosen", [BM25, REGEX], ids=lambda each: each.id)


def found(catalog: Catalog, conditions: Conditions, query: str) -> list[tuple[str, float]]:
    hits = BM25.index(catalog, conditions).search(query).hits
    return [(hit.name, round(hit.score or 0.0, 4)) for hit in hits]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("create issue", [("github_create_issue", 2.4558), ("jira_create_ticket", 2.0812)]),
        ("create_issue", [("github_create_issue", 2.4558), ("jira_create_ticket", 2.0812)]),
        ("+slack message", [("slack_post_message", 4.0104)]),
        ("post a message to slack", [("slack_post_message", 7.4263)]),
        ("database", [("postgres_run_query", 1.2965)]),
    ],
)
def test_golden_vectors(golden_tools: Catalog, under: Under, query: str, expected: list[tuple[str, float]]) -> None:
    assert found(golden_tools, under(), query) == expected


def test_one_score_by_hand(golden_tools: Catalog, under: Under) -> None:
    # jira_create_ticket holds “create” twice (its name, its description) among 11 tokens; one of the five documents
    # besides it holds it. Tokens of the documents: 11, 8, 10, 10, 11.
    documents = BM25.index(golden_tools, under()).bm25.documents  # type: ignore[attr-defined]
    lengths = [len(document.tokens()) for document in documents]
    idf = math.log(1 + (5 - 2 + 0.5) / (2 + 0.5))
    norm = 0.25 + 0.75 * lengths[3] / (sum(lengths) / 5)
    hit = BM25.index(golden_tools, under()).search("create").hits[1]
    assert hit.key == "jira/create_ticket"
    assert hit.score == pytest.approx(idf * 2 * 2.5 / (2 + 1.5 * norm), abs=1e-12)
    assert [(part.term, part.where) for part in hit.contributions] == [("create", "name"), ("create", "description")]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("create_issue", ["create", "issue"]),
        ("createIssue", ["createissue"]),
        ("a to x2 b", ["to", "x2"]),
        ("Straße ＦＵＬＬ ﬁne", ["strasse", "full", "fine"]),
        ("获取 数据, ü éé", ["获取", "数据", "éé"]),
        ("get-café.v2/x", ["get", "café", "v2"]),
        ("_ - !", []),
        ("", []),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert tokenise(text) == tokens


def test_names_carry_the_server_where_there_are_several(catalog_of: CatalogOf) -> None:
    several = catalog_of({"a b": ["x_y"], "c": ["Z"]})
    assert BM25.names(several) == {"a b/x_y": "a b_x_y", "c/Z": "c_Z"}
    assert BM25.names(catalog_of({"a b": ["x_y"]})) == {"a b/x_y": "x_y"}


@pytest.mark.parametrize(
    ("query", "misses"),
    [
        ("create issue", {}),
        ("create_chargeback", {"chargeback": "no word of this tool equals it"}),
        ("a + issue", {"a": "no word shorter than 2 characters", "+": "neither letters nor digits"}),
        ("issues", {"issues": "the tool says “issue”"}),
        ("repo", {"repo": "only inside the longer word “repository”"}),
        ("string", {"string": "in another part of the input schema"}),
    ],
)
def test_misses_say_why(golden_tools: Catalog, under: Under, query: str, misses: dict[str, str]) -> None:
    told = {miss.term: miss.why for miss in BM25.index(golden_tools, under()).misses(query, "github/create_issue")}
    assert told.keys() == misses.keys()
    for term, why in misses.items():
        assert why in told[term]
    assert BM25.index(golden_tools, under()).misses(query, "no/tool") == ()


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("ISSUE", ["github/create_issue", "github/list_issues", "jira/create_ticket"]),
        ("create.*repository", ["github/create_issue"]),
        ("^slack_", ["slack/post_message"]),
        ("(?-i)SQL", ["postgres/run_query"]),
        (r"\bsql$", ["postgres/run_query"]),
        ("database. sql", ["postgres/run_query"]),
        ("create issue", []),
    ],
)
def test_patterns(golden_tools: Catalog, under: Under, pattern: str, expected: list[str]) -> None:
    ranking = REGEX.index(golden_tools, under()).search(pattern)
    assert [hit.key for hit in ranking.hits] == expected
    assert {hit.score for hit in ranking.hits} <= {None}
    assert ranking.unmatched == (() if expected else (pattern,))
    assert all(hit.contributions for hit in ranking.hits)


@pytest.mark.parametrize("pattern", ["(", "(?=look)", r"(a)\1", "[z-a]", "x" * 1001])
def test_patterns_that_are_not_taken_find_nothing(golden_tools: Catalog, under: Under, pattern: str) -> None:
    index = REGEX.index(golden_tools, under())
    ranking = index.search(pattern)
    assert ranking.hits == ()
    assert "answers with []" in ranking.notes["pattern"]
    (miss,) = index.misses(pattern, "github/create_issue")
    assert "answers with []" in miss.why


def test_half_a_character_pair_breaks_nothing(catalog_of: CatalogOf, under: Under) -> None:
    catalog = catalog_of({"s": ["half \ud83d", "whole"]})
    assert REGEX.index(catalog, under()).search("\ud83d").hits == ()
    assert [hit.key for hit in REGEX.index(catalog, under()).search(".*").hits] == ["s/whole"]
    assert [hit.key for hit in BM25.index(catalog, under()).search("half \ud83d").hits] == ["s/half \ud83d"]


def test_where_a_pattern_matches_and_why_not(golden_tools: Catalog, under: Under) -> None:
    index = REGEX.index(golden_tools, under())
    places = {hit.key: [each.where for each in hit.contributions] for hit in index.search("channel|database. sql").hits}
    assert places == {"slack/post_message": ["description", "parameters"], "postgres/run_query": ["joined text"]}
    assert index.misses("issue", "github/create_issue") == ()
    assert "one pattern, not words" in index.misses("issue github", "github/create_issue")[0].why
    assert "input schema" in index.misses('"string"', "github/create_issue")[0].why
    assert "matches it" in index.misses("zzz", "github/create_issue")[0].why


@BOTH
def test_pins_are_listed_and_not_found(chosen: Any, golden_tools: Catalog, under: Under) -> None:
    edits = {"github/create_issue": ToolEdits(pin=True), "jira/*": ToolEdits(hide=True)}
    conditions = under(edits=edits)
    plan = chosen.plan(golden_tools, conditions)
    assert [placement.state for placement in plan.placements] == [
        "pinned",
        "deferred",
        "deferred",
        "hidden",
        "deferred",
    ]
    assert (plan.decision.deferred, plan.decision.counted, plan.decision.limit) == (True, 3, None)
    assert chosen.index(golden_tools, conditions).search("repository").hits[0].key == "github/list_issues"
    meta, pinned = chosen.texts(golden_tools, conditions, plan)
    assert [tool["name"] for tool in json.loads(meta.text)] == ["search_tools", "call_tool"]
    assert [tool["name"] for tool in json.loads(pinned.text)] == ["github_create_issue"]


MALFORMED: list[dict[str, Any]] = [
    {"inputSchema": None},
    {"inputSchema": []},
    {"description": 5},
    {"title": []},
    {"outputSchema": "x"},
    {"_meta": []},
    {"annotations": {"title": 1}},
    {"execution": {"taskSupport": "sometimes"}},
    {"icons": [{}]},
]


@pytest.mark.parametrize("broken", MALFORMED, ids=str)
def test_one_malformed_tool_takes_its_server_along(under: Under, broken: dict[str, Any]) -> None:
    fine = {"name": "fine", "inputSchema": {}, "title": None, "description": None, "annotations": None, "_meta": None}
    catalog = build_catalog([Listing("a", (fine, fine | {"name": "odd"} | broken)), Listing("b", (fine,))])
    plan = BM25.plan(catalog, under())
    assert [placement.state for placement in plan.placements] == ["refused", "refused", "deferred"]
    assert next(iter(broken)) in plan.placements[0].reason
    assert "odd" in plan.placements[0].reason


def test_of_two_tools_with_one_name_the_first_is_kept(catalog_of: CatalogOf, under: Under) -> None:
    catalog = catalog_of({"a": ["b_c", "b_c"], "a_b": ["c"]})
    plan = BM25.plan(catalog, under())
    assert [placement.state for placement in plan.placements] == ["deferred", "refused", "refused"]
    assert "a/b_c has the same name" in plan.placements[2].reason
    free = BM25.plan(catalog, under(edits={"a/*": ToolEdits(hide=True)}))
    assert [placement.state for placement in free.placements] == ["hidden", "hidden", "deferred"]


def test_tools_for_apps_only_are_not_found_but_can_be_pinned(raw: Raw, under: Under) -> None:
    app = raw("for_apps", "shown", _meta={"ui": {"visibility": ["app"]}})
    both = raw("for_both", "shown", _meta={"ui": {"visibility": ["app", "model"]}})
    catalog = build_catalog([Listing("a", (app, both))])
    assert BM25.plan(catalog, under()).by_tool["a/for_apps"].state == "refused"
    assert [hit.key for hit in BM25.index(catalog, under()).search("shown").hits] == ["a/for_both"]
    assert BM25.plan(catalog, under(edits={"a/*": ToolEdits(pin=True)})).by_tool["a/for_apps"].state == "pinned"


@BOTH
@pytest.mark.parametrize("schema", [{"properties": None}, {"properties": {"p": {"description": 7}}}], ids=str)
def test_a_tool_on_which_every_search_fails_is_named(chosen: Any, schema: dict[str, Any], under: Under) -> None:
    catalog = build_catalog([Listing("a", ({"name": "odd", "inputSchema": schema},)), Listing("b", ())])
    ranking = chosen.index(catalog, under()).search("odd")
    assert ranking.notes["error"].startswith("a_odd: ")
    assert "every search" in ranking.notes["error"]
    hidden = under(edits={"a/odd": ToolEdits(hide=True)})
    assert "error" not in chosen.index(catalog, hidden).search("odd").notes


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("create_issue", "Create Issue"),
        ("o d-d_x", "O D D X"),
        ("API2go", "Api2Go"),
        ("__", "  "),
        ("get_café", "Get Café"),
    ],
)
def test_titles_made_of_names(name: str, title: str) -> None:
    assert default_title(name) == title


def test_a_definition_as_listed() -> None:
    raw = {
        "name": "t",
        "description": "d",
        "inputSchema": {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}},
        "annotations": {"openWorldHint": False, "title": "Shown", "mine": 1, "readOnlyHint": None},
        "_meta": {"k": 1, "fastmcp": {"tags": ["b", "a"], "_hidden": 1, "x": 2}},
        "execution": {"taskSupport": "optional"},
        "unknown": 1,
    }
    (tool,) = build_catalog([Listing("s", (raw,))])
    definition = BM25.definition(tool, "s_t")
    assert (
        compact_json(definition.value)
        == definition.text
        == compact_json(
            {
                "name": "s_t",
                "title": "Shown",
                "description": "d",
                "inputSchema": {"properties": {"a": {"type": "string"}}},
                "execution": {"taskSupport": "optional"},
                "annotations": {"title": "Shown", "openWorldHint": False},
                "_meta": {"k": 1, "fastmcp": {"tags": ["a", "b"], "x": 2}},
            }
        )
    )


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"properties": {"a": {"x": 1}}}, {"properties": {"a": {"x": 1}}}),
        (
            {"a": {"$ref": "#/$defs/A", "title": "t"}, "$defs": {"A": {"title": "A", "x": 1}}},
            {"a": {"title": "t", "x": 1}},
        ),
        ({"a": {"$ref": "#/d/A", "x": 1}, "d": {"A": {"y": 2}}}, {"a": {"y": 2, "x": 1}, "d": {"A": {"y": 2}}}),
        ({"a": {"$ref": "https://x.test", "y": 1}}, {"a": {"y": 1}}),
        ({"a": {"$ref": "#/none"}}, {"a": {"$ref": "#/none"}}),
        ({"a": {"$ref": "#/a"}}, {"a": {"$ref": "#/a"}}),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"x": {"$ref": "#/$defs/A"}}}}, None),
        ({"x": [{"$ref": "#/$defs/A"}], "$defs": {"A": False}}, {"x": [False]}),
    ],
)
def test_references(schema: dict[str, Any], expected: dict[str, Any] | None) -> None:
    if expected is None:
        expected = {"x": {"$ref": "#/$defs/A"}, "$defs": schema["$defs"]}
    assert inlined(schema) == expected


def test_descriptions_behind_references_are_searched(under: Under) -> None:
    schema = {"properties": {"when": {"$ref": "#/$defs/W"}}, "$defs": {"W": {"description": "a timestamp"}}}
    catalog = build_catalog([Listing("s", ({"name": "t", "inputSchema": schema},))])
    (hit,) = BM25.index(catalog, under()).search("timestamp").hits
    assert [part.where for part in hit.contributions] == ["parameter descriptions"]


def test_words_stand_where_the_exported_proxy_puts_them(golden_tools: Catalog) -> None:
    edits = {
        "jira/*": ToolEdits(words=" kanban board ", pin=False),
        "slack/post_message": ToolEdits(words="", pin=True),
    }
    tuning = Tuning(edits=edits)
    conditions = Conditions(tuning, None, 1)
    (hit,) = BM25.index(golden_tools, conditions).search("kanban").hits
    assert [part.where for part in hit.contributions] == ["search words"]
    (answered,) = json.loads(
        BM25.answer(BM25.index(golden_tools, conditions).search("kanban"), golden_tools, conditions)
    )
    specs = tuple(ServerSpec(server.name, "stdio", command="x") for server in golden_tools.servers)
    files = {
        file.name: file.text for file in FastmcpExporter().render(ExportRequest(golden_tools, tuning, specs, ())).files
    }
    written = json.loads(files["fastmcp_proxy.json"])["mcpServers"]
    assert answered["description"] == written["jira"]["tools"]["create_ticket"]["description"]
    for key, server, name in (
        ("jira/create_ticket", "jira", "create_ticket"),
        ("slack/post_message", "slack", "post_message"),
    ):
        own = edited(golden_tools.by_id[key], tuning.for_tool(key))
        assert own.meta == written[server]["tools"][name]["meta"]
    assert [hit.key for hit in REGEX.index(golden_tools, conditions).search(r"\(kanban board\)").hits] == [
        "jira/create_ticket"
    ]


@BOTH
def test_a_persons_own_wording_and_a_taken_name(chosen: Any, catalog_of: CatalogOf, under: Under) -> None:
    catalog = catalog_of({"only": ["call_tool", "x"]})
    conditions = under(texts={chosen.id: {"search_tools": "Mine."}})
    text, _ = chosen.texts(catalog, conditions, chosen.plan(catalog, conditions))
    search, call = json.loads(text.text)
    assert (search["description"], call["name"]) == ("Mine.", "call_tool_")
    assert list(search["inputSchema"]["properties"]) == ["query" if chosen is BM25 else "pattern"]
    assert call["inputSchema"]["required"] == ["name"]
    assert search["_meta"] == {"fastmcp": {"tags": []}}


def test_an_answer_is_a_list_of_definitions(golden_tools: Catalog, under: Under) -> None:
    ranking = BM25.index(golden_tools, under()).search("database", 5)
    answered = BM25.answer(ranking, golden_tools, under())
    tool = golden_tools.by_id["postgres/run_query"]
    assert answered == f"[{BM25.definition(tool, 'postgres_run_query').text}]"
    assert BM25.answer(BM25.index(golden_tools, under()).search("tax"), golden_tools, under()) == "[]"


def test_limits_and_empty_catalogs(golden_tools: Catalog, under: Under) -> None:
    index = BM25.index(golden_tools, under())
    assert len(index.search("create issue message query", 2).hits) == 2
    assert index.search("create issue message query", 2).total == 4
    assert BM25.index(Catalog(), under()).search("a to be").unmatched == ("to", "be")
    assert REGEX.index(Catalog(), under()).search("x").hits == ()
    assert (BM25.default_limit, BM25.maximum_limit) == (5, None)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["create", "issue", "Repository", "a", "list_issues", "to", "zz", "sql"]), max_size=8))
def test_scores_are_the_sum_of_their_parts_in_falling_order(words: list[str]) -> None:
    catalog = build_catalog(
        [
            Listing("g", ({"name": "create_issue", "description": "create it", "inputSchema": {}},)),
            Listing("h", ({"name": "list_issues", "description": "list an issue to sql", "inputSchema": {}},)),
        ]
    )
    index = BM25.index(catalog, Conditions(Tuning(), None, 1))
    ranking = index.search(" ".join(words))
    scores = [hit.score or 0.0 for hit in ranking.hits]
    assert scores == sorted(scores, reverse=True)
    for hit in ranking.hits:
        assert hit.score == sum(part.points for part in hit.contributions)
        told = {part.term for part in hit.contributions}
        missed = {miss.term for miss in index.misses(" ".join(words), hit.key)}
        assert told | missed >= {token for word in words for token in tokenise(word)}
        assert not told & missed
