"""Agreeing to start a project's servers: from options on the command line, or at a question in the app."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from inspector.config.model import ServerSpec
from inspector.errors import InspectorError, UsageError
from inspector.sources.trust import TrustQuestion, TrustStore, is_below, real_path
from inspector.workspace.inputs import Inputs

if TYPE_CHECKING:
    from inspector.workspace.opening import Opened


def named(specs: Iterable[ServerSpec]) -> list[ServerSpec]:
    """Return servers of files the person named: whatever kind of file it is, naming it agrees to it."""
    return [replace(spec, scope="given") if spec.scope == "project" else spec for spec in specs]


def found(specs: Iterable[ServerSpec], toolset: str) -> list[ServerSpec]:
    """Return servers of a `toolset` that was found in the current folder, and of the files it refers to.

    Such a folder may be a repository somebody else wrote. Only the person's own entries elsewhere stay agreed to:
    a file is no user file because it is called like one, or because a link leads from the folder to it.
    """
    folder = os.path.dirname(os.path.abspath(toolset))

    def elsewhere(spec: ServerSpec) -> bool:
        path = os.path.abspath(os.path.expanduser(spec.source))
        return not is_below(path, folder) and not is_below(real_path(path), real_path(folder))

    own = ("user", "local")
    return [spec if spec.scope in own and elsewhere(spec) else replace(spec, scope="project") for spec in specs]


def trust_for(specs: Sequence[ServerSpec], inputs: Inputs) -> TrustStore:
    """Return what was agreed to, what `inputs` agree to included; that is remembered for later runs.

    Raises `UsageError` when a folder of ``--trust-project`` does not exist.
    """
    store = TrustStore()
    if inputs.trust:
        store.agree(spec for spec in specs if store.question(spec))
    for folder in inputs.trust_projects:
        if not os.path.isdir(folder):
            raise UsageError(f"--trust-project {folder}: there is no such folder", "name the project's folder")
        store.agree_to_project(specs, folder)
    return store


def questions(opened: Opened) -> dict[int, TrustQuestion]:
    """Return what has to be agreed to before servers can be started, by position in ``opened.specs``."""
    asked = ((position, opened.trust.question(spec)) for position, spec in enumerate(opened.specs))
    return {position: question for position, question in asked if question is not None}


def agree(opened: Opened, positions: Iterable[int]) -> None:
    """Agree to start the servers at `positions`, now and in later runs; they can then be connected to.

    Where that could not be remembered, ``opened.trust.unsaved`` says why.
    """
    opened.trust.agree([opened.specs[position] for position in positions])


def agree_to_own_toolset(opened: Opened, path: str) -> None:
    """Agree to the servers of a toolset the person had written to `path`, as it will be found there later.

    Only what they could start before counts: `opened` is where the servers came from. A toolset that does
    not read back agrees to nothing, and raises nothing.
    """
    from inspector.workspace.opening import open_inputs

    def start(spec: ServerSpec) -> object:
        return spec.name, spec.command, spec.args, spec.cwd, dict(spec.env), spec.url, dict(spec.headers)

    known = [start(spec) for spec in opened.specs if opened.trust.question(spec) is None]
    try:
        written = open_inputs(Inputs(toolset=path)).specs
    except InspectorError:
        return
    opened.trust.agree(spec for spec in written if start(spec) in known)
