"""Which documents hold a term, and how often: compact, and changed without touching what others hold."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

Counts = Mapping[str, int]
"""How often each term stands in one document."""


class TermPostings:
    """Postings by term, immutable: `updated` gives new ones that share everything but the terms of the change.

    All terms stand in two arrays one after the other; the terms that changed since stand beside them.
    """

    def __init__(self, counts: Iterable[tuple[int, Counts]]) -> None:
        """Take (document number, counts) pairs in ascending order of numbers."""
        import numpy as np

        ids: dict[str, int] = {}
        terms, frequencies, numbers, sizes = array("i"), array("i"), array("i"), array("i")
        for number, held in counts:
            terms.extend([ids.setdefault(term, len(ids)) for term in held])
            frequencies.extend(held.values())
            numbers.append(number)
            sizes.append(len(held))
        term_ids = np.frombuffer(terms, dtype=np.int32) if terms else np.zeros(0, dtype=np.int32)
        order = np.argsort(term_ids, kind="stable")
        self._ids: Mapping[str, int] = ids
        self._starts = np.concatenate(([0], np.cumsum(np.bincount(term_ids, minlength=len(ids)))))
        self._numbers = np.repeat(np.array(numbers, dtype=np.int32), np.array(sizes, dtype=np.int32))[order]
        self._frequencies = np.array(frequencies, dtype=np.int32)[order]
        self._changed: dict[str, tuple[NDArray[Any], NDArray[Any]]] = {}

    def __contains__(self, term: str) -> bool:
        own = self._changed.get(term)
        return term in self._ids if own is None else bool(len(own[0]))

    def __iter__(self) -> Iterator[str]:
        """Yield every term that a document holds."""
        gone = {term for term, (numbers, _) in self._changed.items() if not len(numbers)}
        yield from (term for term in self._ids if term not in gone) if gone else self._ids
        yield from (term for term in self._changed if term not in self._ids and term not in gone)

    def of(self, term: str) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return (ascending document numbers, frequencies) of `term`: two arrays, empty where none holds it."""
        own = self._changed.get(term)
        if own is not None:
            return own
        at = self._ids.get(term)
        if at is None:
            return self._numbers[:0], self._frequencies[:0]
        place = slice(self._starts[at], self._starts[at + 1])
        return self._numbers[place], self._frequencies[place]

    def holding_any(self, ids: NDArray[Any], part: str) -> NDArray[Any]:
        """Return the numbers of all documents that hold a term with `part` in it, in no order and with repeats.

        `ids` are the places of such terms in the order of `__iter__`, when these postings were built anew; what was
        `updated` since is looked through here.
        """
        import numpy as np

        own = [numbers for term, (numbers, _) in self._changed.items() if part in term]
        if self._changed:
            stale = [self._ids[term] for term in self._changed if term in self._ids]
            ids = ids[np.isin(ids, stale, invert=True)]
        starts = self._starts[ids]
        sizes = self._starts[ids + 1] - starts
        # Where each run begins in the result, taken off its place in the array of all terms.
        shifts = np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)
        return np.concatenate([self._numbers[shifts + np.arange(len(shifts))], *own])

    def updated(self, changes: Iterable[tuple[int, Counts, Counts]]) -> TermPostings:
        """Return the postings after documents changed: their number, what they held and what they hold now."""
        new = object.__new__(TermPostings)
        new._ids, new._starts = self._ids, self._starts
        new._numbers, new._frequencies = self._numbers, self._frequencies
        new._changed = dict(self._changed)
        for number, before, after in changes:
            for term in before.keys() | after.keys():
                if before.get(term, 0) != after.get(term, 0):
                    new._changed[term] = _with_frequency(*new.of(term), number, after.get(term, 0))
        return new


def _with_frequency(
    numbers: NDArray[Any], frequencies: NDArray[Any], number: int, frequency: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    import numpy as np

    at = int(np.searchsorted(numbers, number))
    if at < len(numbers) and numbers[at] == number:
        if frequency:
            frequencies = frequencies.copy()
            frequencies[at] = frequency
            return numbers, frequencies
        return np.delete(numbers, at), np.delete(frequencies, at)
    return np.insert(numbers, at, number), np.insert(frequencies, at, frequency)
