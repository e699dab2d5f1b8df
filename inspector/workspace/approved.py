"""What a person approved of the servers they use: snapshots in the user's data folder, one folder for each input."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inspector.catalog import Catalog
from inspector.errors import InspectorError
from inspector.storage import exists, files_below, remove
from inspector.suites import Case
from inspector.user_folders import user_data
from inspector.workspace.catalog_changes import CatalogChanges, catalog_changes, read_catalog
from inspector.workspace.connecting import unlisted
from inspector.workspace.inputs_key import inputs_key
from inspector.workspace.inspecting import Inspector
from inspector.workspace.session import Session
from inspector.workspace.snapshotting import save_snapshots


@dataclass(frozen=True, slots=True)
class Baseline:
    """What the present tools are compared with, and where it comes from in words."""

    catalog: Catalog
    origin: str


def approved_folder(session: Session) -> Path:
    """Return the folder for the session's inputs."""
    return user_data("approved", inputs_key(session))


def approved(session: Session) -> Baseline | None:
    """Return what was approved of these inputs; None where nothing was, or it cannot be read any more."""
    folder = approved_folder(session)
    if not exists(folder):
        return None
    try:
        return Baseline(read_catalog(str(folder)), "what you approved")
    except InspectorError:
        return None


def approve(session: Session, time: str) -> Baseline:
    """Approve every tool as it is listed now, `time` being now in ISO 8601, and return the new baseline.

    What was approved of servers that could not be listed stays. Raises `FileError` when writing fails.
    """
    folder = approved_folder(session)
    kept = {os.path.abspath(each.path) for each in save_snapshots(session.gathered, str(folder), time=time)}
    configured = {spec.name for spec in session.opened.specs}
    listed = {server.name for server in session.gathered.catalog.servers}
    for path in files_below(folder, ".json"):
        # The file of a server that is no longer configured would be told as removed for ever.
        if os.path.abspath(path) not in kept and not _is_of(path, configured - listed):
            remove(path)
    return Baseline(read_catalog(str(folder)), "what you approved")


def changes_since(session: Session, baseline: Baseline, cases: Sequence[Case] = ()) -> CatalogChanges:
    """Return what changed since `baseline`, through the session's host and tuning, with the ranks of a suite's `cases`.

    A server that is still connecting or failed did not remove its tools.
    """
    past = Inspector(baseline.catalog, session.inputs.overrides, (), session.memory)
    return catalog_changes(
        past.inspect(session.host, session.tuning), session.inspection, cases, not_listed_now(session)
    )


def not_listed_now(session: Session) -> tuple[str, ...]:
    """Return the servers that were not listed, or not to the end, and those still connecting."""
    return (*unlisted(session.reports.values()), *session.connecting)


def _is_of(path: str, servers: set[str]) -> bool:
    try:
        return any(server.name in servers for server in read_catalog(path).servers)
    except InspectorError:
        return False
