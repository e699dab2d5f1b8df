"""Exporting an inspection, and writing what was exported without losing what was there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from inspector.errors import FileError
from inspector.export import Export, ExportRequest, exporter
from inspector.storage import diff, exists, read_text, write_atomic
from inspector.workspace.connecting import Gathered
from inspector.workspace.imported_edits import settled
from inspector.workspace.opening import Opened
from inspector.workspace.session import Session


def export(target: str, opened: Opened, gathered: Gathered) -> Export:
    """Return the export for `target`; raise `UsageError` for an unknown target or when nothing can be exported."""
    unlisted = tuple(report.name for report in gathered.reports if report.listing is None)
    tuning = settled(opened.tuning, gathered.catalog)
    return exporter(target).render(ExportRequest(gathered.catalog, tuning, opened.specs, unlisted))


def export_session(target: str, session: Session) -> Export:
    """Return the export for `target` of what a session shows, its unsaved edits included."""
    return export(target, replace(session.opened, tuning=session.tuning), session.gathered)


def changes(path: str, text: str) -> str:
    """Return the unified diff that writing `text` to `path` would make; for a new file all lines are added."""
    if exists(path) and not Path(path).is_file():
        raise FileError(f"cannot write {path}: it is a folder or a device, not a file", "name a file")
    return diff(read_text(path) if exists(path) else "", text, path)


def write(path: str, text: str) -> Path | None:
    """Write `text` to `path` in one step, and return where the earlier content was kept, if there was any."""
    return write_atomic(path, text)
