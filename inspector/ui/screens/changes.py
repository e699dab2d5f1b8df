"""Changes: what servers changed since they were approved, in text, cost and rank, and edits that name nothing now."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from inspector.errors import InspectorError
from inspector.ui.bars import grouped
from inspector.ui.change_cells import (
    CHANGE_COLUMNS,
    RANK_COLUMNS,
    ChangedRow,
    changed_rows,
    facts,
    rank_cells,
)
from inspector.ui.dialogs.edit_text import EditText
from inspector.ui.screens.base import SessionScreen
from inspector.ui.suite_at_hand import suite_at_hand
from inspector.ui.text import content_line
from inspector.ui.widgets.code_view import CodeView
from inspector.ui.widgets.virtual_table import Rows, VirtualTable
from inspector.workspace.approved import Baseline, changes_since, not_listed_now
from inspector.workspace.catalog_changes import CatalogChanges, read_catalog
from inspector.workspace.session import Session

_NO_BASELINE = "Nothing is approved yet. Press a to approve the tools as they are now; later changes show up here."


class ChangesScreen(SessionScreen):
    """The changed tools in a list, and the lines that changed beside it."""

    NAME = "changes"
    CSS_PATH = "changes.tcss"
    BINDING_GROUP_TITLE = "Changes"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "approve", "approve", id="changes.approve", tooltip="Approve all tools as they are now"),
        Binding("o", "open", "compare with", id="changes.open", tooltip="Compare with snapshots or a listing"),
        Binding("enter", "tool", "detail", id="changes.tool", tooltip="Show the tool on the Tools screen"),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._baseline: Baseline | None = None
        self._chosen = False
        self._changed: dict[str, ChangedRow] = {}

    def compose_body(self) -> ComposeResult:
        """What is compared, the changed tools, the lines of the one under the cursor."""
        with Vertical(id="baseline-pane", classes="pane"):
            yield Static(id="baseline-facts")
        with Horizontal(id="changes-body"):
            with Vertical(id="changed-pane", classes="pane"):
                yield VirtualTable(CHANGE_COLUMNS, id="change-table", empty_text=_NO_BASELINE)
            with Vertical(id="lines-pane", classes="pane"):
                yield CodeView(id="change-view", empty_text="The lines that changed stand here, once a tool did.")
        with Vertical(id="ranks-pane", classes="pane"):
            yield VirtualTable(RANK_COLUMNS, id="rank-table", empty_text="No rank moved.")

    def on_mount(self) -> None:
        """Give the panes their titles."""
        self.query_one("#baseline-pane").border_title = "Since"
        self.query_one("#changed-pane").border_title = "Changed"
        self.query_one("#lines-pane").border_title = "Lines"
        self.query_one("#change-table").focus()

    def show(self, session: Session) -> None:
        """Compare again: servers may have been listed anew."""
        self._compare(session)

    @work(exclusive=True, group="changes", exit_on_error=False)
    async def _compare(self, session: Session) -> None:
        if not self._chosen:
            self._baseline = await asyncio.to_thread(self.inspector.approved.of, session)
        baseline = self._baseline
        suite = await suite_at_hand(self.inspector)
        cases = () if suite is None else suite.suite.cases
        changes = None if baseline is None else await asyncio.to_thread(changes_since, session, baseline, cases)
        self._show_changes(changes, session)

    def _show_changes(self, changes: CatalogChanges | None, session: Session) -> None:
        self._changed = {} if changes is None else {row.key: row for row in changed_rows(changes)}
        table = self.query_one("#change-table", VirtualTable)
        table.empty_text = _NO_BASELINE if changes is None else "Nothing changed: every tool is as it was."
        table.show(Rows([(row.key, row.cells) for row in self._changed.values()]), keep_cursor=self.keep_cursor())
        count = f" · {grouped(len(self._changed))}" if self._changed else ""
        self.query_one("#changed-pane").border_title = f"Changed{count}"
        self.query_one("#baseline-facts", Static).update(facts(changes, self._baseline, not_listed_now(session)))
        self._show_ranks(changes)
        self._show_lines()

    def _show_ranks(self, changes: CatalogChanges | None) -> None:
        pane, moved = self.query_one("#ranks-pane"), () if changes is None else changes.ranks
        pane.display = bool(moved)
        pane.border_title = f"Ranks of the suite that moved · {grouped(len(moved))}"
        rows = [(str(number), rank_cells(each)) for number, each in enumerate(moved)]
        self.query_one("#rank-table", VirtualTable).show(Rows(rows), keep_cursor=self.keep_cursor())

    @on(VirtualTable.RowHighlighted, "#change-table")
    def _highlighted(self) -> None:
        self._show_lines()

    def _show_lines(self) -> None:
        row = self._changed.get(self.query_one("#change-table", VirtualTable).cursor_key or "")
        pane, view = self.query_one("#lines-pane"), self.query_one("#change-view", CodeView)
        if row is None:
            pane.border_title = "Lines"
            view.show("", "text")
            return
        pane.border_title = content_line(row.title)
        view.show(row.lines or "Only its name changed.", "diff")

    @work(exit_on_error=False)
    async def action_approve(self) -> None:
        """Approve every tool as it is listed now; what is shown as changed is settled by it."""
        session = self.inspector.session
        time = datetime.now(UTC).isoformat(timespec="seconds")
        self._baseline, self._chosen = await asyncio.to_thread(self.inspector.approved.approve, session, time), False
        self.inspector.say(f"{grouped(len(self._baseline.catalog))} tools are approved as they are now.", "Approved")
        self._compare(session)

    @work(exit_on_error=False)
    async def action_open(self) -> None:
        """Ask for a folder of snapshots or a saved listing to compare with; an empty answer means what was approved."""
        path = await self.inspector.push_screen_wait(
            EditText(
                "Compare with",
                "",
                placeholder="folder or file",
                help="What tsi snapshot -o wrote, or a saved listing; empty: what you approved here",
            )
        )
        if path is None:
            return
        if path.strip():
            try:
                catalog = await asyncio.to_thread(read_catalog, path.strip())
            except InspectorError as error:
                self.inspector.say_problem(error)
                return
            self._baseline, self._chosen = Baseline(catalog, path.strip()), True
        else:
            self._chosen = False
        self._compare(self.inspector.shown)

    @on(VirtualTable.RowActivated, "#change-table")
    def action_tool(self) -> None:
        """Show the tool under the cursor on the Tools screen, if it still exists."""
        key = self.query_one("#change-table", VirtualTable).cursor_key
        if key in self.inspector.shown.inspection.catalog.by_id:
            self.inspector.go_to_tool(str(key))


SCREEN = ChangesScreen
