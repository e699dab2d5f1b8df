"""What separates two documents of plain tables, as single values to write or to remove."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.tuning.statements import Path


@dataclass(frozen=True, slots=True)
class Change:
    """One value to write at `path`, or to remove it where `value` is None (TOML has no null)."""

    path: Path
    value: Any


def changes(old: Mapping[str, Any], new: Mapping[str, Any], path: Path = ()) -> list[Change]:
    """Return what turns the tables `old` into `new`; removals come first."""
    removed: list[Change] = []
    written: list[Change] = []
    for name in [*old, *(name for name in new if name not in old)]:
        here = (*path, name)
        before, after = old.get(name), new.get(name)
        if same(before, after):
            continue
        if after is None and path:
            removed.append(Change(here, None))
        elif isinstance(before, Mapping) and isinstance(after, Mapping | None):
            # A whole section is never removed at once: the file may hold entries that `old` does not know.
            inner = changes(before, after or {}, here)
            removed += [change for change in inner if change.value is None]
            written += [change for change in inner if change.value is not None]
            if path and not after:
                written.append(Change(here, {}))
        elif after is None:
            removed.append(Change(here, None))
        else:
            if before is not None and (_has_tables(before) or isinstance(after, Mapping)):
                removed.append(Change(here, None))
            written += changes({}, after, here) if isinstance(after, Mapping) and after else [Change(here, after)]
    return removed + written


def _has_tables(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and any(map(_has_tables, value)))


def same(one: Any, other: Any) -> bool:
    """Return whether two TOML values are equal, their types included."""
    # 1 == 1.0 == True in Python, but not in TOML.
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and (bool(one == other) or (one != one and other != other))


def applied(content: dict[str, Any], wanted: Iterable[Change]) -> dict[str, Any]:
    """Make the `wanted` changes in `content` itself and return it."""
    for change in wanted:
        _apply(content, change)
    return content


def _apply(content: dict[str, Any], change: Change) -> None:
    *parents, last = change.path
    for name in parents:
        if change.value is None and not isinstance(content.get(name), dict):
            return
        content = content.setdefault(name, {})
    if change.value is None:
        content.pop(last, None)
    elif change.value == {}:
        content.setdefault(last, {})
    else:
        content[last] = change.value
