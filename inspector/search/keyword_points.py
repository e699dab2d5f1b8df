"""Keyword search by fixed points: so much for a word that equals a name part, less for one inside it …

Several agent products rank this way. The rules are a table; what a product's table is, its host module says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from inspector.search.javascript_text import whole_word_pattern
from inspector.search.keyword_column import KeywordColumn
from inspector.search.keyword_document import FieldRule, KeywordDocument
from inspector.search.misses import keyword_miss
from inspector.search.ranking import Contribution, Hit, Miss
from inspector.search.slots import Slots, slots_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class KeywordQuery:
    """The terms to score, in order (a repeated term counts again), and those that must match."""

    terms: tuple[str, ...]
    required: tuple[str, ...] = ()


def parse_keywords(words: Sequence[str]) -> KeywordQuery:
    """Return the query of lower-cased `words`: ``+word`` is required, and required terms score before the others."""
    required = tuple(word[1:] for word in words if word.startswith("+") and len(word) > 1)
    if not required:
        return KeywordQuery(tuple(words))
    optional = tuple(word for word in words if not (word.startswith("+") and len(word) > 1))
    return KeywordQuery(required + optional, required)


class KeywordIndex:
    """Ranks documents for keyword queries; ties keep the order of the documents.

    `rules` maps a document's `scale` to its rules: products score built-in and server tools differently.
    """

    def __init__(
        self,
        rules: Mapping[str, tuple[FieldRule, ...]],
        documents: Slots[KeywordDocument] | Iterable[KeywordDocument],
    ) -> None:
        self.slots = slots_of(documents)
        self._rules = rules
        width = max((len(table) for table in rules.values()), default=0)
        self._columns = [KeywordColumn(column, rules, self.slots) for column in range(width)]

    def updated(self, changes: Mapping[str, KeywordDocument | None]) -> KeywordIndex:
        """Return the index with other documents by key, None for one that is left out: as if it were built anew."""
        new = object.__new__(KeywordIndex)
        new._rules = self._rules
        new.slots, found = self.slots.changed(changes)
        new._columns = [column.updated(found) for column in self._columns]
        return new

    def renamed(self, changes: Mapping[str, KeywordDocument | None]) -> tuple[tuple[int, str | None, str | None], ...]:
        """Return what `changes` do to the names by number: the one that stands there, the one that will."""
        _, found = self.slots.changed(changes)
        return tuple((each.number, _name(each.before), _name(each.after)) for each in found)

    def rank(self, query: KeywordQuery, limit: int | None = None) -> tuple[tuple[Hit, ...], int, tuple[str, ...]]:
        """Return (the first `limit` hits, the number of all matches, the terms that matched no document)."""
        import numpy as np

        matches = {term: self._match(term) for term in dict.fromkeys((*query.terms, *query.required))}
        scores = np.zeros(len(self.slots), dtype=np.int64)
        for term in query.terms:
            scores += matches[term].points
        for term in query.required:
            scores[~matches[term].satisfied] = 0
        found = np.flatnonzero(scores)
        order = found[np.argsort(-scores[found], kind="stable")]
        hits = tuple(
            self._hit(rank, number, score, query)
            for rank, (number, score) in enumerate(
                zip(order[:limit].tolist(), scores[order[:limit]].tolist(), strict=True), start=1
            )
        )
        unmatched = tuple(term for term, match in matches.items() if not match.points.any())
        return hits, len(order), unmatched

    def explain(self, number: int, query: KeywordQuery) -> tuple[Contribution, ...]:
        """Return what every term earned in document `number`, in query order; empty where nothing matched."""
        return tuple(
            Contribution(term, rule.where, points, why)
            for term in query.terms
            for rule, points, why in self._earned(number, term)
        )

    def misses(self, number: int, query: KeywordQuery, outside: Mapping[str, str]) -> tuple[Miss, ...]:
        """Return the terms that earned nothing in document `number`, in query order, each with the reason.

        `outside` are texts of the tool that are not indexed, by where they stand.
        """
        document = self.slots[number]
        rules = self._rules[document.scale]
        texts = {
            rule.where: value if isinstance(value, str) else " ".join(value)
            for rule, value in zip(rules, document.fields, strict=True)
            if rule.kind == "words"
        }
        strings = [
            string
            for rule, value in zip(rules, document.fields, strict=True)
            if rule.kind == "strings"
            for string in ((value,) if isinstance(value, str) else value)
        ]
        return tuple(
            keyword_miss(term, texts, strings, outside)
            for term in dict.fromkeys((*query.terms, *query.required))
            if not any(True for _ in self._earned(number, term))
        )

    def _hit(self, rank: int, number: int, score: int, query: KeywordQuery) -> Hit:
        document = self.slots[number]
        return Hit(rank, document.key, document.name, score, partial(self.explain, number, query))

    def _earned(self, number: int, term: str) -> Iterable[tuple[FieldRule, int, str]]:
        document = self.slots[number]
        matched = False
        for rule, value in zip(self._rules[document.scale], document.fields, strict=True):
            if rule.otherwise and matched:
                continue
            found = _points(rule, value, term)
            if found is not None:
                matched = True
                yield rule, *found

    def _match(self, term: str) -> _Match:
        """Find all documents of a term through the postings: no document without a match is looked at."""
        import numpy as np

        points = np.zeros(len(self.slots), dtype=np.int64)
        satisfied = np.zeros(len(self.slots), dtype=bool)
        for column in self._columns:
            earned = column.points(term)
            earned[column.otherwise & (points > 0)] = 0
            satisfied |= column.required & (earned > 0)
            points += earned
        return _Match(points, satisfied)


@dataclass(frozen=True, slots=True)
class _Match:
    points: NDArray[Any]
    satisfied: NDArray[Any]


def _points(rule: FieldRule, value: Sequence[str] | str, term: str) -> tuple[int, str] | None:
    if rule.kind == "words":
        text = value if isinstance(value, str) else " ".join(value)
        if term in text and whole_word_pattern(term).search(text):
            return rule.equal, f"whole word in the {rule.where}"
        return None
    strings = (value,) if isinstance(value, str) else value
    if rule.equal and term in strings:
        return rule.equal, f"equals a {rule.where}"
    if rule.inside:
        for string in strings:
            if term in string:
                return rule.inside, f"inside the {rule.where} “{string}”"
    return None


def _name(document: KeywordDocument | None) -> str | None:
    return None if document is None else document.name
