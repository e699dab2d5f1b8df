"""Doing the slow part of a session ahead of showing it, so that a front end can do it beside its screen."""

from __future__ import annotations

from inspector.workspace.session import Session


def prepare(session: Session) -> Session:
    """Derive what every screen shows (plan, tokens, audit, texts, search index) and return the same session."""
    _ = (session.audit, session.prompt, session.inspection.index)
    if session.unsaved:
        _ = (session.prompt_as_saved, session.inspection_as_saved.index)
    return session
