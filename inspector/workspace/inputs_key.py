"""A short name for what a session was opened with, for what is kept about it in the user's data folder."""

from __future__ import annotations

import os

from inspector.catalog import text_digest
from inspector.workspace.session import Session

_LENGTH = 24


def inputs_key(session: Session) -> str:
    """Return the name: the same for the same toolset, or else for the same files, by their full paths."""
    toolset = session.history.present.path
    named = [toolset] if toolset else [*session.inputs.configs, *session.inputs.catalogs]
    if not toolset:
        named += [path for _, path in session.inputs.listings]
    paths = [os.path.realpath(os.path.expanduser(path)) for path in named if path]
    return text_digest("\n".join(paths))[:_LENGTH]
