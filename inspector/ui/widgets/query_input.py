"""The query line of the Search screen: an input that remembers the queries asked before."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

_REMEMBERED = 100


class QueryInput(Input):
    """Up and down go through earlier queries; what is being typed stands at the end of them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "earlier", "earlier query", show=False, id="query.earlier"),
        Binding("down", "later", "later query", show=False, id="query.later"),
    ]

    def __init__(self, placeholder: str, id: str) -> None:
        super().__init__(placeholder=placeholder, id=id)
        self._asked: list[str] = []
        self._at = 0
        self._typed = ""

    @property
    def asked(self) -> tuple[str, ...]:
        """The queries asked before, the latest first."""
        return tuple(reversed(self._asked))

    def remember(self) -> None:
        """Keep the present query: the person acted on what it found."""
        query = self.value.strip()
        if query and (not self._asked or self._asked[-1] != query):
            self._asked = [*(asked for asked in self._asked if asked != query), query][-_REMEMBERED:]
        self._at = len(self._asked)

    def action_earlier(self) -> None:
        """Show the query asked before."""
        if self._at == len(self._asked):
            self._typed = self.value
        if self._at > 0:
            self._show(self._at - 1)

    def action_later(self) -> None:
        """Show the query asked after, at last what was being typed."""
        if self._at < len(self._asked):
            self._show(self._at + 1)

    def _show(self, at: int) -> None:
        self._at = at
        self.value = self._asked[at] if at < len(self._asked) else self._typed
        self.cursor_position = len(self.value)
