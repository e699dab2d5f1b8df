"""Servers: what is connected, what each costs, whether the threshold is crossed, and why a server failed."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import ProgressBar, Static

from inspector.ui.bars import grouped
from inspector.ui.screens.server_actions import ServerActions
from inspector.ui.server_cells import (
    SERVER_COLUMNS,
    SORTS,
    ServersGauge,
    gauge_values,
    server_cells,
    server_detail,
    servers_title,
    sorted_servers,
)
from inspector.ui.text import content_line
from inspector.ui.widgets.virtual_table import Rows, VirtualTable
from inspector.ui.widgets.what_if import WhatIf
from inspector.workspace.server_rows import ServerRow, server_rows
from inspector.workspace.session import Session
from inspector.workspace.what_if import Supposition, decision_if


class ServersScreen(ServerActions):
    """The servers with a gauge of the threshold and a pane about the one under the cursor."""

    NAME = "servers"
    CSS_PATH = "servers.tcss"
    BINDING_GROUP_TITLE = "Servers"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "its tools", id="server.tools", tooltip="Show the tools of this server"),
        Binding("i", "what_if", "what if", id="server.what-if", tooltip="Try another window, percent or host"),
        Binding("o", "sort", "sort", id="server.sort", tooltip="Sort by the next of tokens, tools, name, state"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._lines: Rows | None = None
        self._sort: tuple[str, bool] | None = None
        self._supposed = Supposition()

    def compose_body(self) -> ComposeResult:
        """Table and gauge side by side, details below."""
        with Horizontal(id="servers-top"):
            with Vertical(id="servers-pane", classes="pane"):
                yield ProgressBar(id="connecting", show_eta=False)
                yield VirtualTable(
                    SERVER_COLUMNS,
                    id="server-table",
                    empty_text="No server is configured here. Press ctrl+o for the demo, found servers, or a file.",
                )
            with VerticalScroll(id="threshold-pane", classes="pane", can_focus=False):
                yield ServersGauge(id="threshold-gauge")
                yield WhatIf(id="what-if")
        with VerticalScroll(id="server-detail", classes="pane"):
            yield Static(id="server-detail-text")

    def on_mount(self) -> None:
        """Give the panes their titles."""
        self.query_one("#threshold-pane").border_title = "Threshold"
        self.query_one("#server-table").focus()

    def show(self, session: Session) -> None:
        """Show the servers, the decision, and the server under the cursor."""
        rows = server_rows(session)
        self._rows = {row.key: row for row in rows}
        busy = sum(row.busy for row in rows)
        bar = self.query_one(ProgressBar)
        bar.update(total=max(len(rows), 1), progress=len(rows) - busy)
        bar.display = busy > 0
        self.query_one("#servers-pane").border_title = servers_title(rows)
        self._of = session
        self._show_rows()
        if self._follow:
            # Files were read again: the server the person was at may have another place now.
            names = [spec.name for spec in session.opened.specs]
            if self._follow in names:
                self.query_one("#server-table", VirtualTable).move_to(f"server {names.index(self._follow)}")
            self._follow = ""
        self._show_threshold(session)
        self.show_detail()

    def _show_rows(self) -> None:
        table = self.query_one("#server-table", VirtualTable)
        table.sorted_by = self._sort
        rows = sorted_servers(list(self._rows.values()), self._sort)
        self._lines = Rows([(row.key, server_cells(row)) for row in rows])
        table.show(self._lines)

    def action_sort(self) -> None:
        """Sort by the next of: tokens, tools, name, state, as configured."""
        order = [None, *SORTS]
        self._sort = order[(order.index(self._sort) + 1) % len(order)] if self._sort in order else None
        self._show_rows()

    @on(VirtualTable.HeaderClicked, "#server-table")
    def _header_clicked(self, event: VirtualTable.HeaderClicked) -> None:
        columns = dict(SORTS)
        if event.column in columns:
            first = (event.column, columns[event.column])
            self._sort = (event.column, not columns[event.column]) if self._sort == first else first
            self._show_rows()

    def action_what_if(self) -> None:
        """Try another window, percent or host."""
        self.add_class("-supposing")
        self.query_one(WhatIf).begin()

    @on(WhatIf.Changed)
    def _supposed_changed(self, event: WhatIf.Changed) -> None:
        self._supposed = event.supposed
        if self._of is not None:
            self._show_threshold(self._of)

    @on(WhatIf.Taken)
    def _take_over(self, event: WhatIf.Taken) -> None:
        self.inspector.set_values(event.supposed.settings)

    @on(WhatIf.Left)
    def _left_what_if(self) -> None:
        self.remove_class("-supposing")
        self.query_one("#server-table").focus()

    @work(exclusive=True, group="what-if", exit_on_error=False)
    async def _show_threshold(self, session: Session) -> None:
        supposed, gauge = self._supposed, self.query_one(ServersGauge)
        pane = self.query_one("#threshold-pane")
        decision = session.inspection.plan.decision
        percent = "the host's own" if session.tuning.threshold is None else f"{session.tuning.threshold * 100:g}"
        window = grouped(session.inspection.window.tokens)
        self.query_one(WhatIf).show(window, percent if decision.limit is not None else "no threshold", session.host.id)
        if not session.gathered.catalog.servers:
            gauge.show(None)
            return
        if supposed.empty:
            pane.border_title = "Threshold"
            gauge.show(gauge_values(decision))
            return
        tried = await asyncio.to_thread(decision_if, session, supposed)
        now = "deferred" if decision.deferred else "loaded"
        pane.border_title = f"Threshold · what if (as it is: {now})"
        gauge.show(gauge_values(tried))

    @on(VirtualTable.RowHighlighted, "#server-table")
    def _highlighted(self) -> None:
        self.show_detail()

    @on(VirtualTable.RowActivated, "#server-table")
    def action_open(self) -> None:
        """Go to the tools of the server under the cursor."""
        row = self.current_row()
        if row is not None and row.tools is not None:
            self.inspector.go_to_server(row.name)

    def current_row(self) -> ServerRow | None:
        """Return the server under the cursor."""
        key = self.query_one("#server-table", VirtualTable).cursor_key
        return self._rows.get(key) if key is not None else None

    def show_detail(self) -> None:
        """Show the server under the cursor below the table."""
        row = self._row = self.current_row()
        pane = self.query_one("#server-detail")
        # On a small screen the list of servers needs the room; a failure is worth it.
        pane.display = row is not None and (bool(row.problem) or not self.has_class("-narrow"))
        if row is not None:
            page = self.signing_at(row)
            pane.border_title = content_line(f"{row.name} · {row.state}")
            pane.set_class(bool(page), "-signing")
            self.query_one("#server-detail-text", Static).update(server_detail(row, page))
        self.refresh_bindings()
        self.call_after_refresh(self._reveal)

    def _reveal(self) -> None:
        """Keep the cursor in sight: the pane below may have taken its line."""
        if self._lines is not None:
            self.query_one("#server-table", VirtualTable).show(self._lines)


SCREEN = ServersScreen
