"""Editing search words: one question, one edit, for one tool, several, or a server's ``*``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inspector.tuning.edits import SetWords, Together
from inspector.ui.dialogs.edit_text import EditText

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp


async def ask_for_words(app: InspectorApp, keys: Sequence[str]) -> None:
    """Ask for the search words of `keys` (``server/tool`` or ``server/*``) and make the edit.

    An empty answer removes a tool's own words; where its server's ``*`` entry has some, those hold again.
    """
    tuning = app.session.tuning
    own = {edits.words for key in keys if (edits := tuning.edits.get(key)) is not None}
    before = own.pop() if len(own) == 1 else None
    what = keys[0] if len(keys) == 1 else f"{len(keys)} tools"
    general = tuning.for_tool(keys[0]).words if len(keys) == 1 and before is None else None
    text = await app.push_screen_wait(
        EditText(
            f"Search words of {what}",
            before or "",
            placeholder=general or "words people use that name and description lack",
            help="Read by the search only. Empty: none of its own"
            + (f"; its server's words hold: {general}" if general else ""),
        )
    )
    if text is None:
        return
    words = text.strip() or None
    app.edit(Together(tuple(SetWords(key, words) for key in keys), f"words of {what}"))
