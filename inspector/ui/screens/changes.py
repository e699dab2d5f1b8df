"""Changes: what servers changed since they were approved, in text and cost, and edits that name nothing any more."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from inspector.errors import InspectorError
from inspector.history.differences import text_diff
from inspector.ui.bars import grouped
from inspector.ui.dialogs.edit_text import EditText
from inspector.ui.screens.base import SessionScreen
from inspector.ui.text import content, content_line
from inspector.ui.widgets.code_view import CodeView
from inspector.ui.widgets.virtual_table import Cell, Column, Rows, VirtualTable
from inspector.workspace.approved import Baseline, approve, approved, changes_since
from inspector.workspace.catalog_changes import CatalogChanges, CostChange, read_catalog
from inspector.workspace.session import Session

_SIGNS = {
    "added": ("+", "$success"),
    "removed": ("−", "$error"),
    "renamed": ("→", "$primary"),
    "changed": ("~", "$warning"),
}
_COLUMNS = (
    Column("sign", "", width=1),
    Column("kind", "", width=7),
    Column("tool", "tool", minimum=16),
    Column("tokens", "tokens", width=8, align="right", priority=1),
)
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
        self._changes: dict[str, CostChange] = {}

    def compose_body(self) -> ComposeResult:
        """What is compared, the changed tools, the lines of the one under the cursor."""
        with Vertical(id="baseline-pane", classes="pane"):
            yield Static(id="baseline-facts")
        with Horizontal(id="changes-body"):
            with Vertical(id="changed-pane", classes="pane"):
                yield VirtualTable(_COLUMNS, id="change-table", empty_text=_NO_BASELINE)
            with Vertical(id="lines-pane", classes="pane"):
                yield CodeView(id="change-view")

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
            self._baseline = await asyncio.to_thread(approved, session)
        baseline = self._baseline
        changes = None if baseline is None else await asyncio.to_thread(changes_since, session, baseline)
        self._show_changes(changes, session)

    def _show_changes(self, changes: CatalogChanges | None, session: Session) -> None:
        # A server that is still connecting, or failed, did not remove its tools.
        absent = {report.name for report in session.reports.values() if report.listing is None} | set(
            session.connecting
        )
        shown = (
            ()
            if changes is None
            else tuple(
                each for each in changes.tools if not (each.change.kind == "removed" and each.change.server in absent)
            )
        )
        self._changes = {each.change.tool: each for each in shown}
        table = self.query_one("#change-table", VirtualTable)
        table.empty_text = _NO_BASELINE if changes is None else "Nothing changed: every tool is as it was."
        table.show(Rows([(each.change.tool, _cells(each)) for each in shown]), keep_cursor=self.keep_cursor())
        self.query_one("#changed-pane").border_title = f"Changed · {grouped(len(shown))}" if changes else "Changed"
        self.query_one("#baseline-facts", Static).update(_facts(changes, self._baseline, absent))
        self._show_lines()

    @on(VirtualTable.RowHighlighted, "#change-table")
    def _highlighted(self) -> None:
        self._show_lines()

    def _show_lines(self) -> None:
        change = self._changes.get(self.query_one("#change-table", VirtualTable).cursor_key or "")
        pane, view = self.query_one("#lines-pane"), self.query_one("#change-view", CodeView)
        if change is None:
            pane.border_title = "Lines"
            view.show("", "text")
            return
        what = ", ".join(change.change.fields)
        pane.border_title = content_line(f"{change.change.tool}" + (f" · {what}" if what else ""))
        view.show(text_diff(change.change) or "Only its name changed.", "diff")

    @work(exit_on_error=False)
    async def action_approve(self) -> None:
        """Approve every tool as it is listed now; what is shown as changed is settled by it."""
        session = self.inspector.session
        time = datetime.now(UTC).isoformat(timespec="seconds")
        self._baseline, self._chosen = await asyncio.to_thread(approve, session, time), False
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


def _cells(each: CostChange) -> list[Cell]:
    sign, colour = _SIGNS[each.change.kind]
    was = "" if each.change.was is None else f"  was {each.change.was}"
    return [
        Content.styled(sign, colour),
        each.change.kind,
        Content.assemble(content_line(each.change.tool), content_line(was, 200, "$muted")),
        f"{each.difference:+,}",
    ]


def _facts(changes: CatalogChanges | None, baseline: Baseline | None, absent: set[str]) -> Content:
    if changes is None or baseline is None:
        return content("Nothing to compare with yet.", "$muted")
    before, after = changes.upfront
    lines = [content(f"{baseline.origin}: {len(baseline.catalog):,} tools · definitions {before:,} → {after:,} tokens")]
    lines += [
        content(f"{each.server} {each.kind}: {each.what}", "$warning")
        for each in changes.differences.servers
        if each.server not in absent
    ]
    if changes.dangling:
        lines.append(content(f"edits that name nothing any more: {', '.join(changes.dangling)}", "$warning"))
    if absent:
        lines.append(content(f"not listed now: {', '.join(sorted(absent))}", "$muted"))
    return Content("\n").join(lines)


SCREEN = ChangesScreen
