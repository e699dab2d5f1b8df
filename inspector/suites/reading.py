"""Reading suites: TOML with ``[[case]]`` tables, or JSONL with one ``{"query", "relevant"}`` object a line."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from typing import Any

from inspector.config.json_reading import parse_json
from inspector.errors import FileError, nearest
from inspector.suites.model import Case, Suite, SuiteProblem, SuiteReading
from inspector.tuning.statements import statements

KEYS = ("query", "relevant", "host", "note")
_EXAMPLE = 'relevant = ["server/tool"]'


def parse_suite(text: str, source: str) -> SuiteReading:
    """Return the suite that `text` holds; entries that cannot be used become problems with their line.

    TOML when `source` ends in ``.toml``, JSONL (or one JSON list of the same objects) when it ends in ``.jsonl`` or
    ``.json``, else what it looks like.
    Raises `FileError` for TOML that cannot be read at all, and where there is no case and no problem.
    """
    name = source.lower()
    lines = name.endswith((".jsonl", ".ndjson", ".json")) or (
        not name.endswith(".toml") and text.lstrip().startswith("{")
    )
    reading = _from_lines(text, source) if lines else _from_toml(text, source)
    if not reading.suite.cases and not reading.problems:
        raise FileError(f"{source}: no query in it", "write [[case]] tables with query and relevant, or JSON lines")
    return reading


def _from_lines(text: str, source: str) -> SuiteReading:
    cases: list[Case] = []
    problems: list[SuiteProblem] = []
    if text.lstrip().startswith("["):
        entries = parse_json(text, source)
        for number, entry in enumerate(entries if isinstance(entries, list) else (), start=1):
            _take(entry, number, None, cases, problems)
        return SuiteReading(Suite(tuple(cases), source), tuple(problems))
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError) as error:
            reason = error.msg if isinstance(error, json.JSONDecodeError) else "it cannot be read"
            problems.append(SuiteProblem(number, f"not a JSON object on one line: {reason}", "write one object a line"))
            continue
        # Query files of other projects carry fields of their own, so unknown ones are no mistake here.
        _take(entry, number, number, cases, problems)
    return SuiteReading(Suite(tuple(cases), source), tuple(problems))


def _from_toml(text: str, source: str) -> SuiteReading:
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileError(f"{source} is not valid TOML: {error}", "correct the line; texts need quotes") from error
    except (RecursionError, ValueError) as error:
        raise FileError(f"{source} is not valid TOML: it cannot be read", "check that it is the right file") from error
    entries = content.get("case", [])
    cases: list[Case] = []
    problems: list[SuiteProblem] = []
    placed = statements(text)
    for key in content:
        if key != "case":
            line = next((each.start + 1 for each in placed if each.path[:1] == (key,)), None)
            problems.append(SuiteProblem(line, f"“{key}” is no key of a suite", "each query is a [[case]] table"))
    if not isinstance(entries, list):
        problems.append(SuiteProblem(None, "“case” is not a list of tables", "write [[case]] with double brackets"))
        entries = []
    starts = [each.start + 1 for each in placed if each.header and each.path == ("case",)]
    for number, entry in enumerate(entries):
        line = starts[number] if number < len(starts) else None
        end = starts[number + 1] if number + 1 < len(starts) else None
        if isinstance(entry, Mapping):
            for key in [key for key in entry if key not in KEYS]:
                at = next(
                    (
                        each.start + 1
                        for each in placed
                        if each.path == ("case", key)
                        and line is not None
                        and each.start + 1 >= line
                        and (end is None or each.start + 1 < end)
                    ),
                    line,
                )
                problems.append(SuiteProblem(at, f"“{key}” is no key of a case", nearest(key, list(KEYS))))
        _take(entry, number + 1, line, cases, problems)
    problems.sort(key=lambda problem: problem.line or 0)
    return SuiteReading(Suite(tuple(cases), source), tuple(problems))


def _take(entry: Any, number: int, line: int | None, cases: list[Case], problems: list[SuiteProblem]) -> None:
    """Add the case that `entry` holds to `cases`, or what is wrong with it to `problems`."""
    made = _case(entry, line)
    if isinstance(made, Case):
        cases.append(made)
    else:
        message, hint = made
        problems.append(SuiteProblem(line, message if line is not None else f"case {number}: {message}", hint))


def _case(entry: Any, line: int | None) -> Case | tuple[str, str]:
    if not isinstance(entry, Mapping):
        return "a case is an object with query and relevant", _EXAMPLE
    query, relevant, host, note = (entry.get(key) for key in KEYS)
    if not isinstance(query, str) or not query.strip():
        return "“query” is missing or no text", "write what a person or a model would search for"
    if isinstance(relevant, str):
        relevant = [relevant]
    if not isinstance(relevant, list) or not relevant:
        return "“relevant” names no tool", _EXAMPLE
    for key in relevant:
        if not isinstance(key, str) or not all(key.partition("/")):
            return f"“relevant” holds {json.dumps(key, default=str)}, which is no server/tool", _EXAMPLE
    if not isinstance(host, str | None):
        return "“host” is no text", 'host = "foundry" limits a case to one host; `tsi hosts` lists them'
    if not isinstance(note, str | None):
        return "“note” is no text", "put it in quotes"
    return Case(query, tuple(dict.fromkeys(relevant)), host, note or "", line)
