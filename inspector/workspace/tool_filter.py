"""Filtering and sorting tool rows: what a person types above the tool table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from inspector.workspace.tool_rows import ToolRow

SORTS: dict[str, Callable[[ToolRow], Any]] = {
    "tool": lambda row: row.tool,
    "state": lambda row: (("pinned", "loaded", "deferred", "hidden", "refused").index(row.state), row.tool),
    "tokens": lambda row: (row.tokens or 0, row.tool),
    "words": lambda row: (not row.words, row.words, row.tool),
}
"""The orders a tool table can have, by column."""


@dataclass(frozen=True, slots=True)
class ToolFilter:
    """Words that must all occur in a tool's id, seen name or search words; ``server:x`` and ``state:x`` narrow."""

    words: tuple[str, ...] = ()
    server: str = ""
    state: str = ""

    @classmethod
    def parse(cls, text: str) -> ToolFilter:
        """Return the filter that `text` means; anything can be typed, an unknown prefix is an ordinary word."""
        words: list[str] = []
        server = state = ""
        for word in text.lower().split():
            if word.startswith("server:"):
                server = word.removeprefix("server:")
            elif word.startswith("state:"):
                state = word.removeprefix("state:")
            else:
                words.append(word)
        return cls(tuple(words), server, state)

    def matches(self, row: ToolRow) -> bool:
        """Whether the row passes."""
        if self.server and not row.tool.lower().startswith(self.server):
            return False
        if self.state and not row.state.startswith(self.state):
            return False
        text = f"{row.tool} {row.name} {row.words}".lower()
        return all(word in text for word in self.words)


def arranged(
    rows: Sequence[ToolRow], wanted: ToolFilter, sort: str | None, descending: bool = False
) -> tuple[ToolRow, ...]:
    """Return the rows that pass, sorted by the column `sort` (None: catalog order)."""
    found = [row for row in rows if wanted.matches(row)]
    if sort is not None:
        found.sort(key=SORTS[sort], reverse=descending)
    return tuple(found)
