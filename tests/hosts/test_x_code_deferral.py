"""When x-code-cli defers, that it says why, and that what it says would flip the decision does."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from inspector.catalog import Catalog, Listing, build_catalog
from inspector.hosts import Conditions, Decision, host
from inspector.tuning.model import ToolEdits, Tuning

Under = Callable[..., Conditions]
CatalogOf = Callable[[Any], Catalog]
SOURCE, ARTICLE = "x-code-cli", "x-code-cli@article"
BOTH = pytest.mark.parametrize("variant", [SOURCE, ARTICLE])
FRAME = len('s__t{"description":"MCP tool from s","inputSchema":{"jsonSchema":{"type":"object","title":""}}}')


def catalog_counting(characters: int, *, prefix: str = "") -> Catalog:
    """One tool that the threshold counts with exactly so many characters."""
    schema = {"type": "object", "title": "x" * (characters - FRAME - len(prefix))}
    return build_catalog([Listing("s", ({"name": "t", "inputSchema": schema},))])


def decide(variant: str, characters: int, window: int, share: float | None = None) -> Decision:
    catalog = catalog_counting(characters, prefix="mcp__" if variant == ARTICLE else "")
    return host(variant).plan(catalog, Conditions(Tuning(threshold=share), None, window)).decision


@BOTH
def test_the_estimate_is_characters_over_three_rounded_up(variant: str) -> None:
    assert [decide(variant, characters, 1000).counted for characters in (300, 301, 302, 303)] == [100, 101, 101, 101]


def test_the_count_is_in_utf16_units_of_the_cut_description(catalog_of: CatalogOf, under: Under) -> None:
    tool = {"name": "t", "description": "😀" * 150, "inputSchema": {"type": "object", "title": ""}}
    (one,) = host(SOURCE).plan(catalog_of({"s": [tool]}), under()).placements
    counted = host(SOURCE).plan(catalog_of({"s": [tool]}), under()).decision.counted
    # 199 units and “…”; the last emoji is cut in half, which JSON.stringify writes as six characters.
    assert counted == -(-(FRAME - len("MCP tool from s") + 198 + len("\\ud83d") + 1) // 3)
    assert one.state == "loaded"


@pytest.mark.parametrize(
    ("variant", "window", "deferred", "sign"),
    [
        *((SOURCE, 999, True, "≥"), (SOURCE, 1000, True, "≥"), (SOURCE, 1009, True, "≥"), (SOURCE, 1010, False, "<")),
        *((ARTICLE, 999, True, ">"), (ARTICLE, 1000, False, "≤"), (ARTICLE, 1009, False, "≤")),
    ],
)
def test_equality_defers_in_the_source_and_not_in_the_article(
    variant: str, window: int, deferred: bool, sign: str
) -> None:
    decision = decide(variant, 300, window)
    assert (decision.deferred, decision.counted, decision.limit) == (deferred, 100, window // 10)
    assert f"100 {sign} {window // 10} (10 % of {window:,})" in decision.rule
    assert decision.unit == "tokens estimated as characters ÷ 3"
    assert decision.label == "documented"


@BOTH
def test_equality_by_the_threshold(variant: str) -> None:
    assert decide(variant, 300, 400, 0.25).deferred is (variant == SOURCE)
    assert "25 % of 400" in decide(variant, 300, 400, 0.25).rule


@BOTH
@settings(max_examples=150, deadline=None)
@given(
    characters=st.integers(FRAME + 5, 60_000),
    window=st.integers(1, 400_000),
    share=st.none() | st.sampled_from([0.01, 0.07, 0.1, 0.3, 1 / 3, 0.5, 1.0]) | st.floats(0.001, 1.0),
)
def test_what_is_said_to_flip_the_decision_flips_it(
    variant: str, characters: int, window: int, share: float | None
) -> None:
    decision = decide(variant, characters, window, share)
    found = re.fullmatch(
        r"a window of ([\d,]+) or (more|less)(?:, or ([\d,]+) (fewer|more) estimated tokens(?: \(\d+%\))?)?",
        decision.flips,
    )
    assert found is not None, decision.flips
    flip_window = int(found[1].replace(",", ""))
    step = 1 if decision.deferred else -1
    assert found[2] == ("more" if decision.deferred else "less")
    assert decide(variant, characters, flip_window, share).deferred is not decision.deferred
    assert decide(variant, characters, flip_window + step, share).deferred is not decision.deferred
    assert decide(variant, characters, flip_window - step, share).deferred is decision.deferred

    if found[3] is None:
        # Not even an empty list of tools would be few enough.
        assert decision.deferred
        assert decision.limit == 0
        return
    change = int(found[3].replace(",", ""))
    assert found[4] == ("fewer" if decision.deferred else "more")
    assume(characters - 3 * step * change >= FRAME + 5)
    assert change > 0
    assert decide(variant, characters - 3 * step * change, window, share).deferred is not decision.deferred
    assert decide(variant, characters - 3 * step * (change - 1), window, share).deferred is decision.deferred


@BOTH
def test_a_big_catalog_defers_at_128k_and_not_at_two_million(variant: str) -> None:
    decision = decide(variant, 60_000, 128_000)
    assert decision.deferred
    assert decision.rule == "defer: the definitions’ estimate 20,000 {} 12,800 (10 % of 128,000)".format(
        "≥" if variant == SOURCE else ">"
    )
    wide = decide(variant, 60_000, 2_000_000)
    assert not wide.deferred
    assert wide.rule.startswith("load everything: the definitions’ estimate 20,000 ")


@pytest.mark.parametrize(
    ("variant", "model", "pattern"),
    [
        *((variant, "claude-3-5-haiku", "haiku") for variant in (SOURCE, ARTICLE)),
        *((variant, "anthropic:claude-HAIKU-4-5", "haiku") for variant in (SOURCE, ARTICLE)),
        *((variant, "openai:gpt-5-nano", "nano") for variant in (SOURCE, ARTICLE)),
        *((variant, "zhipu:glm-4v-plus", "glm-4v") for variant in (SOURCE, ARTICLE)),
        *(
            (SOURCE, "glm-5v", "glm-5v"),
            (ARTICLE, "glm-5v", None),
            (SOURCE, "claude-sonnet-5", None),
            (SOURCE, "", None),
        ),
    ],
)
def test_weak_models_get_everything(conformance: Catalog, under: Under, variant: str, model: str, pattern: str) -> None:
    decision = host(variant).plan(conformance, under(model=model, window=10_000)).decision
    assert decision.deferred is (pattern is None)
    if pattern is not None:
        assert f"contains “{pattern}”, one of the weak-model patterns" in decision.rule
        assert "any model without such a pattern" in decision.flips
        assert (decision.counted, decision.limit) == (decision.counted, 1_000)


@BOTH
@pytest.mark.parametrize("window", [10_000, 2_000_000])
@pytest.mark.parametrize("model", [None, "claude-3-5-haiku"])
def test_subagents_never_defer(
    conformance: Catalog, under: Under, variant: str, window: int, model: str | None
) -> None:
    plan = host(variant).plan(conformance, under(subagent=True, window=window, model=model))
    assert not plan.decision.deferred
    assert plan.of_state("deferred") == ()
    assert "sub-agents" in plan.decision.rule
    assert plan.decision.flips.endswith("would defer" if window == 10_000 else "would load everything too")


@BOTH
def test_nothing_left_to_defer(catalog_of: CatalogOf, under: Under, variant: str) -> None:
    edits = {"s/a": ToolEdits(pin=True), "s/b": ToolEdits(hide=True)}
    for catalog in (Catalog(), catalog_of({"s": ["a", "b"]})):
        decision = host(variant).plan(catalog, under(edits=edits, window=1)).decision
        assert (decision.deferred, decision.counted) == (False, 0)
        assert "no tool is left" in decision.rule


def test_only_what_could_be_deferred_is_counted(conformance: Catalog, under: Under) -> None:
    everything = host(SOURCE).plan(conformance, under()).decision.counted
    pinned = host(SOURCE).plan(conformance, under(edits={"crm/*": ToolEdits(pin=True)})).decision.counted
    hidden = host(SOURCE).plan(conformance, under(edits={"crm/*": ToolEdits(hide=True)})).decision.counted
    assert pinned == hidden < everything
    with_builtins = host(SOURCE).plan(conformance, under(builtins=True)).decision.counted
    without_core = host(SOURCE).plan(conformance, under(builtins=True, core_tools=("webSearch",))).decision.counted
    assert everything < without_core < with_builtins


def test_the_threshold_of_the_tuning_counts(conformance: Catalog, under: Under) -> None:
    counted = host(SOURCE).plan(conformance, under()).decision.counted
    assert not host(SOURCE).plan(conformance, under()).decision.deferred
    assert host(SOURCE).plan(conformance, under(threshold=counted / 200_000)).decision.deferred
