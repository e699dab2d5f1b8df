"""The first toolset of a project: what ``tsi init`` writes."""

from __future__ import annotations

import os
from collections.abc import Iterable

from inspector.storage import AnyPath
from inspector.tuning.model import Tuning


def initial_tuning(configs: Iterable[AnyPath], host: str | None, *, folder: AnyPath = ".") -> Tuning:
    """Return a tuning that reads its servers from `configs` and looks at them through `host`.

    A configuration inside `folder`, where the toolset will stand, is named relative to it, so that the project can be
    moved and shared; others by their full path. No server is copied: secrets stay where they are.
    """
    named = (_named(os.fspath(config), os.path.abspath(folder)) for config in configs)
    return Tuning(configs=tuple(dict.fromkeys(named)), host=host)


def _named(path: str, folder: str) -> str:
    absolute = os.path.abspath(os.path.expanduser(path))
    try:
        inside = os.path.commonpath([absolute, folder]) == folder
    except ValueError:  # two Windows drives
        inside = False
    return os.path.relpath(absolute, folder).replace(os.sep, "/") if inside else absolute
