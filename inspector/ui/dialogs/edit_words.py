"""Search words to edit, with what they would do to a query and to the suite while they are typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from inspector.ui.dialogs.edit_text import EditText

_SECONDS = 0.25
"""How long after the last key the words are tried: the whole suite may run."""


class EditWords(EditText):
    """A line of words; `effect` tells in words what a text would do. It is asked off the loop, after each pause."""

    DEFAULT_CSS = """
    EditWords {
        #words-effect-pane { height: auto; max-height: 9; margin-top: 1; scrollbar-size-vertical: 1; }
        #words-effect { width: 1fr; height: auto; }
    }
    """

    def __init__(
        self, title: str, value: str, placeholder: str, help: str, effect: Callable[[str], Content] | None
    ) -> None:
        super().__init__(title, value, placeholder=placeholder, help=help)
        self._effect = effect

    def compose_body(self) -> ComposeResult:
        """Yield the line, and below it room for the effect."""
        yield from super().compose_body()
        if self._effect is not None:
            with VerticalScroll(id="words-effect-pane"):
                yield Static("", id="words-effect", markup=False)

    def on_mount(self) -> None:
        """Tell how query and suite do with the words as they are."""
        self._try(self.query_one("#edit-value", Input).value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Try the words typed; what `EditText` does with a change happens too."""
        self._try(event.value)

    @work(exclusive=True, group="suite", exit_on_error=False)
    async def _try(self, words: str) -> None:
        if self._effect is None:
            return
        await asyncio.sleep(_SECONDS)  # a newer key cancels this worker here
        self.query_one("#words-effect", Static).update(await asyncio.to_thread(self._effect, words))
