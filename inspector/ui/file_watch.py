"""Noticing that somebody else wrote the toolset's file, and taking it over when the person says so."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from inspector.errors import InspectorError
from inspector.tuning.rebase import FileChange
from inspector.ui.server_cells import file_changes_in_words
from inspector.workspace.changed_on_disk import with_file_as_it_is

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp

SECONDS = 3.0
"""How often the file is looked at."""

_TITLE = "The toolset's file has changed"


class FileWatch:
    """Says once what changed in the file of the app's session."""

    def __init__(self, app: InspectorApp) -> None:
        self._app = app
        self._told: tuple[FileChange, ...] = ()

    def begin(self) -> None:
        """Look again and again."""
        self._app.set_interval(SECONDS, self.look)

    async def look(self) -> None:
        """Look once; a file that cannot be read just now is being written, and read next time."""
        session = self._app.session
        try:
            _, found = await asyncio.to_thread(with_file_as_it_is, session)
        except InspectorError:
            return
        if found and found != self._told and session.history.on_disk is self._app.session.history.on_disk:
            words = file_changes_in_words(found, taken="elsewhere")
            self._app.say(f"{words}\nctrl+r takes it over; saving does so too.", _TITLE, "warning")
        self._told = found

    async def take_over(self) -> None:
        """Take over what stands in the file now, beneath the edits made here."""
        app = self._app
        try:
            session, found = await asyncio.to_thread(with_file_as_it_is, app.session)
        except InspectorError as error:
            app.say_problem(error)
            return
        if not found:
            app.say("The toolset's file is as it was read.")
            return
        app.refresh_session(session)
        app.say(file_changes_in_words(found), _TITLE)
