"""Bringing an export into an existing file: prepared first, written only if the file is still what it was."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from inspector.errors import FileError
from inspector.export import Export
from inspector.export.merging import merge, merge_target, shown_diff
from inspector.storage import exists, read_text, write_atomic


@dataclass(frozen=True, slots=True)
class PreparedMerge:
    """What merging would do to the file at `path`: its `difference` (secrets masked) and `notes` on what stays.

    `before` is None where there is no file yet. Texts stay out of `repr`: they may hold the person's secrets.
    """

    path: str
    before: str | None = field(repr=False)
    after: str = field(repr=False)
    difference: str
    notes: tuple[str, ...] = ()


def prepare_merge(export: Export, path: str, *, force: bool = False) -> PreparedMerge:
    """Return the merge of the fitting file of `export` into the one at `path`; nothing is written.

    Raises `UsageError` when no file of the export fits, `FileError` when the file cannot be read or contradicts.
    """
    file = merge_target(export, path)
    before = _content(path)
    merged = merge(before or "", file, path, force=force)
    return PreparedMerge(path, before, merged.text, shown_diff(before or "", merged.text, path), merged.notes)


def write_merge(prepared: PreparedMerge) -> Path | None:
    """Write a prepared merge in one step and return where the earlier content was kept, if there was any.

    Raises `FileError`, with nothing written, when the file is no longer what it was when the merge was prepared.
    """
    if _content(prepared.path) != prepared.before:
        raise FileError(
            f"cannot write {prepared.path}: it was changed meanwhile", "nothing was written; run the command again"
        )
    return write_atomic(prepared.path, prepared.after)


def _content(path: str) -> str | None:
    if not exists(path):
        return None
    if not Path(path).is_file():
        raise FileError(f"cannot write {path}: it is a folder or a device, not a file", "name a file")
    return read_text(path)
