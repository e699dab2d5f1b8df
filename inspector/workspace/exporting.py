"""Exporting an inspection, and writing what was exported without losing what was there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from inspector.catalog import Catalog
from inspector.errors import FileError
from inspector.export import Export, ExportRequest, exporter
from inspector.export.forms import check_form
from inspector.export.merging import shown_diff
from inspector.export.proxy_entry import PROXIES, refuse_client
from inspector.storage import exists, read_text, write_atomic
from inspector.tuning.model import Tuning
from inspector.workspace.connecting import Gathered
from inspector.workspace.imported_edits import settled
from inspector.workspace.imported_toolbox import imported_toolbox
from inspector.workspace.inspection import Inspection
from inspector.workspace.opening import Opened
from inspector.workspace.reporting import report
from inspector.workspace.session import Session


def export(
    target: str,
    opened: Opened,
    gathered: Gathered,
    *,
    form: str = "",
    client: str = "",
    inspection: Inspection | None = None,
) -> Export:
    """Return the export for `target`; raise `UsageError` for an unknown target or when nothing can be exported.

    `form` is one of the target's forms, `client` a client that is to use the exported proxy; `inspection` is what
    reports tell of.
    """
    check_asked(target, form=form, client=client)
    found = exporter(target)
    told = report(inspection) if inspection is not None and target.startswith("report-") else None
    return found.render(replace(export_request(opened, gathered), form=form, client=client, report=told))


def check_asked(target: str, *, form: str = "", client: str = "") -> None:
    """Raise `UsageError` for an unknown target, a form it does not have, or a client where it is no proxy."""
    found = exporter(target)
    asked = ExportRequest(Catalog(), Tuning(), (), form=form, client=client)
    check_form(asked, found)
    refuse_client(asked, target, PROXIES)


def export_request(opened: Opened, gathered: Gathered) -> ExportRequest:
    """Return what is exported of `opened`: the catalog, the tuning with what was imported, and the servers."""
    unlisted = tuple(report.name for report in gathered.reports if report.listing is None)
    tuning = settled(opened.tuning, gathered.catalog)
    toolbox = imported_toolbox(opened.specs)
    return ExportRequest(gathered.catalog, tuning, opened.specs, unlisted, toolbox=toolbox)


def export_session(target: str, session: Session, *, form: str = "", client: str = "") -> Export:
    """Return the export for `target` of what a session shows, its unsaved edits included; see `export`."""
    opened = replace(session.opened, tuning=session.tuning)
    return export(target, opened, session.gathered, form=form, client=client, inspection=session.inspection)


def changes(path: str, text: str) -> str:
    """Return the unified diff that writing `text` to `path` would make, secrets masked; a new file is all added."""
    if exists(path) and not Path(path).is_file():
        raise FileError(f"cannot write {path}: it is a folder or a device, not a file", "name a file")
    return shown_diff(read_text(path) if exists(path) else "", text, path)


def write(path: str, text: str) -> Path | None:
    """Write `text` to `path` in one step, and return where the earlier content was kept, if there was any."""
    return write_atomic(path, text)
