"""BM25 over documents made of named fields, with a breakdown by term and field.

Statistics come from ``rank_bm25.BM25Okapi`` (document frequencies, lengths, average length); scores are
summed over postings instead of over all documents, and equal its ``get_scores`` for the same idf. The idf is
``ln(1 + (N - n + 0.5) / (n + 0.5))``, which is never negative (Robertson & Zaragoza 2009, as in Lucene).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inspector.search.misses import token_misses
from inspector.search.ranking import Contribution, Hit, Miss, total_points

if TYPE_CHECKING:
    from numpy.typing import NDArray


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


def never_negative_idf(documents: int, containing: int) -> float:
    """Return ``ln(1 + (N - n + 0.5) / (n + 0.5))`` for a term that `containing` of `documents` documents hold."""
    return math.log(1 + (documents - containing + 0.5) / (containing + 0.5))


class BM25Index:
    """Ranks documents by BM25 (`k1`, `b`); ties keep the order of the documents."""

    def __init__(self, documents: Sequence[FieldedDocument], k1: float = 1.5, b: float = 0.75) -> None:
        self.documents = tuple(documents)
        self.k1 = k1
        self.b = b
        self.lengths: Sequence[int] = ()
        self.average_length = 0.0
        self._by_key = {document.key: document for document in self.documents}
        self._postings: dict[str, tuple[list[int], list[int]]] = {}
        self._weighed: dict[str, _Posting] = {}
        corpus = [document.tokens() for document in self.documents]
        # BM25Okapi divides by the number of documents and of terms: it cannot be built where there are none.
        if any(corpus):
            from rank_bm25 import BM25Okapi

            statistics = BM25Okapi(corpus, k1=k1, b=b)  # type: ignore[no-untyped-call]
            self.lengths = statistics.doc_len
            self.average_length = statistics.avgdl
            for number, counts in enumerate(statistics.doc_freqs):
                for term, frequency in counts.items():
                    numbers, frequencies = self._postings.setdefault(term, ([], []))
                    numbers.append(number)
                    frequencies.append(frequency)

    def idf(self, term: str) -> float:
        """Return the weight of `term`, 0 where no document holds it."""
        posting = self._postings.get(term)
        return never_negative_idf(len(self.documents), len(posting[0])) if posting else 0.0

    def vocabulary(self) -> Mapping[str, float]:
        """Return every indexed term with its idf."""
        return {term: self.idf(term) for term in self._postings}

    def rank(self, terms: Sequence[str], limit: int | None = None) -> tuple[tuple[Hit, ...], int, tuple[str, ...]]:
        """Return (the first `limit` hits, the number of all matches, the terms that no document holds).

        `terms` are the query's tokens; one that occurs twice counts twice.
        """
        repeats = Counter(terms)
        known = [(term, times) for term, times in repeats.items() if term in self._postings]
        unmatched = tuple(term for term in repeats if term not in self._postings)
        if not known:
            return (), 0, unmatched
        import numpy as np

        scores = np.zeros(len(self.documents))
        for term, times in known:
            posting = self._weigh(term)
            # The same operations in the same order as in `explain`, so that equal documents tie exactly.
            scores[posting.numbers] += posting.points * times
        found = np.flatnonzero(scores > 0)
        order = found[np.argsort(-scores[found], kind="stable")]
        hits = tuple(self._hit(rank, int(number), repeats) for rank, number in enumerate(order[:limit], start=1))
        return hits, len(order), unmatched

    def misses(
        self, query: str, key: str, tokens_of: Callable[[str], Sequence[str]], outside: Mapping[str, str] = {}
    ) -> tuple[Miss, ...]:
        """Return the words of `query` (cut at white space) that earn nothing in the document `key`, with reasons.

        `tokens_of` is the analyser that made the documents' tokens; `outside` are texts of the tool that are not
        indexed, by where they stand. Empty where `key` is not indexed.
        """
        document = self._by_key.get(key)
        if document is None:
            return ()
        return token_misses(query.split(), tokens_of, document.tokens(), outside)

    def _weigh(self, term: str) -> _Posting:
        """Return the posting of a term with its points, worked out at its first use."""
        known = self._weighed.get(term)
        if known is not None:
            return known
        import numpy as np

        numbers, counts = (np.array(values) for values in self._postings[term])
        lengths = np.asarray(self.lengths)[numbers]
        points = self.idf(term) * self._saturation(counts, lengths)
        return self._weighed.setdefault(term, _Posting(numbers, points))

    def _saturation(self, frequency: Any, length: Any) -> Any:
        """Return the term-frequency factor, for one document or an array of them."""
        norm = 1 - self.b + self.b * length / self.average_length
        return frequency * (self.k1 + 1) / (frequency + self.k1 * norm)

    def _hit(self, rank: int, number: int, repeats: Mapping[str, int]) -> Hit:
        document = self.documents[number]
        contributions = self.explain(number, repeats)
        return Hit(rank, document.key, document.name, total_points(contributions), contributions)

    def explain(self, number: int, repeats: Mapping[str, int]) -> tuple[Contribution, ...]:
        """Return what every term earned in document `number`, shared out to its fields by occurrence."""
        document = self.documents[number]
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
