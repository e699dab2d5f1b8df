"""The audit's numbers agree with each other and with what the host really writes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.catalog import Catalog
from inspector.errors import UsageError
from inspector.hosts import host, hosts
from inspector.tuning.model import ToolEdits, Tuning
from inspector.workspace.audit import DEFAULT_SYSTEM_PROMPT, audit, server_tokens
from inspector.workspace.connecting import Gathered, gather
from inspector.workspace.inputs import Inputs, Overrides
from inspector.workspace.inspecting import Inspector
from inspector.workspace.inspection import Inspection
from inspector.workspace.opening import open_inputs
from inspector.workspace.prompt_texts import prompt
from inspector.workspace.tool_rows import tool_rows

Inspect = Callable[..., Inspection]
EDITS = {
    "crm/*": ToolEdits(hide=True),
    "crm/search": ToolEdits(hide=False, pin=True),
    "gate/cex_spot_get_ticker": ToolEdits(pin=True, words="price"),
}


@pytest.fixture(scope="module")
def gathered(conformance_files: tuple[Path, ...]) -> Gathered:
    """The conformance servers, opened from their saved listings as ``--tools`` does."""
    return asyncio.run(gather(open_inputs(Inputs(listings=tuple(("", str(path)) for path in conformance_files)))))


@pytest.fixture(scope="module")
def inspect(gathered: Gathered) -> Inspect:
    """Inspects them; keywords are fields of the tuning, `host_id`, or overrides."""

    def run(
        host_id: str = "x-code-cli", *, builtins: bool = False, subagent: bool = False, **fields: object
    ) -> Inspection:
        overrides = Overrides(builtins=builtins, subagent=subagent, counter="chars/4")
        return Inspector(gathered.catalog, overrides).inspect(host(host_id), Tuning(**fields))  # type: ignore[arg-type]

    return run


def _head(inspection: Inspection, tool_id: str) -> str:
    """What stands in a definition before and after its schema."""
    return "".join(text for label, text in inspection.definitions[tool_id].parts if label == "overhead")


CASES = pytest.mark.parametrize(
    "fields",
    [
        {"window": window, "edits": edits, "builtins": builtins, "subagent": subagent, "host_id": host_id}
        for host_id in hosts()
        for window in (20_000, 2_000_000)
        for edits in ({}, EDITS)
        for builtins, subagent in ((False, False), (True, False), (False, True))
    ],
    ids=lambda fields: "-".join(
        str(value) if not isinstance(value, dict) else str(len(value)) for value in fields.values()
    ),
)


def test_saved_listings_are_a_catalog_with_ready_reports(gathered: Gathered) -> None:
    assert len(gathered.catalog) == 67
    assert [server.name for server in gathered.catalog.servers] == [report.name for report in gathered.reports]
    assert {(report.state, report.transport) for report in gathered.reports} == {("ready", "saved")}
    assert gathered.failed == ()


@CASES
def test_totals_agree(inspect: Inspect, fields: dict[str, object]) -> None:
    inspection = inspect(**fields)
    found = audit(inspection)
    totals, tokens = found.totals, inspection.tool_tokens
    states = dict(found.states)
    assert totals.saved == totals.upfront - totals.loaded
    assert totals.loaded == (totals.deferred if found.decision.deferred else totals.upfront)
    assert sum(states.values()) == totals.tools == len(inspection.catalog)
    shown = [placement.tool for placement in inspection.plan.placements if placement.state not in ("hidden", "refused")]
    assert totals.upfront == sum(tokens[tool] for tool in shown)
    assert found.share == totals.loaded / inspection.window.tokens
    room = found.request.room + found.request.system + found.request.tools + found.request.history
    assert room == inspection.window.tokens == fields["window"]
    assert found.request.tools == totals.loaded
    assert found.request.system == DEFAULT_SYSTEM_PROMPT


@CASES
def test_server_and_tool_tokens_agree(inspect: Inspect, fields: dict[str, object]) -> None:
    inspection = inspect(**fields)
    found = audit(inspection)
    by_server = server_tokens(inspection)
    assert list(by_server) == [server.name for server in inspection.catalog.servers]
    assert sum(by_server.values()) == sum(inspection.tool_tokens.values())
    assert dict(found.expensive_servers) == by_server
    assert dict(found.expensive_tools) == dict(inspection.tool_tokens)
    for ranked in (found.expensive_servers, found.expensive_tools):
        assert [number for _, number in ranked] == sorted((number for _, number in ranked), reverse=True)
    for tool_id, tokens in inspection.tool_tokens.items():
        measured = inspection.measurement(tool_id)
        assert measured.total == tokens == sum(part for _, part in measured.parts)
        # A host that leaves an absent description out of the definition has no such part.
        sent = {"name", "schema", "overhead"} | (
            {"description"} if '"description"' in _head(inspection, tool_id) else set()
        )
        assert {label for label, _ in measured.parts} == sent
    rows = tool_rows(inspection)
    assert [row.tool for row in rows] == list(inspection.catalog.by_id)
    assert {row.tool: row.tokens for row in rows if row.state != "refused"} == dict(inspection.tool_tokens)
    assert all(row.state == inspection.plan.by_tool[row.tool].state for row in rows)


@CASES
def test_the_deferred_plan_is_the_plan_as_if_deferral_were_on(inspect: Inspect, fields: dict[str, object]) -> None:
    inspection = inspect(**fields)
    plan, deferred = inspection.plan, inspection.deferred_plan
    assert deferred.decision.deferred
    assert deferred.of_state("loaded") == ()
    for before, after in zip(plan.placements, deferred.placements, strict=True):
        assert after.tool == before.tool
        assert after.state == ("deferred" if before.state == "loaded" else before.state)
    if plan.decision.deferred:
        assert deferred is plan
    pinned = sum(inspection.tool_tokens[placement.tool] for placement in plan.of_state("pinned"))
    texts = {text.id: text.text for text in inspection.deferred_texts if text.every_turn}
    del texts["tools-array"]
    written = sum(inspection.counter.count(text) for text in texts.values())
    assert audit(inspection).totals.deferred == pinned + written


def test_an_edit_makes_a_new_inspection_that_shares_the_counts(inspect: Inspect) -> None:
    first = inspect(window=20_000)
    second = first.with_tuning(replace(first.tuning, edits=EDITS))
    assert second.tokens is first.tokens
    assert (second.host, second.window) == (first.host, first.window)
    assert audit(second).totals.upfront < audit(first).totals.upfront
    assert {row.tool: row.words for row in tool_rows(second)}["gate/cex_spot_get_ticker"] == "price"


def test_the_persons_numbers_are_used(inspect: Inspect) -> None:
    inspection = inspect(window=20_000, system_prompt=100, history=50, prefill_rate=10.0, price_input=2.0)
    found = audit(inspection)
    assert (found.request.system, found.request.history) == (100, 50)
    assert found.prefill_seconds == (found.totals.upfront / 10, found.totals.loaded / 10)
    assert found.cost is not None
    assert float(found.cost.upfront.uncached) == pytest.approx(found.totals.upfront * 2.0 / 1000)
    assert audit(inspect()).cost is None
    assert audit(inspect()).prefill_seconds is None


def test_a_search_returns_the_limit_in_force_and_says_the_real_state(inspect: Inspect) -> None:
    inspection = inspect(window=2_000_000, edits=EDITS)
    ranking = inspection.search("list create search get")
    assert len(ranking.hits) == 5 < ranking.total
    assert len(inspection.search("list create search get", 2).hits) == 2
    assert len(inspect(limit=7).search("list create search get").hits) == 7
    states = {placement.state for hit in ranking.hits if (placement := inspection.placement(hit.key))}
    assert states == {"loaded"}
    assert inspection.placement("built-in/webSearch") is None
    with pytest.raises(UsageError, match="maximum is 10"):
        inspect("foundry", limit=11).search("list")


def test_the_prompt_counts_each_text_and_digests_what_is_in_every_request(inspect: Inspect) -> None:
    inspection = inspect(window=20_000)
    found = prompt(inspection)
    assert [text.text.id for text in found.texts] == ["deferred-tools", "search-tool", "tools-array"]
    assert all(text.tokens == inspection.counter.count(text.text.text) for text in found.texts)
    asked = prompt(inspection, "spot ticker")
    assert asked.digest == found.digest
    assert asked.texts[-1].text.text.startswith("Loaded 5 tool(s)")
    assert not asked.texts[-1].text.every_turn
    worded = inspection.with_tuning(replace(inspection.tuning, edits={"gate/*": ToolEdits(words="coin")}))
    assert prompt(worded).digest == found.digest
    pinned = inspection.with_tuning(replace(inspection.tuning, edits=EDITS))
    assert prompt(pinned).digest != found.digest


@pytest.mark.parametrize("host_id", list(hosts()))
def test_an_empty_catalog_has_an_audit(host_id: str) -> None:
    inspection = Inspector(Catalog(), Overrides(counter="chars/4")).inspect(host(host_id), Tuning())
    found = audit(inspection)
    assert (found.totals.tools, found.totals.upfront, found.states) == (0, 0, ())
    assert found.request.room == inspection.window.tokens - DEFAULT_SYSTEM_PROMPT - found.totals.loaded


def test_the_decision_stands_beside_this_runs_own_count(inspect: Inspect) -> None:
    counted = inspect("x-code-cli")
    deferrable = counted.plan.of_state("deferred", "loaded")
    tokens = sum(counted.tokens.count(counted.definitions[each.tool].text) for each in deferrable)
    assert audit(counted).decision_tokens == tokens
    assert audit(counted).decision.counted != tokens
    assert audit(inspect("codex")).decision_tokens is None
