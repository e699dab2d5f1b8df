"""The suite of the app: finding it, writing it, and asking before an unwritten one goes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from inspector.errors import InspectorError
from inspector.ui.dialogs.confirm import Choice, Confirm
from inspector.ui.dialogs.edit_text import EditText
from inspector.workspace.open_suite import OpenSuite, suite_beside

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp


async def suite_may_go(app: InspectorApp, then: str) -> bool:
    """Return whether the suite may be left: it is written, or the person says what to do with it."""
    if app.suite is None or not app.suite.unsaved:
        return True
    choice = await app.push_screen_wait(
        Confirm(
            "Leave the suite unwritten?",
            "Its queries differ from those in its file."
            if app.suite.path
            else f"Its {len(app.suite.suite.cases)} queries are in no file yet.",
            (
                Choice("write", f"Write it and {then}"),
                Choice("discard", f"{then.capitalize()} without writing"),
                Choice("stay", "Stay"),
            ),
        )
    )
    if choice == "write":
        return await write_suite(app)
    return choice == "discard"


async def suite_at_hand(app: InspectorApp) -> OpenSuite | None:
    """Return the suite that is open, else the one beside the toolset, which is open from now on; None without."""
    if app.suite is None:
        found = await asyncio.to_thread(suite_beside, app.session)
        app.suite = app.suite or found  # another worker may have been quicker, and its edits hold
    return app.suite


async def write_suite(app: InspectorApp) -> bool:
    """Write the suite, asking for a file name where it has none; return whether it is written.

    A file that somebody changed meanwhile, and comments that would be lost, are asked about first.
    """
    suite = app.suite
    if suite is None:
        return True
    loses = suite.loses_comments
    kept = " Comments of the file it was read from do not come along." if loses else ""
    path = suite.path or await app.push_screen_wait(
        EditText("Write the suite to", suite.proposed_path, help=f"A new file, as TOML.{kept}", select=True)
    )
    if not path:
        return False
    try:
        if suite.path and not await _may_replace(app, suite, loses):
            return False
        written, backup = await asyncio.to_thread(suite.saved, path)
    except InspectorError as error:
        app.say_problem(error)
        return False
    if app.suite is suite:
        app.suite = written
    app.say(f"{path}" + (f"\nwhat was there is in {backup}" if backup else ""), "Written")
    return True


async def _may_replace(app: InspectorApp, suite: OpenSuite, loses: bool) -> bool:
    """Return whether the suite's file may be written: nothing in it is lost, or the person agrees."""
    reasons = []
    if await asyncio.to_thread(suite.changed_on_disk):
        reasons.append("Somebody changed it since it was read here. Their changes would stand in the backup only.")
    if loses:
        reasons.append("It is laid out so that it has to be written anew, without its comments.")
    if not reasons:
        return True
    answer = await app.push_screen_wait(
        Confirm(
            f"Write over {suite.path}?",
            "\n".join(reasons),
            (Choice("write", "Write; what is there is kept as a backup"), Choice("stay", "Do not write")),
            default="stay",
        )
    )
    return answer == "write"
