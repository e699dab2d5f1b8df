"""The measures of retrieval, on the places at which expected tools were found.

A *place* is the rank of an expected tool in the host's full ranking, counted from 1. A pinned tool has place 0:
the model has it without a search. None stands for a tool that the ranking does not hold at all.

The measures of a suite are plain means over its cases: every query weighs the same, however many tools it expects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

DEPTHS = (1, 3, 5, 10)
"""The k of recall@k that are always measured."""

Places = Sequence[int | None]
"""The places of one case's expected tools; at least one."""


def recall_at(places: Places, k: int) -> float:
    """Return recall@k: the share of a query's expected tools whose place is at most `k`.

    With more expected tools than `k` it cannot reach 1.
    """
    return sum(place is not None and place <= k for place in places) / len(places)


def reciprocal_rank(places: Places) -> float:
    """Return 1 / the place of the expected tool found first; 1 for a pinned one, 0 where none is in the ranking.

    The whole ranking counts, not only what the host hands out.
    """
    found = [place for place in places if place is not None]
    return 1 / max(1, min(found)) if found else 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the measures need of one case: its `places`, and how many of them the host's own answer holds."""

    places: tuple[int | None, ...]
    answered: int

    @property
    def recall(self) -> float:
        """The share of the expected tools that the host's own answer holds, at its limit, or that are pinned."""
        return self.answered / len(self.places)


@dataclass(frozen=True, slots=True)
class Metrics:
    """The measures of a suite in one host.

    `recall` maps each k of `DEPTHS` to the mean of recall@k; `recall_at_limit` is the mean share of expected tools
    in the host's own answer; `mrr` the mean reciprocal rank; `hit_rate` the share of queries for which that answer
    holds at least one expected tool. `queries` is how many were measured; all are 0 where none was.
    """

    queries: int
    recall: dict[int, float]
    recall_at_limit: float
    mrr: float
    hit_rate: float


def measure(outcomes: Sequence[Outcome]) -> Metrics:
    """Return the measures of `outcomes`, each the mean over the queries."""
    return Metrics(
        queries=len(outcomes),
        recall={k: recall(outcomes, k) for k in DEPTHS},
        recall_at_limit=_mean([outcome.recall for outcome in outcomes]),
        mrr=_mean([reciprocal_rank(outcome.places) for outcome in outcomes]),
        hit_rate=_mean([float(outcome.answered > 0) for outcome in outcomes]),
    )


def recall(outcomes: Sequence[Outcome], k: int) -> float:
    """Return the mean of recall@k over `outcomes`, 0 for none."""
    return _mean([recall_at(outcome.places, k) for outcome in outcomes])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
