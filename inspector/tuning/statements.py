"""Where things stand in a TOML text: its statements with their lines, for exact errors and exact edits."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One ``[table]`` header or one ``key = value``; `path` is its full path from the root of the file.

    `start` and `end` are line indexes (from 0, `end` exclusive), `table` the path of the header it is under.
    """

    path: Path
    table: Path
    header: bool
    start: int
    end: int


def statements(text: str) -> list[Statement]:
    """Return the statements of `text`, which must be valid TOML, in their order."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    found: list[Statement] = []
    table: Path = ()
    at = 0
    while at < len(lines):
        head = lines[at].strip()
        if not head or head.startswith("#"):
            at += 1
            continue
        end = at + 1
        while (parsed := _parsed(lines[at:end])) is None and end < len(lines):
            end += 1
        is_header = head.startswith("[")
        path = _path(parsed or {}) if is_header else _key(lines[at])
        if is_header:
            table = path
        found.append(Statement(path if is_header else (*table, *path), table, is_header, at, end))
        at = end
    return found


def line_of(text: str, path: Path) -> int | None:
    """Return the line number (from 1) of `path`, or of the nearest table around it; None when there is neither."""
    placed = statements(text)
    for length in range(len(path), 0, -1):
        for statement in placed:
            if statement.path[:length] == path[:length]:
                return statement.start + 1
    return None


def _parsed(lines: list[str]) -> dict[str, Any] | None:
    # A statement that is valid by itself is complete: a list or a text still open is not valid TOML.
    try:
        return tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError:
        return None


def _key(line: str) -> Path:
    """Return the path before the equals sign of ``key = value``; a quoted key may hold equals signs itself."""
    for at, character in enumerate(line):
        if character == "=" and (parsed := _parsed([f"{line[:at]}= 0"])) is not None:
            return _path(parsed)
    return ()


def _path(parsed: dict[str, Any]) -> Path:
    path: list[str] = []
    value: Any = parsed
    while value and isinstance(value, dict | list):
        if isinstance(value, list):
            value = value[0]
            continue
        name, value = next(iter(value.items()))
        path.append(name)
    return tuple(path)
