"""Saving a session's tuning, so that opening the file later shows the same servers and decisions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from inspector.config.reading import read_config
from inspector.errors import UsageError
from inspector.resources import bundled_folder
from inspector.storage import exists
from inspector.tuning.model import Tuning
from inspector.tuning.new import initial_tuning
from inspector.tuning.save import save_tuning
from inspector.workspace.discovering import discover_here, picked
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


def _complete(session: Session, path: str) -> Tuning:
    """Return the tuning with the configurations in it that this run was given or that were picked here.

    They are named relative to `path` where they are inside its folder. Of a file that was found, only the picked
    servers are referred to.
    """
    tuning = session.history.present
    folder = os.path.dirname(os.path.abspath(path))
    same = tuning.path == path
    picks = _picked_by_file(session)
    before = tuning.config_paths()
    wanted = [*before, *map(_absolute, session.inputs.configs), *picks]
    added = [config for config in dict.fromkeys(wanted) if not (same and config in before)]
    if not added:
        return tuning
    spelt = {config: _spelt(config, folder) for config in added}
    only = {
        spelt.get(file, old): tuning.only[old]
        for old, file in zip(tuning.configs, before, strict=True)
        if old in tuning.only
    }
    # What was named as a whole, here or in the toolset, is wanted as a whole.
    whole = {*before, *map(_absolute, session.inputs.configs)}
    only |= {spelt[file]: names for file, names in picks.items() if file not in whole and _in_part(file, names)}
    return replace(tuning, configs=(*(tuning.configs if same else ()), *spelt.values()), only=MappingProxyType(only))


def _absolute(path: str) -> str:
    return os.path.abspath(os.path.expanduser(path))


def _spelt(config: str, folder: str) -> str:
    (name,) = initial_tuning([config], None, folder=folder).configs
    return name


def _picked_by_file(session: Session) -> dict[str, tuple[str, ...]]:
    """Return the names of the servers that were picked among those found on this computer, by file."""
    picks = session.inputs.discovered
    if session.inputs.discover:
        picks = tuple((spec.source, spec.name) for spec in picked(discover_here(), None).specs)
    by_file: dict[str, tuple[str, ...]] = {}
    for file, name in picks:
        by_file[file] = (*by_file.get(file, ()), name)
    return by_file


def _in_part(file: str, names: Sequence[str]) -> bool:
    """Return whether reading the whole of `file` would give other servers than `names`."""
    return [spec.name for spec in read_config(file).servers] != list(names)
