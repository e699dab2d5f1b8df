"""A line of text to edit."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.widgets import Input, Static

from inspector.foreign_text import disarm
from inspector.ui.dialogs.dialog import Dialog
from inspector.ui.text import content


class EditText(Dialog):
    """Asks for a line of text and returns it; None on esc.

    `check` may refuse a text by returning what is wrong with it; the dialog says so and stays.
    """

    DEFAULT_CSS = """
    EditText {
        #edit-value { height: 1; margin-top: 1; padding: 0 1; border: none; background: $panel; }
        #edit-help { width: 1fr; height: auto; max-height: 40vh; margin-top: 1; color: $muted; }
        #edit-problem { width: 1fr; height: auto; max-height: 20vh; margin-top: 1; color: $error; display: none; }
        &.-refused #edit-problem { display: block; }
    }
    """

    AUTO_FOCUS = "#edit-value"

    def __init__(
        self,
        title: str,
        value: str = "",
        placeholder: str = "",
        help: str = "",
        check: Callable[[str], str | None] | None = None,
        select: bool = False,
    ) -> None:
        super().__init__(title, "enter save   esc cancel")
        self._value = value
        self._placeholder = placeholder
        self._help = help
        self._check = check
        self._select = select

    def compose_body(self) -> ComposeResult:
        """Yield the line, what it is for, and room for what is wrong with it."""
        # The value may come from a file others wrote; an input shows what it holds, so it holds disarmed text.
        value = disarm(" ".join(self._value.splitlines())).replace("\t", " ")
        yield Input(
            value, placeholder=disarm(self._placeholder), id="edit-value", compact=True, select_on_focus=self._select
        )
        if self._help:
            yield Static(content(self._help), id="edit-help", markup=False)
        yield Static("", id="edit-problem", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """End with the text, unless it is refused."""
        event.stop()
        problem = self._check(event.value) if self._check else None
        if problem is None:
            self.dismiss(event.value)
            return
        self.query_one("#edit-problem", Static).update(content(problem))
        self.add_class("-refused")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take the complaint back as soon as the text changes."""
        event.stop()
        self.remove_class("-refused")
