"""What all screens share: the status header, the footer, and being shown a session whenever it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.worker import Worker

from inspector.ui.widgets.code_view import CodeView
from inspector.ui.widgets.key_footer import KeyFooter
from inspector.ui.widgets.screen_tabs import ScreenTabs
from inspector.ui.widgets.status_header import HeaderValues, StatusHeader
from inspector.workspace.session import Session

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp


DEBOUNCE_SECONDS = 0.09
"""How long after the last key slow work for it begins."""


class SessionScreen(Screen[None]):
    """A screen over a session. Subclasses compose their body and show what they are given."""

    NAME: ClassVar[str] = ""
    """The screen's name, as keys and command line use it."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-normal"), (160, "-wide")]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self._touched = False
        self._complete = False

    def on_mount(self) -> None:
        """Show what is known so far; before this event some widgets of the screen do not exist yet."""
        self._complete = True
        self.take(self.inspector.shown)

    def on_key(self) -> None:
        """Remember that the person has acted here: from now on the cursor stays on its row."""
        self._touched = True

    def on_mouse_down(self) -> None:
        """The same for the mouse."""
        self._touched = True

    def keep_cursor(self) -> bool:
        """Whether a table keeps its cursor on its row; until the person acts, it stays at the top."""
        return self._touched

    def compose(self) -> ComposeResult:
        """Header, body, footer."""
        self._fit(self.app.size.width)  # while it is empty: styling every widget a second time takes a while
        yield StatusHeader(id="status-header")
        yield ScreenTabs(self.NAME)
        with Container(id="body"):
            yield from self.compose_body()
        yield KeyFooter()

    def compose_body(self) -> ComposeResult:
        """Yield the screen's own widgets."""
        raise NotImplementedError

    def on_screen_resume(self) -> None:
        """Catch up with what happened while another screen was in front."""
        self._fit(self.app.size.width)
        self.take(self.inspector.shown)

    def on_resize(self, event: events.Resize) -> None:
        """Show again what another width shows otherwise."""
        if self._fit(event.size.width):
            self.take(self.inspector.shown)

    def _fit(self, width: int) -> bool:
        """Set the class of the width and return whether it is another one: a screen in the background hears of none."""
        name = next(name for least, name in reversed(self.HORIZONTAL_BREAKPOINTS) if width >= least)
        if self.has_class(name):
            return False
        self.update_classes({each: each == name for _, each in self.HORIZONTAL_BREAKPOINTS})
        return True

    def take(self, session: Session) -> None:
        """Show `session`: the header first, then the screen's own part."""
        if not (self._complete and self.inspector.prepared):
            # Deriving goes on beside the screen; it is shown when it is done.
            return
        self.query_one(StatusHeader).show(header_values(session, self.inspector.clients.remark(session.host)))
        self.show(session)

    def show(self, session: Session) -> None:
        """Show the screen's own part of `session`, which is prepared: nothing slow is left to do."""
        raise NotImplementedError

    def on_code_view_copy_requested(self, event: CodeView.CopyRequested) -> None:
        """Copy the text that is being read."""
        self.app.copy_to_clipboard(event.text)
        self.inspector.say("The text is copied.")

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Let the app say what went wrong in a worker of this screen; the news would not reach it by itself."""
        self.inspector.on_worker_state_changed(event)

    @property
    def inspector(self) -> InspectorApp:
        """The app, with its own type."""
        from inspector.ui.app import InspectorApp

        app = self.app
        assert isinstance(app, InspectorApp)
        return app


def header_values(session: Session, remark: str = "") -> HeaderValues:
    """Return what the header tells about `session`; `remark` is of the installed client."""
    inspection, audit = session.inspection, session.audit
    states = dict(audit.states)
    return HeaderValues(
        host=inspection.host.id,
        version=inspection.host.version.split(" / ")[0],
        label=inspection.host.label,
        model=inspection.model,
        window=inspection.window.tokens,
        tools=audit.totals.tools,
        deferred=states.get("deferred", 0),
        pinned=states.get("pinned", 0),
        loaded_tokens=audit.totals.loaded,
        whole_tokens=audit.totals.upfront,
        share=audit.share,
        unsaved=session.unsaved,
        exact=inspection.counter.exact,
        remark=remark,
    )
