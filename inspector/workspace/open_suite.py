"""The suite of a sitting: opened from a file or made here, with cases added and removed, and saved."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

from inspector.errors import UsageError
from inspector.resources import bundled_file, bundled_folder
from inspector.storage import exists
from inspector.suites import Case, Suite, SuiteProblem
from inspector.workspace.session import Session
from inspector.workspace.suite_files import read_suite, save_suite

FILE_NAME = "suite.toml"
_DEMO_SUITE = ("suites", "vocabulary.toml")


@dataclass(frozen=True, slots=True)
class OpenSuite:
    """A suite with where it belongs (`path`) and whether it differs from what stands there.

    `path` is None until it is saved, and where writing would lose something: JSON lines with keys of their own, or
    entries that could not be read (`problems`).
    """

    suite: Suite = field(default_factory=lambda: Suite(()))
    path: str | None = None
    unsaved: bool = False
    problems: tuple[SuiteProblem, ...] = ()

    def adding(self, case: Case) -> OpenSuite:
        """Return the suite with one more case; the same query gains the tools instead of standing twice."""
        cases = list(self.suite.cases)
        for at, known in enumerate(cases):
            if known.query == case.query and known.host == case.host:
                relevant = tuple(dict.fromkeys((*known.relevant, *case.relevant)))
                cases[at] = replace(known, relevant=relevant)
                break
        else:
            cases.append(case)
        return replace(self, suite=Suite(tuple(cases), self.suite.source), unsaved=True)

    def without(self, case: Case) -> OpenSuite:
        """Return the suite with `case` left out."""
        return replace(self, suite=self.suite.without(case), unsaved=True)

    @property
    def proposed_path(self) -> str:
        """A name for its file, where it has none yet: that of the file it was read from, as TOML."""
        return str(Path(self.suite.source).with_suffix(".toml").name) if self.suite.source else FILE_NAME

    def saved(self, path: str) -> tuple[OpenSuite, Path | None]:
        """Write the suite to `path` and return it as saved there, and where the earlier content was kept.

        Raises `UsageError` when a new name stands for an existing file; `FileError` when writing fails.
        """
        if path != self.path and exists(path):
            raise UsageError(f"{path} exists already and is not written over", "choose another name, or press o first")
        backup = save_suite(self.suite, path)
        return replace(self, path=path, unsaved=False), backup


def open_suite(path: str) -> OpenSuite:
    """Return the suite in the file at `path`; raises `FileError` when nothing can be read."""
    reading = read_suite(path)
    own = not Path(path).resolve().is_relative_to(bundled_folder("sample_configs").resolve())
    whole = path.lower().endswith(".toml") and not reading.problems
    return OpenSuite(reading.suite, path if own and whole else None, problems=reading.problems)


def suite_beside(session: Session) -> OpenSuite | None:
    """Return the suite that belongs to a session's toolset: ``suite.toml`` beside it, or the demo's; None without."""
    toolset = session.history.present.path
    if toolset is None:
        return None
    if Path(toolset).resolve() == bundled_file("sample_configs", "demo.toml").resolve():
        return open_suite(str(bundled_file("sample_configs", *_DEMO_SUITE)))
    beside = os.path.join(os.path.dirname(os.path.abspath(toolset)), FILE_NAME)
    return open_suite(beside) if exists(beside) else None
