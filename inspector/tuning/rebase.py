"""Two sides of one toolset: what the person edited here, and what somebody wrote to the file meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from inspector.tuning.changes import changes, same
from inspector.tuning.document import document
from inspector.tuning.history import EditHistory
from inspector.tuning.model import ToolEdits, Tuning
from inspector.tuning.statements import Path

_OF_THE_FILE = ("servers", "configs", "only", "path", "imported")
"""Fields that are never edited here: the file's always hold."""

_BY_NAME = ("edits", "texts", "exports")


@dataclass(frozen=True, slots=True)
class FileChange:
    """One value that somebody changed in the file: its `place` in words, and whether an unsaved edit says something
    else about the same value (`overruled`), which then holds.
    """

    place: str
    overruled: bool


def rebased(mine: Tuning, base: Tuning, found: Tuning) -> Tuning:
    """Return `found` with everything on top that separates `mine` from `base`; where both changed, `mine` holds."""
    changed: dict[str, Any] = {}
    for field in fields(Tuning):
        ours, old = getattr(mine, field.name), getattr(base, field.name)
        if field.name in _OF_THE_FILE or ours == old:
            continue
        theirs = getattr(found, field.name)
        if field.name == "edits":
            merged = _merged(ours, old, theirs, _edits)
            changed["edits"] = {name: edits for name, edits in merged.items() if not edits.empty}
        elif field.name in _BY_NAME:
            changed[field.name] = _merged(ours, old, theirs, lambda one, _, __: one)
        else:
            changed[field.name] = ours
    frozen: dict[str, Any] = {
        name: MappingProxyType(value) if isinstance(value, dict) else value for name, value in changed.items()
    }
    return replace(found, **frozen)


def rebased_history(history: EditHistory, found: Tuning) -> EditHistory:
    """Return `history` over the toolset `found` on disk, as if every edit had been made to that one.

    What saving would write is thus what is shown. Of another file than the one edited only what it imports holds.
    """
    same_file = found.path == history.on_disk.path

    def renewed(tuning: Tuning) -> Tuning:
        return rebased(tuning, history.on_disk, found) if same_file else replace(tuning, imported=found.imported)

    return EditHistory(
        renewed(history.present),
        renewed(history.on_disk),
        tuple(replace(step, tuning=renewed(step.tuning)) for step in history.past),
        tuple(replace(step, tuning=renewed(step.tuning)) for step in history.future),
    )


def file_changes(mine: Tuning, base: Tuning, found: Tuning) -> tuple[FileChange, ...]:
    """Return which settings and decisions changed in the file from `base` to `found`, and where `mine` holds instead.

    Servers and configurations are left out: they are never edited here.
    """
    own = {change.path: change.value for change in changes(document(base), document(mine))}
    return tuple(
        FileChange(_place(change.path), change.path in own and not same(own[change.path], change.value))
        for change in changes(document(base), document(found))
        if change.path[0] not in _OF_THE_FILE and change.value != {}
    )


def _place(path: Path) -> str:
    return " ".join(path[1:]) if path[0] == "tools" else ".".join(path)


def _merged(
    mine: Mapping[str, Any], base: Mapping[str, Any], found: Mapping[str, Any], both: Callable[..., Any]
) -> dict[str, Any]:
    """Return `found` with the names that differ between `mine` and `base` as `both` decides, or without them."""
    merged = dict(found)
    for name in {**base, **mine}:
        ours, old = mine.get(name), base.get(name)
        if ours == old:
            continue
        settled = both(ours, old, found.get(name))
        if settled is None:
            merged.pop(name, None)
        else:
            merged[name] = settled
    return merged


def _edits(mine: ToolEdits | None, base: ToolEdits | None, found: ToolEdits | None) -> ToolEdits:
    nothing = ToolEdits()
    ours, old, theirs = mine or nothing, base or nothing, found or nothing
    return ToolEdits(
        **{
            field.name: getattr(theirs if getattr(ours, field.name) == getattr(old, field.name) else ours, field.name)
            for field in fields(ToolEdits)
        }
    )
