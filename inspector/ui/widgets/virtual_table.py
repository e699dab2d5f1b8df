"""A table that builds only the rows on the screen: ten thousand rows cost what fifty do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message

from inspector.ui.widgets.table_bindings import TABLE_BINDINGS
from inspector.ui.widgets.table_lines import TableLines
from inspector.ui.widgets.table_rows import Cell, Column, DividedSource, Rows, RowSource

__all__ = ["Cell", "Column", "DividedSource", "RowSource", "Rows", "VirtualTable"]


@dataclass
class _OfTable(Message):
    """Something happened in `table`."""

    table: VirtualTable

    @property
    def control(self) -> VirtualTable:
        """The table, for ``@on(..., "#id")``."""
        return self.table


class VirtualTable(TableLines, can_focus=True):
    """Rows from a `RowSource` under a fixed header, with one cursor and, if `can_select`, a set of selected rows."""

    BINDING_GROUP_TITLE = "Table"
    BINDINGS: ClassVar[list[BindingType]] = TABLE_BINDINGS

    @dataclass
    class RowHighlighted(_OfTable):
        """The cursor stands on another row, or on none (`key` None) because there are no rows."""

        key: str | None

    @dataclass
    class RowActivated(_OfTable):
        """The person opened a row: enter, or a click on the row under the cursor."""

        key: str

    @dataclass
    class SelectionChanged(_OfTable):
        """Other rows are selected than before."""

        keys: frozenset[str]

    @dataclass
    class HeaderClicked(_OfTable):
        """A column's header was clicked: a wish to sort, which is the owner's to fulfil."""

        column: str

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
        super().__init__(
            columns, empty_text=empty_text, can_select=can_select, show_header=show_header, id=id, classes=classes
        )
        self._extending: tuple[int, frozenset[str]] | None = None
        self._announced: str | None = None
        self._hidden_move = False
        self._seen_page = 1

    @property
    def row_count(self) -> int:
        """How many rows the source has, separators included."""
        return len(self._source)

    @property
    def cursor_key(self) -> str | None:
        """Key of the row under the cursor, None without rows."""
        return None if self.cursor_row is None else self._source.key(self.cursor_row)

    @property
    def selected(self) -> frozenset[str]:
        """Keys of the selected rows, including any that are not among the present rows."""
        return self._selected

    def show(self, source: RowSource, *, keep_cursor: bool = True) -> None:
        """Show `source`; the cursor stays on its key and the rows stay in place, or both start at the top."""
        key, row, top = self.cursor_key, self.cursor_row, round(self.scroll_y)
        self._take(source)
        self._extending = None
        if row is None or not keep_cursor:
            top, new = 0, self._step(-1, 1)
        else:
            new = self._row_of(key, row)
            if new is not None and not top <= new < top + self._page:
                # Its row moved out of sight: it is followed and stands on the same line as before.
                top = new - min(max(row - top, 0), self._page - 1)
        self.set_reactive(VirtualTable.cursor_row, new)
        self._scroll_line(top)
        self.refresh()
        self._announce()

    def move_to(self, key: str) -> bool:
        """Put the cursor on the row of `key` and return whether there is one."""
        row = next((at for at in range(len(self._source)) if self._is_row(at) and self._source.key(at) == key), None)
        if row is not None:
            self._extending = None
            self.cursor_row = row
        return row is not None

    def select(self, keys: Iterable[str]) -> None:
        """Make `keys` the selected rows."""
        chosen = frozenset(keys)
        if chosen != self._selected:
            self._selected = chosen
            self.refresh()
            self.post_message(self.SelectionChanged(self, chosen))

    def validate_cursor_row(self, row: int | None) -> int | None:
        """Keep the cursor on a row: never beyond the ends, never on a separator."""
        if row is None or not len(self._source):
            return None
        row = min(max(row, 0), len(self._source) - 1)
        if self._is_row(row):
            return row
        after = self._step(row, 1)
        return self._step(row, -1) if after is None else after

    def watch_cursor_row(self, old: int | None, new: int | None) -> None:
        """Repaint the two rows, bring the new one into sight and tell the owner."""
        for row in (old, new):
            if row is not None:
                self.refresh_line(row + self._header)
        if new is not None:
            self._reveal(new)
        self._announce()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer selecting only where it is wanted, and escape only while there is something to clear."""
        if action in ("toggle_row", "select_all", "extend"):
            return self.can_select
        return action != "clear_selection" or bool(self._selected)

    def action_move(self, step: int) -> None:
        """Move the cursor to the next row in a direction, over separators."""
        self._extending = None
        if self.cursor_row is not None and (row := self._step(self.cursor_row, step)) is not None:
            self.cursor_row = row
        elif self.cursor_row is not None:
            self._reveal(self.cursor_row)

    def action_page(self, step: int) -> None:
        """Move the cursor, and the rows with it, by the rows that are on the screen."""
        self._extending = None
        if self.cursor_row is not None:
            pace = max(self._page - 1, 1)
            self.scroll_relative(y=step * pace, animate=False, force=True)
            self.cursor_row += step * pace

    def action_first(self) -> None:
        """Move the cursor to the first row."""
        self._extending = None
        self.cursor_row = 0

    def action_last(self) -> None:
        """Move the cursor to the last row."""
        self._extending = None
        self.cursor_row = len(self._source) - 1

    def action_activate(self) -> None:
        """Open the row under the cursor."""
        if (key := self.cursor_key) is not None:
            self.post_message(self.RowActivated(self, key))

    def action_toggle_row(self) -> None:
        """Select the row under the cursor, or not, and move on."""
        if (key := self.cursor_key) is not None:
            self.select(self._selected ^ {key})
            self.action_move(1)

    def action_select_all(self) -> None:
        """Select every row shown; when all are selected already, none of them."""
        shown = self._keys(0, len(self._source) - 1)
        self.select(self._selected - shown if shown <= self._selected else self._selected | shown)

    def action_extend(self, step: int) -> None:
        """Move the cursor and select from where extending began to where it stands; turning back gives up again."""
        if self.cursor_row is None:
            return
        start, before = self._extending or (self.cursor_row, self._selected)
        row = self._step(self.cursor_row, step)
        self.cursor_row = self.cursor_row if row is None else row
        self._extending = start, before
        self.select(before | self._keys(*sorted((start, self.cursor_row))))

    def action_clear_selection(self) -> None:
        """Select no row."""
        self.select(())

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a row, open the row it is on already, or ask for a sort."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        if offset.y < self._header:
            for place in self._places(self._width):
                if place.x <= offset.x < place.x + place.width:
                    self.post_message(self.HeaderClicked(self, place.column.key))
            return
        row = offset.y - self._header + round(self.scroll_y)
        if row >= len(self._source) or not self._is_row(row):
            return
        if event.ctrl and self.can_select:
            self.cursor_row = row
            self.select(self._selected ^ {self._source.key(row)})
        elif row == self.cursor_row:
            self.action_activate()
        else:
            self._extending = None
            self.cursor_row = row

    @property
    def _page(self) -> int:
        """How many rows fit under the header."""
        return max(self.scrollable_content_region.height - self._header, 1)

    def _is_row(self, row: int) -> bool:
        return self._separator(row) is None

    def _step(self, row: int, step: int) -> int | None:
        """Return the next row from `row` in a direction, None where there is no further one."""
        count = len(self._source)
        row += step
        while 0 <= row < count and not self._is_row(row):
            row += step
        return row if 0 <= row < count else None

    def _row_of(self, key: str | None, row: int) -> int | None:
        """Return where `key` is now, or the row nearest to `row` when it is gone."""
        count = len(self._source)
        if row < count and self._is_row(row) and self._source.key(row) == key:
            return row
        return next(
            (at for at in range(count) if self._is_row(at) and self._source.key(at) == key),
            self.validate_cursor_row(row),
        )

    def _keys(self, first: int, last: int) -> frozenset[str]:
        return frozenset(self._source.key(row) for row in range(first, last + 1) if self._is_row(row))

    def on_mount(self) -> None:
        """Announce the cursor of rows that were given before the table had an owner to tell."""
        self._announce()

    def on_resize(self, event: events.Resize) -> None:
        """Keep the cursor in sight: its line may be gone, or rows were shown before there was room for any."""
        last = self._seen_page
        self._seen_page = self._page
        top, row = round(self.scroll_y), self.cursor_row
        if row is not None and (self._hidden_move or top <= row < top + last):
            self._reveal(row)

    def _reveal(self, row: int) -> None:
        self._hidden_move = not self.size.height
        top = round(self.scroll_y)
        # A separator above the first row comes into sight with it.
        first = 0 if self._step(row, -1) is None else row
        if first < top:
            self._scroll_line(first)
        elif row >= top + self._page:
            self._scroll_line(row - self._page + 1)

    def _scroll_line(self, line: int) -> None:
        if self.is_attached:
            # By force: the scrollbar, without which Textual would refuse, comes only with the next layout.
            self.scroll_to(y=line, animate=False, force=True)

    def _announce(self) -> None:
        key = self.cursor_key
        if key != self._announced and self.is_attached:
            self._announced = key
            self.post_message(self.RowHighlighted(self, key))
