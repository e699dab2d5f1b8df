"""Search: type a query, see at once what the host finds, why, and how an edit moves it."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from inspector.hosts import hosts
from inspector.search import Hit
from inspector.suites import Case
from inspector.tuning.edits import SetPin
from inspector.ui.dialogs.choose import Choose, Option
from inspector.ui.found import Found, ask_hosts, found_facts, hits_title
from inspector.ui.hit_cells import compared_columns, compared_rows, hit_columns, hit_rows
from inspector.ui.screens.base import DEBOUNCE_SECONDS, SessionScreen
from inspector.ui.suite_at_hand import suite_at_hand
from inspector.ui.text import content_line
from inspector.ui.widgets.query_input import QueryInput
from inspector.ui.widgets.tool_detail import ToolDetail
from inspector.ui.widgets.virtual_table import Rows, VirtualTable
from inspector.ui.widgets.why_pane import WhyPane
from inspector.ui.words import ask_for_words
from inspector.workspace.host_comparison import MOST_HOSTS
from inspector.workspace.open_suite import OpenSuite
from inspector.workspace.session import Session
from inspector.workspace.why_not import why_not

_NOTHING = "Type a query above. Press / to begin."


class SearchScreen(SessionScreen):
    """A query above its hits, and beside them what each term earned."""

    NAME = "search"
    CSS_PATH = "search.tcss"
    BINDING_GROUP_TITLE = "Search"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "query", "query", key_display="/", id="search.query", tooltip="Type a query; ↑ earlier ones"),
        Binding("e", "words", "words", id="hit.words", tooltip="Edit the tool's search words and see its rank move"),
        Binding("p", "pin", "pin", id="hit.pin", tooltip="Pin the tool: then it needs no search"),
        Binding("y", "why_not", "why not", id="search.why-not", tooltip="Say why the query does not find a tool"),
        Binding("c", "compare", "compare", id="search.compare", tooltip="Put other hosts beside this one"),
        Binding("plus", "keep", "to suite", key_display="+", id="search.keep", tooltip="Add the query to the suite",
                show=False),
        Binding("r", "recall", "earlier", id="search.recall", tooltip="Ask an earlier query, or one of the suite"),
        Binding("enter", "tool", "detail", id="hit.tool", tooltip="Show the tool on the Tools screen"),
        Binding("escape", "hits", "to the hits", id="search.hits", tooltip="To the hits, where keys act"),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._hits: dict[str, Hit] = {}
        self._found: Found | None = None
        self._others: tuple[str, ...] = ()
        self._wanted: tuple[str, str | None] | None = None
        """The tool asked about, and the row the cursor was on: moving it, or typing, ends the question."""

    def compose_body(self) -> ComposeResult:
        """Query, hits, breakdown."""
        with Vertical(id="query-pane", classes="pane"), Horizontal(id="query-line"):
            yield QueryInput("what the model would search for; select:name,name loads by name", id="query")
            yield Static(id="query-facts")
        with Horizontal(id="search-body"):
            with Vertical(id="hits-pane", classes="pane"):
                yield VirtualTable(hit_columns(edited=False), id="hit-table", empty_text=_NOTHING)
            with Vertical(id="search-side"):
                yield WhyPane(id="why-pane")
                yield ToolDetail(id="hit-detail", keys=False)

    def on_mount(self) -> None:
        """Begin with the query."""
        self.query_one("#hits-pane").border_title = "Hits"
        self.query_one("#query").focus()

    def show(self, session: Session) -> None:
        """Ask the same query again: tools, tuning or host may have changed."""
        names = " · ".join((session.host.id, session.host.label))
        self.query_one("#query-pane").border_title = content_line(f"Query · {names}")
        self._search(self._query.value, 0.0)

    @property
    def _query(self) -> QueryInput:
        return self.query_one("#query", QueryInput)

    @property
    def _why(self) -> WhyPane:
        return self.query_one("#why-pane", WhyPane)

    def ask(self, query: str) -> None:
        """Ask `query`, as if it had been typed."""
        self._query.value = query

    @on(Input.Changed, "#query")
    def _typed(self, event: Input.Changed) -> None:
        self._wanted = None
        self._search(event.value, DEBOUNCE_SECONDS)

    @on(Input.Submitted, "#query")
    def action_hits(self) -> None:
        """Go from the query to the hits."""
        self._query.remember()
        self.query_one("#hit-table").focus()

    def action_query(self) -> None:
        """Go to the query."""
        self._query.focus()

    @work(exclusive=True, group="search", exit_on_error=False)
    async def _search(self, query: str, delay: float) -> None:
        if delay:
            await asyncio.sleep(delay)  # a newer key cancels this worker here
        session = self.inspector.shown
        if not self.inspector.prepared:
            return  # asked again when the servers' tools are there
        if not query.strip():
            self._show_found(None, session)
            return
        self._show_found(await asyncio.to_thread(ask_hosts, query, session, self._others), session)

    def _show_found(self, found: Found | None, session: Session) -> None:
        self._found = found
        comparison = None if found is None else found.comparison
        self._hits = {} if comparison is None else {ranked.hit.key: ranked.hit for ranked in comparison.hits}
        table = self.query_one("#hit-table", VirtualTable)
        notes = () if comparison is None else tuple(comparison.ranking.notes.values())
        found_none = " ".join(notes) or "Nothing is found. Press / and try other words."
        table.empty_text = _NOTHING if comparison is None else found_none
        body = self.query_one("#search-body")
        body.set_class(found is not None and found.hosts is not None, "-comparing")
        if found is not None and found.hosts is not None:
            table.columns = compared_columns(found.hosts)
            table.show(Rows(compared_rows(found.hosts)))
        else:
            table.columns = hit_columns(comparison is not None and comparison.edited)
            table.show(Rows(*hit_rows(comparison, session)) if comparison is not None else Rows())
        self.query_one("#hits-pane").border_title = content_line(hits_title(found))
        self.query_one("#query-facts", Static).update(found_facts(found, session))
        self._show_why()

    @on(VirtualTable.RowHighlighted, "#hit-table")
    def _highlighted(self) -> None:
        self._show_why()

    def _show_why(self) -> None:
        hit, session = self._current(), self.inspector.shown
        self._show_tool(session)
        ranking = None if self._found is None else self._found.comparison.ranking
        unmatched = () if ranking is None else (*ranking.unmatched, *ranking.missing)
        key = self.query_one("#hit-table", VirtualTable).cursor_key
        wanted = None
        if self._wanted is not None and self._wanted[1] == key:
            wanted = self._wanted[0]
        elif hit is None and key is not None:
            wanted = key  # another host shows this tool and this one does not: that is the question
        self.workers.cancel_group(self, "reasons")
        if wanted in session.inspection.catalog.by_id and ranking is not None:
            self._find_reason(session, ranking.query, str(wanted))
            return
        tool = None if hit is None else session.inspection.catalog.by_id.get(hit.key)
        self._why.show_hit(hit, "" if tool is None else tool.description, unmatched)

    @work(exclusive=True, group="detail", exit_on_error=False)
    async def _show_tool(self, session: Session) -> None:
        """Show the tool of the hit on a wide screen, once the cursor rests on it."""
        if self.has_class("-wide"):
            await asyncio.sleep(DEBOUNCE_SECONDS)
            key = self.query_one("#hit-table", VirtualTable).cursor_key
            known = key in session.inspection.catalog.by_id
            self.query_one(ToolDetail).show_tool(session, str(key) if known else None, self.inspector.approved)

    @work(exclusive=True, group="reasons", exit_on_error=False)
    async def _find_reason(self, session: Session, query: str, tool: str) -> None:
        await asyncio.sleep(DEBOUNCE_SECONDS)  # moving on cancels this worker here
        self._why.show_why_not(await asyncio.to_thread(why_not, session.inspection, query, tool))

    def _current(self) -> Hit | None:
        key = self.query_one("#hit-table", VirtualTable).cursor_key
        return None if key is None else self._hits.get(key)

    @on(VirtualTable.RowActivated, "#hit-table")
    def action_tool(self) -> None:
        """Show the hit on the Tools screen."""
        key = self.query_one("#hit-table", VirtualTable).cursor_key
        if key in self.inspector.shown.inspection.catalog.by_id:
            self._query.remember()
            self.inspector.go_to_tool(str(key))

    @work
    async def action_words(self) -> None:
        """Edit the search words of the hit under the cursor."""
        hit = self._current()
        if hit is not None and hit.key in self.inspector.shown.inspection.catalog.by_id:
            self._query.remember()
            await ask_for_words(self.inspector, [hit.key], self._query.value)

    def action_pin(self) -> None:
        """Pin the hit under the cursor; it leaves the hits, since a pinned tool is not searched for."""
        hit = self._current()
        if hit is not None and hit.key in self.inspector.shown.inspection.catalog.by_id:
            self.inspector.edit(SetPin(hit.key, True))
            self.inspector.say(f"{hit.name} is pinned: always loaded, no search needs to find it. u takes it back.")

    @work(exit_on_error=False)
    async def action_keep(self) -> None:
        """Add the query to the suite, with the tool under the cursor as what it should find."""
        key, query = self.query_one("#hit-table", VirtualTable).cursor_key, self._query.value.strip()
        if key in self.inspector.shown.inspection.catalog.by_id and query:
            suite = await suite_at_hand(self.inspector) or OpenSuite()
            self.inspector.suite = suite.adding(Case(query, (str(key),)))
            self.inspector.say(f"“{query}” should find {key}: in the suite (5), not written yet.", "Suite")

    @work
    async def action_recall(self) -> None:
        """Choose among the queries asked before and those of the suite, and ask it again."""
        self._query.remember()
        suite = await suite_at_hand(self.inspector)
        queries = dict.fromkeys(self._query.asked, "asked before")
        for case in suite.suite.cases if suite is not None else ():
            queries.setdefault(case.query, "in the suite")
        options = [Option(query, query, words) for query, words in queries.items()]
        chosen = await self.inspector.push_screen_wait(Choose("Ask which query again?", options))
        if chosen is not None:
            self.ask(chosen)

    @work
    async def action_why_not(self) -> None:
        """Ask for a tool and show why the query does not find it, or not higher up."""
        query, inspection = self._query.value, self.inspector.shown.inspection
        if not query.strip():
            self.inspector.say("Type a query first; then y says why it does not find a tool.")
            return
        options = [Option(tool.id, tool.id, inspection.names.get(tool.id, "")) for tool in inspection.catalog]
        tool = await self.inspector.push_screen_wait(Choose("Why does the query not find …", options))
        if tool is not None:
            self._wanted = tool, self.query_one("#hit-table", VirtualTable).cursor_key
            self._show_why()

    @work
    async def action_compare(self) -> None:
        """Put a host beside the one looked through, or take it away again."""
        session = self.inspector.shown
        options = [
            Option(
                each.id,
                each.id,
                "beside this one: choose it to take it away" if each.id in self._others else each.title,
            )
            for each in hosts().values()
            if each.id != session.host.id
        ]
        chosen = await self.inspector.push_screen_wait(Choose("Compare with which host?", options))
        if chosen is None:
            return
        if chosen in self._others:
            self._others = tuple(each for each in self._others if each != chosen)
        elif len(self._others) + 1 >= MOST_HOSTS:
            self.inspector.say(
                f"At most {MOST_HOSTS} hosts stand side by side; choose one that is there to take it away."
            )
        else:
            self._others = (*self._others, chosen)
        self._search(self._query.value, 0.0)


SCREEN = SearchScreen
