"""Beginning a toolset: the first ``toolset.toml`` of a project, made from configurations people already have."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.config.model import ConfigProblem
from inspector.errors import FileError
from inspector.storage import create_new, exists
from inspector.tuning.new import initial_tuning
from inspector.tuning.save import render_tuning
from inspector.workspace.inputs import Inputs
from inspector.workspace.opening import open_inputs
from inspector.workspace.trusting import agree_to_own_toolset


@dataclass(frozen=True, slots=True)
class Begun:
    """What the new toolset refers to: its host, the servers found, and entries that could not be used."""

    host: str
    servers: tuple[str, ...]
    problems: tuple[ConfigProblem, ...]


def begin_toolset(configs: Sequence[str], host: str | None, path: str) -> Begun:
    """Write a toolset to `path` that reads its servers from `configs`, and return what it refers to.

    Raises `FileError` when `path` exists already or a configuration cannot be read, `UsageError` for an
    unknown host. Nothing is started, but the person agrees to start these servers by beginning with them.
    """
    if exists(path):
        raise FileError(f"cannot create {path}: it already exists", "name another file with -o, or edit that one")
    opened = open_inputs(Inputs(configs=tuple(configs), hosts=(host,) if host else ()))
    chosen = opened.hosts[0].id
    tuning = initial_tuning(configs, chosen, folder=os.path.dirname(os.path.abspath(path)))
    create_new(path, render_tuning(tuning, None))
    agree_to_own_toolset(opened, path)
    return Begun(chosen, tuple(spec.name for spec in opened.specs), opened.problems)
