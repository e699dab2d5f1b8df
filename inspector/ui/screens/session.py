"""Session: a conversation request by request, with what stands in the tools array, what it costs, and cache misses."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from inspector.errors import InspectorError
from inspector.simulation.script import Script
from inspector.ui.dialogs.choose import Choose, Option
from inspector.ui.dialogs.edit_text import EditText
from inspector.ui.request_cells import REQUESTS, WAYS, request_facts, request_rows, way_notes, way_rows
from inspector.ui.screens.base import SessionScreen
from inspector.ui.text import content, content_line
from inspector.ui.widgets.virtual_table import Rows, VirtualTable
from inspector.workspace.session import Session
from inspector.workspace.simulating import BUNDLED, Comparison, play, read_script

_NO_SCRIPT = "No script is open. Press o to choose one that comes along, or a TOML file with [[turn]] tables."
_NO_REQUEST = "No request is chosen. Press o and play a script."
_FILE = "file"


class SessionTurnsScreen(SessionScreen):
    """The requests in a table, three ways to play the script below, and the request under the cursor beside it."""

    NAME = "session"
    CSS_PATH = "session.tcss"
    BINDING_GROUP_TITLE = "Session"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "open", "script", id="session.open", tooltip="Play another script"),
        Binding("escape", "back", "Back", show=False, id="session.back", tooltip="Back to the requests"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._script: Script | None = None
        self._comparison: Comparison | None = None
        self._names: dict[str, str] = {}

    def compose_body(self) -> ComposeResult:
        """Requests, ways to play them, the one under the cursor."""
        with Horizontal(id="session-body"):
            with Vertical(id="session-left"):
                with Vertical(id="requests-pane", classes="pane"):
                    yield VirtualTable(REQUESTS, id="request-table", empty_text=_NO_SCRIPT)
                with Vertical(id="ways-pane", classes="pane"):
                    yield VirtualTable(
                        WAYS, id="way-table", empty_text="Nothing is played yet. Press o and choose a script."
                    )
                    with VerticalScroll(id="way-notes"):
                        yield Static(id="way-notes-text")
            with VerticalScroll(id="request-pane", classes="pane"):
                yield Static(content(_NO_REQUEST, "$muted"), id="request-facts")

    def on_mount(self) -> None:
        """Give the panes their titles; the bundled script is played where its tools are there."""
        self.query_one("#ways-pane").border_title = "Three ways"
        self.query_one("#request-pane").border_title = "Request"
        self.query_one("#requests-pane").border_title = "Requests"
        self.query_one("#request-table").focus()

    def show(self, session: Session) -> None:
        """Play the script again: host, tuning or tools may have changed."""
        self._play(session)

    @work(exclusive=True, group="session", exit_on_error=False)
    async def _play(self, session: Session) -> None:
        if self._script is None:
            self._script = await asyncio.to_thread(_fitting_script, session)
        if self._script is not None:
            self._names = dict(session.inspection.names)
            self._show_comparison(await asyncio.to_thread(play, self._script, session.inspection))

    def _show_comparison(self, comparison: Comparison) -> None:
        self._comparison = comparison
        table = self.query_one("#request-table", VirtualTable)
        table.show(Rows(request_rows(comparison.decided)), keep_cursor=self.keep_cursor())
        self.query_one("#way-table", VirtualTable).show(Rows(way_rows(comparison)))
        notes = way_notes(comparison)
        self.query_one("#way-notes-text", Static).update(notes)
        self.query_one("#way-notes").display = bool(notes.plain)
        self.query_one("#requests-pane").border_title = content_line(f"Requests · {comparison.script.title}")
        self._show_request()

    @on(VirtualTable.RowHighlighted, "#request-table")
    def _highlighted(self) -> None:
        self._show_request()

    @on(VirtualTable.RowActivated, "#request-table")
    def _activated(self) -> None:
        self.add_class("-detail")
        self.query_one("#request-pane").focus()

    def _show_request(self) -> None:
        key = self.query_one("#request-table", VirtualTable).cursor_key
        requests = () if self._comparison is None else self._comparison.decided.simulation.requests
        pane, facts = self.query_one("#request-pane"), self.query_one("#request-facts", Static)
        if key is None or not 0 < int(key) <= len(requests):
            pane.border_title = "Request"
            facts.update(content(_NO_REQUEST, "$muted"))
            return
        request = requests[int(key) - 1]
        pane.border_title = f"Request {request.number} of {len(requests)} · turn {request.turn}"
        pane.scroll_home(animate=False)
        facts.update(request_facts(request, self._names))

    def action_back(self) -> None:
        """Leave the request for the table."""
        self.remove_class("-detail")
        self.query_one("#request-table").focus()

    @work(exit_on_error=False)
    async def action_open(self) -> None:
        """Ask for a script and play it."""
        try:
            options = [Option(name, name, read_script(name).title) for name in BUNDLED]
        except InspectorError as error:
            self.inspector.say_problem(error)
            options = []
        options.append(Option(_FILE, "a file …", "TOML with [[turn]] tables: say, search, calls"))
        name = await self.inspector.push_screen_wait(Choose("Play which script?", options))
        if name == _FILE:
            help_text = 'TOML: [[turn]] with say = "…", search = ["…"], calls = ["server/tool"]'
            ask = EditText("Which file?", "", placeholder="session.toml", help=help_text)
            name = await self.inspector.push_screen_wait(ask)
        if not name or not name.strip():
            return
        try:
            self._script = await asyncio.to_thread(read_script, name.strip())
        except InspectorError as error:
            self.inspector.say_problem(error)
            return
        self._play(self.inspector.shown)


def _fitting_script(session: Session) -> Script | None:
    """Return the first bundled script if the catalog has its tools."""
    try:
        script = read_script(BUNDLED[0])
    except InspectorError:
        # Without it there is nothing to play yet, which the empty table says.
        return None
    return script if all(tool in session.inspection.catalog.by_id for tool in script.tools) else None


SCREEN = SessionTurnsScreen
