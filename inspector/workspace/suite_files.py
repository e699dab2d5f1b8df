"""Suite files: reading them with what is wrong named by line, and writing the suites a person makes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inspector.errors import nearest
from inspector.hosts import hosts
from inspector.storage import read_text, write_atomic
from inspector.suites import Case, Suite, SuiteProblem, SuiteReading, parse_suite, render_suite


def read_suite(path: str) -> SuiteReading:
    """Return the suite in the file at `path` (TOML, or JSONL with ``query`` and ``relevant``) and its problems.

    A case for a host that does not exist is a problem; it runs nowhere. Raises `FileError` when nothing can be read.
    """
    reading = parse_suite(read_text(path), path)
    return SuiteReading(reading.suite, (*reading.problems, *_unknown_hosts(reading.suite.cases)))


def save_suite(suite: Suite, path: str) -> Path | None:
    """Write `suite` to `path` as TOML, and return where the earlier content was kept, if there was any."""
    return write_atomic(path, render_suite(suite))


def _unknown_hosts(cases: Sequence[Case]) -> list[SuiteProblem]:
    known = list(hosts())
    return [
        SuiteProblem(case.line, f"“{case.host}” is no host, so this case runs nowhere", nearest(case.host, known))
        for case in cases
        if case.host is not None and case.host not in known
    ]
