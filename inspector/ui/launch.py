"""Starting the app: on the terminal, or headless for one screenshot."""

from __future__ import annotations

import asyncio

from inspector.errors import UsageError, nearest
from inspector.ui.allocator import give_back_freed_memory
from inspector.ui.app import InspectorApp
from inspector.ui.drafting import DraftKeeper
from inspector.ui.screen_names import SCREEN_NAMES
from inspector.ui.theme import DEFAULT_THEME
from inspector.workspace.inputs import Inputs
from inspector.workspace.opening import names_anything
from inspector.workspace.session import Session


def run(inputs: Inputs, *, connect_timeout: float, list_timeout: float, first: str = "servers", theme: str = "") -> int:
    """Run the app over `inputs` until the person leaves, and return the exit code."""
    _check(first)
    give_back_freed_memory()
    session = Session.begin(inputs, may_be_empty=True)
    app = InspectorApp(session, connect_timeout=connect_timeout, list_timeout=list_timeout, first=first)
    app.begins_empty = not names_anything(inputs) and session.history.present.path is None
    app.first_theme = theme
    app.remembers = True
    app.drafts = DraftKeeper(app)
    return app.run() or 0


def screenshot(
    inputs: Inputs,
    screen: str,
    *,
    size: tuple[int, int],
    query: str = "",
    theme: str = "",
    connect_timeout: float = 30.0,
    list_timeout: float = 30.0,
) -> str:
    """Return an SVG of one screen, `size` in columns and rows, after every server answered; needs no terminal.

    `query` is typed into the search screen, or into the tools screen's filter.
    """
    _check(screen)
    app = InspectorApp(Session.begin(inputs), connect_timeout=connect_timeout, list_timeout=list_timeout, first=screen)
    return asyncio.run(_picture(app, size, query, theme))


async def _picture(app: InspectorApp, size: tuple[int, int], query: str, theme: str) -> str:
    from textual.widgets import Input

    async with app.run_test(size=size) as pilot:
        await app.settled()
        if theme and theme not in app.available_themes:
            raise UsageError(f"unknown theme “{theme}”", nearest(theme, sorted(app.available_themes)))
        app.theme = theme or DEFAULT_THEME
        if query:
            for field in app.screen.query("#query, #tool-filter").results(Input):
                field.value = query
        await pilot.pause(0.2)
        await app.settled()
        if query and app.screen.query("#hit-table"):
            await pilot.press("enter")
        await pilot.pause()
        return app.export_screenshot(title="Tool Search Inspector")


def _check(screen: str) -> None:
    if screen not in SCREEN_NAMES:
        raise UsageError(f"there is no screen “{screen}”", nearest(screen, SCREEN_NAMES))
