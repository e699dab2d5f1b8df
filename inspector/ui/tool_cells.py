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
    """The rows of the tool table, keyed by tool id; a text is the line above a group.

    `with_parts`: whether the columns of parts are in sight; `changed`: tools their servers changed, marked by a dot.
    """

    rows: Sequence[ToolRow | str]
    inspection: Inspection
    with_parts: bool
    changed: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(self.rows)

    def key(self, index: int) -> str:
        """Return the tool's id; of a group's line, its words."""
        row = self.rows[index]
        return row if isinstance(row, str) else row.tool

    def separator(self, index: int) -> str | None:
        """Return the words of a group's line, None where a tool is."""
        row = self.rows[index]
        return row if isinstance(row, str) else None

    def cells(self, index: int) -> Sequence[Cell]:
        """Return the cells of one tool."""
        row = self.rows[index]
        if isinstance(row, str):
            return ()
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
