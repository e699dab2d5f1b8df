"""Servers: what is connected, what each costs, whether the threshold is crossed, and why a server failed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import ProgressBar, Static
from textual.worker import Worker

from inspector.config.model import ServerSpec
from inspector.errors import InspectorError
from inspector.ui.screens.base import SessionScreen
from inspector.ui.server_cells import (
    SERVER_COLUMNS,
    ServersGauge,
    file_changes_in_words,
    gauge_values,
    server_cells,
    server_detail,
    servers_title,
)
from inspector.ui.server_questions import SignIn, ask_trust, ask_variables, open_in_browser
from inspector.ui.text import content_line, disarmed_line
from inspector.ui.widgets.virtual_table import Rows, VirtualTable
from inspector.workspace.opening import Opened
from inspector.workspace.server_rows import ServerRow, server_rows, untrusted_beside
from inspector.workspace.session import Session, changes_on_disk
from inspector.workspace.signing_in import sign_in


class ServersScreen(SessionScreen):
    """The servers with a gauge of the threshold and a pane about the one under the cursor."""

    NAME = "servers"
    CSS_PATH = "servers.tcss"
    BINDING_GROUP_TITLE = "Servers"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "trust", "trust", id="server.trust", tooltip="See what a project would start, and decide"),
        Binding("T", "trust_all", "trust all", id="server.trust-all", tooltip="The same for every server of its file"),
        Binding("s", "sign_in", "sign in", id="server.sign-in", tooltip="Sign in with the browser; again: cancel"),
        Binding("v", "variables", "values", id="server.variables", tooltip="Give the variables it lacks, in memory"),
        Binding("r", "reconnect", "reconnect", id="server.reconnect", tooltip="Read the files and connect again"),
        Binding("enter", "open", "its tools", id="server.tools", tooltip="Show the tools of this server"),
        Binding("escape", "cancel_sign_in", "cancel sign-in", id="server.cancel-sign-in", tooltip="Stop waiting"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[str, ServerRow] = {}
        self._row: ServerRow | None = None
        self._lines: Rows | None = None
        self._of: Session | None = None
        self._signing: SignIn | None = None
        self._follow = ""
        self._rereading = False

    def compose_body(self) -> ComposeResult:
        """Table and gauge side by side, details below."""
        with Horizontal(id="servers-top"):
            with Vertical(id="servers-pane", classes="pane"):
                yield ProgressBar(id="connecting", show_eta=False)
                yield VirtualTable(
                    SERVER_COLUMNS,
                    id="server-table",
                    empty_text="No server is configured here: start with --config FILE. Press q to leave.",
                )
            yield ServersGauge(id="threshold-gauge", classes="pane")
        with VerticalScroll(id="server-detail", classes="pane"):
            yield Static(id="server-detail-text")

    def on_mount(self) -> None:
        """Give the panes their titles."""
        self.query_one("#threshold-gauge").border_title = "Threshold"
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
        self._lines = Rows([(row.key, server_cells(row)) for row in rows])
        table = self.query_one("#server-table", VirtualTable)
        table.show(self._lines)
        if self._follow:
            # Files were read again: the server the person was at may have another place now.
            names = [spec.name for spec in session.opened.specs]
            if self._follow in names:
                table.move_to(f"server {names.index(self._follow)}")
            self._follow = ""
        self.query_one(ServersGauge).show(gauge_values(session))
        self._show_detail()

    @on(VirtualTable.RowHighlighted, "#server-table")
    def _highlighted(self) -> None:
        self._show_detail()

    @on(VirtualTable.RowActivated, "#server-table")
    def action_open(self) -> None:
        """Go to the tools of the server under the cursor."""
        row = self._current()
        if row is not None and row.tools is not None:
            self.inspector.go_to_server(row.name)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done about the server under the cursor."""
        row = self._row
        if action == "cancel_sign_in":
            return self._signing is not None
        if action not in ("reconnect", "trust", "trust_all", "sign_in", "variables"):
            return super().check_action(action, parameters)
        if row is None or row.position is None or row.busy:
            return False
        return {
            "reconnect": True,
            "trust": row.state == "untrusted",
            "trust_all": row.state == "untrusted" and len(untrusted_beside(row, self._rows.values())) > 1,
            "sign_in": row.sign_in,
            "variables": bool(row.missing),
        }[action]

    def action_reconnect(self) -> None:
        """Read the configuration again, and connect to the server under the cursor and to those that changed."""
        chosen = self._chosen("reconnect")
        if chosen is not None and not self._rereading:
            self._rereading = True
            self._reread(chosen[0].specs[chosen[1]])

    @work(group="reread", exit_on_error=False)
    async def _reread(self, spec: ServerSpec) -> None:
        try:
            before = self.inspector.session.opened.specs
            found = self.inspector.session.reread()
            changed = found.opened.specs != before
            if changed:
                await self.inspector.connections.end()
                # From what is there now: edits and reports may have come meanwhile.
                found = self.inspector.session.with_files_of(found)
        except InspectorError as error:
            self.inspector.say_problem(error)
            return
        finally:
            self._rereading = False
        self._follow = spec.name
        news = changes_on_disk(self.inspector.session, found)
        self.inspector.refresh_session(found)
        places = [place for place, other in enumerate(found.opened.specs) if other.name == spec.name]
        if not places:
            self.inspector.say(f"{spec.name} is no longer in {spec.source}", "Configuration read again")
        if changed:
            places += [place for place in range(len(found.opened.specs)) if place not in {*found.reports, *places}]
        if news:
            self.inspector.say(file_changes_in_words(news), "The toolset's file has changed")
        for place in places:
            self.inspector.connections.reconnect(place)

    @work(group="trust", exit_on_error=False)
    async def action_trust(self) -> None:
        """Show what the server under the cursor would run, and start it on a yes."""
        if (chosen := self._chosen("trust")) is not None:
            await self._ask_trust(chosen[0], [chosen[1]])

    @work(group="trust", exit_on_error=False)
    async def action_trust_all(self) -> None:
        """The same for every server of the same file that waits for it."""
        chosen, row = self._chosen("trust_all"), self._row
        if chosen is not None and row is not None:
            await self._ask_trust(chosen[0], untrusted_beside(row, self._rows.values()))

    async def _ask_trust(self, opened: Opened, positions: Sequence[int]) -> None:
        for position in await ask_trust(self.inspector, opened, positions):
            self._reconnect(opened.specs[position])

    @work(group="variables", exit_on_error=False)
    async def action_variables(self) -> None:
        """Ask for the values the server under the cursor lacks; others that lacked the same are tried as well."""
        chosen, row = self._chosen("variables"), self._row
        if chosen is None or row is None:
            return
        values = await ask_variables(self.inspector, row.name, row.missing)
        if values is None:
            return
        lacked = [other for other in self._rows.values() if set(other.missing) & set(values)]
        specs = [chosen[0].specs[other.position] for other in lacked if other.position is not None]
        self.inspector.refresh_session(self.inspector.session.with_variables(values))
        for spec in specs:
            self._reconnect(spec)

    def action_sign_in(self) -> None:
        """Sign in to the server under the cursor with the browser; the second press gives it up."""
        chosen = self._chosen("sign_in")
        if chosen is None:
            return
        opened, position = chosen
        spec = opened.specs[position]
        if self._signing is not None and self._signing.spec == spec:
            self.action_cancel_sign_in()
            return
        report = self.inspector.session.reports.get(position)
        if report is not None and report.open_url:
            # Not shown: its query may be a secret. The report names host and path.
            tried = open_in_browser(report.open_url)
            text = "Agree on the page in your browser, then press r." if tried else "There is no browser to open it in."
            self.inspector.say(text, disarmed_line(spec.name), "information" if tried else "warning")
            return
        self._signing = SignIn(spec)
        self._sign_in(self._signing, opened)
        self._show_detail()

    def action_cancel_sign_in(self) -> None:
        """Stop waiting for the browser; nothing is kept."""
        self.workers.cancel_group(self, "sign-in")

    @work(group="sign-in", exclusive=True, exit_on_error=False)
    async def _sign_in(self, signing: SignIn, opened: Opened) -> None:
        def open_url(url: str) -> None:
            signing.url = url
            tried = open_in_browser(url)
            first = "Sign in on the page in your browser" if tried else "Open this page in a browser"
            self.inspector.say(f"{first} (esc cancels):\n{url}", f"Sign in to {disarmed_line(signing.spec.name)}")
            self._show_detail()

        try:
            await sign_in(signing.spec, open_url=open_url, environment=opened.environment)
        except InspectorError as error:
            self.inspector.say_problem(error)
        else:
            self._reconnect(signing.spec)
        finally:
            if self._signing is signing:
                self._signing = None
            if self.is_running:
                self._show_detail()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Let the app say what went wrong."""
        self.inspector.on_worker_state_changed(event)

    def _chosen(self, action: str) -> tuple[Opened, int] | None:
        """Return what is open and the position under the cursor, if `action` applies and the rows are current."""
        self._row, now = self._current(), self.inspector.session
        if self._row is None or self._row.position is None or not self.check_action(action, ()):
            return None
        current = self._of is not None and self._of.opened.specs == now.opened.specs
        # Without a report it is being connected already, and the screen is about to say so.
        return (now.opened, self._row.position) if current and self._row.position in now.reports else None

    def _reconnect(self, spec: ServerSpec) -> None:
        """Connect again to the server of `spec`, wherever it is now."""
        specs = self.inspector.session.opened.specs
        if spec in specs:
            self.inspector.connections.reconnect(specs.index(spec))

    def _current(self) -> ServerRow | None:
        key = self.query_one("#server-table", VirtualTable).cursor_key
        return self._rows.get(key) if key is not None else None

    def _show_detail(self) -> None:
        row = self._row = self._current()
        pane = self.query_one("#server-detail")
        # On a small screen the list of servers needs the room; a failure is worth it.
        pane.display = row is not None and (bool(row.problem) or not self.has_class("-narrow"))
        if row is not None:
            page = self._signing_at(row)
            pane.border_title = content_line(f"{row.name} · {row.state}")
            pane.set_class(bool(page), "-signing")
            self.query_one("#server-detail-text", Static).update(server_detail(row, page))
        self.refresh_bindings()
        self.call_after_refresh(self._reveal)

    def _signing_at(self, row: ServerRow) -> str | None:
        """Return the page to sign in on, empty while unknown; None where no sign-in to this server runs."""
        specs = self._of.opened.specs if self._of is not None else ()
        signing = self._signing
        if signing is None or row.position is None or specs[row.position] != signing.spec:
            return None
        return signing.url

    def _reveal(self) -> None:
        """Keep the cursor in sight: the pane below may have taken its line."""
        if self._lines is not None:
            self.query_one("#server-table", VirtualTable).show(self._lines)


SCREEN = ServersScreen
