"""Two runs of one suite side by side: which queries got better and which worse."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.suites.metrics import reciprocal_rank
from inspector.suites.running import CaseResult, SuiteResult


@dataclass(frozen=True, slots=True)
class Pair:
    """One case in both runs."""

    before: CaseResult
    after: CaseResult


@dataclass(frozen=True, slots=True)
class SuiteComparison:
    """Wins, losses and draws of the second run.

    A case is won when the host's own answer holds more of its expected tools than before, or as many and the first
    of them stands higher; lost the other way round. Each run is judged at its own limit. Cases that only one of
    the runs has (because they are meant for one host) are left out.
    """

    wins: tuple[Pair, ...]
    losses: tuple[Pair, ...]
    draws: tuple[Pair, ...]


def compare_results(before: SuiteResult, after: SuiteResult) -> SuiteComparison:
    """Return what changed from `before` to `after`, both runs of the same suite."""
    earlier = {_identity(result): result for result in before.cases}
    wins: list[Pair] = []
    losses: list[Pair] = []
    draws: list[Pair] = []
    for result in after.cases:
        other = earlier.get(_identity(result))
        if other is None:
            continue
        one, two = _worth(other), _worth(result)
        (wins if two > one else losses if two < one else draws).append(Pair(other, result))
    return SuiteComparison(tuple(wins), tuple(losses), tuple(draws))


def _identity(result: CaseResult) -> tuple[str, tuple[str, ...], int | None]:
    return result.case.query, result.case.relevant, result.case.line


def _worth(result: CaseResult) -> tuple[int, float]:
    return result.outcome.answered, reciprocal_rank(result.outcome.places)
