"""Beginning where nothing was named: asking what to look at, and opening it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from inspector.errors import InspectorError
from inspector.resources import bundled_file
from inspector.ui.dialogs.edit_text import EditText
from inspector.ui.dialogs.first_run import DEMO, FILE, FirstRun
from inspector.ui.leaving import may_leave
from inspector.workspace.discovering import discover_here, discovered
from inspector.workspace.file_kinds import inputs_for_file
from inspector.workspace.inputs import Inputs
from inspector.workspace.session import Session

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp


async def begin(app: InspectorApp) -> None:
    """Ask what to look at until something could be opened or the person turned away."""
    given = app.session.inputs
    while True:
        found = await asyncio.to_thread(lambda: discovered(discover_here()))
        dialog = FirstRun(found)
        choice = await app.push_screen_wait(dialog)
        if choice is None:
            app.say("Nothing is open. ctrl+p, “File: open” asks again.")
            return
        try:
            if choice == FILE:
                inputs = await _ask_for_file(app, given)
                if inputs is None:
                    continue
            elif choice == DEMO:
                inputs = replace(given, toolset=str(bundled_file("sample_configs", "demo.toml")))
            else:
                inputs = replace(given, discovered=dialog.picks)
            session = await asyncio.to_thread(Session.begin, inputs)
        except InspectorError as error:
            app.say_problem(error)
            continue
        if not await may_leave(app, "open"):
            return
        await app.connections.end()
        app.open_session(session)
        return


async def _ask_for_file(app: InspectorApp, given: Inputs) -> Inputs | None:
    path = await app.push_screen_wait(
        EditText(
            "Open",
            "",
            placeholder="~/.claude.json",
            help="A client's configuration, a toolset.toml, or a saved listing",
        )
    )
    return None if not path or not path.strip() else await asyncio.to_thread(inputs_for_file, path.strip(), given)
