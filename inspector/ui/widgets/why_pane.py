"""Why: what every term earned in a hit, or why a tool named by the person is not found."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from inspector.search import Hit
from inspector.ui.hit_cells import BREAKDOWN_COLUMNS, MISS_COLUMNS, breakdown_rows, miss_rows, points
from inspector.ui.text import content, content_line
from inspector.ui.widgets.virtual_table import Rows, VirtualTable
from inspector.workspace.why_not import WhyNot

_NO_HIT = "No hit is chosen. Press / and type a query."


class WhyPane(Vertical):
    """The breakdown of one hit, or the answer to “why not this tool”, with a line about the row under the cursor."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, classes="pane")
        self._reasons: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Facts above, the table, the reason of its row, what no tool matches."""
        yield Static(id="why-facts")
        yield VirtualTable(BREAKDOWN_COLUMNS, id="breakdown", empty_text=_NO_HIT)
        yield Static(id="why-row")
        yield Static(id="unmatched")

    def on_mount(self) -> None:
        """Begin empty."""
        self.border_title = "Why"

    def show_hit(self, hit: Hit | None, description: str, unmatched: tuple[str, ...]) -> None:
        """Show what every term earned in `hit`; `unmatched` are the terms that match no tool."""
        self.remove_class("-why-not")
        self._reasons = () if hit is None else tuple(part.why for part in hit.contributions)
        table = self.query_one("#breakdown", VirtualTable)
        table.columns = BREAKDOWN_COLUMNS
        table.empty_text = _NO_HIT if hit is None else "Found by its name: no points are given."
        table.show(Rows(breakdown_rows(hit)))
        if hit is None:
            self.border_title = "Why"
            self.query_one("#why-facts", Static).update(Content(""))
        else:
            score = "found by name" if hit.score is None else points(hit.score)
            self.border_title = content_line(f"Why {score} · {hit.name}")
            self.query_one("#why-facts", Static).update(content_line(description or "no description", 400, "$muted"))
        self._show_unmatched(unmatched)
        self._explain_row()

    def show_why_not(self, answer: WhyNot) -> None:
        """Show where the tool stands, and the reason for every term that missed."""
        self.add_class("-why-not")
        self._reasons = tuple(miss.why for miss in answer.misses)
        self.border_title = content_line(f"Why not {answer.name}")
        self.query_one("#why-facts", Static).update(content(answer.verdict))
        table = self.query_one("#breakdown", VirtualTable)
        table.columns = MISS_COLUMNS
        table.empty_text = "Every term earns something in it." if answer.hit is not None else ""
        table.show(Rows(miss_rows(answer)))
        self._show_unmatched(())
        self._explain_row()

    def _show_unmatched(self, terms: tuple[str, ...]) -> None:
        text = content(f"no tool matches: {', '.join(terms)}", "$warning") if terms else Content("")
        self.query_one("#unmatched", Static).update(text)

    @on(VirtualTable.RowHighlighted, "#breakdown")
    def _explain_row(self) -> None:
        key = self.query_one("#breakdown", VirtualTable).cursor_key or ""
        why = self._reasons[int(key)] if key.isdecimal() and int(key) < len(self._reasons) else ""
        self.query_one("#why-row", Static).update(content(why, "$muted"))
