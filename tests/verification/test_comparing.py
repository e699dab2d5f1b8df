"""Recordings of real clients agree with their host modules; what differs is found and explained."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.catalog import Catalog, Listing, build_catalog, listing_from_json
from inspector.hosts import Conditions, host
from inspector.hosts.claude_code import ranking
from inspector.tuning.model import Tuning
from inspector.verification.agreement import Agreement
from inspector.verification.clients.codex import in_order
from inspector.verification.clients.driver import Asked, Observation
from inspector.verification.clients.registry import driver
from inspector.verification.comparing import compare
from inspector.verification.definition_differences import definition_differences
from inspector.verification.recordings import recording
from inspector.verification.sample_queries import sample_queries
from inspector.workspace.agreement_text import lines, query_difference, verdict
from tests.conftest import CONFORMANCE

MODELS = {"claude-code": "claude-sonnet-5", "codex": "gpt-5.5"}


def recorded(host_id: str, kind: str) -> Any:
    return json.loads((CONFORMANCE / f"{host_id}.{kind}.json").read_text(encoding="utf-8"))


def listings(host_id: str) -> list[Listing]:
    return [
        replace(
            listing_from_json(json.loads((CONFORMANCE / "catalogs" / name).read_text(encoding="utf-8")), server),
            instructions=f"Instructions of {server}: use it for tests.",
        )
        for server, name in recorded(host_id, "ranking")["servers"].items()
    ]


def observation(host_id: str) -> Observation:
    """What the recorded client did, as if it had been asked now."""
    asking, told, wire = driver(host_id), recorded(host_id, "ranking"), recorded(host_id, "wire")["tools"]
    ranked = {
        each["query"]: tuple(tuple(name) if isinstance(name, list) else (name,) for name in each["ranked"])
        for each in told["results"]
    }
    announced = tuple(name for block in told["announced"] for name in block) if "announced" in told else None
    return Observation(
        title=asking.title,
        version=host(host_id).version,
        asked=Asked(tuple(ranked), told["limit"], MODELS[host_id]),
        deferred=True,
        upfront=("mcp__pinned__always_here",) if host_id == "claude-code" else (),
        announced=announced,
        counted=(),
        ranked=ranked,
        ranking_model=MODELS[host_id],
        definitions=asking.expected(wire),
        wire=wire,
        sentences={"meta_tool": None},
        texts={},
        left_out={},
        refused=(),
    )


def agreement(host_id: str, seen: Observation, catalog: Catalog | None = None) -> Agreement:
    conditions = Conditions(Tuning(), MODELS[host_id], 200_000)
    known = build_catalog(listings(host_id)) if catalog is None else catalog
    return compare(driver(host_id), host(host_id), known, conditions, seen)


@pytest.mark.parametrize("host_id", list(MODELS))
def test_recorded_clients_do_what_their_modules_say(host_id: str) -> None:
    found = agreement(host_id, observation(host_id))
    assert (found.queries, found.queries_equal) == (160, 160)
    assert found.definitions_equal == found.definitions
    assert found.agrees, (found.announced, found.upfront, found.differences[:1])
    assert "does what the host module" in verdict(found)


def test_a_changed_weight_is_found_and_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    parts, *others = ranking.RULES
    monkeypatch.setattr(ranking, "RULES", (replace(parts, equal=parts.equal + 6), *others))
    found = agreement("claude-code", observation("claude-code"))
    assert 0 < found.queries_equal < found.queries
    assert not found.agrees
    first = found.differences[0]
    assert first.expected is not None
    assert first.observed is not None
    assert first.client[first.place - 1] == first.observed.name != first.expected.name
    told = query_difference(first)
    assert f"place {first.place}: the client has {first.observed.name}" in told[0]
    assert all("rank " in line and " = " in line for line in told[1:])


def test_a_swap_of_two_results_is_a_difference_in_an_ordered_client_and_of_ties_none_in_codex() -> None:
    seen = observation("claude-code")
    first, second, *rest = seen.ranked["spot ticker"]
    swapped = replace(seen, ranked={**seen.ranked, "spot ticker": (second, first, *rest)})
    found = agreement("claude-code", swapped)
    assert [(each.query, each.place) for each in found.differences] == [("spot ticker", 1)]
    tied = observation("codex")
    query = "+github issue"
    assert {("mcp__github__merge_pull_request",), ("mcp__github__fork_repository",)} <= set(tied.ranked[query])
    other = {"mcp__github__merge_pull_request": "mcp__github__fork_repository"}
    other |= {value: key for key, value in other.items()}
    turned = tuple(tuple(other.get(name, name) for name in group) for group in tied.ranked[query])
    assert agreement("codex", replace(tied, ranked={**tied.ranked, query: turned})).agrees


@pytest.mark.parametrize("host_id", list(MODELS))
def test_missing_and_additional_results_are_differences(host_id: str) -> None:
    seen = observation(host_id)
    query = next(query for query, groups in seen.ranked.items() if 2 < sum(map(len, groups)) < 7)
    for groups in (seen.ranked[query][:-1], (*seen.ranked[query], ("mcp__weather__get_alerts",))):
        found = agreement(host_id, replace(seen, ranked={**seen.ranked, query: groups}))
        assert [each.query for each in found.differences] == [query]


def test_unanswered_queries_do_not_count_as_equal() -> None:
    seen = observation("claude-code")
    found = agreement("claude-code", replace(seen, ranked={k: v for k, v in seen.ranked.items() if k != "order"}))
    assert (found.unanswered, found.queries_equal, found.agrees) == (("order",), 159, False)


def test_names_and_decision() -> None:
    seen = observation("claude-code")
    assert seen.announced is not None
    turned = agreement("claude-code", replace(seen, announced=seen.announced[::-1]))
    assert turned.announced is not None
    assert (turned.announced.equal, turned.announced.only_expected) == (False, ())
    less = agreement("claude-code", replace(seen, announced=seen.announced[:-1]))
    assert less.announced is not None
    assert less.announced.only_expected == (seen.announced[-1],)
    loaded = agreement("claude-code", replace(seen, deferred=False))
    assert not loaded.decision_equal
    assert "nothing is deferred; the host module says" in lines(loaded)[3].said


@pytest.mark.parametrize(
    ("expected", "observed", "where", "mine", "theirs"),
    [
        ({"a": 1}, {"a": 2}, "/a", "1", "2"),
        ({"a": {"b/c": [1, 2]}}, {"a": {"b/c": [1, 3]}}, "/a/b~1c/1", "2", "3"),
        ({"a": 1}, {}, "/a", "1", "missing"),
        ({}, {"a": 1}, "/a", "missing", "1"),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, "/", "keys in the order a, b", "keys in the order b, a"),
        ({"a": [1]}, {"a": [1, 2]}, "/a", "1 items", "2 items"),
        ({"a": "x" * 30 + "y"}, {"a": "x" * 30 + "z"}, "/a", f'"…{"x" * 20}y"', f'"…{"x" * 20}z"'),
    ],
)
def test_the_first_place_that_differs(expected: Any, observed: Any, where: str, mine: str, theirs: str) -> None:
    (found,) = definition_differences({"t": expected}, {"t": observed})
    assert (found.where, found.expected, found.observed) == (where, mine, theirs)


def test_definitions_only_one_side_has() -> None:
    found = definition_differences({"a": {}, "b": {}}, {"b": {}, "c": {}})
    assert [(each.name, each.expected, each.observed) for each in found] == [
        ("a", "sent", "not sent"),
        ("c", "not sent", "sent"),
    ]


def test_orders_from_growing_answers() -> None:
    assert in_order({1: ["b"], 2: ["a", "b"], 3: ["a", "c", "b"]}) == (("b",), ("a",), ("c",))
    assert in_order({1: ["a"], 2: ["b", "c"], 3: ["b", "c", "d"]}) == (("b", "c"), ("d",))
    assert in_order({}) == ()


@pytest.mark.parametrize("host_id", list(MODELS))
def test_a_recording_has_the_form_of_the_recordings_here(host_id: str, tmp_path: Path) -> None:
    seen, served = observation(host_id), listings(host_id)
    files = {path: json.loads(text) for path, text in recording(driver(host_id), seen, served).items()}
    before, now = recorded(host_id, "ranking"), files[f"{host_id}.ranking.json"]
    assert now["results"] == before["results"]
    assert now["servers"] == before["servers"]
    assert files[f"{host_id}.wire.json"]["tools"] == recorded(host_id, "wire")["tools"]
    again = [listing_from_json(files[f"catalogs/{name}"], server) for server, name in now["servers"].items()]
    assert build_catalog(again).digest == build_catalog(served).digest


def test_where_there_is_no_tool_nothing_is_deferred() -> None:
    seen = replace(observation("codex"), ranked={}, asked=Asked((), 8, "gpt-5.5"), definitions={}, wire=())
    assert agreement("codex", seen, build_catalog([Listing("empty", ())])).agrees


def test_half_a_character_pair_is_recorded_as_an_escape() -> None:
    seen, served = observation("codex"), [Listing("a", ({"name": "x", "description": "\ud800"},))]
    text = recording(driver("codex"), seen, served)["catalogs/a.json"]
    assert json.loads(text.encode())["tools"][0]["description"] == "\ud800"


def test_queries_made_from_a_catalog() -> None:
    catalog = build_catalog(listings("codex"))
    found = sample_queries(catalog)
    assert found == sample_queries(catalog)
    assert {"read file", "read-file", "Read the whole text of one", "+read Read the"} <= set(found)
    assert any(query.startswith("+") for query in found)
    assert sample_queries(build_catalog([])) == ()
