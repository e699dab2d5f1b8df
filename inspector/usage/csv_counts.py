"""Counts from a CSV: a ``tool`` column, and ``calls``, ``conversation``, ``time`` where they are known."""

from __future__ import annotations

import csv
import io

from inspector.errors import FileError
from inspector.usage.calls import ToolCall, Transcript

_COUNTS = ("calls", "count", "uses")
_CONVERSATIONS = ("conversation", "session")
_TIMES = ("time", "timestamp", "last")


def read(text: str, name: str) -> Transcript:
    """Return the calls of a CSV with a header line; `name` is the file's, for errors.

    ``tool`` is ``server/tool`` or a name the model sees. Without ``calls`` a row is one call; without
    ``conversation`` every row is a conversation of its own. A row with a wrong number is a problem that names its
    line. Raises `FileError` where there is no column ``tool``.
    """
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    columns = {str(column).strip().lower(): column for column in reader.fieldnames or ()}
    if "tool" not in columns:
        raise FileError(f"{name}: no column “tool” in the first line", "write a header such as: tool,calls")
    calls: list[ToolCall] = []
    problems: list[FileError] = []
    for row in reader:
        tool = (row.get(columns["tool"]) or "").strip()
        if not tool:
            continue
        try:
            times = _times(_value(row, columns, _COUNTS), name, reader.line_num)
        except FileError as error:
            problems.append(error)
            continue
        conversation = _value(row, columns, _CONVERSATIONS) or f"{name}:{reader.line_num}"
        calls.append(ToolCall(tool, conversation, _value(row, columns, _TIMES), times=times))
    return Transcript(tuple(calls), {}, len(problems), tuple(problems))


def _value(row: dict[str, str], columns: dict[str, str], wanted: tuple[str, ...]) -> str:
    return next((str(row.get(columns[each]) or "").strip() for each in wanted if each in columns), "")


def _times(text: str, name: str, line: int) -> int:
    if not text:
        return 1
    if not text.isascii() or not text.isdigit():
        raise FileError(f"{name}:{line}: “{text}” is no number of calls", "write whole numbers from 0 on")
    return int(text)
