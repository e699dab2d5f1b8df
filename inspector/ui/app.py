"""The app: one session value, the screens that show it, and the keys that change it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.notifications import SeverityLevel
from textual.screen import ModalScreen, Screen
from textual.worker import Worker, WorkerState

from inspector.errors import InspectorError
from inspector.tuning.edits import Edit
from inspector.ui import first_run, leaving, pickers, theming
from inspector.ui.app_bindings import APP_BINDINGS, NOT_IN_DIALOGS
from inspector.ui.client_watch import ClientWatch
from inspector.ui.commands import ActionCommands, HostCommands, ServerCommands, ToolCommands, app_commands
from inspector.ui.connections import Connections
from inspector.ui.drafting import DraftKeeper
from inspector.ui.file_watch import FileWatch
from inspector.ui.screen_modes import SCREEN_MODES
from inspector.ui.screens.base import SessionScreen
from inspector.ui.text import disarmed
from inspector.ui.theme import variable_defaults
from inspector.workspace.approved_at_hand import ApprovedAtHand
from inspector.workspace.open_suite import OpenSuite
from inspector.workspace.preparing import prepare
from inspector.workspace.session import Session
from inspector.workspace.tool_filter import server_filter

if TYPE_CHECKING:
    from inspector.ui.screens.tools import ToolsScreen

_WORK = (
    *("connect", "derive", "check", "search", "what-if", "detail", "export", "session"),
    *("changes", "suite", "suite-advice", "reasons"),
)
"""Groups of workers that end by themselves; others wait for an answer of the person."""


class InspectorApp(App[int]):
    """Shows a session and lets the person change it; what is shown is always fully derived."""

    TITLE = "Tool Search Inspector"
    CSS_PATH = Path(__file__).with_name("app.tcss")
    MODES: ClassVar[dict[str, str | Callable[[], Screen[None]]]] = SCREEN_MODES
    COMMANDS = App.COMMANDS | {ToolCommands, ServerCommands, HostCommands, ActionCommands}
    BINDINGS: ClassVar[list[BindingType]] = APP_BINDINGS

    def __init__(
        self, session: Session, *, connect_timeout: float = 30.0, list_timeout: float = 30.0, first: str = "servers"
    ) -> None:
        super().__init__()
        self.session = session
        self.shown = session
        self.prepared = False
        self.first_theme = ""
        self.remembers = False
        self.previewing = False
        self.chosen_theme = ""
        self.drafts: DraftKeeper | None = None
        self.begins_empty = False
        self.suite: OpenSuite | None = None
        self.approved = ApprovedAtHand()
        self.file_watch = FileWatch(self)
        self.clients = ClientWatch(self)
        self._first = first
        self.connections = Connections(self, connect_timeout, list_timeout)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give the app's own theme variables a value in every theme, Textual's included."""
        return variable_defaults(self.current_theme)

    def on_mount(self) -> None:
        """Register the themes and show the first screen."""
        theming.begin_theme(self)
        self.switch_mode(self._first)

    def on_ready(self) -> None:
        """Begin deriving and connecting: done before the first screen is drawn, both would hold it up."""
        if self.remembers:
            self.file_watch.begin()
            self.clients.begin()
        if self.begins_empty:
            self.refresh_session(self.session)
            self.action_begin()
        else:
            self.open_session(self.session)

    @work
    async def action_begin(self) -> None:
        """Ask what to look at: demo servers, servers found on this computer, or a file."""
        await first_run.begin(self)

    def open_session(self, session: Session) -> None:
        """Show `session` from its beginning: offer a draft of it, and connect to its servers."""
        self.session = session
        self.suite = None
        if self.drafts is not None:
            self.drafts.offer()
        self.refresh_session(session)
        self.connections.connect(range(len(session.opened.specs)))

    # What changes the session.

    def refresh_session(self, session: Session) -> None:
        """Take `session` as the new state, and show it as soon as everything in it is derived."""
        self.session = session
        if self.drafts is not None:
            self.drafts.soon()
        self._derive()

    @work(exclusive=True, group="derive", exit_on_error=False)
    async def _derive(self) -> None:
        session = self.session
        quick = await asyncio.to_thread(lambda: session.estimated)
        if quick is not None:
            self._show(await asyncio.to_thread(prepare, quick))
        self._show(await asyncio.to_thread(prepare, session))
        # Ahead of the first search, beside everything else.
        await asyncio.to_thread(lambda: session.inspection.index)
        await self.clients.look(session.host)

    def _show(self, session: Session) -> None:
        """Show a prepared session on the screen in front; under an open question, on the screen below it."""
        self.shown = session
        self.prepared = True
        for screen in (self.screen, self.screen_stack[0]):
            if isinstance(screen, SessionScreen):
                screen.take(session)
                break

    def edit(self, edit: Edit) -> None:
        """Make an edit of the tuning; a value that means nothing is said and changes nothing."""
        try:
            self.refresh_session(self.session.do(edit))
        except InspectorError as error:
            self.say_problem(error)

    def set_value(self, name: str, value: object) -> None:
        """Change one setting: host, model, window, threshold, limit …"""
        self.set_values({name: value})

    def set_values(self, values: Mapping[str, object]) -> None:
        """Change several settings in one step that can be undone."""
        try:
            self.refresh_session(self.session.set_values(values))
        except InspectorError as error:
            self.say_problem(error)

    def say_problem(self, error: InspectorError) -> None:
        """Show an error's message and hint."""
        self.say(f"{error.message}\n{error.hint}".strip(), "Not done", "error")

    def say(self, text: str, title: str = "", severity: SeverityLevel = "information") -> None:
        """Show a notice; `text` may hold foreign text."""
        self.notify(disarmed(text), title=title, severity=severity, markup=False)

    async def settled(self) -> None:
        """Wait until every server answered and everything is shown; for pictures and tests."""
        while True:
            busy = [worker for worker in self.workers if worker.group in _WORK and not worker.is_finished]
            if not busy and not self.connections.busy and self.prepared and self.shown is self.session:
                return
            await asyncio.sleep(0.01)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say what went wrong in a worker; nothing fails in silence."""
        if event.state == WorkerState.ERROR and event.worker.error is not None:
            error = event.worker.error
            shown = error if isinstance(error, InspectorError) else InspectorError(f"{type(error).__name__}: {error}")
            self.say_problem(shown)

    def go_to_tool(self, tool: str) -> None:
        """Show `tool` on the Tools screen."""
        self._on_tools(lambda screen: screen.focus_tool(tool))

    def ask(self, query: str) -> None:
        """Ask `query` on the Search screen."""
        from inspector.ui.screens.search import SearchScreen

        self.switch_mode("search")

        def once_shown() -> None:
            if isinstance(self.screen, SearchScreen):
                self.screen.ask(query)

        self.call_after_refresh(once_shown)

    def go_to_server(self, server: str) -> None:
        """Show the tools of `server` on the Tools screen."""
        self._on_tools(lambda screen: screen.set_filter(server_filter(server)))

    def _on_tools(self, act: Callable[[ToolsScreen], None]) -> None:
        from inspector.ui.screens.tools import ToolsScreen

        self.switch_mode("tools")

        def once_shown() -> None:
            if isinstance(self.screen, ToolsScreen):
                act(self.screen)

        self.call_after_refresh(once_shown)

    # Keys.

    def action_screen(self, name: str) -> None:
        """Show a screen."""
        self.switch_mode(name)

    def action_undo(self) -> None:
        """Take the last edit back."""
        self.refresh_session(self.session.undo())

    def action_redo(self) -> None:
        """Make the last undone edit again."""
        self.refresh_session(self.session.redo())

    def action_help(self) -> None:
        """Show or hide the keys of this screen."""
        if self.screen.query("HelpPanel"):
            self.action_hide_help_panel()
        else:
            self.action_show_help_panel()

    @work(exit_on_error=False)
    async def action_take_over(self) -> None:
        """Take over what somebody else wrote to the toolset's file."""
        await self.file_watch.take_over()

    @work
    async def action_choose_host(self) -> None:
        """Pick another host."""
        await pickers.choose_host(self)

    @work
    async def action_choose_model(self) -> None:
        """Pick another model."""
        await pickers.choose_model(self)

    @work
    async def action_choose_window(self) -> None:
        """Give another window."""
        await pickers.choose_window(self)

    @work
    async def action_choose_theme(self) -> None:
        """Pick another theme, seeing each."""
        await theming.choose_theme(self)

    def action_verify(self) -> None:
        """Ask the installed client of this host whether it does what is shown here."""
        from inspector.ui.dialogs.verify import Verify

        self.push_screen(Verify(self.session.inspection, self.session.listings))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the screen's keys alone while a question is open."""
        return not (action in NOT_IN_DIALOGS and isinstance(self.screen, ModalScreen))

    @work
    async def action_save(self) -> None:
        """Save the toolset, asking for a name where it has none."""
        await pickers.save_session(self)

    @work
    async def action_leave(self) -> None:
        """Quit, asking first when something is unsaved."""
        if await leaving.may_leave(self):
            if self.drafts is not None:
                self.drafts.end()
            await self.connections.end()
            self.exit(0)

    async def action_quit(self) -> None:
        """Leave as ``q`` does, also from the command palette: nothing unsaved is thrown away unasked."""
        self.action_leave()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer every action in the command palette."""
        yield from super().get_system_commands(screen)
        yield from app_commands(self)
