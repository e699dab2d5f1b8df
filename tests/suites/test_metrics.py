"""The measures, on cases worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.suites import Outcome, measure, recall_at, reciprocal_rank


@pytest.mark.parametrize(
    ("places", "k", "recall"),
    [
        ((1,), 1, 1.0),
        ((2,), 1, 0.0),
        ((None,), 10, 0.0),
        ((0,), 1, 1.0),  # pinned: no search needed
        ((1, 4), 3, 1 / 2),
        ((1, 2, 3), 1, 1 / 3),  # one place cannot hold three tools
        ((5, None, 6, 1), 5, 2 / 4),
    ],
)
def test_recall_is_the_share_of_expected_tools_found(places: tuple[int | None, ...], k: int, recall: float) -> None:
    assert recall_at(places, k) == pytest.approx(recall)


@pytest.mark.parametrize(
    ("places", "value"),
    [((1,), 1.0), ((4,), 1 / 4), ((7, 2, None), 1 / 2), ((None, None), 0.0), ((0, 9), 1.0), ((80,), 1 / 80)],
)
def test_the_reciprocal_rank_is_of_the_first_expected_tool(places: tuple[int | None, ...], value: float) -> None:
    assert reciprocal_rank(places) == pytest.approx(value)


def test_a_suite_worked_by_hand() -> None:
    outcomes = [
        Outcome((1,), 1),  # found first
        Outcome((4,), 1),  # found fourth, in an answer of five
        Outcome((2, None), 1),  # one of two
        Outcome((12,), 0),  # beyond the answer
    ]
    metrics = measure(outcomes)
    assert metrics.queries == 4
    assert metrics.recall == pytest.approx({1: 1 / 4, 3: (1 + 0.5) / 4, 5: (1 + 1 + 0.5) / 4, 10: (1 + 1 + 0.5) / 4})
    assert metrics.recall_at_limit == pytest.approx((1 + 1 + 0.5 + 0) / 4)
    assert metrics.mrr == pytest.approx((1 + 1 / 4 + 1 / 2 + 1 / 12) / 4)
    assert metrics.hit_rate == pytest.approx(3 / 4)


def test_no_query_measures_nothing() -> None:
    metrics = measure([])
    assert (metrics.queries, metrics.mrr, metrics.hit_rate, metrics.recall[10]) == (0, 0, 0, 0)


@given(st.lists(st.one_of(st.none(), st.integers(0, 40)), min_size=1, max_size=6))
def test_recall_never_falls_with_more_places(places: list[int | None]) -> None:
    values = [recall_at(places, k) for k in range(1, 45)]
    assert values == sorted(values)
    assert values[-1] == pytest.approx(sum(place is not None for place in places) / len(places))
