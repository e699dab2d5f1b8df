"""Which pieces of a line of code have a colour: enough of JSON, TOML, YAML and diffs to read them by.

Lines are looked at one by one and only as far as they are shown; nothing is parsed, so nothing can fail on
text that is cut off or no valid JSON at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

KINDS = ("key", "string", "number", "word", "comment", "added", "removed", "place")
"""The kinds of pieces; each has its component class and theme variable."""

# Possessive quantifiers: a string of 300 kB without an end is read once, not once for every way to cut it.
_OPEN_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+'
_STRING = _OPEN_STRING + '"?'
_KEY = _OPEN_STRING + '"'
_NUMBER = r"(?<![\w.-])-?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.-])"

_PIECES: dict[str, re.Pattern[str]] = {
    "json": re.compile(
        rf"(?P<key>{_KEY}(?=\s*:))|(?P<string>{_STRING})|(?P<number>{_NUMBER})|(?P<word>\b(?:true|false|null)\b)"
        r"|(?P<comment>//.*)"
    ),
    "toml": re.compile(
        rf"(?P<comment>#.*)|(?P<place>^\s*\[.*\])|(?P<key>^\s*(?:[\w-]+|{_KEY})(?:\.[\w-]+)*(?=\s*=))"
        rf"|(?P<string>{_STRING}|'[^']*'?)|(?P<number>{_NUMBER})|(?P<word>\b(?:true|false)\b)"
    ),
    "yaml": re.compile(
        rf"(?P<comment>(?:^|(?<=\s))#.*)|(?P<key>^\s*(?:- +)*(?:{_KEY}|[\w.$/@-]+)(?=:(?:\s|$)))"
        rf"|(?P<string>{_STRING}|'[^']*'?)|(?P<number>{_NUMBER})|(?P<word>(?<=[:\s-]\s)(?:true|false|null|~)(?=\s*$))"
    ),
}


class Piece(NamedTuple):
    """A coloured piece of a line: the characters from `start` to `end`, of one of `KINDS`."""

    start: int
    end: int
    kind: str


class LinePieces:
    """The coloured pieces of one line, found only as far into it as somebody asks."""

    def __init__(self, line: str, language: str) -> None:
        self._found: list[Piece] = []
        self._rest = _pieces(line, language)
        self._reached = 0

    def between(self, start: int, end: int) -> list[Piece]:
        """Return the pieces that touch the characters from `start` to `end`, in order."""
        while self._reached < end and (piece := next(self._rest, None)) is not None:
            self._found.append(piece)
            self._reached = piece.end
        low, high = 0, len(self._found)
        while low < high:
            middle = (low + high) // 2
            if self._found[middle].end <= start:
                low = middle + 1
            else:
                high = middle
        touching = []
        for piece in self._found[low:]:
            if piece.start >= end:
                break
            touching.append(piece)
        return touching


def _pieces(line: str, language: str) -> Iterator[Piece]:
    if language == "diff":
        if kind := _diff_kind(line):
            yield Piece(0, len(line), kind)
    elif language in _PIECES:
        for match in _PIECES[language].finditer(line):
            yield Piece(match.start(), match.end(), match.lastgroup or "")


def _diff_kind(line: str) -> str | None:
    if line.startswith(("+++", "---", "@@")):
        return "place"
    return {"+": "added", "-": "removed"}.get(line[:1])
