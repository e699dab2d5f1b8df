"""What the Servers screen asks: whether a project's command may run, and values that are kept in memory only."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input, Static

from inspector.config.model import ServerSpec
from inspector.redaction import MASK
from inspector.sources.trust import TrustQuestion
from inspector.ui.dialogs.confirm import Choice, Confirm
from inspector.ui.dialogs.dialog import Dialog
from inspector.ui.text import content, disarmed_line
from inspector.workspace import trusting
from inspector.workspace.opening import Opened

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp

_CONSOLE_BROWSERS = ("www-browser", "links", "elinks", "lynx", "w3m")
"""Browsers that would take over the terminal the app is drawn in."""


@dataclass(eq=False)
class SignIn:
    """A sign-in that waits for the browser: at which server, and the page to be opened, once known."""

    spec: ServerSpec
    url: str = ""


class AskSecret(Dialog):
    """Asks for a value without showing it, and returns it; None on esc. An empty value is no answer."""

    DEFAULT_CSS = """
    AskSecret {
        #secret-value { height: 1; margin-top: 1; padding: 0 1; border: none; background: $panel; }
        #secret-help { width: 1fr; height: auto; max-height: 40vh; margin-top: 1; color: $muted; }
    }
    """

    AUTO_FOCUS = "#secret-value"

    def __init__(self, title: str, help: str) -> None:
        super().__init__(title, "enter use   esc cancel")
        self._help = help

    def compose_body(self) -> ComposeResult:
        """Yield the masked line and what it is for."""
        yield Input(id="secret-value", password=True, compact=True)
        yield Static(content(self._help), id="secret-help", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """End with the value, once there is one."""
        event.stop()
        if event.value:
            self.dismiss(event.value)


async def ask_variables(app: InspectorApp, server: str, names: Sequence[str]) -> dict[str, str] | None:
    """Ask for a value of each of `names`; None when the person turned away from one of them."""
    values: dict[str, str] = {}
    for at, name in enumerate(names):
        of = f" ({at + 1} of {len(names)})" if len(names) > 1 else ""
        help = (
            f"{disarmed_line(server)} needs it to be reached. The value is kept in memory until you quit, nowhere else."
        )
        value = await app.push_screen_wait(AskSecret(f"Value of {disarmed_line(name)}{of}", help))
        if value is None:
            return None
        values[name] = value
    return values


async def ask_trust(app: InspectorApp, opened: Opened, positions: Sequence[int]) -> tuple[int, ...]:
    """Show what the servers at `positions` would run and return those that the person agreed to start.

    The agreement is for what was shown: where that changed while the question was open, nothing is agreed to.
    """
    before = trusting.questions(opened)
    asked = {position: before[position] for position in positions if position in before}
    if not asked:
        # Agreed to meanwhile, by another run for instance: nothing is left to ask.
        return tuple(positions)
    one = len(asked) == 1
    verb = "Connect to" if all(question.url for question in asked.values()) else "Start"
    title = f"{verb} “{next(iter(asked.values())).server}”?" if one else f"{verb} these {len(asked)} servers?"
    start = f"{verb} it, and remember that" if one else f"{verb} all {len(asked)}, and remember that"
    choices = (Choice("no", "No, leave it" if one else "No, leave them", "n"), Choice("yes", start, "y"))
    answer = await app.push_screen_wait(Confirm(title, _trust_body(tuple(asked.values())), choices, "no"))
    if answer != "yes":
        return ()
    now = trusting.questions(opened)
    if any(position in now and now[position] != question for position, question in asked.items()):
        app.say("What it would start changed while you were asked. Look at it again.", "Not started", "warning")
        return ()
    trusting.agree(opened, asked)
    unsaved = opened.trust.unsaved
    if unsaved is not None:
        app.say(f"It could not be remembered: {unsaved.message}", "Agreed for this sitting only", "warning")
    return tuple(asked)


def _trust_body(questions: Sequence[TrustQuestion]) -> Content:
    """Return everything that is agreed to by a yes: what the servers share once, then one after the other."""
    places = dict.fromkeys((question.file, question.working_directory) for question in questions)
    lines = [content("It comes with a project, and nothing of it has been started or sent.")]
    if len(questions) > 1:
        lines.append(content("Page down shows what does not fit here.", "$muted"))
    if len(places) == 1:
        lines += _place(questions[0])
    for question in questions:
        new = "changed since you agreed to it" if question.changed else "new: you have not agreed to it before"
        lines.append(Content.assemble((disarmed_line(question.server), "bold $heading"), (f"  {new}", "$muted")))
        if question.url:
            lines.append(_labelled("sends", ", ".join(disarmed_line(name) for name in question.sends)))
            lines.append(_labelled("to", disarmed_line(question.url)))
            headers = ", ".join(disarmed_line(name) for name in question.headers)
            lines += [_labelled("headers", headers)] if headers else []
        else:
            lines.append(_labelled("runs", disarmed_line(question.command)))
        if question.masked:
            lines.append(_labelled("", f"what {MASK} hides stands in the file"))
        names = ", ".join(disarmed_line(name) for name in question.environment)
        lines += [_labelled("sets", names)] if names else []
        if len(places) > 1:
            lines += _place(question)
    return Content("\n").join(lines)


def _place(question: TrustQuestion) -> list[Content]:
    return [
        _labelled("file", disarmed_line(question.file)),
        _labelled("folder", disarmed_line(question.working_directory) or "the current one"),
    ]


def _labelled(label: str, text: str) -> Content:
    return Content.assemble((label.ljust(8), "$muted"), text)


def open_in_browser(url: str) -> bool:
    """Open `url` in a browser window beside the app and return whether one was tried; never waits."""
    windows = sys.platform in ("darwin", "win32")
    if not (windows or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))):
        return False
    try:
        name = str(getattr(webbrowser.get(), "name", ""))
    except webbrowser.Error:
        return False
    if name.rsplit("/", 1)[-1] in _CONSOLE_BROWSERS:
        return False

    def run() -> None:
        with contextlib.suppress(webbrowser.Error, OSError):
            webbrowser.open(url)

    threading.Thread(target=run, daemon=True).start()
    return True
