"""What the dialogs share: a box in the middle with a title, a body and a line of keys; esc turns away."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from inspector.ui.text import content


class Dialog(ModalScreen[str | None]):
    """A question that ends with a string, or with None when the person turned away."""

    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        & > #dialog {
            width: 76;
            max-width: 96%;
            height: auto;
            max-height: 92%;
            padding: 1 2 0 2;
            background: $surface;
            border: round $border;
        }
        #dialog-title { width: 1fr; height: auto; max-height: 3; text-style: bold; }
        #dialog-keys { width: 1fr; height: 1; margin-top: 1; color: $muted; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel", id="dialog.cancel", tooltip="Close without an answer"),
    ]

    def __init__(self, title: str, keys: str) -> None:
        super().__init__()
        self._title = title
        self._keys = keys

    def compose(self) -> ComposeResult:
        """Title, body, keys."""
        with Vertical(id="dialog"):
            yield Static(content(self._title), id="dialog-title", markup=False)
            yield from self.compose_body()
            yield Static(self._keys, id="dialog-keys", markup=False)

    def compose_body(self) -> ComposeResult:
        """Yield what stands between title and keys."""
        raise NotImplementedError

    def action_cancel(self) -> None:
        """End without an answer."""
        self.dismiss(None)
