"""Editing search words: one question, one edit, for one tool, several, or a server's ``*``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from inspector.errors import InspectorError
from inspector.tuning.edits import SetWords, Together
from inspector.ui.dialogs.edit_words import EditWords
from inspector.ui.suite_at_hand import suite_at_hand
from inspector.ui.suite_measures import trial_text
from inspector.ui.text import content, content_line
from inspector.workspace.rank_changes import RankMove, tried
from inspector.workspace.suite_progress import Trial

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp


async def ask_for_words(app: InspectorApp, keys: Sequence[str], query: str = "") -> None:
    """Ask for the search words of `keys` (``server/tool`` or ``server/*``) and make the edit.

    While words are typed, it is told where they move a single tool for `query`, where one is given, and what they do
    to the suite that is open. An empty answer removes a tool's own words;
    where its server's ``*`` entry has some, those hold again.
    """
    told = [_effect_on_query(app, keys, query), await _effect_on_suite(app, keys)]
    effects = [effect for effect in told if effect is not None]
    tuning = app.session.tuning
    own = {edits.words for key in keys if (edits := tuning.edits.get(key)) is not None}
    before = own.pop() if len(own) == 1 else None
    what = keys[0] if len(keys) == 1 else f"{len(keys)} tools"
    general = tuning.for_tool(keys[0]).words if len(keys) == 1 and before is None else None
    text = await app.push_screen_wait(
        EditWords(
            f"Search words of {what}",
            before or "",
            placeholder=general or "words people use that name and description lack",
            help="Read by the search only. Empty: none of its own"
            + (f"; its server's words hold: {general}" if general else ""),
            effect=(lambda text: Content("\n").join(effect(text) for effect in effects)) if effects else None,
        )
    )
    if text is not None:
        app.edit(_edit(keys, text))


def _edit(keys: Sequence[str], text: str) -> Together:
    words = text.strip() or None
    what = keys[0] if len(keys) == 1 else f"{len(keys)} tools"
    return Together(tuple(SetWords(key, words) for key in keys), f"words of {what}")


def _effect_on_query(app: InspectorApp, keys: Sequence[str], query: str) -> Callable[[str], Content] | None:
    """Return what tells where words move the one tool of `keys` for `query`; None without a query."""
    if not query.strip() or len(keys) != 1:
        return None
    inspection = app.session.inspection
    return lambda text: _move_text(tried(query, keys[0], inspection, _edit(keys, text)), query, inspection.limit)


def _move_text(move: RankMove, query: str, limit: int) -> Content:
    """Return the rank before and after in two lines, the second with where the limit lies when the tool is beyond."""
    before, after = _rank(move.before), _rank(move.after)
    lost = move.before is not None and (move.after is None or move.after > move.before)
    gained = move.after is not None and (move.before is None or move.after < move.before)
    style = "$success" if gained else "$warning" if lost else "$muted"
    mark = "▲ " if gained else "▼ " if lost else ""
    beyond = f", beyond the limit of {limit}" if move.after is not None and move.after > limit else ""
    rank = f"{mark}{before} → {after}" if gained or lost else f"{after}, as before"
    return Content("\n").join([content_line(f"for “{query.strip()}”:", 200, "$muted"), content(rank + beyond, style)])


def _rank(rank: int | None) -> str:
    return "not found" if rank is None else f"rank {rank}"


async def _effect_on_suite(app: InspectorApp, keys: Sequence[str]) -> Callable[[str], Content] | None:
    """Return what tells the effect of words on the suite that is open or beside the toolset; None without one."""
    try:
        suite = await suite_at_hand(app)
    except InspectorError:
        return None  # the Suite screen says why it cannot be read; words can be edited all the same
    if suite is None or not suite.suite.cases:
        return None
    tried = Trial(app.session, suite.suite)

    def effect(text: str) -> Content:
        if tried.before.no_search:
            return content(tried.before.no_search, "$muted")
        return trial_text(tried.comparison(_edit(keys, text)), tried.before.host)

    return effect
