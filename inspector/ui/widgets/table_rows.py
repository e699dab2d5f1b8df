"""What a virtual table shows: columns, cells, where rows come from, and how columns share a width."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from rich.cells import cell_len
from rich.segment import Segment
from rich.text import Text
from textual.content import Content
from textual.style import Style

from inspector.foreign_text import HOSTILE
from inspector.ui.text import disarmed_line, fitted

Cell = str | Text | Content
"""One cell, on one line. A `str` is plain, never markup; `Content` may carry our styles, such as ``$state-pinned``."""

GAP = 2
"""Blank cells between two columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: a fixed `width`, or None to share what the fixed ones leave.

    When the table is narrow, columns with the highest `priority` go first, of equals the rightmost.
    A flexible column counts as not fitting once it would get fewer than `minimum` cells.
    """

    key: str
    label: str
    width: int | None = None
    align: Literal["left", "right"] = "left"
    priority: int = 0
    minimum: int = 20


@dataclass(frozen=True, slots=True)
class Place:
    """Where a column stands in this width: the `index` of its cell, its first cell `x` and its `width`."""

    column: Column
    index: int
    x: int
    width: int


class RowSource(Protocol):
    """Rows, asked for one at a time and only when they are on the screen."""

    def __len__(self) -> int:
        """Return the number of rows, separators included."""
        ...

    def key(self, index: int) -> str:
        """Return what names the row at `index` whatever its place; unique within the source."""
        ...

    def cells(self, index: int) -> Sequence[Cell]:
        """Return one cell a column, in the order of the table's columns."""
        ...


@runtime_checkable
class DividedSource(RowSource, Protocol):
    """Rows of which some are separators: lines with a word in them that the cursor passes over."""

    def separator(self, index: int) -> str | None:
        """Return the words of the separator at `index`, None where a row is."""
        ...


@dataclass(frozen=True)
class Rows:
    """A source for few rows that are at hand: `(key, cells)` each, and separators by index."""

    rows: Sequence[tuple[str, Sequence[Cell]]] = ()
    separators: Mapping[int, str] | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def key(self, index: int) -> str:
        """Return the key of the row at `index`."""
        return self.rows[index][0]

    def cells(self, index: int) -> Sequence[Cell]:
        """Return the cells of the row at `index`."""
        return self.rows[index][1]

    def separator(self, index: int) -> str | None:
        """Return the words of the separator at `index`."""
        return self.separators.get(index) if self.separators else None


def placed(columns: Sequence[Column], start: int, width: int) -> tuple[Place, ...]:
    """Return the columns that fit between `start` and `width`, flexible ones sharing what the fixed leave."""
    kept = list(enumerate(columns))
    while len(kept) > 1 and _needed([column for _, column in kept]) > width - start:
        del kept[max(range(len(kept)), key=lambda at: (kept[at][1].priority, at))]
    fixed = sum(column.width for _, column in kept if column.width is not None) + GAP * (len(kept) - 1)
    flexible = sum(column.width is None for _, column in kept)
    spare = max(width - start - fixed, 0)
    places, x = [], start
    for index, column in kept:
        if column.width is None:
            own = spare // flexible
            # The first flexible columns take the odd cells, so that the right edge is always used.
            spare, flexible = spare - own, flexible - 1
        else:
            own = column.width
        own = max(min(own, width - x), 0)
        places.append(Place(column, index, x, own))
        x += own + GAP
    return tuple(place for place in places if place.width > 0)


def _needed(columns: Sequence[Column]) -> int:
    return sum(column.minimum if column.width is None else column.width for column in columns) + GAP * (
        len(columns) - 1
    )


def cell_segments(
    cell: Cell, width: int, right: bool, style: Style, parse: Callable[[str | Style], Style]
) -> list[Segment]:
    """Return `cell` as segments of exactly `width` cells in `style`, with the cell's own styles resolved by `parse`."""
    if isinstance(cell, str):
        return [Segment(fitted(_flat(cell), width, right), style.rich_style)]
    content = Content.from_rich_text(cell) if isinstance(cell, Text) else cell
    if _flat(content.plain) != content.plain:
        content = Content(_flat(content.plain))
    shown = content.truncate(width, ellipsis=True)
    blank = Segment(" " * (width - cell_len(shown.plain)), style.rich_style)
    segments = [Segment(text, part.rich_style) for text, part in shown.render(style, end="", parse_style=parse)]
    return [blank, *segments] if right else [*segments, blank]


def _flat(text: str) -> str:
    """Return `text` fit for one line; a cell that did not come through the door must not break the table either."""
    return disarmed_line(text) if "\n" in text or "\t" in text or HOSTILE.search(text) else text
