"""Advice for an inspection's failing queries, and taking it: as one step of a session, or into the toolset's file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.errors import UsageError
from inspector.resources import bundled_folder
from inspector.storage import exists, read_text
from inspector.suites import MOST_WORDS, Adviser, Fix, Suite, edits
from inspector.tuning.edits import Together
from inspector.tuning.save import render_tuning
from inspector.workspace.inspection import Inspection
from inspector.workspace.opening import Opened
from inspector.workspace.suite_runs import subject_of


@dataclass(frozen=True, slots=True)
class ToolsetText:
    """What the toolset's file at `path` says once edits are taken in."""

    path: str
    text: str


def adviser_for(inspection: Inspection, suite: Suite, most_words: int = MOST_WORDS) -> Adviser:
    """Return who advises on the cases of `suite` that are meant for the inspection's host, query by query."""
    return Adviser(subject_of(inspection), suite.for_host(inspection.host.id), most_words)


def as_edit(inspection: Inspection, fixes: Sequence[Fix]) -> Together:
    """Return `fixes` as one step that can be undone; what no toolset can hold is left out."""
    return Together(edits(fixes, subject_of(inspection)), "take advice")


def toolset_with(opened: Opened, edit: Together) -> ToolsetText:
    """Return the text of the opened toolset with `edit` taken in; comments and order stay.

    Raises `UsageError` where no toolset of the person's own was opened.
    """
    path = opened.saved_tuning.path
    if path is None:
        raise UsageError("there is no toolset to write to", "make one with `tsi init`, or name it with --toolset")
    if Path(path).resolve().is_relative_to(bundled_folder("sample_configs").resolve()):
        raise UsageError(f"{path} belongs to the installation and is not written", "copy it and name the copy")
    tuning = replace(edit.apply(opened.saved_tuning), path=path)
    existing = read_text(path) if exists(path) else None
    return ToolsetText(path, render_tuning(tuning, existing, base=opened.saved_tuning))
