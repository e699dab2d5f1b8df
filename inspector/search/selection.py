"""Loading tools by name: ``select:a,b`` and queries that consist of names only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from inspector.search.javascript_text import split_on_space_or_comma, trim

# As JavaScript reads /^select:(.+)$/i: ASCII case only, and no kind of line break inside.
_SELECT = re.compile("select:([^\\n\\r\u2028\u2029]+)\\Z", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class NameLookup:
    """Finds names exactly, else without regard to case (the first in order wins). Holds ascending positions."""

    exact: Mapping[str, tuple[int, ...]]
    folded: Mapping[str, tuple[int, ...]]

    @classmethod
    def of(cls, names: Iterable[str]) -> NameLookup:
        """Return the lookup over `names`, positions counted from 0."""
        return cls.at(enumerate(names))

    @classmethod
    def at(cls, names: Iterable[tuple[int, str]]) -> NameLookup:
        """Return the lookup over (position, name) pairs in ascending order."""
        exact: dict[str, tuple[int, ...]] = {}
        folded: dict[str, tuple[int, ...]] = {}
        for number, name in names:
            for places, key in ((exact, name), (folded, name.lower())):
                places[key] = (*places.get(key, ()), number)
        return cls(exact, folded)

    def updated(self, changes: Iterable[tuple[int, str | None, str | None]]) -> NameLookup:
        """Return the lookup after changes: a position, the name that stood there and the one that stands there now."""
        changed = [each for each in changes if each[1] != each[2]]
        if not changed:
            return self
        exact, folded = dict(self.exact), dict(self.folded)
        for number, before, after in changed:
            for places, old, new in (
                (exact, before, after),
                (folded, before and before.lower(), after and after.lower()),
            ):
                if old is not None:
                    places[old] = tuple(place for place in places[old] if place != number)
                if new is not None:
                    places[new] = tuple(sorted((*places.get(new, ()), number)))
        return NameLookup(exact, folded)

    def find(self, name: str) -> int | None:
        """Return the position of `name`, or None."""
        found = next(iter(self.exact.get(name, ())), None)
        return self.find_folded(name.lower()) if found is None else found

    def find_folded(self, lowered: str) -> int | None:
        """Return the position of the first name that is `lowered` in lower case, or None."""
        return next(iter(self.folded.get(lowered, ())), None)


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
