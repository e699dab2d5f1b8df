"""Loading tools by name: ``select:a,b`` and queries that consist of names only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.search.javascript_text import split_on_space_or_comma, trim

# As JavaScript reads /^select:(.+)$/i: ASCII case only, and no kind of line break inside.
_SELECT = re.compile("select:([^\\n\\r\u2028\u2029]+)\\Z", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class NameLookup:
    """Finds names exactly, else without regard to case (the first in order wins)."""

    exact: Mapping[str, int]
    folded: Mapping[str, int]

    @classmethod
    def of(cls, names: Sequence[str]) -> NameLookup:
        """Return the lookup over `names`, positions counted from 0."""
        folded: dict[str, int] = {}
        for number, name in enumerate(names):
            folded.setdefault(name.lower(), number)
        return cls({name: number for number, name in reversed(list(enumerate(names)))}, folded)

    def find(self, name: str) -> int | None:
        """Return the position of `name`, or None."""
        found = self.exact.get(name)
        return self.folded.get(name.lower()) if found is None else found


@dataclass(frozen=True, slots=True)
class Selection:
    """The positions that a name query loads, in the order asked for and without repeats, and unknown names."""

    numbers: tuple[int, ...]
    missing: tuple[str, ...]


def explicit_selection(query: str, lookup: NameLookup) -> Selection | None:
    """Return what ``select:name,name`` asks for, or None when `query` is not of that form."""
    match = _SELECT.match(trim(query))
    if match is None:
        return None
    names = [name for name in (trim(piece) for piece in match.group(1).split(",")) if name]
    return _select(names, lookup)


def implicit_selection(query: str, lookup: NameLookup) -> Selection | None:
    """Return the tools of a query whose every word (cut at white space and commas) is a name, else None."""
    names = split_on_space_or_comma(trim(query))
    if not names:
        return None
    selection = _select(names, lookup)
    return None if selection.missing else selection


def _select(names: Sequence[str], lookup: NameLookup) -> Selection:
    numbers: dict[int, None] = {}
    missing: list[str] = []
    for name in names:
        found = lookup.find(name)
        if found is None:
            missing.append(name)
        else:
            numbers[found] = None
    return Selection(tuple(numbers), tuple(missing))
