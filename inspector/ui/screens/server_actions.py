"""What can be done about one server: reconnect, switch off, agree, sign in, give values, read its source and log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content

from inspector.config.model import ServerSpec
from inspector.errors import InspectorError
from inspector.ui.dialogs.choose import Choose, Option
from inspector.ui.dialogs.read_text import ReadText
from inspector.ui.screens.base import SessionScreen
from inspector.ui.server_cells import file_changes_in_words
from inspector.ui.server_questions import SignIn, ask_trust, ask_variables, open_in_browser
from inspector.ui.text import content_line, disarmed_line
from inspector.workspace.changed_on_disk import changes_on_disk
from inspector.workspace.opening import Opened
from inspector.workspace.server_rows import ServerRow, untrusted_beside
from inspector.workspace.server_source import server_source
from inspector.workspace.session import Session
from inspector.workspace.signing_in import sign_in

_MENU = (
    ("open", "enter", "its tools"),
    ("reconnect", "r", "reconnect, files read again"),
    ("enable", "d", "enable"),
    ("disable", "d", "disable for this sitting"),
    ("trust", "t", "see what it would start, and decide"),
    ("trust_all", "T", "the same for every server of its file"),
    ("sign_in", "s", "sign in with the browser"),
    ("cancel_sign_in", "esc", "stop waiting for the browser"),
    ("variables", "v", "give the values it lacks"),
    ("source", "f", "show where it comes from"),
    ("log", "l", "show what it wrote to stderr"),
)
"""Action, key, words: what the menu offers, where it applies."""

_CONNECTED = ("reconnect", "trust", "trust_all", "sign_in", "variables", "disable", "enable")
"""Actions that change a connection: not while the server is being connected to."""


class ServerActions(SessionScreen):
    """The actions of the Servers screen, each offered only where it can be done. Subclasses show the rows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "menu", "menu", id="server.menu", tooltip="Everything that can be done about this server"),
        Binding("t", "trust", "trust", id="server.trust", tooltip="See what a project would start, and decide"),
        Binding("T", "trust_all", "trust all", id="server.trust-all", tooltip="The same for every server of its file"),
        Binding("s", "sign_in", "sign in", id="server.sign-in", tooltip="Sign in with the browser"),
        Binding("v", "variables", "values", id="server.variables", tooltip="Give the variables it lacks, in memory"),
        Binding("r", "reconnect", "reconnect", id="server.reconnect", tooltip="Read the files and connect again"),
        Binding("d", "disable", "disable", id="server.disable", tooltip="Switch it off for this sitting", show=False),
        Binding("d", "enable", "enable", id="server.enable", tooltip="Switch it on"),
        Binding("f", "source", "source", id="server.source", tooltip="Where it comes from", show=False),
        Binding("l", "log", "log", id="server.log", tooltip="What it wrote to stderr", show=False),
        Binding("escape", "cancel_sign_in", "cancel sign-in", id="server.cancel-sign-in", tooltip="Stop waiting"),
        Binding("s", "cancel_sign_in", "cancel sign-in", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[str, ServerRow] = {}
        self._row: ServerRow | None = None
        self._of: Session | None = None
        self._signing: SignIn | None = None
        self._follow = ""
        self._rereading = False

    def current_row(self) -> ServerRow | None:
        """Return the server under the cursor."""
        raise NotImplementedError

    def show_detail(self) -> None:
        """Show the server under the cursor again: a sign-in began or ended."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done about the server under the cursor."""
        row = self._row
        if action == "cancel_sign_in":
            return self._signing is not None
        if action in ("menu", "source"):
            return row is not None
        if action == "log":
            return row is not None and row.transport == "stdio"
        if action not in _CONNECTED:
            return super().check_action(action, parameters)
        if row is None or row.position is None or row.busy:
            return False
        return {
            "reconnect": True,
            "disable": row.state != "disabled",
            "enable": row.state == "disabled",
            "trust": row.state == "untrusted",
            "trust_all": row.state == "untrusted" and len(untrusted_beside(row, self._rows.values())) > 1,
            "sign_in": row.sign_in and self.signing_at(row) is None,
            "variables": bool(row.missing),
        }[action]

    @work(group="menu", exit_on_error=False)
    async def action_menu(self) -> None:
        """Offer everything that can be done about the server under the cursor."""
        row = self._row = self.current_row()
        if row is None:
            return
        options = [
            Option(action, words, key)
            for action, key, words in _MENU
            if (action == "open" and row.tools is not None) or (action != "open" and self.check_action(action, ()))
        ]
        action = await self.inspector.push_screen_wait(Choose(disarmed_line(row.name), options))
        if action is not None:
            await self.run_action(action)

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

    def action_disable(self) -> None:
        """Switch the server off: its process ends, and its tools are gone, until it is switched on again."""
        self._switch("disable", False)

    def action_enable(self) -> None:
        """Switch the server on and connect to it."""
        self._switch("enable", True)

    def _switch(self, action: str, enabled: bool) -> None:
        chosen = self._chosen(action)
        if chosen is not None:
            self.inspector.refresh_session(self.inspector.session.with_enabled(chosen[1], enabled))
            self.inspector.connections.reconnect(chosen[1])

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
        """Sign in to the server under the cursor with the browser."""
        chosen = self._chosen("sign_in")
        if chosen is None:
            return
        opened, position = chosen
        spec = opened.specs[position]
        report = self.inspector.session.reports.get(position)
        if report is not None and report.open_url:
            # Not shown: its query may be a secret. The report names host and path.
            tried = open_in_browser(report.open_url)
            text = "Agree on the page in your browser, then press r." if tried else "There is no browser to open it in."
            self.inspector.say(text, disarmed_line(spec.name), "information" if tried else "warning")
            return
        self._signing = SignIn(spec)
        self._sign_in(self._signing, opened)
        self.show_detail()

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
            self.show_detail()

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
                self.show_detail()

    def signing_at(self, row: ServerRow) -> str | None:
        """Return the page to sign in on, empty while unknown; None where no sign-in to this server runs."""
        specs = self._of.opened.specs if self._of is not None else ()
        signing = self._signing
        if signing is None or row.position is None or specs[row.position] != signing.spec:
            return None
        return signing.url

    def action_source(self) -> None:
        """Show where the server comes from."""
        row, session = self.current_row(), self._of
        if row is None or session is None:
            return
        found = (("file", row.source), ("which is", "a saved listing")) if row.position is None else ()
        lines = found or server_source(session.opened.specs[row.position or 0])
        body = [Content.assemble((label.ljust(13), "$muted"), content_line(t)) for label, t in lines]
        self.app.push_screen(ReadText(f"Source of {disarmed_line(row.name)}", Content("\n").join(body)))

    def action_log(self) -> None:
        """Show the last lines the server wrote to stderr."""
        row = self.current_row()
        if row is not None:
            lines = row.stderr or ("It has written nothing.",)
            body = Content("\n").join(content_line(line) for line in lines)
            self.app.push_screen(ReadText(f"stderr of {disarmed_line(row.name)}, its last lines", body, end=True))

    def _chosen(self, action: str) -> tuple[Opened, int] | None:
        """Return what is open and the position under the cursor, if `action` applies and the rows are current."""
        self._row, now = self.current_row(), self.inspector.session
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
