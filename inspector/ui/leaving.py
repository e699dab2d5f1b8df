"""Leaving what is open: nothing unsaved is dropped unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.ui.dialogs.confirm import Choice, Confirm
from inspector.ui.pickers import save_session
from inspector.ui.suite_at_hand import suite_may_go

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp


async def may_leave(app: InspectorApp, then: str = "quit") -> bool:
    """Return whether toolset and suite may go: nothing is unsaved, or the person says what to do with it.

    `then` is what follows, as a verb.
    """
    return await _toolset_may_go(app, then) and await suite_may_go(app, then)


async def _toolset_may_go(app: InspectorApp, then: str) -> bool:
    if not app.session.unsaved:
        return True
    choice = await app.push_screen_wait(
        Confirm(
            "Leave with unsaved changes?",
            "The toolset differs from what is saved.",
            (
                Choice("save", f"Save and {then}"),
                Choice("discard", f"{then.capitalize()} without saving"),
                Choice("stay", "Stay"),
            ),
        )
    )
    if choice == "save":
        return await save_session(app)
    return choice == "discard"
