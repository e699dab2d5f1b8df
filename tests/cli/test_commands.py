"""Every command, headless: its JSON has exactly the promised fields, its text the facts."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

Tsi = Callable[..., Run]


def test_demo_lists_all_five_servers(tsi: Tsi) -> None:
    result = tsi("demo", "--json")
    assert result.code == 0
    assert result.err == ""
    audit = result.json
    assert [(server["name"], server["tools"], server["state"]) for server in audit["servers"]] == [
        ("exchange", 400, "ready"),
        ("github", 40, "ready"),
        ("calendar", 12, "ready"),
        ("analytics", 15, "ready"),
        ("files", 14, "ready"),
    ]
    assert audit["totals"]["tools"] == 481
    assert audit["decision"]["deferred"] is True
    assert 62_000 <= audit["servers"][0]["tokens"] <= 66_000


def test_demo_runs_as_a_program_without_a_terminal() -> None:
    command = [sys.executable, "-m", "inspector", "demo", "--json"]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(result.stdout)["totals"]["tools"] == 481
    assert result.stderr == ""


def test_audit_form(tsi: Tsi, listing: Path) -> None:
    audit = tsi("audit", "--tools", f"gate={listing}", "--json").json
    assert list(audit) == ["host", "version", "model", "window", "counter", "servers", "totals", "decision", "request"]
    assert list(audit["counter"]) == ["name", "label"]
    fields = ["name", "source", "transport", "state", "tools", "tokens", "seconds", "problem", "hint"]
    assert list(audit["servers"][0]) == fields
    assert list(audit["totals"]) == ["tools", "upfront", "deferred", "loaded", "saved"]
    assert list(audit["decision"]) == ["deferred", "counted", "limit", "unit", "rule"]
    assert list(audit["request"]) == ["system", "tools", "history", "room"]
    assert (audit["window"], audit["request"]["system"]) == (200_000, 4000)


def test_audit_in_words(tsi: Tsi, toolset: Path) -> None:
    text = tsi("audit", "--toolset", toolset, "--prefill-rate", "1000", "--price-input", "3", "--history", "500").out
    for fact in (
        "14 tools: 1 pinned, 13 deferred",
        "everything upfront",
        "saved in every request",
        "Decision: deferred",
        "it would flip with a window of",
        "room left",
        "system prompt 4,000 (assumed)",
        "history 500",
        "1,000 tokens/s you gave (approximated)",
        "Price of the tools in 1,000 turns ($3",
        "Most expensive servers: files",
    ):
        assert fact in text


def test_tools_form(tsi: Tsi, toolset: Path) -> None:
    tools = tsi("tools", "--toolset", toolset, "--json").json["tools"]
    assert len(tools) == 14
    assert list(tools[0]) == ["tool", "name", "state", "reason", "tokens", "words"]
    by_tool = {tool["tool"]: tool for tool in tools}
    assert by_tool["files/read_file"]["state"] == "pinned"
    assert by_tool["files/read_file"]["name"] == "files__read_file"
    assert by_tool["files/move-file"]["words"] == "rename"


def test_tools_definitions(tsi: Tsi, listing: Path) -> None:
    definitions = tsi("tools", "--definitions", "--tools", f"gate={listing}").json["definitions"]
    assert [definition["name"] for definition in definitions] == [
        "gate__cex_spot_get_ticker",
        "gate__cex_spot_create_order",
        "gate__no_description",
    ]
    assert definitions[2]["description"] == "MCP tool from gate"


def test_search_form(tsi: Tsi, listing: Path) -> None:
    found = tsi("search", "spot ticker zzz", "--tools", f"gate={listing}", "--json").json
    assert list(found) == ["host", "version", "results"]
    result = found["results"][0]
    assert list(result) == ["query", "hits", "unmatched"]
    hit = result["hits"][0]
    assert list(hit) == ["rank", "tool", "name", "score", "state", "contributions"]
    assert list(hit["contributions"][0]) == ["term", "where", "points", "why"]
    assert [(hit["tool"], hit["score"]) for hit in result["hits"]] == [
        ("gate/cex_spot_get_ticker", 24),
        ("gate/cex_spot_create_order", 12),
    ]
    assert result["unmatched"] == ["zzz"]


def test_search_many_queries_in_one_process(tsi: Tsi, listing: Path, tmp_path: Path) -> None:
    as_json, as_lines = tmp_path / "q.json", tmp_path / "q.txt"
    as_json.write_text('["spot ticker", "order"]', encoding="utf-8")
    as_lines.write_text("spot ticker\n\norder\n", encoding="utf-8")
    answers = [
        tsi("search", "--queries", path, "--tools", f"gate={listing}", "--json").json for path in (as_json, as_lines)
    ]
    assert [result["query"] for result in answers[0]["results"]] == ["spot ticker", "order"]
    assert answers[0] == answers[1]


def test_search_selects_by_name_and_names_what_is_unknown(tsi: Tsi, listing: Path) -> None:
    query = "select:gate__cex_spot_get_ticker,nothing"
    result = tsi("search", query, "--tools", f"gate={listing}", "--json").json["results"][0]
    assert [(hit["name"], hit["score"]) for hit in result["hits"]] == [("gate__cex_spot_get_ticker", None)]
    assert result["unmatched"] == ["nothing"]


def test_several_hosts_at_once(tsi: Tsi, listing: Path) -> None:
    for command in (("audit",), ("tools",), ("search", "order"), ("prompt",), ("servers",)):
        form = tsi(*command, "--tools", f"gate={listing}", "--host", "x-code-cli,foundry", "--json").json
        assert list(form) == ["hosts"]
        assert len(form["hosts"]) == 2


def test_prompt_form_and_text(tsi: Tsi, toolset: Path) -> None:
    prompt = tsi("prompt", "--toolset", toolset, "--window", "2000", "--json").json
    assert list(prompt) == ["texts", "digest"]
    assert [text["id"] for text in prompt["texts"]] == ["deferred-tools", "search-tool", "tools-array"]
    assert list(prompt["texts"][0]) == ["id", "text", "tokens", "origin"]
    only = tsi("prompt", "--toolset", toolset, "--window", "2000", "--text", "deferred-tools").out
    assert only == prompt["texts"][0]["text"] + "\n"
    assert only.startswith("## Deferred Tools\n\n")
    assert "### Server: files\n- files__read_multiple_files, " in only


def test_prompt_says_when_nothing_is_deferred(tsi: Tsi, listing: Path) -> None:
    result = tsi("prompt", "--tools", f"gate={listing}")
    assert "nothing is deferred: load everything" in result.err
    assert "## Deferred Tools" not in result.out


def test_prompt_adds_the_answer_to_a_query(tsi: Tsi, listing: Path) -> None:
    texts = tsi("prompt", "--tools", f"gate={listing}", "--query", "ticker", "--json").json["texts"]
    assert texts[-1]["id"] == "search-answer"
    assert texts[-1]["text"].startswith("Loaded 1 tool(s)")


@pytest.mark.parametrize(
    ("arguments", "deferred", "words"),
    [
        (("--window", "128000"), True, "≥ 12,800 (10 % of 128,000)"),
        (("--window", "2000000"), False, "< 200,000 (10 % of 2,000,000)"),
        (("--model", "claude-3-5-haiku"), False, "“haiku”, one of the weak-model patterns"),
        (("--subagent",), False, "sub-agents get every definition"),
    ],
)
def test_demo_decisions(tsi: Tsi, arguments: tuple[str, ...], deferred: bool, words: str) -> None:
    decision = tsi("demo", "--json", *arguments).json["decision"]
    assert decision["deferred"] is deferred
    assert words in decision["rule"]


def test_hosts(tsi: Tsi) -> None:
    hosts = {host["id"]: host for host in tsi("hosts", "--json").json["hosts"]}
    assert {"x-code-cli", "x-code-cli@article", "foundry"} <= set(hosts)
    assert hosts["foundry"]["maximum_limit"] == 10
    assert "approximated" in tsi("hosts").out
