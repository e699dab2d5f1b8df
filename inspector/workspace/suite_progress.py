"""A suite run again and again in a sitting: what each run changed against the one before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from inspector.hosts import host
from inspector.suites import Suite, SuiteComparison, SuiteResult, compare_results
from inspector.tuning.edits import Edit
from inspector.workspace.session import Session
from inspector.workspace.suite_runs import run


@dataclass(frozen=True, slots=True)
class SuiteRun:
    """A suite as it ran in `session`: a result per host, the session's own first.

    `earlier` holds the results it is compared with, by host; `since` says what they are and `changed` what was done
    between the two, both in a few words (empty where there is nothing to compare with).
    """

    session: Session
    suite: Suite
    results: tuple[SuiteResult, ...]
    earlier: tuple[SuiteResult, ...] = ()
    since: str = ""
    changed: str = ""

    @property
    def comparisons(self) -> tuple[SuiteComparison | None, ...]:
        """What changed in each host, in the order of `results`; None where the host did not run before."""
        before = {result.host: result for result in self.earlier if not result.no_search}
        return tuple(
            compare_results(before[result.host], result) if result.host in before and not result.no_search else None
            for result in self.results
        )


def run_again(session: Session, suite: Suite, others: Sequence[str], last: SuiteRun | None) -> SuiteRun:
    """Run `suite` in the session's host and in `others` (host ids), and compare with the run before.

    Running the same again keeps what the last run was compared with. Where there is no run before, unsaved edits are
    compared with the saved toolset.
    """
    beside = [session.inspect(host(each), session.tuning) for each in others if each != session.host.id]
    inspections = (session.inspection, *beside)
    made = SuiteRun(session, suite, tuple(run(inspection, suite) for inspection in inspections))
    if last is None or not _comparable(last.session, session):
        if not session.unsaved:
            return made
        saved = [session.inspection_as_saved]
        saved += [session.inspect(each.host, session.inspection_as_saved.tuning) for each in beside]
        earlier = tuple(run(inspection, suite) for inspection in saved)
        return replace(made, earlier=earlier, since="the saved toolset", changed="unsaved edits")
    changed = _changed(last, session, suite)
    if not changed:
        return replace(made, earlier=last.earlier, since=last.since, changed=last.changed)
    return replace(made, earlier=last.results, since="the last run", changed=", ".join(changed))


@dataclass(frozen=True)
class Trial:
    """Edits of a session tried on a suite, in the session's host, without making them."""

    session: Session
    suite: Suite

    @cached_property
    def before(self) -> SuiteResult:
        """How the suite does without the edit; its `no_search` says where the host has nothing to try."""
        return run(self.session.inspection, self.suite)

    def comparison(self, edit: Edit) -> SuiteComparison:
        """Return what `edit` would change."""
        tuning = edit.apply(self.session.tuning)
        return compare_results(self.before, run(self.session.inspection.with_tuning(tuning), self.suite))


def _comparable(last: Session, now: Session) -> bool:
    """Whether the earlier run had all its tools and belongs to the same sitting."""
    return not last.connecting and _sources(last) == _sources(now)


def _sources(session: Session) -> tuple[object, ...]:
    return session.inputs.listings, session.inputs.catalogs, [spec.name for spec in session.opened.specs]


def _changed(last: SuiteRun, session: Session, suite: Suite) -> list[str]:
    """Return what differs between the last run and one of `suite` in `session`; nothing where nothing does."""
    before, found = last.session, []
    if replace(before.tuning, path=None) != replace(session.tuning, path=None):
        found += _steps(before, session) or ["settings"]
    one, two = before.gathered.catalog, session.gathered.catalog
    if one is not two and one.digest != two.digest:
        found.append("other tools")
    if [replace(case, line=None) for case in last.suite.cases] != [replace(case, line=None) for case in suite.cases]:
        found.append("other queries")
    return found


def _steps(before: Session, now: Session) -> list[str]:
    """Return the labels of the edits made or taken back between two sessions."""
    one, two = before.history.past, now.history.past
    same = 0
    while same < min(len(one), len(two)) and one[same] == two[same]:
        same += 1
    return [f"taken back: {step.label}" for step in reversed(one[same:])] + [step.label for step in two[same:]]
