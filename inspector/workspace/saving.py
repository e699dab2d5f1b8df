"""Saving a session's tuning, so that opening the file later shows the same servers and decisions."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.errors import UsageError
from inspector.resources import bundled_folder
from inspector.storage import diff, exists, read_text
from inspector.tuning.model import Tuning
from inspector.tuning.new import initial_tuning
from inspector.tuning.save import render_tuning, save_tuning
from inspector.workspace.session import Session
from inspector.workspace.trusting import agree_to_own_toolset


@dataclass(frozen=True, slots=True)
class Saved:
    """A session after saving, where it was saved, and where the earlier content was kept (if there was any)."""

    session: Session
    path: str
    backup: Path | None


def save_path(session: Session) -> str | None:
    """Return the file a session saves to, or None where the person has to name one.

    The demo's toolset belongs to the installation and is never written.
    """
    path = session.history.present.path
    if path is None or Path(path).resolve().is_relative_to(bundled_folder("sample_configs").resolve()):
        return None
    return path


def save(session: Session, path: str | None = None) -> Saved:
    """Write the session's tuning to `path`, by default where it came from, merged into what stands there.

    Configurations named on the command line are referred to, so that the toolset finds the servers again, and
    may start those it could start before.
    Raises `UsageError` without a path, and when a new name stands for an existing file; `FileError` when
    writing fails.
    """
    own = save_path(session)
    target = path or own
    if target is None:
        raise UsageError("there is no toolset file yet to save to", "name one, such as toolset.toml")
    if target != own and exists(target):
        raise UsageError(f"{target} exists already and is not the toolset you opened", "choose another name")
    tuning = _complete(session, target)
    backup = save_tuning(tuning, target, base=session.history.on_disk if target == own else None)
    agree_to_own_toolset(session.opened, target)
    return Saved(session.saved(target), target, backup)


def pending_changes(session: Session) -> str:
    """Return what saving would change in the file, as a unified diff; empty where there is no file yet."""
    path = save_path(session)
    if path is None or not exists(path):
        return ""
    old = read_text(path)
    return diff(old, render_tuning(_complete(session, path), old, base=session.history.on_disk), path)


def _complete(session: Session, path: str) -> Tuning:
    """Return the tuning with the command line's configurations in it, named relative to `path` where inside."""
    tuning = session.history.present
    folder = os.path.dirname(os.path.abspath(path))
    wanted = [*tuning.config_paths(), *(os.path.abspath(config) for config in session.inputs.configs)]
    known = tuning.config_paths() if tuning.path == path else ()
    added = [config for config in wanted if config not in known]
    if not added:
        return tuning
    named = initial_tuning(added, None, folder=folder).configs
    kept = tuning.configs if tuning.path == path else ()
    return replace(tuning, configs=(*kept, *named))
