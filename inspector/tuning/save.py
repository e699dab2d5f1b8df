"""Writing ``toolset.toml``: new files in a readable order, existing ones changed only where something changed."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from inspector.storage import AnyPath, exists, read_text, write_atomic
from inspector.tuning.changes import changes
from inspector.tuning.document import document
from inspector.tuning.load import parse_tuning
from inspector.tuning.merge import merge
from inspector.tuning.model import Tuning


def render_tuning(tuning: Tuning, existing_text: str | None, *, base: Tuning | None = None) -> str:
    """Return the text of a toolset file that says `tuning`.

    With `existing_text`, its comments, order and spelling stay wherever the value stays. `base` is the tuning
    that was loaded: given, only what differs between the two is written, so that edits somebody made to the
    file meanwhile survive. Raises `FileError` when `existing_text` is no toolset.
    """
    if existing_text is None:
        import tomli_w

        return tomli_w.dumps(document(tuning))
    name = tuning.path or "the existing file"
    in_file = parse_tuning(existing_text, name).tuning
    wanted = changes(document(in_file if base is None else base), document(tuning))
    return merge(existing_text, wanted) if wanted else existing_text


def save_tuning(tuning: Tuning, path: AnyPath, *, base: Tuning | None = None) -> Path | None:
    """Write `tuning` to `path`, merged into the file that is there; return the backup's path, if one was made.

    Nothing is written when the file says all of it already. See `render_tuning` for `base`.
    """
    existing = read_text(path) if exists(path) else None
    text = render_tuning(replace(tuning, path=os.fspath(path)), existing, base=base)
    return None if text == existing else write_atomic(path, text)
