"""Running a suite on inspections: under the tuning at hand or another one."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.config.model import ServerSpec
from inspector.suites import Subject, Suite, SuiteResult, run_suite
from inspector.tuning.load import read_tuning
from inspector.workspace.imported_edits import with_imported
from inspector.workspace.inputs import Overrides
from inspector.workspace.inspection import Inspection
from inspector.workspace.opening import overridden
from inspector.workspace.toolset_names import check_names


def subject_of(inspection: Inspection) -> Subject:
    """Return what a suite measures of an inspection; both search in the same index."""
    subject = Subject(inspection.host, inspection.catalog, inspection.conditions)
    vars(subject).update(index=inspection.index, plan=inspection.plan)
    return subject


def run(inspection: Inspection, suite: Suite) -> SuiteResult:
    """Return how the inspection's host does on the cases of `suite` that are meant for it."""
    return run_suite(subject_of(inspection), suite.for_host(inspection.host.id))


def with_toolset(inspection: Inspection, path: str, specs: Sequence[ServerSpec], overrides: Overrides) -> Inspection:
    """Return the inspection under the tuning in the toolset at `path`, whose servers are not looked at.

    Host, model and window stay, so that only the tuning differs. Raises `FileError` for what is no toolset.
    """
    tuning = read_tuning(path).tuning
    check_names(tuning)
    return inspection.with_tuning(overridden(with_imported(tuning, specs), overrides))
