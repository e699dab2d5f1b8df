"""Reading a suite on the command line: what is wrong in it is told with its line, the rest is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.cli.terminal import one_line, write_notice

if TYPE_CHECKING:
    from inspector.suites import Suite


def read_suite_told(file: str) -> tuple[Suite, bool]:
    """Return the suite in `file`, and whether all of it could be read; what could not is told."""
    from inspector.workspace.suite_files import read_suite

    reading = read_suite(file)
    for problem in reading.problems:
        tell_suite_problem(file, problem.line, problem.message, problem.hint)
    return reading.suite, not reading.problems


def tell_suite_problem(file: str, line: int | None, message: str, hint: str) -> None:
    """Write one problem of the suite in `file` to stderr."""
    place = f"{file} line {line}" if line is not None else file
    write_notice(one_line(f"tsi: {place}: {message}") + (f"\n     {one_line(hint)}" if hint else ""))
