"""The suite of a sitting: opened from a file or made here, its cases added, edited, removed, taken back, saved."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from inspector.errors import UsageError
from inspector.resources import bundled_file, bundled_folder
from inspector.storage import exists, read_text, write_atomic
from inspector.suites import Case, Suite, SuiteProblem, has_comments, render_suite, rewrite_suite
from inspector.workspace.session import Session
from inspector.workspace.suite_files import suite_in

FILE_NAME = "suite.toml"
_DEMO_SUITE = ("suites", "vocabulary.toml")


@dataclass(frozen=True, slots=True)
class OpenSuite:
    """A suite with where it belongs (`path`), and what stands there: `written` cases in `text`.

    `path` is None until it is saved, and where writing would lose something: JSON lines with keys of their own.
    `text` is the TOML it was read from, which writing changes where cases changed; None for others. `past` holds
    the suite before each change, oldest first.
    """

    suite: Suite = field(default_factory=lambda: Suite(()))
    path: str | None = None
    written: tuple[Case, ...] = ()
    problems: tuple[SuiteProblem, ...] = ()
    text: str | None = None
    past: tuple[Suite, ...] = ()

    @property
    def unsaved(self) -> bool:
        """Whether the suite differs from what stands in its file."""
        return self.suite.cases != self.written

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
        return self._with(cases)

    def without(self, case: Case) -> OpenSuite:
        """Return the suite with `case` left out."""
        return self._with(self.suite.without(case).cases)

    def editing(self, case: Case, edited: Case) -> OpenSuite:
        """Return the suite with `edited` in the place of `case`."""
        return self._with([edited if each is case else each for each in self.suite.cases])

    def undone(self) -> OpenSuite:
        """Return the suite before the last change of its cases; the same when there was none."""
        return replace(self, suite=self.past[-1], past=self.past[:-1]) if self.past else self

    def _with(self, cases: Sequence[Case]) -> OpenSuite:
        changed = Suite(tuple(cases), self.suite.source)
        if changed == self.suite:
            return self
        return replace(self, suite=changed, past=(*self.past, self.suite))

    @property
    def proposed_path(self) -> str:
        """A name for its file, where it has none yet: that of the file it was read from, as TOML."""
        return str(Path(self.suite.source).with_suffix(".toml").name) if self.suite.source else FILE_NAME

    @property
    def loses_comments(self) -> bool:
        """Whether its file is laid out so that writing the changes loses its comments."""
        return self.text is not None and has_comments(self.text) and self._rewritten() is None

    def changed_on_disk(self) -> bool:
        """Whether the file says something else than when it was read or written here. Raises `FileError`."""
        return self.path is not None and exists(self.path) and read_text(self.path) != self.text

    def saved(self, path: str) -> tuple[OpenSuite, Path | None]:
        """Write the suite to `path` and return it as saved there, and where the earlier content was kept.

        Comments and entries that could not be read stay as they are in `text`, unless it `loses_comments`.
        Raises `UsageError` when a new name stands for an existing file or is none for TOML; `FileError` when writing
        fails.
        """
        path = os.path.expanduser(path)
        if not self.suite.cases:
            raise UsageError(
                "a suite without a query is not written", "add one with n, or delete the file if it should go"
            )
        if path != self.path and exists(path):
            raise UsageError(f"{path} exists already and is not written over", "choose another name, or press o first")
        if not path.lower().endswith(".toml"):
            raise UsageError(f"{path} is no name for a suite: it is written as TOML", "end the name in .toml")
        text = self._rewritten() or render_suite(self.suite)
        backup = write_atomic(path, text)
        reading = suite_in(text, path)
        suite = Suite(reading.suite.cases, path)
        return OpenSuite(suite, path, suite.cases, reading.problems, text, self._past(suite.cases)), backup

    def _rewritten(self) -> str | None:
        return None if self.text is None else rewrite_suite(self.text, self.written, self.suite.cases)

    def _past(self, cases: Sequence[Case]) -> tuple[Suite, ...]:
        """Return `past` with the lines that its cases have in the file now, where they are `cases`."""
        now = dict(zip(self.suite.cases, cases, strict=True))
        return tuple(
            Suite(tuple(now.get(case) or replace(case, line=None) for case in suite.cases), suite.source)
            for suite in self.past
        )


def open_suite(path: str) -> OpenSuite:
    """Return the suite in the file at `path`, without cases where an empty TOML file waits for some.

    Raises `FileError` when nothing can be read.
    """
    path = os.path.expanduser(path)
    text = read_text(path)
    toml = path.lower().endswith(".toml")
    if toml and all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines()):
        return OpenSuite(Suite((), path), path, text=text)
    reading = suite_in(text, path)
    own = not Path(path).resolve().is_relative_to(bundled_folder("sample_configs").resolve())
    cases = reading.suite.cases
    # An entry that could not be read is kept only where the text can be changed around it.
    whole = toml and (not reading.problems or rewrite_suite(text, cases, cases) is not None)
    return OpenSuite(reading.suite, path if own and whole else None, cases, reading.problems, text if toml else None)


def suite_beside(session: Session) -> OpenSuite | None:
    """Return the suite that belongs to a session's toolset: ``suite.toml`` beside it, or the demo's; None without."""
    toolset = session.history.present.path
    if toolset is None:
        return None
    if Path(toolset).resolve() == bundled_file("sample_configs", "demo.toml").resolve():
        return open_suite(str(bundled_file("sample_configs", *_DEMO_SUITE)))
    beside = os.path.join(os.path.dirname(os.path.abspath(toolset)), FILE_NAME)
    return open_suite(beside) if exists(beside) else None
