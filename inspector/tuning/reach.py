"""Which tools a tuning's entries speak for, and which ones an edit of them is about."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.catalog import Catalog
from inspector.tuning.model import Tuning


def edited_tools(tuning: Tuning, catalog: Catalog) -> frozenset[str]:
    """Return the ids of all tools about which `tuning` says anything: by name, by ``server/*``, or imported."""
    found = _spoken_for(tuning.edits, catalog)
    for place in tuning.imported:
        found.update(catalog.below.get(place, ()))
    return frozenset(found)


def tools_edited_between(before: Tuning, after: Tuning, catalog: Catalog) -> frozenset[str]:
    """Return the ids of all tools about which the edits of two tunings may say something else."""
    if before.edits is after.edits:
        return frozenset()
    keys = before.edits.keys() | after.edits.keys()
    return frozenset(_spoken_for((key for key in keys if before.edits.get(key) != after.edits.get(key)), catalog))


def _spoken_for(keys: Iterable[str], catalog: Catalog) -> set[str]:
    found: set[str] = set()
    for key in keys:
        found.add(key)
        if key.endswith("/*"):
            found.update(catalog.below.get(key[:-2], ()))
    return found & catalog.by_id.keys()
