"""The drawn half of a virtual table: header, rows, separators, the empty sentence; one line at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.cache import LRUCache
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from inspector.ui.text import cut, disarmed, disarmed_line, fitted
from inspector.ui.widgets.table_rows import Cell, Column, DividedSource, Place, Rows, RowSource, cell_segments, placed
from inspector.ui.wrapping import wrapped


class TableLines(ScrollView):
    """Draws the lines on the screen from a `RowSource`; knows where cursor and selection are, not how they move."""

    ALLOW_SELECT = False

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "virtual-table--header",
        "virtual-table--header-sorted",
        "virtual-table--row",
        "virtual-table--even",
        "virtual-table--selected",
        "virtual-table--cursor",
        "virtual-table--mark",
        "virtual-table--separator",
        "virtual-table--empty",
    }

    DEFAULT_CSS = """
    TableLines {
        width: 1fr;
        height: 1fr;
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
        background: $background;
        color: $foreground;
        & > .virtual-table--header { color: $heading; text-style: bold; background: $surface; }
        & > .virtual-table--header-sorted { color: $primary; text-style: bold; background: $surface; }
        & > .virtual-table--row { color: $foreground; background: $background; }
        & > .virtual-table--even { background: $row-even; }
        & > .virtual-table--selected { background: $selected-background; }
        & > .virtual-table--cursor { background: $cursor-background-blurred; }
        & > .virtual-table--mark { color: $muted; }
        & > .virtual-table--separator { color: $muted; background: $background; }
        & > .virtual-table--empty { color: $muted; background: $background; }
        &:focus > .virtual-table--cursor {
            color: $cursor-foreground;
            background: $cursor-background;
            text-style: bold;
        }
        &:focus > .virtual-table--mark { color: $primary; text-style: bold; }
    }
    """

    sorted_by: reactive[tuple[str, bool] | None] = reactive(None)
    """Column key and whether descending: draws ▲ or ▼ in the header. Sorting is the owner's."""

    empty_text: reactive[str] = reactive("")
    """What is said where there are no rows: one sentence and one key."""

    cursor_row: reactive[int | None] = reactive(None, repaint=False)
    """Index of the row under the cursor, None without rows."""

    def __init__(
        self,
        columns: Sequence[Column] = (),
        *,
        empty_text: str = "",
        can_select: bool = False,
        show_header: bool = True,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.can_select = can_select
        self._columns = tuple(columns)
        self._header = int(show_header)
        self._source: RowSource = Rows()
        self._divider: Callable[[int], str | None] | None = None
        self._selected: frozenset[str] = frozenset()
        self._cells: LRUCache[int, Sequence[Cell]] = LRUCache(1024)
        self._strips: LRUCache[tuple[int, int, bool, bool, bool], Strip] = LRUCache(1024)
        self._placed: tuple[int, tuple[Place, ...]] = (-1, ())
        self.set_reactive(TableLines.empty_text, empty_text)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns; a row's cells come in their order, also those of columns dropped when narrow."""
        return self._columns

    @columns.setter
    def columns(self, columns: Sequence[Column]) -> None:
        self._columns = tuple(columns)
        self._forget()
        self.refresh()

    def _forget(self) -> None:
        self._cells.clear()
        self._strips.clear()
        self._placed = (-1, ())

    @property
    def _width(self) -> int:
        return self.scrollable_content_region.width

    def _places(self, width: int) -> tuple[Place, ...]:
        if self._placed[0] != width:
            # One cell for the cursor's mark, one for the selection's, one to keep them off the text.
            self._placed = width, placed(self._columns, 3 if self.can_select else 2, width - 1)
        return self._placed[1]

    def _separator(self, row: int) -> str | None:
        return None if self._divider is None else self._divider(row)

    def _take(self, source: RowSource) -> None:
        self._source = source
        # Asked once: telling whether an object has a method is slow enough to be felt over ten thousand rows.
        self._divider = source.separator if isinstance(source, DividedSource) else None
        self.virtual_size = Size(1, len(source) + self._header)
        self._forget()

    def notify_style_update(self) -> None:
        """Draw anew when the theme changes."""
        super().notify_style_update()
        self._strips.clear()

    def render_line(self, y: int) -> Strip:
        """Return line `y` of the widget: the header, a row, or what stands in their place."""
        width = self._width
        if y < self._header:
            return self._header_line(width)
        if not len(self._source):
            return self._empty_line(y - self._header, width)
        row = y - self._header + round(self.scroll_y)
        if row >= len(self._source):
            return Strip.blank(width, self.get_visual_style("virtual-table--row").rich_style)
        words = self._separator(row)
        return self._row_line(row, width) if words is None else self._separator_line(words, width)

    def _header_line(self, width: int) -> Strip:
        plain = self.get_visual_style("virtual-table--header").rich_style
        segments, x = [], 0
        for place in self._places(width):
            column = place.column
            label, style = disarmed_line(column.label), plain
            if self.sorted_by is not None and self.sorted_by[0] == column.key:
                arrow = "▼" if self.sorted_by[1] else "▲"
                style = self.get_visual_style("virtual-table--header-sorted").rich_style
                label = cut(label, place.width - 2)
                # Before a right-aligned label, so that the label keeps to the edge of its numbers.
                label = f"{arrow} {label}" if column.align == "right" else f"{label} {arrow}"
            segments.append(Segment(" " * (place.x - x), plain))
            segments.append(Segment(fitted(label, place.width, column.align == "right"), style))
            x = place.x + place.width
        segments.append(Segment(" " * max(width - x, 0), plain))
        return Strip(segments, max(width, x))

    def _row_line(self, row: int, width: int) -> Strip:
        on_cursor = row == self.cursor_row
        selected = bool(self._selected) and self._source.key(row) in self._selected
        at = (row, width, on_cursor, selected, self.has_focus)
        if (strip := self._strips.get(at)) is None:
            strip = self._strips[at] = self._drawn(row, width, on_cursor, selected)
        return strip

    def _drawn(self, row: int, width: int, on_cursor: bool, selected: bool) -> Strip:
        names = ["row"]
        names += ["even"] if row % 2 else []
        names += ["selected"] if selected else []
        names += ["cursor"] if on_cursor else []
        classes = [f"virtual-table--{name}" for name in names]
        style = self.get_visual_style(*classes)
        mark = self.get_visual_style(*classes, "virtual-table--mark").rich_style
        if (cells := self._cells.get(row)) is None:
            cells = self._cells[row] = self._source.cells(row)
        segments = [Segment("▸" if on_cursor else " ", mark)]
        segments += [Segment("✓" if selected else " ", mark)] if self.can_select else []
        x = len(segments)
        for place in self._places(width):
            segments.append(Segment(" " * (place.x - x), style.rich_style))
            right = place.column.align == "right"
            segments += cell_segments(cells[place.index], place.width, right, style, self._get_style)
            x = place.x + place.width
        segments.append(Segment(" " * max(width - x, 0), style.rich_style))
        return Strip(segments, max(width, x))

    def _separator_line(self, words: str, width: int) -> Strip:
        style = self.get_visual_style("virtual-table--separator").rich_style
        line = f" ─ {disarmed_line(words, max(width - 6, 1))} "
        return Strip([Segment(fitted(line + "─" * width, width - 1).replace("…", "─") + " ", style)], width)

    def _empty_line(self, line: int, width: int) -> Strip:
        style = self.get_visual_style("virtual-table--empty").rich_style
        lines = ["", *wrapped(disarmed(self.empty_text), max(width - 4, 1))]
        text = lines[line] if line < len(lines) else ""
        return Strip([Segment(fitted(f"  {text}", width), style)], width)
