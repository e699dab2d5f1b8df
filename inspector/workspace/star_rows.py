"""Rows for what is decided about all tools of a server at once: its ``*`` entry, above the tools."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.tuning.model import ToolEdits, Tuning
from inspector.workspace.tool_rows import ToolRow


@dataclass(frozen=True, slots=True)
class StarRow:
    """The ``*`` entry of `server`: its key (``server/*``), how many tools stand below it, their tokens, its edits."""

    key: str
    server: str
    tools: int
    tokens: int
    edits: ToolEdits


def star_key(server: str) -> str:
    """Return the key that speaks for all tools of `server`."""
    return f"{server}/*"


def with_stars(
    rows: Sequence[ToolRow], server_of: Callable[[str], str], tuning: Tuning
) -> tuple[ToolRow | StarRow, ...]:
    """Return the rows in groups by server, in the order of their first rows, each under the server's own row."""
    groups: dict[str, list[ToolRow]] = {}
    for row in rows:
        groups.setdefault(server_of(row.tool), []).append(row)
    found: list[ToolRow | StarRow] = []
    for server, tools in groups.items():
        key = star_key(server)
        tokens = sum(row.tokens or 0 for row in tools)
        found += [StarRow(key, server, len(tools), tokens, tuning.edits.get(key, ToolEdits())), *tools]
    return tuple(found)
