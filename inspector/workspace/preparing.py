"""Doing the slow part of a session ahead of showing it, so that a front end can do it beside its screen."""

from __future__ import annotations

from inspector.workspace.session import Session


def prepare(session: Session) -> Session:
    """Derive what every screen shows (plan, tokens, audit, texts) and return the same session.

    The search index is left to the first search: no other screen waits for it.
    """
    _ = (session.audit, session.prompt, session.prompt_as_saved)
    return session
