"""Running cases against a host's own search, one query at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from inspector.catalog import Catalog
from inspector.hosts import Conditions, DeferralPlan, Host
from inspector.search import Ranking, SearchIndex
from inspector.suites.metrics import DEPTHS, Metrics, Outcome, measure
from inspector.suites.model import Case
from inspector.tuning.model import Tuning

Standing = Literal["found", "pinned", "loaded", "deferred", "hidden", "refused", "unknown"]


@dataclass(frozen=True)
class Subject:
    """What is measured: one host's search over a catalog under the conditions given. An edit makes a new one."""

    host: Host
    catalog: Catalog
    conditions: Conditions

    @cached_property
    def index(self) -> SearchIndex:
        """The host's search, built when first asked."""
        return self.host.index(self.catalog, self.conditions)

    @cached_property
    def plan(self) -> DeferralPlan:
        """The state of every tool."""
        return self.host.plan(self.catalog, self.conditions)

    @property
    def limit(self) -> int:
        """How many hits the host hands out: the tuning's limit, else its own."""
        limit = self.conditions.tuning.limit
        return self.host.default_limit if limit is None else limit

    def with_tuning(self, tuning: Tuning) -> Subject:
        """Return the subject under another tuning."""
        return replace(self, conditions=replace(self.conditions, tuning=tuning))

    def uncounted(self) -> Subject:
        """Return the subject with tokens not counted: for trials, which ask for ranks only and not for the decision."""
        changed = replace(self, conditions=replace(self.conditions, count=_no_tokens))
        vars(changed)["index"] = self.index
        return changed

    @cached_property
    def no_search(self) -> str:
        """Why this host cannot be measured, in words; empty where it searches."""
        ranking = self.index.search("tool", 1)
        return "" if ranking.hits else ranking.notes.get("host", "")

    @cached_property
    def pinned(self) -> frozenset[str]:
        """The tools that are in every request."""
        return frozenset(placement.tool for placement in self.plan.of_state("pinned"))

    def state(self, tool_id: str) -> Standing:
        """Return where a tool stands in the plan, ``unknown`` for one that the catalog has not."""
        placement = self.plan.by_tool.get(tool_id)
        return "unknown" if placement is None else placement.state


@dataclass(frozen=True, slots=True)
class Expected:
    """One expected tool of a case: its `place` in the full ranking (None: not in it; 0: pinned), its state in the
    plan, and whether the host's own answer holds it (pinned tools count, since the model has them)."""

    tool: str
    place: int | None
    state: Standing
    answered: bool


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case as the host answers it: `ranking` is the host's own answer with its breakdown."""

    case: Case
    expected: tuple[Expected, ...]
    ranking: Ranking

    @property
    def outcome(self) -> Outcome:
        """What the measures need."""
        return Outcome(tuple(each.place for each in self.expected), sum(each.answered for each in self.expected))

    @property
    def missing(self) -> tuple[str, ...]:
        """The expected tools that the host's own answer does not hold."""
        return tuple(each.tool for each in self.expected if not each.answered)


@dataclass(frozen=True)
class SuiteResult:
    """All cases of a suite in one host. `no_search` says why nothing was measured, where that is so."""

    host: str
    version: str
    limit: int
    cases: tuple[CaseResult, ...]
    no_search: str = ""

    @cached_property
    def metrics(self) -> Metrics:
        """The measures over all cases."""
        return measure([result.outcome for result in self.cases])


def run_case(subject: Subject, case: Case) -> CaseResult:
    """Return what the host's search answers to one case, with the place of every expected tool."""
    ranking = subject.index.search(case.query, subject.limit)
    answered = {hit.key: hit.rank for hit in ranking.hits}
    places = dict(answered)
    if any(key not in places for key in case.relevant) and ranking.total > len(ranking.hits):
        # Ten places answer most questions about near misses, and cost far less than the whole ranking.
        for depth in (_deeper(subject.host), None):
            places = {hit.key: hit.rank for hit in subject.index.search(case.query, depth).hits}
            if all(key in places for key in case.relevant):
                break
    return CaseResult(case, tuple(_expected(subject, key, places, key in answered) for key in case.relevant), ranking)


def found_in_answer(subject: Subject, case: Case, pinned: frozenset[str]) -> frozenset[str]:
    """Return the expected tools in the host's own answer or among `pinned`: for trials, which need no ranks.

    Planning a large catalog costs as much as searching it many times, and search words pin nothing: hence `pinned`.
    """
    answered = {hit.key for hit in subject.index.search(case.query, subject.limit).hits}
    return frozenset(key for key in case.relevant if key in answered or key in pinned)


def run_suite(subject: Subject, cases: Sequence[Case]) -> SuiteResult:
    """Return the results of `cases`; where the host has no tool search, none and the reason."""
    results = () if subject.no_search else tuple(run_case(subject, case) for case in cases)
    return suite_result(subject, results)


def suite_result(subject: Subject, results: Sequence[CaseResult]) -> SuiteResult:
    """Return results that were made one by one as the result of the suite."""
    return SuiteResult(subject.host.id, subject.host.version, subject.limit, tuple(results), subject.no_search)


def _expected(subject: Subject, key: str, places: dict[str, int], answered: bool) -> Expected:
    state = subject.state(key)
    if key not in places and state == "pinned":
        return Expected(key, 0, state, True)
    return Expected(key, places.get(key), state, answered)


def _deeper(host: Host) -> int:
    deepest = max(DEPTHS)
    return deepest if host.maximum_limit is None else min(deepest, host.maximum_limit)


def _no_tokens(_: str) -> int:
    return 0
