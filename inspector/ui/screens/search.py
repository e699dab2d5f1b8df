"""Search: type a query, see at once what the host finds, why, and how an edit moves it."""

from __future__ import annotations

import asyncio
import time
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from inspector.search import Hit
from inspector.tuning.edits import SetPin
from inspector.ui.hit_cells import BREAKDOWN_COLUMNS, breakdown_rows, hit_columns, hit_rows
from inspector.ui.screens.base import SessionScreen
from inspector.ui.text import content, content_line
from inspector.ui.widgets.virtual_table import Rows, VirtualTable
from inspector.ui.words import ask_for_words
from inspector.workspace.rank_changes import Comparison, compare
from inspector.workspace.session import Session

DEBOUNCE_SECONDS = 0.09
"""How long after the last key a search begins."""

SHOWN = 100
"""How many hits are shown; the host's own limit is drawn as a line among them."""


class SearchScreen(SessionScreen):
    """A query above its hits, and beside them what each term earned."""

    NAME = "search"
    CSS_PATH = "search.tcss"
    BINDING_GROUP_TITLE = "Search"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "query", "query", key_display="/", id="search.query", tooltip="Type a query"),
        Binding("e", "words", "words", id="hit.words", tooltip="Edit the tool's search words and see its rank move"),
        Binding("p", "pin", "pin", id="hit.pin", tooltip="Pin the tool: then it needs no search"),
        Binding("enter", "tool", "detail", id="hit.tool", tooltip="Show the tool on the Tools screen"),
        Binding("escape", "hits", "to the hits", id="search.hits", tooltip="To the hits, where keys act"),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._hits: dict[str, Hit] = {}
        self._comparison: Comparison | None = None

    def compose_body(self) -> ComposeResult:
        """Query, hits, breakdown."""
        with Vertical(id="query-pane", classes="pane"), Horizontal(id="query-line"):
            yield Input(placeholder="what the model would search for; select:name,name loads by name", id="query")
            yield Static(id="query-facts")
        with Horizontal(id="search-body"):
            with Vertical(id="hits-pane", classes="pane"):
                yield VirtualTable(
                    hit_columns(edited=False), id="hit-table", empty_text="Type a query above. Press / to begin."
                )
            with Vertical(id="why-pane", classes="pane"):
                yield Static(id="why-facts")
                yield VirtualTable(BREAKDOWN_COLUMNS, id="breakdown", empty_text="No hit is chosen.")
                yield Static(id="why-row")
                yield Static(id="unmatched")

    def on_mount(self) -> None:
        """Begin with the query."""
        self.query_one("#hits-pane").border_title = "Hits"
        self.query_one("#why-pane").border_title = "Why"
        self.query_one("#query").focus()

    def show(self, session: Session) -> None:
        """Ask the same query again: tools, tuning or host may have changed."""
        self.query_one("#query-pane").border_title = content_line(f"Query · {session.host.id} · {session.host.label}")
        self._search(self.query_one("#query", Input).value, 0.0)

    @on(Input.Changed, "#query")
    def _typed(self, event: Input.Changed) -> None:
        self._search(event.value, DEBOUNCE_SECONDS)

    @on(Input.Submitted, "#query")
    def action_hits(self) -> None:
        """Go from the query to the hits."""
        self.query_one("#hit-table").focus()

    def action_query(self) -> None:
        """Go to the query."""
        self.query_one("#query").focus()

    @work(exclusive=True, group="search", exit_on_error=False)
    async def _search(self, query: str, delay: float) -> None:
        if delay:
            await asyncio.sleep(delay)  # a newer key cancels this worker here
        session = self.inspector.shown
        if not self.inspector.prepared:
            return  # asked again when the servers' tools are there
        if not query.strip():
            self._show_comparison(None, session, 0.0)
            return
        started = time.perf_counter()
        comparison = await asyncio.to_thread(compare, query, session.inspection, session.inspection_as_saved, SHOWN)
        self._show_comparison(comparison, session, time.perf_counter() - started)

    def _show_comparison(self, comparison: Comparison | None, session: Session, seconds: float) -> None:
        self._comparison = comparison
        hits = () if comparison is None else comparison.hits
        self._hits = {ranked.hit.key: ranked.hit for ranked in hits}
        table = self.query_one("#hit-table", VirtualTable)
        nothing = "Type a query above. Press / to begin."
        notes = () if comparison is None else tuple(comparison.ranking.notes.values())
        found_none = " ".join(notes) or "Nothing is found. Press / and try other words."
        table.empty_text = nothing if comparison is None else found_none
        table.columns = hit_columns(comparison is not None and comparison.edited)
        table.show(Rows(*hit_rows(comparison, session)) if comparison is not None else Rows())
        self.query_one("#query-facts", Static).update(_facts(comparison, session, seconds))
        self._show_why()

    @on(VirtualTable.RowHighlighted, "#breakdown")
    def _explain_row(self) -> None:
        key = self.query_one("#breakdown", VirtualTable).cursor_key or ""
        hit = self._current()
        parts = () if hit is None else hit.contributions
        why = parts[int(key)].why if key.isdecimal() and int(key) < len(parts) else ""
        self.query_one("#why-row", Static).update(content(why, "$muted"))

    @on(VirtualTable.RowHighlighted, "#hit-table")
    def _highlighted(self) -> None:
        self._show_why()

    def _show_why(self) -> None:
        session, comparison = self.inspector.shown, self._comparison
        hit = self._current()
        pane = self.query_one("#why-pane")
        self.query_one("#breakdown", VirtualTable).show(Rows(breakdown_rows(hit)))
        self._explain_row()
        if hit is None:
            pane.border_title = "Why"
            self.query_one("#why-facts", Static).update(Content(""))
        else:
            score = (
                "found by name" if hit.score is None else f"{hit.score:g}" if hit.score % 1 == 0 else f"{hit.score:.3f}"
            )
            pane.border_title = content_line(f"Why {score} · {hit.name}")
            tool = session.inspection.catalog.by_id.get(hit.key)
            description = tool.description if tool is not None else ""
            self.query_one("#why-facts", Static).update(content_line(description or "no description", 400, "$muted"))
        missing = () if comparison is None else (*comparison.ranking.unmatched, *comparison.ranking.missing)
        text = content(f"no tool matches: {', '.join(missing)}", "$warning") if missing else Content("")
        self.query_one("#unmatched", Static).update(text)

    def _current(self) -> Hit | None:
        key = self.query_one("#hit-table", VirtualTable).cursor_key
        return None if key is None else self._hits.get(key)

    @on(VirtualTable.RowActivated, "#hit-table")
    def action_tool(self) -> None:
        """Show the hit on the Tools screen."""
        hit = self._current()
        if hit is not None:
            self.inspector.go_to_tool(hit.key)

    @work
    async def action_words(self) -> None:
        """Edit the search words of the hit under the cursor."""
        hit = self._current()
        if hit is not None and hit.key in self.inspector.shown.inspection.catalog.by_id:
            await ask_for_words(self.inspector, [hit.key])

    def action_pin(self) -> None:
        """Pin the hit under the cursor; it leaves the hits, since a pinned tool is not searched for."""
        hit = self._current()
        if hit is not None and hit.key in self.inspector.shown.inspection.catalog.by_id:
            self.inspector.edit(SetPin(hit.key, True))
            self.inspector.say(f"{hit.name} is pinned: always loaded, no search needs to find it. u takes it back.")


def _facts(comparison: Comparison | None, session: Session, seconds: float) -> Content:
    if comparison is None:
        return Content.styled(f"limit {session.inspection.limit}", "$muted")
    count = f"{comparison.ranking.total:,} hits" if comparison.ranking.total != 1 else "1 hit"
    by = {"select": " by name", "names": " by name", "exact name": " by name", "prefix": " by prefix"}
    how = by.get(comparison.ranking.mode, "")
    return Content.styled(f"{count}{how} · {seconds * 1000:.1f} ms · limit {session.inspection.limit}", "$muted")


SCREEN = SearchScreen
