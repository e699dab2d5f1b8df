"""Keeping unsaved edits while the app runs, and offering them when it starts again after a crash."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.timer import Timer

from inspector.errors import InspectorError
from inspector.ui.dialogs.confirm import Choice, Confirm
from inspector.workspace.drafts import forget_draft, keep_draft, kept_draft, restore

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp

_SECONDS = 1.0
"""How long after the last edit the draft is written."""


class DraftKeeper:
    """Writes the draft of the app's session a moment after each edit; a failure is said once."""

    def __init__(self, app: InspectorApp) -> None:
        self._app = app
        self._timer: Timer | None = None
        self._failed = False
        self._ended = False
        self._edited = False

    def soon(self) -> None:
        """Keep the present state in a moment."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._app.set_timer(_SECONDS, self.now)

    async def now(self) -> None:
        """Keep the present state: write the draft, or remove it where nothing is unsaved.

        A draft of last time is left alone until the person said what becomes of it.
        """
        if self._ended or (not self._app.session.unsaved and not self._edited):
            return
        self._edited = True
        try:
            await asyncio.to_thread(keep_draft, self._app.session)
        except InspectorError as error:
            if not self._failed:
                self._failed = True
                self._app.say(f"Unsaved edits are not kept for a crash: {error.message}", "Draft", "warning")

    def end(self) -> None:
        """Throw away what was kept this time: the person saved, or left without saving."""
        self._ended = True
        if not self._edited:
            return
        with suppress(InspectorError):
            forget_draft(self._app.session)

    def offer(self) -> None:
        """Offer the edits that were never saved, if there are any."""
        self._app.run_worker(self._offer(), group="draft")

    async def _offer(self) -> None:
        """Ask what to do with the draft; one that is neither taken nor thrown away stays."""
        app, session = self._app, self._app.session
        draft = await asyncio.to_thread(kept_draft, session)
        if draft is None:
            return
        what = f"{draft.edited:,} entries" if draft.edited else "its settings"
        choice = await app.push_screen_wait(
            Confirm(
                "Restore unsaved edits?",
                f"The app ended before the changes to {what} were saved.",
                (Choice("restore", "Restore"), Choice("discard", "Throw away"), Choice("later", "Later")),
            )
        )
        if choice == "restore":
            app.refresh_session(restore(app.session, draft))
        elif choice == "discard":
            await asyncio.to_thread(forget_draft, session)
