"""The Messages API's regex tool: Python ``re.search`` over four fields, cases derived by hand from the texts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import Catalog, Listing, build_catalog
from inspector.errors import UsageError
from inspector.hosts import Conditions, host
from inspector.hosts.anthropic.editions import REGEX
from inspector.hosts.anthropic.pattern_matching import matcher
from inspector.search import SearchIndex
from inspector.tuning.model import ToolEdits, Tuning

Under = Callable[..., Conditions]
CREATE, LIST, POST, TICKET, QUERY = (
    *("github/create_issue", "github/list_issues", "slack/post_message", "jira/create_ticket"),
    "postgres/run_query",
)
ALL = [CREATE, LIST, POST, TICKET, QUERY]

RICH: dict[str, Any] = {
    "name": "getDeposit.address",
    "title": "Wallet window",
    "description": "Line one\nLine two (café_menu).",
    "inputSchema": {
        "type": "object",
        "properties": {
            "networkName": {"type": "string", "description": "Which Chain to use", "enum": ["TRC20"]},
            "odd": True,
            "filter": {"type": "object", "properties": {"inner_one": {"description": "leaf"}}},
        },
    },
}

# Golden five; names are sent as server_tool. (query, found in 2025's edition, found in 2026's where case is ignored)
GOLDEN: list[tuple[str, list[str], list[str]]] = [
    ("issue", [CREATE, LIST, TICKET], [CREATE, LIST, TICKET]),
    ("Issue", [], [CREATE, LIST, TICKET]),
    ("(?i)ISSUE", [CREATE, LIST, TICKET], [CREATE, LIST, TICKET]),
    ("create issue", [], []),
    ("create_issue", [CREATE], [CREATE]),
    ("Create a", [CREATE, TICKET], [CREATE, TICKET]),
    ("create a", [], [CREATE, TICKET]),
    ("create.*issue", [CREATE], [CREATE, TICKET]),
    ("Create.*issue", [CREATE, TICKET], [CREATE, TICKET]),
    ("^github_", [CREATE, LIST], [CREATE, LIST]),
    ("^create_", [], []),
    ("_query$", [QUERY], [QUERY]),
    ("query$", [QUERY], [QUERY]),
    ("database.*query|query.*database", [QUERY], [QUERY]),
    (r"\bissue\b", [CREATE, TICKET], [CREATE, TICKET]),
    (r"\bissues\b", [LIST], [LIST]),
    ("SQL", [QUERY], [QUERY]),
    ("sql", [QUERY], [QUERY]),
    ("^sql$", [QUERY], [QUERY]),
    ("channel", [POST], [POST]),
    ("^(title|summary)$", [CREATE, TICKET], [CREATE, TICKET]),
    ("state", [LIST], [LIST]),
    ("string", [], []),
    ("object", [], []),
    (".", ALL, ALL),
    ("a{2}", [], []),
    ("s{2}ue", [CREATE, LIST, TICKET], [CREATE, LIST, TICKET]),
    ("[A-Z]{3}", [QUERY], ALL),
    (r"\.$", ALL, ALL),
    (r"\(issue\)", [TICKET], [TICKET]),
    ("(?<!list_)issues in", [LIST], [LIST]),
    ("message to", [POST], [POST]),
    ("slack|jira", [POST, TICKET], [POST, TICKET]),
    ("(?P<verb>post|run)_", [POST, QUERY], [POST, QUERY]),
    ("select:github_create_issue", [], []),
    ("+slack message", [], []),
    (" ", ALL, ALL),
    ("", [], []),
]


def index_of(catalog: Catalog, conditions: Conditions, edition: str = "anthropic") -> SearchIndex:
    return host(edition).index(catalog, conditions)


def found(index: SearchIndex, query: str, limit: int | None = None) -> list[str]:
    return [hit.key for hit in index.search(query, limit).hits]


@pytest.mark.parametrize(("query", "keys", "keys_2026"), GOLDEN)
def test_golden_tools(golden_tools: Catalog, under: Under, query: str, keys: list[str], keys_2026: list[str]) -> None:
    assert found(index_of(golden_tools, under()), query) == keys
    assert found(index_of(golden_tools, under(), "anthropic@2026-09"), query) == keys_2026


@pytest.mark.parametrize(
    ("query", "where", "matched"),
    [
        ("getDeposit", "name", "getDeposit"),
        ("^s_getDeposit_address$", "name", "s_getDeposit_address"),
        ("getDeposit.address", "name", "getDeposit_address"),
        ("(?s)one.*two", "description", "one\nLine two"),
        ("(?m)^Line two", "description", "Line two"),
        ("café", "description", "café"),
        ("network", "argument name", "network"),
        ("^odd$", "argument name", "odd"),
        ("Which Chain", "argument description", "Which Chain"),
    ],
)
def test_where_a_pattern_matches(under: Under, query: str, where: str, matched: str) -> None:
    (hit,) = index_of(build_catalog([Listing("s", (RICH,))]), under()).search(query).hits
    assert hit.score is None
    (part,) = hit.contributions
    assert (part.term, part.where, part.points) == (query, where, 0)
    assert f"“{matched}”" in part.why


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("one.*two", "no name, description, argument name or argument description"),
        ("getdeposit", "case-sensitive: the tool has “getDeposit”; (?i)"),
        ("chain", "case-sensitive: the tool has “Chain”"),
        ("Wallet", "it stands only in its title, which is not sent"),
        ("inner_one", "it stands only in another part of the input schema"),
        ("TRC20", "it stands only in another part of the input schema"),
        ("leaf", "it stands only in another part of the input schema"),
        ("line address", "one pattern, not words: the tool has “line”, “address”"),
        ("zebra", "no name, description, argument name"),
        ("zebra horse", "no name, description, argument name"),
        ("(", "invalid_pattern"),
        ("x" * 201, "pattern_too_long"),
    ],
)
def test_why_a_tool_is_missed(under: Under, query: str, reason: str) -> None:
    index = index_of(build_catalog([Listing("s", (RICH,))]), under())
    assert found(index, query) == []
    (miss,) = index.misses(query, "s/getDeposit.address")
    assert miss.term == query
    assert reason in miss.why


def test_nothing_is_missed_where_the_pattern_matches(golden_tools: Catalog, under: Under) -> None:
    index = index_of(golden_tools, under())
    assert index.misses("issue", CREATE) == ()
    assert index.misses("", CREATE) == ()
    assert index.misses("issue", "no/tool") == ()


@pytest.mark.parametrize(
    ("edition", "query", "code"),
    [
        ("anthropic", "(", "invalid_pattern"),
        ("anthropic", "*a", "invalid_pattern"),
        ("anthropic", "[a", "invalid_pattern"),
        ("anthropic", r"(?<=a+)b", "invalid_pattern"),
        ("anthropic", r"\p{L}", "invalid_pattern"),
        ("anthropic", "x(?i)", "invalid_pattern"),
        ("anthropic", "a{99999999999}", "invalid_pattern"),
        ("anthropic", "a" * 201, "pattern_too_long"),
        ("anthropic@2026-09", "(", "invalid_tool_input"),
        ("anthropic@2026-09", "a" * 201, "invalid_tool_input"),
    ],
)
def test_refused_patterns_are_answered_with_their_code(
    golden_tools: Catalog, under: Under, edition: str, query: str, code: str
) -> None:
    ranking = index_of(golden_tools, under(), edition).search(query)
    assert (ranking.hits, ranking.total) == ((), 0)
    assert ranking.notes["error"].startswith(f"{code}: ")
    block = json.loads(host(edition).answer(ranking, golden_tools, under()))
    assert block["type"] == "tool_search_tool_result"
    assert block["content"]["type"] == "tool_search_tool_result_error"
    assert block["content"]["error_code"] == code
    assert block["content"]["error_message"]


def test_two_hundred_characters_are_taken(golden_tools: Catalog, under: Under) -> None:
    pattern = "issue|" + "z" * 194
    assert len(pattern) == 200
    assert found(index_of(golden_tools, under()), pattern) == [CREATE, LIST, TICKET]


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+z", "(.*a){12}z", "a?" * 40 + "a" * 40, ".*a.*a.*a.*z"])
def test_a_pattern_that_would_never_end_is_stopped_or_answered(under: Under, pattern: str) -> None:
    tool = {"name": "t", "description": "a" * 6000 + "!"}
    ranking = index_of(build_catalog([Listing("s", (tool,))]), under()).search(pattern)
    assert ranking.hits or not ranking.notes or ranking.notes["error"].startswith("unavailable: ")


ATOMS = st.sampled_from(
    [
        "a",
        "b",
        "ab",
        ".",
        r"\w",
        r"\s",
        r"\b",
        "[ab]",
        "[^a]",
        "(a|b)",
        "(?:ba)",
        "^",
        "$",
        "a+",
        "b*",
        "a?",
        "[a-b]{2}",
    ]
)
PATTERNS = st.lists(ATOMS, min_size=1, max_size=6).map("".join) | st.lists(ATOMS, min_size=2, max_size=4).map("|".join)


@settings(max_examples=300, deadline=None)
@given(pattern=PATTERNS, text=st.text("ab _\nAé", max_size=12))
def test_patterns_match_as_in_python(pattern: str, text: str) -> None:
    expected = re.search(pattern, text)
    match = matcher(REGEX, pattern)(text)
    assert (match is None) == (expected is None)
    if expected is not None:
        assert match.span() == expected.span()


def test_limits(conformance: Catalog, under: Under) -> None:
    early, late = index_of(conformance, under()), index_of(conformance, under(), "anthropic@2026-09")
    everything = found(early, ".")
    refused = {each.tool for each in host("anthropic").plan(conformance, under()).of_state("refused")}
    assert everything == [tool for tool in conformance.by_id if tool not in refused]
    assert found(early, ".", 7) == everything[:7] == found(late, ".", 7)
    assert early.search(".", 5).total == len(conformance) - len(refused)
    assert "3 to 5" in early.search(".", 7).notes["limit"]
    assert "limit" not in early.search(".", 5).notes
    assert "limit" not in late.search(".", 7).notes
    assert "not documented" in early.search(".", 2).notes["order"]
    assert (host("anthropic").maximum_limit, host("anthropic@2026-09").maximum_limit) == (None, 10_000)
    with pytest.raises(UsageError, match="at most 10,000"):
        late.search(".", 10_001)


def test_pinned_and_hidden_tools_are_not_found(golden_tools: Catalog, under: Under) -> None:
    edits = {CREATE: ToolEdits(pin=True), "jira/*": ToolEdits(hide=True)}
    assert found(index_of(golden_tools, under(edits=edits)), "issue") == [LIST]


def test_search_words_are_told_apart(golden_tools: Catalog, under: Under) -> None:
    edits = {TICKET: ToolEdits(words="bug report")}
    (hit,) = index_of(golden_tools, under(edits=edits)).search("bug").hits
    assert (hit.key, [part.where for part in hit.contributions]) == (TICKET, ["search words"])
    assert found(index_of(golden_tools, Conditions(Tuning(), None, 1)), "bug") == []
