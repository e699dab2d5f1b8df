"""Suite files: reading them with what is wrong named by line."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.errors import nearest
from inspector.hosts import hosts
from inspector.storage import read_text
from inspector.suites import Case, SuiteProblem, SuiteReading, parse_suite


def read_suite(path: str) -> SuiteReading:
    """Return the suite in the file at `path` (TOML, or JSONL with ``query`` and ``relevant``) and its problems.

    A case for a host that does not exist is a problem; it runs nowhere. Raises `FileError` when nothing can be read.
    """
    return suite_in(read_text(path), path)


def suite_in(text: str, path: str) -> SuiteReading:
    """Return the suite that `text`, which stands in the file at `path`, holds; as `read_suite`."""
    reading = parse_suite(text, path)
    return SuiteReading(reading.suite, (*reading.problems, *_unknown_hosts(reading.suite.cases)))


def _unknown_hosts(cases: Sequence[Case]) -> list[SuiteProblem]:
    known = list(hosts())
    return [
        SuiteProblem(case.line, f"“{case.host}” is no host, so this case runs nowhere", nearest(case.host, known))
        for case in cases
        if case.host is not None and case.host not in known
    ]
