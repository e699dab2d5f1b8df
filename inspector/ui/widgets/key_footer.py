"""The line of keys at the bottom, which forgets the keys it no longer shows."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Footer


class KeyFooter(Footer):
    """Textual's footer. It makes its keys anew at every change of focus, and each goes on watching its `compact`."""

    def compose(self) -> ComposeResult:
        """Make the keys; those made before are let go."""
        getattr(self, "__watchers", {}).pop("compact", None)
        yield from super().compose()
