"""Filtering and sorting tool rows: what a person types above the tool table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from inspector.foreign_text import one_line
from inspector.workspace.tool_rows import ToolRow

_WORDS = re.compile(r'(?:[^\s"]|"[^"]*(?:"|$))+')

SORTS: dict[str, Callable[[ToolRow], Any]] = {
    "tool": lambda row: row.tool,
    "state": lambda row: (("pinned", "loaded", "deferred", "hidden", "refused").index(row.state), row.tool),
    "tokens": lambda row: (row.tokens or 0, row.tool),
    "words": lambda row: (not row.words, row.words, row.tool),
}
"""The orders a tool table can have, by column."""


@dataclass(frozen=True, slots=True)
class ToolFilter:
    """Words that must all occur in a tool's id, seen name or search words; ``server:x`` and ``state:x`` narrow.

    Quotes hold together what has spaces: ``server:"my server"``. Names are compared as they are shown, so that
    whatever a server calls itself can be typed.
    """

    words: tuple[str, ...] = ()
    server: str = ""
    state: str = ""

    @classmethod
    def parse(cls, text: str) -> ToolFilter:
        """Return the filter that `text` means; anything can be typed, an unknown prefix is an ordinary word."""
        words: list[str] = []
        server = state = ""
        for word in (found.replace('"', "") for found in _WORDS.findall(text.lower())):
            if word.startswith("server:"):
                server = word.removeprefix("server:")
            elif word.startswith("state:"):
                state = word.removeprefix("state:")
            else:
                words.append(word)
        return cls(tuple(words), server, state)

    def matches(self, row: ToolRow) -> bool:
        """Whether the row passes."""
        if self.server and not _shown(row.tool).startswith(self.server):
            return False
        if self.state and not row.state.startswith(self.state):
            return False
        text = _shown(f"{row.tool} {row.name} {row.words}")
        return all(word in text for word in self.words)


def server_filter(server: str) -> str:
    """Return the filter text that shows the tools of `server` and no others."""
    return f'server:"{_shown(server).replace(chr(34), "")}/"'


def _shown(text: str) -> str:
    return (text if text.isprintable() else one_line(text)).lower()


def arranged(
    rows: Sequence[ToolRow], wanted: ToolFilter, sort: str | None, descending: bool = False
) -> tuple[ToolRow, ...]:
    """Return the rows that pass, sorted by the column `sort` (None: catalog order)."""
    found = [row for row in rows if wanted.matches(row)]
    if sort is not None:
        found.sort(key=SORTS[sort], reverse=descending)
    return tuple(found)
