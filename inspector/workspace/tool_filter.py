"""Filtering and sorting tool rows: what a person types above the tool table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from inspector.checks.finding import SEVERITIES, Finding
from inspector.foreign_text import one_line
from inspector.workspace.tool_rows import ToolRow

_WORDS = re.compile(r'(?:[^\s"]|"[^"]*(?:"|$))+')
_STATES = ("pinned", "loaded", "deferred", "hidden", "refused")
_TOKENS = re.compile(r"tokens([<>])(\d{1,9})")

SORTS: dict[str, Callable[[ToolRow], Any]] = {
    "tool": lambda row: row.tool,
    "state": lambda row: (_STATES.index(row.state), row.tool),
    "tokens": lambda row: (row.tokens or 0, row.tool),
    "problems": lambda row: (_badness(row), row.tool),
    "words": lambda row: (not row.words, row.words, row.tool),
}
"""The orders a tool table can have, by column."""


@dataclass(frozen=True, slots=True)
class ToolFilter:
    """Words that must all occur in a tool's id, seen name or search words; ``server:x`` and ``state:x`` narrow.

    So do ``tokens>500`` and ``tokens<500``, and a bare state (``pinned``) means tools in it or with it in their text.
    ``problem:`` asks for tools with findings, ``problem:error`` and ``problem:find`` for those of a severity or code.
    Quotes hold together what has spaces: ``server:"my server"``. Names are compared as they are shown, so that
    whatever a server calls itself can be typed.
    """

    words: tuple[str, ...] = ()
    server: str = ""
    state: str = ""
    above: int | None = None
    below: int | None = None
    problem: str | None = None

    @classmethod
    def parse(cls, text: str) -> ToolFilter:
        """Return the filter that `text` means; anything can be typed, an unknown prefix is an ordinary word."""
        words: list[str] = []
        server = state = ""
        problem: str | None = None
        bounds: dict[str, int] = {}
        for word in (found.replace('"', "") for found in _WORDS.findall(text.lower())):
            if word.startswith("server:"):
                server = word.removeprefix("server:")
            elif word.startswith("problem:"):
                problem = word.removeprefix("problem:")
            elif word.startswith("state:"):
                state = word.removeprefix("state:")
            elif (bound := _TOKENS.fullmatch(word)) is not None:
                bounds[bound.group(1)] = int(bound.group(2))
            else:
                words.append(word)
        return cls(tuple(words), server, state, bounds.get(">"), bounds.get("<"), problem)

    def matches(self, row: ToolRow) -> bool:
        """Whether the row passes."""
        if self.server and not _shown(row.tool).startswith(self.server):
            return False
        if self.state and not row.state.startswith(self.state):
            return False
        if self.above is not None and (row.tokens is None or row.tokens <= self.above):
            return False
        if self.below is not None and (row.tokens is None or row.tokens >= self.below):
            return False
        if self.problem is not None and not any(_is_called(each, self.problem) for each in row.problems):
            return False
        text = _shown(f"{row.tool} {row.name} {row.words}")
        return all(word in text or word == row.state for word in self.words)


def _badness(row: ToolRow) -> tuple[int, ...]:
    """Return how many findings of each severity a row has, the worst severity first."""
    return tuple(sum(each.severity == severity for each in row.problems) for severity in SEVERITIES)


def _is_called(finding: Finding, wanted: str) -> bool:
    return finding.code.lower().startswith(wanted) or finding.severity.startswith(wanted)


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


GROUPS = ("", "server", "state")
"""How the table can be grouped: not at all, by server, by state."""


def grouped_rows(rows: Sequence[ToolRow], by: str, server_of: Callable[[str], str]) -> tuple[ToolRow | str, ...]:
    """Return the rows in groups, each under a line that names it with its tools and tokens; `by` is one of `GROUPS`.

    Groups come in the order of their first row for servers, of the plan's states for states; within a group the
    rows keep their order.
    """
    if not by:
        return tuple(rows)
    groups: dict[str, list[ToolRow]] = {}
    for row in rows:
        groups.setdefault(server_of(row.tool) if by == "server" else row.state, []).append(row)
    names = sorted(groups, key=_STATES.index) if by == "state" else list(groups)
    found: list[ToolRow | str] = []
    for name in names:
        tokens = sum(row.tokens or 0 for row in groups[name])
        found += [f"{name} · {len(groups[name]):,} tools · {tokens:,} tokens", *groups[name]]
    return tuple(found)
