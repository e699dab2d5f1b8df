"""What pins are worth: a case by hand, break-even where both cost the same, and the exact choice within a budget."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.usage.automatic_pins import automatic_pins
from inspector.usage.calls import ToolUse
from inspector.usage.pin_value import Assumptions, PinValue, best_within, pin_values

ASSUMED = Assumptions(turns=11, cached=0.1, context=10_000, found=1, query=40)


def used(tool: str, conversations: int, calls: int | None = None, last: str = "") -> ToolUse:
    return ToolUse(tool, calls or conversations, conversations, last)


def test_one_tool_by_hand() -> None:
    (value,) = pin_values({"s/a": 500}, {"s/a": 5}, [used("s/a", 4)], 10, ASSUMED)
    # Pinned: 500 once in full, ten times from the cache. Deferred: its name always; in 4 of 10 conversations a
    # search of 40 tokens that reads 10,000 again from the cache, and 500 tokens for the 4.5 requests that are left.
    assert value.pinned == pytest.approx(500 * (1 + 10 * 0.1))
    search = 40 + 10_000 * 0.1 + 500 * (1 + 4.5 * 0.1)
    assert value.deferred == pytest.approx(5 * 2 + 0.4 * search)
    assert value.chance == 0.4
    assert value.break_even == pytest.approx((1000 - 10) / search)
    assert value.saving == pytest.approx(value.deferred - value.pinned)


@given(
    tokens=st.integers(1, 5_000),
    listed=st.integers(0, 30),
    turns=st.floats(1, 200),
    cached=st.floats(0, 1),
    context=st.integers(0, 200_000),
)
def test_at_break_even_both_cost_the_same(tokens: int, listed: int, turns: float, cached: float, context: int) -> None:
    assumed = Assumptions(turns, cached, context, 5, 40)
    (never,) = pin_values({"s/a": tokens}, {"s/a": listed}, [used("s/a", 0, 1)], 100, assumed)
    (always,) = pin_values({"s/a": tokens}, {"s/a": listed}, [used("s/a", 100)], 100, assumed)
    if never.break_even is None:
        assert always.saving < 1e-6
    else:
        at = never.deferred + never.break_even * (always.deferred - never.deferred)
        assert at >= never.pinned - 1e-6
        if never.break_even > 0:
            assert at == pytest.approx(never.pinned, rel=1e-6)


def test_tools_without_a_definition_are_left_out() -> None:
    assert pin_values({}, {}, [used("s/gone", 3)], 3, ASSUMED) == ()


VALUES = st.lists(st.tuples(st.integers(1, 60), st.integers(-20, 60)), max_size=9)


@given(VALUES, st.integers(0, 150))
def test_the_choice_within_a_budget_is_the_best(pairs: list[tuple[int, int]], budget: int) -> None:
    values = [
        PinValue(f"s/{at}", 1, 0.5, tokens, 0.0, float(saving), None) for at, (tokens, saving) in enumerate(pairs)
    ]
    chosen = best_within(values, budget)
    best = max(
        sum(value.saving for value in some)
        for size in range(len(values) + 1)
        for some in combinations(values, size)
        if sum(value.tokens for value in some) <= budget
    )
    assert sum(value.tokens for value in chosen) <= budget
    assert sum(value.saving for value in chosen) == best


def test_automatic_pins_warm_up_then_take_the_most_used_and_drop_the_stale() -> None:
    uses = [used("s/old", 9, 9, "2026-01-01"), used("s/a", 5, 5, "2026-11-01T00:00:00Z"), used("s/b", 4, 4, "")]
    assert automatic_pins(uses, warm_up=19).pinned == ()
    found = automatic_pins(uses, warm_up=18, most=2, stale_days=30)
    assert found.pinned == ("s/a", "s/b")
    assert found.stale == ("s/old",)
    assert automatic_pins([], warm_up=0).pinned == ()
