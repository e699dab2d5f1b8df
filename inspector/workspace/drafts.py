"""Unsaved edits kept beside the toolset, so that a crash loses nothing: offered when the same inputs are opened again.

A draft holds what the person decided (pins, words, hidden tools, host, model, texts …) and never a server: commands,
variables and secrets stay where they are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from inspector.errors import InspectorError
from inspector.storage import exists, make_folder, read_text, remove, write_private
from inspector.tuning.edits import TakeOver
from inspector.tuning.load import parse_tuning
from inspector.tuning.model import Tuning
from inspector.tuning.save import render_tuning
from inspector.user_folders import user_data
from inspector.workspace.inputs_key import inputs_key
from inspector.workspace.session import Session


@dataclass(frozen=True, slots=True)
class Draft:
    """Edits that were never saved: the tuning with them, and how many tools and servers they are about."""

    tuning: Tuning
    edited: int


def draft_path(session: Session) -> Path:
    """Return where the session's draft stands."""
    return user_data("drafts", f"{inputs_key(session)}.toml")


def keep_draft(session: Session) -> None:
    """Write what is unsaved, or remove the draft where nothing is. Raises `FileError` when that fails."""
    path = draft_path(session)
    if not session.unsaved:
        remove(path)
        return
    make_folder(path.parent)
    write_private(path, render_tuning(_decisions(session.history.present), None))


def forget_draft(session: Session) -> None:
    """Remove the draft: its edits are saved, or not wanted."""
    remove(draft_path(session))


def kept_draft(session: Session) -> Draft | None:
    """Return the draft of a session that has just begun; None where there is none, it is damaged, or adds nothing."""
    path = draft_path(session)
    if not exists(path):
        return None
    try:
        found = parse_tuning(read_text(path), str(path)).tuning
    except InspectorError:
        return None
    if _decisions(found) == _decisions(session.history.present):
        return None
    changed = {
        key
        for key in {*found.edits, *session.history.present.edits}
        if found.edits.get(key) != session.history.present.edits.get(key)
    }
    return Draft(found, len(changed))


def restore(session: Session, draft: Draft) -> Session:
    """Return the session with the draft's edits made again, as one step that can be undone."""
    return session.do(TakeOver(draft.tuning, "unsaved edits of last time"))


def _decisions(tuning: Tuning) -> Tuning:
    """Return the tuning without what belongs to files: servers, exports, what was imported, its own path."""
    empty = Tuning()
    return replace(
        tuning,
        servers=empty.servers,
        configs=empty.configs,
        exports=empty.exports,
        only=empty.only,
        imported=empty.imported,
        path=empty.path,
    )
