"""``tsi suite``: measures, floors, comparisons, advice and taking it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

Tsi = Callable[..., Run]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Two queries for the listing: one found by every host, one by none."""
    path = tmp_path / "suite.toml"
    path.write_text(
        '[[case]]\nquery = "spot ticker"\nrelevant = ["gate/cex_spot_get_ticker"]\n\n'
        '[[case]]\nquery = "buy coins"\nrelevant = ["gate/cex_spot_create_order"]\nnote = "as people say it"\n',
        encoding="utf-8",
    )
    return path


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A toolset without servers: tools come from the listing."""
    path = tmp_path / "own.toml"
    path.write_text('# mine\ndefault_host = "foundry"\n', encoding="utf-8")
    return path


def test_run_form(tsi: Tsi, suite: Path, listing: Path) -> None:
    found = tsi("suite", "run", suite, "--tools", f"gate={listing}", "--host", "foundry", "--json")
    assert (found.code, found.err) == (0, "")
    (host,) = found.json["hosts"]
    assert list(host) == [
        *("host", "version", "limit", "queries", "recall", "recall_at_limit", "mrr", "hit_rate", "problem", "cases")
    ]
    assert host["recall"] == {"1": 0.5, "3": 0.5, "5": 0.5, "10": 0.5}
    assert (host["mrr"], host["hit_rate"], host["recall_at_limit"], host["limit"]) == (0.5, 0.5, 0.5, 5)
    first, second = host["cases"]
    assert list(first) == ["query", "note", "line", "recall", "relevant", "hits", "unmatched"]
    assert first["relevant"] == [{"tool": "gate/cex_spot_get_ticker", "rank": 1, "state": "deferred"}]
    hit = first["hits"][0]
    assert sum(part["points"] for part in hit["contributions"]) == pytest.approx(hit["score"])
    assert (second["line"], second["note"], second["unmatched"]) == (5, "as people say it", ["buy", "coins"])
    assert second["relevant"][0]["rank"] is None


def test_run_in_words(tsi: Tsi, suite: Path, listing: Path) -> None:
    text = tsi("suite", "run", suite, "--tools", f"gate={listing}", "--host", "foundry,x-code-cli").out
    for fact in ("recall@10", "0.500 @5", "foundry → x-code-cli: 0 won, 0 lost, 2 the same", "!", "buy coins"):
        assert fact in text


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (("--min-recall", "0.5"), 0, ""),
        (("--min-recall", "0.9"), 1, "foundry: recall@5 is 0.500, below 0.9"),
        (("--min-recall", "0.9", "--at", "10"), 1, "foundry: recall@10 is 0.500, below 0.9"),
        (("--at", "10"), 2, "--at needs --min-recall"),
        (("--min-recall", "2"), 2, "2"),
    ],
)
def test_a_floor(tsi: Tsi, suite: Path, listing: Path, options: tuple[str, ...], code: int, told: str) -> None:
    found = tsi("suite", "run", suite, "--tools", f"gate={listing}", "--host", "foundry", *options)
    assert found.code == code
    assert told in found.err


def test_a_floor_that_nothing_is_judged_by_is_a_mistake(tsi: Tsi, suite: Path, listing: Path) -> None:
    found = tsi("suite", "run", suite, "--tools", f"gate={listing}", "--host", "gemini-cli", "--min-recall", "0.1")
    assert found.code == 2
    assert "no host was measured" in found.err
    form = tsi("suite", "run", suite, "--tools", f"gate={listing}", "--host", "gemini-cli", "--json").json
    assert (form["hosts"][0]["recall"], form["hosts"][0]["mrr"]) == (None, None)
    assert "no tool search" in form["hosts"][0]["problem"]


def test_what_is_wrong_in_a_suite_is_told_by_line_and_the_rest_runs(tsi: Tsi, suite: Path, listing: Path) -> None:
    suite.write_text(suite.read_text("utf-8").replace("get_ticker", "get_tickr") + "[[case]]\nquery = 1\n", "utf-8")
    found = tsi("suite", "run", suite, "--tools", f"gate={listing}", "--host", "foundry", "--json")
    assert found.code == 4
    assert f"{suite} line 9: “query” is missing or no text" in found.err
    assert f"{suite} line 1: “gate/cex_spot_get_tickr” names no tool here" in found.err
    assert "did you mean gate/cex_spot_get_ticker" in found.err
    assert found.json["hosts"][0]["queries"] == 2


def test_a_missing_suite(tsi: Tsi, listing: Path) -> None:
    found = tsi("suite", "run", "nothing.toml", "--tools", f"gate={listing}")
    assert found.code == 4
    assert "nothing.toml" in found.err


def test_advice_is_taken_and_holds(tsi: Tsi, suite: Path, listing: Path, own: Path) -> None:
    inputs = ("--toolset", own, "--tools", f"gate={listing}")
    form = tsi("suite", "advise", suite, *inputs, "--json").json["hosts"][0]
    assert list(form) == ["host", "version", "limit", "problem", "before", "after", "left_out", "advice"]
    (advice,) = form["advice"]
    assert advice["fixes"][0]["words"] == ["buy"] or advice["fixes"][0]["words"] == ["coins"]
    assert (advice["fixed"], advice["taken"], form["after"]["recall_at_limit"]) == (True, True, 1.0)
    refused = tsi("suite", "advise", suite, *inputs, "--apply")
    assert refused.code == 2
    assert "nothing was written" in refused.err
    assert "+" in refused.err
    before = own.read_text("utf-8")
    taken = tsi("suite", "advise", suite, *inputs, "--apply", "--yes")
    assert taken.code == 0
    assert own.read_text("utf-8").startswith(before.rstrip("\n"))
    assert "what was there is in" in taken.err
    old = own.with_name("old.toml")
    old.write_text(before, encoding="utf-8")
    compared = tsi("suite", "run", suite, *inputs, "--against", old, "--min-recall", "1", "--json")
    assert compared.code == 0
    (comparison,) = compared.json["comparisons"]
    assert [win["query"] for win in comparison["wins"]] == ["buy coins"]
    assert (comparison["losses"], comparison["same"]) == ([], 1)


def test_advice_in_words_with_one_left_out(tsi: Tsi, suite: Path, listing: Path) -> None:
    found = tsi("suite", "advise", suite, "--tools", f"gate={listing}", "--host", "foundry,codex", "--leave-one-out")
    assert found.code == 0
    for fact in (
        "foundry: 1 of 2 queries fail, 1 can be fixed",
        "words of gate/cex_spot_create_order: ",
        "description of gate/cex_spot_create_order: ",
        "with all advice",
        "leave one out: recall 0.500 → 0.500",
    ):
        assert fact in found.out


@pytest.mark.parametrize(
    ("options", "told"),
    [(("--host", "foundry,codex"), "--apply takes one host"), (("--host", "foundry"), "there is no toolset")],
)
def test_where_advice_cannot_be_written(
    tsi: Tsi, suite: Path, listing: Path, options: tuple[str, ...], told: str
) -> None:
    found = tsi("suite", "advise", suite, "--tools", f"gate={listing}", *options, "--apply")
    assert found.code == 2
    assert told in found.err


@pytest.mark.parametrize("command", ["run", "advise"])
def test_a_suite_without_a_usable_query_says_so(tsi: Tsi, tmp_path: Path, listing: Path, command: str) -> None:
    path = tmp_path / "flat.toml"
    path.write_text('query = "a"\n', encoding="utf-8")
    found = tsi("suite", command, path, "--tools", f"gate={listing}")
    assert found.code == 4
    assert "the suite has no query that can be used" in found.err
    assert "0 of 0" not in found.out


def test_without_a_command_the_help_stands_alone(tsi: Tsi) -> None:
    found = tsi("suite")
    assert found.code == 2
    assert found.err.startswith("Usage: tsi suite")
