"""One of many options, found by typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from inspector.ui.dialogs.dialog import Dialog
from inspector.ui.text import content_line, disarmed_line
from inspector.ui.widgets.table_rows import Cell, Column
from inspector.ui.widgets.virtual_table import VirtualTable

_WIDEST_LABEL = 40


@dataclass(frozen=True, slots=True)
class Option:
    """An option: what the dialog returns, its name, and a few words about it."""

    id: str
    label: str
    help: str = ""


class Choose(Dialog):
    """Asks for one of `options` and returns its id; None on esc. Thousands of options are no burden.

    `on_cursor` is called with the id of each option the cursor comes to, for choices that can be seen at once.
    """

    DEFAULT_CSS = """
    Choose {
        #choose-filter { height: 1; margin-top: 1; padding: 0; border: none; background: $panel; }
        #choose-options { height: auto; max-height: 50vh; min-height: 3; margin-top: 1; background: $surface; }
        #choose-options > .virtual-table--row { background: $surface; }
        #choose-options > .virtual-table--even { background: $surface; }
        #choose-options > .virtual-table--empty { background: $surface; }
        #choose-options > .virtual-table--cursor {
            color: $cursor-foreground;
            background: $cursor-background;
            text-style: bold;
        }
        #choose-options > .virtual-table--mark { color: $primary; text-style: bold; }
    }
    """

    AUTO_FOCUS = "#choose-filter"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move('move', -1)", "Up", show=False, id="choose.up"),
        Binding("down", "move('move', 1)", "Down", show=False, id="choose.down"),
        Binding("pageup", "move('page', -1)", "Page up", show=False, id="choose.page-up"),
        Binding("pagedown", "move('page', 1)", "Page down", show=False, id="choose.page-down"),
    ]

    def __init__(
        self,
        title: str,
        options: Sequence[Option],
        current: str | None = None,
        on_cursor: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(title, "type to filter   ↑↓ move   enter choose   esc cancel")
        self._options = tuple(options)
        self._current = current
        self._on_cursor = on_cursor
        self._searched = tuple(f"{option.label} {option.help} {option.id}".casefold() for option in self._options)

    def compose_body(self) -> ComposeResult:
        """Yield the filter and the options."""
        yield Input(placeholder="type to filter", id="choose-filter", compact=True)
        widest = max((cell_len(disarmed_line(option.label)) for option in self._options), default=0)
        # The word behind the present option's name needs room too.
        label = Column("label", "", min(widest + 10, _WIDEST_LABEL))
        helped = any(option.help for option in self._options)
        columns = (label, Column("help", "", priority=1)) if helped else (Column("label", ""),)
        table = VirtualTable(
            columns, empty_text="Nothing matches; backspace widens.", show_header=False, id="choose-options"
        )
        # The keyboard stays with the filter, whose arrow keys move this cursor.
        table.can_focus = False
        yield table

    def on_mount(self) -> None:
        """Show every option, the present one under the cursor."""
        self._show("")
        if self._current is not None:
            self._table.move_to(self._current)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep the options that contain every typed word."""
        event.stop()
        self._show(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """End with the option under the cursor."""
        event.stop()
        self._table.action_activate()

    def on_virtual_table_row_activated(self, event: VirtualTable.RowActivated) -> None:
        """End with the option that was opened."""
        event.stop()
        self.dismiss(event.key)

    def on_virtual_table_row_highlighted(self, event: VirtualTable.RowHighlighted) -> None:
        """Tell of the option under the cursor."""
        event.stop()
        # What the cursor only passed on its way to the present option is not news.
        if self._on_cursor is not None and event.key is not None and event.key == self._table.cursor_key:
            self._on_cursor(event.key)

    def action_move(self, how: str, step: int) -> None:
        """Move the cursor while the filter keeps the keyboard."""
        if how == "page":
            self._table.action_page(step)
        else:
            self._table.action_move(step)

    @property
    def _table(self) -> VirtualTable:
        return self.query_one("#choose-options", VirtualTable)

    def _show(self, typed: str) -> None:
        words = typed.casefold().split()
        kept = [
            option
            for option, searched in zip(self._options, self._searched, strict=True)
            if all(word in searched for word in words)
        ]
        # The best guess after another letter is the first that is left, so enter takes that one.
        self._table.show(_Options(kept, self._current), keep_cursor=False)


@dataclass(frozen=True)
class _Options:
    """Options as rows."""

    options: Sequence[Option]
    current: str | None

    def __len__(self) -> int:
        return len(self.options)

    def key(self, index: int) -> str:
        return self.options[index].id

    def cells(self, index: int) -> Sequence[Cell]:
        option = self.options[index]
        now = " current" if option.id == self.current else ""
        label = Content.assemble(disarmed_line(option.label, 200), (now, "$muted"))
        return label, content_line(option.help, 200, "$muted")
