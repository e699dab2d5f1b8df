"""Tool rows as table cells, built only for the rows on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from inspector.ui.bars import grouped
from inspector.ui.problem_cells import problem_cell
from inspector.ui.states import TOOL_STATES
from inspector.ui.text import content_line
from inspector.ui.widgets.virtual_table import Cell, Column
from inspector.workspace.inspection import Inspection
from inspector.workspace.star_rows import StarRow
from inspector.workspace.tool_rows import ToolRow

TOOL_COLUMNS = (
    Column("tool", "tool", minimum=30),
    Column("state", "state", width=10),
    Column("tokens", "tokens", width=8, align="right"),
    Column("name-tokens", "name", width=5, align="right", priority=6),
    Column("description-tokens", "desc", width=5, align="right", priority=6),
    Column("schema-tokens", "schema", width=7, align="right", priority=6),
    Column("problems", "problems", width=8, priority=4),
    Column("words", "words", width=18, priority=5),
)

_SLOW_COUNTERS = ("claude",)
"""Counters too slow to measure parts while scrolling; the detail pane measures the one tool."""


@dataclass(frozen=True)
class ToolSource:
    """The rows of the tool table, keyed by tool id or ``server/*``; a text is the line above a group.

    `with_parts`: whether the columns of parts are in sight; `changed`: tools their servers changed, marked by a dot.
    """

    rows: Sequence[ToolRow | StarRow | str]
    inspection: Inspection
    with_parts: bool
    changed: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(self.rows)

    def key(self, index: int) -> str:
        """Return the tool's id; of a server its ``*`` key, of a group's line its words."""
        row = self.rows[index]
        if isinstance(row, str):
            return row
        return row.key if isinstance(row, StarRow) else row.tool

    def separator(self, index: int) -> str | None:
        """Return the words of a group's line, None where a tool is."""
        row = self.rows[index]
        return row if isinstance(row, str) else None

    def cells(self, index: int) -> Sequence[Cell]:
        """Return the cells of one tool, or of all tools of a server."""
        row = self.rows[index]
        if isinstance(row, str):
            return ()
        if isinstance(row, StarRow):
            return _star_cells(row)
        look = TOOL_STATES[row.state]
        return [
            content_line(f"● {row.tool}" if row.tool in self.changed else row.tool),
            Content.styled(look.text, f"${look.variable}"),
            "–" if row.tokens is None else grouped(row.tokens),
            *self._parts(row),
            problem_cell(row.problems),
            content_line(row.words) if row.words else Content.styled("–", "$muted"),
        ]

    def _parts(self, row: ToolRow) -> Sequence[Cell]:
        if row.tokens is None or not self.with_parts or self.inspection.counter.name in _SLOW_COUNTERS:
            return ["–", "–", "–"]
        measurement = self.inspection.measurement(row.tool)
        return [grouped(measurement.tokens(label)) for label in ("name", "description", "schema")]


def _star_cells(row: StarRow) -> Sequence[Cell]:
    edits = row.edits
    state = "pinned" if edits.pin else "hidden" if edits.hide else ""
    name = Content.assemble(content_line(row.key, style="bold $heading"), (f"  {row.tools:,} tools", "$muted"))
    look = Content.styled(TOOL_STATES[state].text, f"${TOOL_STATES[state].variable}") if state else ""
    words = content_line(edits.words) if edits.words else Content.styled("–", "$muted")
    return [name, look, grouped(row.tokens), "", "", "", "", words]


def star_facts(row: StarRow) -> Content:
    """Return what is decided about all tools of a server, and what the keys do there."""
    edits = row.edits
    said = [*(["pinned"] if edits.pin else []), *(["hidden"] if edits.hide else [])]
    lines = [
        content_line(f"{row.tools:,} tools of {row.server}, {row.tokens:,} tokens"),
        content_line(
            f"all of them: {', '.join(said)}" if said else "nothing is said about all of them", style="$muted"
        ),
        content_line(f"words {edits.words}" if edits.words else "no words for all of them", style="$muted"),
        Content(""),
        content_line(f"p pins them all ({row.tokens:,} tokens in every request), h hides them, e gives them words."),
        content_line("What is said about one tool by its name holds instead.", style="$muted"),
    ]
    return Content("\n").join(lines)
