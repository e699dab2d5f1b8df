"""Two runs of one suite side by side: which queries got better and which worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from inspector.suites.metrics import Metrics, measure, reciprocal_rank
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
    the runs has (because they are meant for one host, or are new) are left out.
    """

    wins: tuple[Pair, ...]
    losses: tuple[Pair, ...]
    draws: tuple[Pair, ...]

    @property
    def before(self) -> Metrics:
        """The measures of the first run over the cases that both runs have."""
        return measure([pair.before.outcome for pair in self._pairs])

    @property
    def after(self) -> Metrics:
        """The measures of the second run over the same cases."""
        return measure([pair.after.outcome for pair in self._pairs])

    @property
    def _pairs(self) -> tuple[Pair, ...]:
        return (*self.wins, *self.losses, *self.draws)


def compare_results(before: SuiteResult, after: SuiteResult) -> SuiteComparison:
    """Return what changed from `before` to `after`, both runs of the same suite."""
    earlier = dict(_told_apart(before))
    wins: list[Pair] = []
    losses: list[Pair] = []
    draws: list[Pair] = []
    for identity, result in _told_apart(after):
        other = earlier.get(identity)
        if other is None:
            continue
        one, two = _worth(other), _worth(result)
        (wins if two > one else losses if two < one else draws).append(Pair(other, result))
    return SuiteComparison(tuple(wins), tuple(losses), tuple(draws))


def _told_apart(result: SuiteResult) -> Iterator[tuple[object, CaseResult]]:
    """Yield the cases with what they are known by: their text, since lines move, and a number where it repeats."""
    seen: Counter[object] = Counter()
    for each in result.cases:
        said = (each.case.query, each.case.relevant, each.case.host)
        yield (said, seen[said]), each
        seen[said] += 1


def _worth(result: CaseResult) -> tuple[int, float]:
    return result.outcome.answered, reciprocal_rank(result.outcome.places)
