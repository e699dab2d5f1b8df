"""ToolHive's optimizer: golden ranks, SQLite itself as the oracle, and what the queries lose."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import Catalog
from inspector.hosts import Conditions, host
from inspector.hosts.toolhive.match_text import words_of
from inspector.tuning.model import ToolEdits, Tuning

Under = Callable[..., Conditions]
CatalogOf = Callable[[Any], Catalog]
Raw = Callable[..., dict[str, Any]]
TOOLHIVE = host("toolhive")


def found(catalog: Catalog, query: str, **edits: ToolEdits) -> list[tuple[str, float]]:
    index = TOOLHIVE.index(catalog, Conditions(Tuning(edits=edits), None, 200_000))
    return [(hit.name, round(hit.score or 0, 4)) for hit in index.search(query).hits]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            "create issue",
            [("github_create_issue", 0.4553), ("jira_create_ticket", 0.4553), ("github_list_issues", 0.0)],
        ),
        ("create_issue", [("github_create_issue", 1.0733)]),
        ("+slack message", [("slack_post_message", 3.0542)]),
        ("database", [("postgres_run_query", 1.0336)]),
    ],
)
def test_golden_vectors(golden_tools: Catalog, query: str, expected: list[tuple[str, float]]) -> None:
    result = found(golden_tools, query)
    assert sorted(result) == sorted((name, pytest.approx(score, abs=6e-5)) for name, score in expected)
    assert [score for _, score in result] == sorted((score for _, score in result), reverse=True)


def test_common_words_list_everything_at_almost_nothing(golden_tools: Catalog) -> None:
    result = found(golden_tools, "post a message to slack")
    assert result[0] == ("slack_post_message", pytest.approx(5.6975, abs=6e-5))
    assert len(result) == 5
    assert all(score < 0.001 for _, score in result[1:])


def test_one_score_by_hand(catalog_of: CatalogOf, raw: Raw) -> None:
    tools = [raw("deploy_app", "deploy an app"), raw("list", "list apps"), raw("stop", "halt it"), raw("x", "y")]
    (hit,) = TOOLHIVE.index(catalog_of({"s": tools}), Conditions(Tuning(), None, 1)).search("deploying").hits
    # “deploying” and “deploy” share a stem: twice in s_deploy_app (s, deploy, app) and “deploy an app”. Rows hold
    # 6, 4, 4 and 3 words, 4.25 on average; 1 of 4 rows has it.
    idf = math.log((4 - 1 + 0.5) / (1 + 0.5))
    assert hit.score == pytest.approx(idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 6 / 4.25)), abs=1e-12)
    (part,) = hit.contributions
    assert (part.term, part.where) == ("deploying", "name and description")


def test_parameters_are_not_searched_and_dropped_words_find_nothing(golden_tools: Catalog) -> None:
    assert found(golden_tools, "channel_nobody_says") == []
    assert found(golden_tools, "summary") == []
    assert found(golden_tools, "table data KEY Index") == []
    index = TOOLHIVE.index(golden_tools, Conditions(Tuning(), None, 1))
    why = {miss.term: miss.why for miss in index.misses("table summary issue", "jira/create_ticket")}
    assert "deletes this word" in why["table"]
    assert "parameters are not searched" in why["summary"]
    assert "issue" not in why


def test_words_are_searched_with_the_description(golden_tools: Catalog) -> None:
    result = found(golden_tools, "kanban", **{"jira/create_ticket": ToolEdits(words="kanban board")})
    assert [name for name, _ in result] == ["jira_create_ticket"]


def test_hidden_tools_are_not_found_and_pins_do_not_exist(golden_tools: Catalog, under: Under) -> None:
    edits = {"slack/post_message": ToolEdits(hide=True), "jira/create_ticket": ToolEdits(pin=True)}
    plan = TOOLHIVE.plan(golden_tools, under(edits=edits))
    assert plan.by_tool["slack/post_message"].state == "hidden"
    assert plan.by_tool["jira/create_ticket"].state == "deferred"
    assert found(golden_tools, "slack", **{"slack/post_message": ToolEdits(hide=True)}) == []


WORDS = st.lists(
    st.sampled_from(
        [
            "create",
            "issue",
            "issues",
            "a",
            "the",
            "list_issues",
            "Slack",
            "SQL",
            "query",
            '"',
            "naïve",
            "创建",
            "type",
            "-",
            "*",
        ]
    ),
    max_size=6,
)


@given(WORDS)
@settings(max_examples=60, deadline=None)
def test_order_and_scores_are_sqlites(golden_tools: Catalog, words: list[str]) -> None:
    query = " ".join(words)
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE t USING fts5(name, description, tokenize='porter')")
    names = TOOLHIVE.names(golden_tools)
    for tool in golden_tools:
        database.execute("INSERT INTO t VALUES (?, ?)", (names[tool.id], tool.description))
    kept = words_of(query)
    match = " OR ".join('"' + word.replace('"', '""') + '"' for word in kept)
    rows = (
        database.execute("SELECT name, rank FROM t WHERE t MATCH ? ORDER BY rank", (match,)).fetchall() if kept else []
    )
    database.close()
    hits = TOOLHIVE.index(golden_tools, Conditions(Tuning(), None, 1)).search(query).hits
    assert [hit.name for hit in hits] == [name for name, _ in rows]
    for hit, (_, rank) in zip(hits, rows, strict=True):
        assert hit.score == sum(part.points for part in hit.contributions)
        assert hit.score == pytest.approx(-rank, abs=1e-9)


def test_the_answer_tells_its_token_metrics(golden_tools: Catalog, under: Under) -> None:
    ranking = TOOLHIVE.index(golden_tools, under()).search("slack message", 1)
    answer = json.loads(TOOLHIVE.answer(ranking, golden_tools, under()))
    assert [tool["name"] for tool in answer["tools"]] == ["slack_post_message"]
    assert 0 < answer["token_metrics"]["returned_tokens"] < answer["token_metrics"]["baseline_tokens"]


def test_texts_of_hostile_tools_break_nothing(catalog_of: CatalogOf, raw: Raw) -> None:
    catalog = catalog_of({"s": [raw("a\0b", 'half \ud83d and "quotes" \0'), raw("c", "")]})
    index = TOOLHIVE.index(catalog, Conditions(Tuning(), None, 1))
    assert [hit.key for hit in index.search("quotes").hits] == ["s/a\0b"]
    assert index.search('"" \ud83d \0').hits == ()
