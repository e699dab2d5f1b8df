"""What somebody else wrote to the toolset's file while it is open here, and taking it over beneath unsaved edits."""

from __future__ import annotations

from dataclasses import replace

from inspector.storage import exists
from inspector.tuning.load import read_tuning
from inspector.tuning.rebase import FileChange, file_changes, rebased_history
from inspector.workspace.session import Session


def with_file_as_it_is(session: Session) -> tuple[Session, tuple[FileChange, ...]]:
    """Return the session over the toolset's file as it stands now, and what had changed there; edits stay.

    Servers stay as they were read: reading those again means connecting again. Raises `FileError` when the file
    cannot be read or is no toolset; a file that is gone has changed nothing.
    """
    path = session.history.on_disk.path
    if path is None or not exists(path):
        return session, ()
    found = replace(read_tuning(path).tuning, imported=session.history.on_disk.imported)
    if found == session.history.on_disk:
        return session, ()
    after = replace(session, history=rebased_history(session.history, found))
    after.__dict__["gathered"] = session.gathered
    return after, changes_on_disk(session, after)


def changes_on_disk(before: Session, after: Session) -> tuple[FileChange, ...]:
    """Return what somebody else changed in the toolset's file, `after` being `before` read again."""
    if before.history.on_disk.path != after.history.on_disk.path:
        return ()
    return file_changes(before.history.present, before.history.on_disk, after.history.on_disk)
