"""A text to read: it scrolls, esc closes it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from inspector.ui.dialogs.dialog import Dialog


class ReadText(Dialog):
    """Shows `body`, which is disarmed already, and ends with None. `end` starts at its last line, as for a log."""

    DEFAULT_CSS = """
    ReadText {
        & > #dialog { width: 110; }
        #read-body { height: auto; max-height: 70vh; margin-top: 1; scrollbar-size-vertical: 1; }
        #read-body Static { width: 1fr; height: auto; }
    }
    """

    AUTO_FOCUS = "#read-body"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter", "cancel", "Close", show=False, id="read.close"),
        Binding("c", "copy", "Copy", show=False, id="read.copy", tooltip="Copy the text"),
    ]

    def __init__(self, title: str, body: Content, *, end: bool = False) -> None:
        super().__init__(title, "↑↓ page scroll   c copy   esc close")
        self._body = body
        self._end = end

    def compose_body(self) -> ComposeResult:
        """Yield the text."""
        with VerticalScroll(id="read-body"):
            yield Static(self._body, markup=False)

    def on_mount(self) -> None:
        """Begin where it matters."""
        if self._end:
            self.query_one("#read-body").scroll_end(animate=False)

    def action_copy(self) -> None:
        """Copy the text."""
        self.app.copy_to_clipboard(self._body.plain)
        self.notify("copied", markup=False)
