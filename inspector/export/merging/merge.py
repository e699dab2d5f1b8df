"""The merge of one exported file into the text of an existing one, whatever its format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from inspector.config.documents import Document, parse_document
from inspector.errors import FileError, UsageError
from inspector.export.merging.edits import Edit, applied
from inspector.export.merging.json_edits import edit_json
from inspector.export.merging.plan import planned
from inspector.export.merging.toml_edits import edit_toml
from inspector.export.merging.yaml_edits import edit_yaml
from inspector.export.protocol import Export, ExportedFile

_EDITORS = {"json": edit_json, "toml": edit_toml, "yaml": edit_yaml}


@dataclass(frozen=True, slots=True)
class Merged:
    """The new `text` of the file, and sentences on what of the export was not brought in."""

    text: str
    notes: tuple[str, ...] = ()


def merge_target(export: Export, path: str) -> ExportedFile:
    """Return the file of `export` that belongs into `path`: the one of that name, else the only one there is.

    Raises `UsageError` when it cannot be told, or the target's file stands alone.
    """
    able = [file for file in export.files if file.merge is not None]
    if not able:
        raise UsageError(f"{export.target}: its files stand alone and go into no other", "write them with -o")
    name = PurePath(path).name
    named = [file for file in able if file.merge is not None and name in (file.name, *file.merge.names)]
    fitting = named or (able if len(able) == 1 else [])
    if not fitting:
        known = ", ".join(file.name for file in able)
        raise UsageError(f"{export.target}: which of its files goes into {path} cannot be told", f"it has {known}")
    return fitting[0]


def merge(existing: str, file: ExportedFile, path: str, *, force: bool = False) -> Merged:
    """Return `existing`, the text of the file at `path`, with `file` brought in.

    Raises `FileError` when `existing` is damaged, when both say different things where only one can be (see
    `plan.planned`; `force` replaces servers that are others), or when the result would not be what was planned.
    """
    if not existing.strip():
        return Merged(file.text)
    if file.merge is None:
        raise UsageError(f"{file.name} stands alone and goes into no other file", "write it with -o")
    old = parse_document(existing, PurePath(path), path)
    new = parse_document(file.text, PurePath(file.name), file.name)
    if old.damage is not None:
        raise old.damage
    if old.format != new.format:
        raise FileError(f"{path} is {old.format.upper()}, but the export is {new.format.upper()}", "name another file")
    plan = planned({} if old.value is None else old.value, new.value, file.merge, force=force)
    if plan.conflicts:
        hint = "nothing was changed; correct the file, or replace its servers with --force"
        raise FileError(f"{path}: {'; '.join(plan.conflicts)}", hint)
    if not plan.edits:
        return Merged(existing, tuple(plan.notes))
    text = _EDITORS[old.format](existing, plan.edits)
    _check(text, old, plan.edits, path)
    return Merged(text, tuple(plan.notes))


def _check(text: str, old: Document, edits: Sequence[Edit], path: str) -> None:
    """Raise `FileError` unless `text` says exactly what the file said, with the edits done."""
    wanted = applied({} if old.value is None else old.value, edits)
    try:
        found: Any = parse_document(text, PurePath(path), path)
        same = found.damage is None and found.value == wanted
    except FileError:
        same = False
    if not same:
        raise FileError(
            f"{path} is written in a way that cannot be changed safely", "nothing was changed; write a file with -o"
        )
