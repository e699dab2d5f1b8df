"""Changes to a document as values, and what they make of its plain value."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

Path = tuple[str | int, ...]
"""Keys and places from the root to a value."""


@dataclass(frozen=True, slots=True)
class Put:
    """Set the value at `path`; everything above it but the last objects exists or is made."""

    path: Path
    value: Any


@dataclass(frozen=True, slots=True)
class Append:
    """Add one item at the end of the list at `path`, which exists."""

    path: Path
    value: Any


@dataclass(frozen=True, slots=True)
class Remove:
    """Take away the key at `path`, which exists."""

    path: Path


Edit = Put | Append | Remove


def applied(document: Any, edits: Iterable[Edit]) -> Any:
    """Return a copy of the plain value `document` with `edits` done."""
    result = copy.deepcopy(document)
    for edit in edits:
        holder = result
        above = edit.path if isinstance(edit, Append) else edit.path[:-1]
        for step in above:
            holder = holder.setdefault(step, {}) if isinstance(holder, dict) else holder[step]
        if isinstance(edit, Append):
            holder.append(edit.value)
        elif isinstance(edit, Put):
            holder[edit.path[-1]] = edit.value
        else:
            del holder[edit.path[-1]]
    return result
