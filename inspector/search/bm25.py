"""BM25 over documents made of named fields, with a breakdown by term and field.

Statistics come from ``rank_bm25.BM25Okapi`` (document frequencies, lengths, average length); scores are
summed over postings instead of over all documents, and equal its ``get_scores`` for the same idf. The idf is
``ln(1 + (N - n + 0.5) / (n + 0.5))``, which is never negative (Robertson & Zaragoza 2009, as in Lucene).
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from inspector.search.misses import token_misses
from inspector.search.postings import Counts, TermPostings
from inspector.search.ranking import Contribution, Hit, Miss, Once
from inspector.search.slots import Slots, slots_of

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

_BATCH = 256
"""How many documents are counted at a time: the library keeps a dictionary for each."""


@dataclass(frozen=True, slots=True)
class FieldedDocument:
    """One tool as BM25 sees it: its tokens, field by field. The document is their concatenation."""

    key: str
    name: str
    fields: tuple[tuple[str, tuple[str, ...]], ...]

    def tokens(self) -> list[str]:
        """Return all tokens in field order."""
        return [token for _, tokens in self.fields for token in tokens]


@dataclass(frozen=True, slots=True)
class _Posting:
    """The documents of a term, and what one occurrence of it in the query gives each of them."""

    numbers: NDArray[Any]
    points: NDArray[Any]


@dataclass(frozen=True, slots=True)
class BM25Ranking:
    """The first `hits`, the number of all matches, the terms that no document holds, and whether hits share a score."""

    hits: tuple[Hit, ...] = ()
    total: int = 0
    unmatched: tuple[str, ...] = ()
    tied: bool = False


def never_negative_idf(documents: int, containing: int) -> float:
    """Return ``ln(1 + (N - n + 0.5) / (n + 0.5))`` for a term that `containing` of `documents` documents hold."""
    return math.log(1 + (documents - containing + 0.5) / (containing + 0.5))


class BM25Index:
    """Ranks documents by BM25 (`k1`, `b`); ties keep the order of the documents."""

    def __init__(
        self, documents: Slots[FieldedDocument] | Iterable[FieldedDocument], k1: float = 1.5, b: float = 0.75
    ) -> None:
        self.slots = slots_of(documents)
        self.k1 = k1
        self.b = b
        self.lengths = array("i", bytes(4 * len(self.slots)))
        self._postings = TermPostings(self._counted(self.slots))
        self._weigh_anew()

    def updated(self, changes: Mapping[str, FieldedDocument | None]) -> Self:
        """Return the index with other documents by key, None for one that is left out: as if it were built anew."""
        new = object.__new__(type(self))
        new.k1, new.b = self.k1, self.b
        new.lengths = self.lengths[:]
        new.slots, found = self.slots.changed(changes)
        before = dict(_counts((each.number, each.before) for each in found if each.before is not None))
        after = dict(new._counted((each.number, each.after) for each in found if each.after is not None))
        for each in found:
            if each.after is None:
                new.lengths[each.number] = 0
        none: Counts = {}
        new._postings = self._postings.updated(
            (each.number, before.get(each.number, none), after.get(each.number, none)) for each in found
        )
        new._weigh_anew()
        return new

    def _counted(self, documents: Iterable[tuple[int, FieldedDocument]]) -> Iterator[tuple[int, Counts]]:
        """Yield the counts of every document, and keep its length."""
        for number, counts in _counts(documents):
            self.lengths[number] = sum(counts.values())
            yield number, counts

    def _weigh_anew(self) -> None:
        self._size = sum(document is not None for document in self.slots.documents)
        self.average_length = sum(self.lengths) / self._size if self._size else 0.0
        self._weighed: dict[str, _Posting] = {}

    @property
    def documents(self) -> tuple[FieldedDocument, ...]:
        """The indexed documents, in their order."""
        return tuple(document for _, document in self.slots)

    def idf(self, term: str) -> float:
        """Return the weight of `term`, 0 where no document holds it."""
        containing = len(self._postings.of(term)[0])
        return never_negative_idf(self._size, containing) if containing else 0.0

    def vocabulary(self) -> Mapping[str, float]:
        """Return every indexed term with its idf."""
        return {term: self.idf(term) for term in self._postings}

    def rank(self, terms: Sequence[str], limit: int | None = None) -> tuple[tuple[Hit, ...], int, tuple[str, ...]]:
        """Return (the first `limit` hits, the number of all matches, the terms that no document holds).

        `terms` are the query's tokens; one that occurs twice counts twice.
        """
        ranking = self.ranked(terms, limit)
        return ranking.hits, ranking.total, ranking.unmatched

    def ranked(self, terms: Sequence[str], limit: int | None = None, *, unseen: int = 0) -> BM25Ranking:
        """Return the same as one value, with what is known of ties.

        The first `unseen` documents count in the statistics and are never hits.
        """
        repeats = Counter(terms)
        unmatched = tuple(term for term in repeats if not self._holds(term, unseen))
        if len(unmatched) == len(repeats):
            return BM25Ranking(unmatched=unmatched)
        import numpy as np

        scores = self._scores(terms, repeats)
        scores[:unseen] = 0
        found = np.flatnonzero(scores > 0)
        order = found[np.argsort(-scores[found], kind="stable")]
        shown = order[:limit]
        hits = tuple(self._hit(rank, number, repeats) for rank, number in enumerate(shown.tolist(), start=1))
        return BM25Ranking(hits, len(order), unmatched, tied=len(np.unique(scores[shown])) < len(shown))

    def _holds(self, term: str, unseen: int) -> bool:
        """Return whether a document after the first `unseen` ones holds `term`."""
        numbers, _ = self._postings.of(term)
        return len(numbers) > 0 and bool(numbers[-1] >= unseen)

    def _scores(self, terms: Sequence[str], repeats: Mapping[str, int]) -> NDArray[Any]:
        """Return the score of every document for `terms`, which `repeats` counts."""
        import numpy as np

        scores = np.zeros(len(self.slots))
        for term, times in repeats.items():
            if term in self._postings:
                posting = self._weigh(term)
                # The same operations in the same order as in `explain`, so that equal documents tie exactly.
                scores[posting.numbers] += posting.points * times
        return scores

    def misses(
        self, query: str, key: str, tokens_of: Callable[[str], Sequence[str]], outside: Mapping[str, str] = {}
    ) -> tuple[Miss, ...]:
        """Return the words of `query` (cut at white space) that earn nothing in the document `key`, with reasons.

        `tokens_of` is the analyser that made the documents' tokens; `outside` are texts of the tool that are not
        indexed, by where they stand. Empty where `key` is not indexed.
        """
        document = self.slots.find(key)
        if document is None:
            return ()
        return token_misses(query.split(), tokens_of, document.tokens(), outside)

    def _weigh(self, term: str) -> _Posting:
        """Return the posting of a term with its points, worked out at its first use."""
        known = self._weighed.get(term)
        if known is not None:
            return known
        import numpy as np

        numbers, counts = self._postings.of(term)
        lengths = np.asarray(self.lengths)[numbers]
        return self._weighed.setdefault(term, _Posting(numbers, self._points(self.idf(term), counts, lengths)))

    def _points(self, idf: float, counts: NDArray[Any], lengths: NDArray[Any]) -> NDArray[Any]:
        points: NDArray[Any] = idf * self._saturation(counts, lengths)
        return points

    def _saturation(self, frequency: Any, length: Any) -> Any:
        """Return the term-frequency factor, for one document or an array of them."""
        norm = 1 - self.b + self.b * length / self.average_length
        return frequency * (self.k1 + 1) / (frequency + self.k1 * norm)

    def _hit(self, rank: int, number: int, repeats: Mapping[str, int]) -> Hit:
        document = self.slots[number]
        return Hit.explained_by(rank, document.key, document.name, Once(partial(self.explain, number, repeats)))

    def explain(self, number: int, repeats: Mapping[str, int]) -> tuple[Contribution, ...]:
        """Return what every term earned in document `number`, shared out to its fields by occurrence."""
        document = self.slots[number]
        found: list[Contribution] = []
        for term, times in repeats.items():
            per_field = [(where, tokens.count(term)) for where, tokens in document.fields]
            frequency = sum(count for _, count in per_field)
            if not frequency:
                continue
            idf = self.idf(term)
            points = idf * self._saturation(frequency, self.lengths[number]) * times
            for where, count in per_field:
                if count:
                    why = (
                        f"idf {idf:.3f} × {times} in the query, {count} of {frequency} occurrences, "
                        f"length {self.lengths[number]} against {self.average_length:.1f} on average"
                    )
                    found.append(Contribution(term, where, points * count / frequency, why))
        return tuple(found)


def _counts(documents: Iterable[tuple[int, FieldedDocument]]) -> Iterator[tuple[int, Counts]]:
    """Yield (number, how often each term stands in the document), as ``rank_bm25`` counts."""
    from rank_bm25 import BM25Okapi

    waiting = iter(documents)
    while batch := list(islice(waiting, _BATCH)):
        corpus = [document.tokens() for _, document in batch]
        # BM25Okapi divides by the number of terms: it cannot be built where there are none.
        frequencies = BM25Okapi(corpus).doc_freqs if any(corpus) else [{} for _ in corpus]  # type: ignore[no-untyped-call]
        yield from zip((number for number, _ in batch), frequencies, strict=True)
