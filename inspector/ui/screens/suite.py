"""Suite: queries with the tools they should find, their ranks in one or several hosts, advice for those that fail."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from inspector.errors import InspectorError
from inspector.hosts import host, hosts
from inspector.suites import Advice, Case, Suite, SuiteResult
from inspector.ui.dialogs.choose import Choose, Option
from inspector.ui.dialogs.edit_text import EditText
from inspector.ui.screens.base import SessionScreen
from inspector.ui.suite_cells import advice_text, case_cells, case_columns, suite_facts
from inspector.ui.text import content, content_line
from inspector.ui.widgets.virtual_table import Rows, VirtualTable
from inspector.workspace.open_suite import FILE_NAME, OpenSuite, open_suite, suite_beside
from inspector.workspace.session import Session
from inspector.workspace.suite_advice import adviser_for, as_edit
from inspector.workspace.suite_runs import run
from inspector.workspace.why_not import why_not

_MOST_HOSTS = 3
_NO_SUITE = "No suite is open. Press o to open one, n to write the first query, or + on the Search screen."


@dataclass(frozen=True, slots=True)
class Ran:
    """The suite as it ran: one result per host, the first under the present tuning; `before` under the saved one."""

    suite: Suite
    results: tuple[SuiteResult, ...]
    before: SuiteResult | None


class SuiteScreen(SessionScreen):
    """Measures in a line, the cases in a table, and the case under the cursor with its reasons and advice."""

    NAME = "suite"
    CSS_PATH = "suite.tcss"
    BINDING_GROUP_TITLE = "Suite"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "advise", "advise", id="suite.advise", tooltip="Find the cheapest fix for this query, tried out"),
        Binding("t", "take", "take it", id="suite.take", tooltip="Make the edits that the advice says"),
        Binding("n", "add", "new query", id="suite.add", tooltip="Add a query and the tool it should find"),
        Binding("x", "remove", "remove", id="suite.remove", tooltip="Take the query out of the suite"),
        Binding("c", "compare", "compare", id="suite.compare", tooltip="Run it in other hosts too"),
        Binding("o", "open", "open", id="suite.open", tooltip="Open a suite: TOML or JSON lines"),
        Binding("w", "write", "write", id="suite.write", tooltip="Write the suite to its file"),
        Binding("enter", "search", "search", id="suite.search", tooltip="Ask this query on the Search screen"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._ran: Ran | None = None
        self._others: tuple[str, ...] = ()
        self._advice: Advice | None = None

    def compose_body(self) -> ComposeResult:
        """Measures, cases, the case under the cursor."""
        with Vertical(id="measures-pane", classes="pane"):
            yield Static(id="measures")
        with Horizontal(id="suite-body"):
            with Vertical(id="cases-pane", classes="pane"):
                yield VirtualTable(case_columns(()), id="case-table", empty_text=_NO_SUITE)
            with VerticalScroll(id="case-pane", classes="pane"):
                yield Static(id="case-facts")
                yield Static(id="case-advice")

    def on_mount(self) -> None:
        """Give the panes their titles."""
        self.query_one("#measures-pane").border_title = "Suite"
        self.query_one("#cases-pane").border_title = "Queries"
        self.query_one("#case-pane").border_title = "Query"
        self.query_one("#case-table").focus()

    def show(self, session: Session) -> None:
        """Run the suite again: host, tuning or tools may have changed."""
        self._run(session)

    @work(exclusive=True, group="suite", exit_on_error=False)
    async def _run(self, session: Session) -> None:
        app = self.inspector
        if app.suite is None:
            app.suite = await asyncio.to_thread(suite_beside, session)
        if app.suite is None:
            self.query_one("#measures", Static).update(content(_NO_SUITE, "$muted"))
            return
        self._show_ran(await asyncio.to_thread(_ran, app.suite.suite, session, self._others))

    def _show_ran(self, ran: Ran) -> None:
        self._ran = ran
        table = self.query_one("#case-table", VirtualTable)
        table.columns = case_columns(ran.results)
        count = len(ran.results[0].cases)
        rows = [(str(at), case_cells(at, ran.results, ran.before)) for at in range(count)]
        table.empty_text = ran.results[0].no_search or "No query of the suite is meant for this host. Press n for one."
        table.show(Rows(rows), keep_cursor=self.keep_cursor())
        self.query_one("#measures", Static).update(suite_facts(ran.results))
        current = self.inspector.suite
        unsaved = " · not written" if current is not None and current.unsaved else ""
        name = "" if current is None or current.path is None else f" · {current.path}"
        self.query_one("#measures-pane").border_title = content_line(f"Suite{name}{unsaved}")
        self.query_one("#cases-pane").border_title = f"Queries · {count}"
        self._show_case()

    @on(VirtualTable.RowHighlighted, "#case-table")
    def _highlighted(self) -> None:
        self._advice = None
        self._show_case()

    @property
    def _number(self) -> int | None:
        key = self.query_one("#case-table", VirtualTable).cursor_key or ""
        fits = self._ran is not None and key.isdecimal() and int(key) < len(self._ran.results[0].cases)
        return int(key) if fits else None

    def _show_case(self) -> None:
        number, facts = self._number, self.query_one("#case-facts", Static)
        self.query_one("#case-advice", Static).update(
            Content("") if self._advice is None else advice_text(self._advice)
        )
        if number is None or self._ran is None:
            facts.update(Content(""))
            return
        result = self._ran.results[0].cases[number]
        lines = [content(f"“{result.case.query}”", "bold")]
        for expected in result.expected:
            place = (
                "not found" if expected.place is None else "pinned" if expected.place == 0 else f"rank {expected.place}"
            )
            sign, colour = ("✓", "$success") if expected.answered else ("✕", "$warning")
            lines.append(content(f"{sign} {expected.tool}: {place}, {expected.state}", colour))
            if not expected.answered and expected.state != "unknown":
                lines.append(content(self._reason(result.case, expected.tool), "$muted"))
        if result.case.note:
            lines.append(content(result.case.note, "$muted"))
        if result.missing and self._advice is None:
            lines.append(content("Press a for advice.", "$heading"))
        facts.update(Content("\n").join(lines))

    def _reason(self, case: Case, tool: str) -> str:
        reason = why_not(self.inspector.shown.inspection, case.query, tool)
        misses = "; ".join(f"{miss.term}: {miss.why}" for miss in reason.misses[:4])
        return f"  {reason.verdict}" + (f" {misses}." if misses else "")

    @work(exclusive=True, group="suite-advice", exit_on_error=False)
    async def action_advise(self) -> None:
        """Find the cheapest fix for the query under the cursor; it is tried in the host's own search."""
        number, ran, session = self._number, self._ran, self.inspector.shown
        if number is None or ran is None:
            return
        if not ran.results[0].cases[number].missing:
            self.inspector.say("This query finds what it should.")
            return
        self.query_one("#case-advice", Static).update(content("trying …", "$muted"))
        adviser = adviser_for(session.inspection, ran.suite)
        self._advice = await asyncio.to_thread(adviser.advise, number)
        self._show_case()
        if self._advice.fixes:
            self.inspector.say("Press t to take it; u takes it back.", "Advice")

    def action_take(self) -> None:
        """Make the edits of the advice shown, as one step that can be undone; the suite runs again."""
        advice = self._advice
        if advice is None or not advice.fixes:
            self.inspector.say("There is no advice to take; a asks for it.")
            return
        edit = as_edit(self.inspector.shown.inspection, advice.fixes)
        if not edit.edits:
            self.inspector.say(
                "No toolset can hold this: its server has to change the description.", "Not done", "warning"
            )
            return
        self._advice = None
        self.inspector.edit(edit)

    @work(exit_on_error=False)
    async def action_add(self) -> None:
        """Ask for a query and the tool it should find."""
        query = await self.inspector.push_screen_wait(
            EditText("New query", "", placeholder="file a bug about the login page", help="As a person or a model asks")
        )
        if not query or not query.strip():
            return
        inspection = self.inspector.shown.inspection
        options = [Option(tool.id, tool.id, inspection.names.get(tool.id, "")) for tool in inspection.catalog]
        tool = await self.inspector.push_screen_wait(Choose("Which tool should it find?", options))
        if tool is not None:
            self._change((self.inspector.suite or OpenSuite()).adding(Case(query.strip(), (tool,))))

    def action_remove(self) -> None:
        """Take the query under the cursor out of the suite."""
        number = self._number
        if number is not None and self._ran is not None and self.inspector.suite is not None:
            self._change(self.inspector.suite.without(self._ran.results[0].cases[number].case))

    def _change(self, suite: OpenSuite) -> None:
        self.inspector.suite = suite
        self._run(self.inspector.shown)

    @work(exit_on_error=False)
    async def action_open(self) -> None:
        """Ask for a suite's file."""
        path = await self.inspector.push_screen_wait(
            EditText("Open which suite?", "", placeholder=FILE_NAME, help="TOML with [[case]], or JSON lines")
        )
        if not path or not path.strip():
            return
        try:
            found = await asyncio.to_thread(open_suite, path.strip())
        except InspectorError as error:
            self.inspector.say_problem(error)
            return
        for problem in found.problems[:3]:
            self.inspector.say(f"line {problem.line}: {problem.message}", "Not all was read", "warning")
        self._change(found)

    @work(exit_on_error=False)
    async def action_write(self) -> None:
        """Write the suite, asking for a name where it has none."""
        suite = self.inspector.suite
        if suite is None:
            return
        path = suite.path or await self.inspector.push_screen_wait(
            EditText("Write the suite to", FILE_NAME, select=True)
        )
        if not path:
            return
        try:
            self.inspector.suite, backup = await asyncio.to_thread(suite.saved, path)
        except InspectorError as error:
            self.inspector.say_problem(error)
            return
        self.inspector.say(f"{path}" + (f"\nwhat was there is in {backup}" if backup else ""), "Written")
        self._run(self.inspector.shown)

    @work
    async def action_compare(self) -> None:
        """Run the suite in another host too, or no longer."""
        present = self.inspector.shown.host.id
        options = [
            Option(each.id, each.id, "runs already: choose it to stop" if each.id in self._others else each.title)
            for each in hosts().values()
            if each.id != present
        ]
        chosen = await self.inspector.push_screen_wait(Choose("Run it in which other host?", options))
        if chosen is None:
            return
        kept = tuple(each for each in self._others if each != chosen)
        self._others = kept if chosen in self._others else (*kept, chosen)[-(_MOST_HOSTS - 1) :]
        self._run(self.inspector.shown)

    @on(VirtualTable.RowActivated, "#case-table")
    def action_search(self) -> None:
        """Ask the query under the cursor on the Search screen."""
        number = self._number
        if number is not None and self._ran is not None:
            self.inspector.ask(self._ran.results[0].cases[number].case.query)


def _ran(suite: Suite, session: Session, others: tuple[str, ...]) -> Ran:
    beside = [session.inspect(host(each), session.tuning) for each in others if each != session.host.id]
    results = tuple(run(inspection, suite) for inspection in (session.inspection, *beside))
    before = run(session.inspection_as_saved, suite) if session.unsaved else None
    return Ran(suite, results, before)


SCREEN = SuiteScreen
