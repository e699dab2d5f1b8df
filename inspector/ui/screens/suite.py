"""Suite: queries with the tools they should find, their ranks in one or several hosts, advice for those that fail."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from inspector.errors import InspectorError
from inspector.hosts import hosts
from inspector.suites import Advice, Case, CaseResult
from inspector.ui.dialogs.choose import Choose, Option
from inspector.ui.screens.base import DEBOUNCE_SECONDS
from inspector.ui.screens.suite_edits import SuiteEdits
from inspector.ui.suite_at_hand import suite_at_hand
from inspector.ui.suite_cells import advice_text, case_columns, case_facts, case_rows, unmeasured_facts
from inspector.ui.suite_measures import suite_facts, suite_title
from inspector.ui.text import content, content_line
from inspector.ui.widgets.virtual_table import Rows, VirtualTable
from inspector.workspace.session import Session
from inspector.workspace.suite_advice import adviser_for, as_edit
from inspector.workspace.suite_progress import SuiteRun, run_again
from inspector.workspace.why_not import WhyNot, reasons

_MOST_HOSTS = 3
_NO_SUITE = "No suite is open. Press o to open one, n to write the first query, or + on the Search screen."
_NO_CASE = "No query is chosen. Press n and write one, or o and open a suite."


@dataclass(frozen=True, slots=True)
class Advised:
    """Advice with what it was given for: one case in one session. It holds for nothing else."""

    session: Session
    case: Case
    advice: Advice


class SuiteScreen(SuiteEdits):
    """Measures in a line, the cases in a table, and the case under the cursor with its reasons and advice."""

    NAME = "suite"
    CSS_PATH = "suite.tcss"
    BINDING_GROUP_TITLE = "Suite"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "advise", "advice", id="suite.advise", tooltip="Find the cheapest fix for this query, tried out"),
        Binding("t", "take", "take", id="suite.take", tooltip="Make the edits that the advice says"),
        Binding("n", "add", "new", id="suite.add", tooltip="Add a query and the tool it should find"),
        Binding("e", "edit", "edit", id="suite.edit", tooltip="Edit the query, its tools, its host, its note"),
        Binding("x", "remove", "remove", id="suite.remove", tooltip="Take the query out of the suite"),
        Binding("z", "restore", "restore", id="suite.restore", tooltip="Take the last change of the suite back",
                show=False),
        Binding("c", "compare", "hosts", id="suite.compare", tooltip="Run it in other hosts too"),
        Binding("o", "open", "open", id="suite.open", tooltip="Open a suite: TOML or JSON lines"),
        Binding("w", "write", "write", id="suite.write", tooltip="Write the suite to its file"),
        Binding("enter", "search", "search", id="suite.search", tooltip="Ask this query on the Search screen"),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._ran: SuiteRun | None = None
        self._others: tuple[str, ...] = ()
        self._advised: Advised | None = None

    def compose_body(self) -> ComposeResult:
        """Measures, cases, the case under the cursor."""
        with VerticalScroll(id="measures-pane", classes="pane"):
            yield Static(id="measures")
        with Horizontal(id="suite-body"):
            with Vertical(id="cases-pane", classes="pane"):
                yield VirtualTable(case_columns(None), id="case-table", empty_text=_NO_SUITE)
            with VerticalScroll(id="case-pane", classes="pane"):
                yield Static(content(_NO_CASE, "$muted"), id="case-facts")
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

    def run_suite(self) -> None:
        """Run the suite as it is now."""
        self._run(self.inspector.shown)

    @work(exclusive=True, group="suite", exit_on_error=False)
    async def _run(self, session: Session) -> None:
        try:
            suite = await suite_at_hand(self.inspector)
        except InspectorError as error:
            self.query_one("#measures", Static).update(content(f"{error.message}\n{error.hint}".strip(), "$warning"))
            return
        if suite is None:
            self.query_one("#measures", Static).update(content(_NO_SUITE, "$muted"))
            return
        self._show_ran(await asyncio.to_thread(run_again, session, suite.suite, self._others, self._ran))

    def _show_ran(self, ran: SuiteRun) -> None:
        self._ran = ran
        table = self.query_one("#case-table", VirtualTable)
        table.columns = case_columns(ran)
        rows = case_rows(ran)
        table.empty_text = "The suite has no query. Press n to write one."
        table.show(Rows(rows), keep_cursor=self.keep_cursor())
        self._show_measures()
        self.query_one("#measures-pane").border_title = content_line(suite_title(self.inspector.suite))
        self.query_one("#measures-pane").border_subtitle = content_line(
            f"changed: {ran.changed}" if ran.changed else ""
        )
        self.query_one("#cases-pane").border_title = f"Queries · {len(rows)}"
        self._show_case()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the measures out for the new width."""
        self._show_measures()

    def _show_measures(self) -> None:
        if self._ran is not None:
            narrow = self.app.size.width < self.HORIZONTAL_BREAKPOINTS[1][0]
            self.query_one("#measures", Static).update(suite_facts(self._ran, narrow))

    @on(VirtualTable.RowHighlighted, "#case-table")
    def _highlighted(self) -> None:
        self._show_case()

    @property
    def case(self) -> Case | None:
        """The case under the cursor; None in an empty table."""
        key = self.query_one("#case-table", VirtualTable).cursor_key or ""
        cases = () if self._ran is None else self._ran.suite.cases
        return cases[int(key)] if key.isdecimal() and int(key) < len(cases) else None

    @property
    def _result(self) -> CaseResult | None:
        """How it did in the session's host; None where it is not meant for it, or the host has no search."""
        case, cases = self.case, () if self._ran is None else self._ran.results[0].cases
        return next((each for each in cases if each.case is case), None)

    @property
    def _advice(self) -> Advice | None:
        """The advice for the case under the cursor, as long as nothing has changed since."""
        advised, result = self._advised, self._result
        here = advised is not None and result is not None and advised.case is result.case
        return advised.advice if advised and here and advised.session is self.inspector.shown else None

    def _show_case(self) -> None:
        result, advice = self._result, self._advice
        self.workers.cancel_group(self, "reasons")
        if advice is None:
            self.workers.cancel_group(self, "suite-advice")
        self.query_one("#case-advice", Static).update(Content("") if advice is None else advice_text(advice))
        self._show_facts(result, {})
        if result is not None and self._ran is not None and result.missing:
            self._find_reasons(self._ran.session, result)

    def _show_facts(self, result: CaseResult | None, reasons: Mapping[str, WhyNot]) -> None:
        case = self.case
        facts = content(_NO_CASE, "$muted")
        if result is not None:
            facts = case_facts(result, reasons, advised=self._advice is not None)
        elif case is not None:
            facts = unmeasured_facts(case, self.inspector.shown.host.id)
        self.query_one("#case-facts", Static).update(facts)
        if self._advice is not None:
            # On a small screen the reasons alone fill the pane.
            self.call_after_refresh(self.query_one("#case-advice").scroll_visible, animate=False)

    @work(exclusive=True, group="reasons", exit_on_error=False)
    async def _find_reasons(self, session: Session, result: CaseResult) -> None:
        await asyncio.sleep(DEBOUNCE_SECONDS)  # moving on cancels this worker here
        self._show_facts(
            result, await asyncio.to_thread(reasons, session.inspection, result.case.query, result.missing)
        )

    @work(exclusive=True, group="suite-advice", exit_on_error=False)
    async def action_advise(self) -> None:
        """Find the cheapest fix for the query under the cursor; it is tried in the host's own search."""
        result, ran, session = self._result, self._ran, self.inspector.shown
        if result is None or ran is None:
            if self.case is not None:
                self.inspector.say("This query did not run in this host, so there is nothing to advise.")
            return
        if not result.missing:
            self.inspector.say("This query finds what it should.")
            return
        self.query_one("#case-advice", Static).update(content("trying …", "$muted"))
        self.call_after_refresh(self.query_one("#case-advice").scroll_visible, animate=False)
        adviser = adviser_for(session.inspection, ran.suite)
        number = next(at for at, each in enumerate(ran.results[0].cases) if each is result)
        advice = await asyncio.to_thread(adviser.advise, number)
        self._advised = Advised(session, result.case, advice)
        if self._advice is not advice:
            return  # another query, or another session by now
        self._show_case()
        if advice.fixes:
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
        self.inspector.edit(edit)

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
        self.run_suite()

    @on(VirtualTable.RowActivated, "#case-table")
    def action_search(self) -> None:
        """Ask the query under the cursor on the Search screen."""
        case = self.case
        if case is not None:
            self.inspector.ask(case.query)


SCREEN = SuiteScreen
