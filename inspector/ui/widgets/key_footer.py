"""The keys that work now, at the bottom of every screen; the way to all of them stays in sight at the right."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Footer
from textual.widgets._footer import FooterKey


class KeyFooter(Footer):
    """A footer whose last key is always ``? help``: where not all keys fit, that one says which there are.

    Textual's makes its keys anew at every change of focus, and each goes on watching its `compact`: here those made
    before are let go.
    """

    DEFAULT_CSS = """
    KeyFooter.-compact {
        FooterLabel { margin: 0 1 0 0; }
        FooterKey.-command-palette { margin: 0; padding-right: 1; }
    }
    """

    def __init__(self) -> None:
        super().__init__(show_command_palette=False, compact=True)

    def compose(self) -> ComposeResult:
        """The keys of focus, screen and app, then the one for help."""
        getattr(self, "__watchers", {}).pop("compact", None)
        yield from super().compose()
        yield FooterKey("question_mark", "?", "help", "app.help", classes="-command-palette", tooltip="All keys")
