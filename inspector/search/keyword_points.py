"""Keyword search by fixed points: so much for a word that equals a name part, less for one inside it …

Several agent products rank this way. The rules are a table; what a product's table is, its host module says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from inspector.search.javascript_text import ascii_words, is_ascii_word, whole_word_pattern
from inspector.search.misses import keyword_miss
from inspector.search.ranking import Contribution, Hit, Miss

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class FieldRule:
    """How one field of a document earns points for a term.

    `kind` ``strings``: the field holds strings; a term that equals one earns `equal`, one that is inside
    any earns `inside`. `kind` ``words``: the field is a text; a term that stands in it as a whole word
    (ASCII ``\\b``) earns `equal`. With `otherwise` the field counts only if no earlier field matched the
    term; with `required` a match here satisfies a ``+term``.
    """

    where: str
    kind: Literal["strings", "words"]
    equal: int
    inside: int = 0
    otherwise: bool = False
    required: bool = True


@dataclass(frozen=True, slots=True)
class KeywordDocument:
    """One tool as the index sees it: a value per rule (strings, or a lower-cased text). `scale` names the rule set."""

    key: str
    name: str
    fields: tuple[Sequence[str] | str, ...]
    scale: str = ""


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

    def __init__(self, rules: Mapping[str, tuple[FieldRule, ...]], documents: Sequence[KeywordDocument]) -> None:
        self.documents = tuple(documents)
        self._rules = rules
        width = max((len(table) for table in rules.values()), default=0)
        self._columns = [_Column(column, rules, self.documents) for column in range(width)]

    def rank(self, query: KeywordQuery, limit: int | None = None) -> tuple[tuple[Hit, ...], int, tuple[str, ...]]:
        """Return (the first `limit` hits, the number of all matches, the terms that matched no document)."""
        import numpy as np

        matches = {term: self._match(term) for term in dict.fromkeys((*query.terms, *query.required))}
        scores = np.zeros(len(self.documents), dtype=np.int64)
        for term in query.terms:
            scores += matches[term].points
        for term in query.required:
            scores[~matches[term].satisfied] = 0
        found = np.flatnonzero(scores)
        order = found[np.argsort(-scores[found], kind="stable")]
        hits = tuple(
            self._hit(rank, int(number), int(scores[number]), query)
            for rank, number in enumerate(order[:limit], start=1)
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
        document = self.documents[number]
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
        document = self.documents[number]
        return Hit(rank, document.key, document.name, score, partial(self.explain, number, query))

    def _earned(self, number: int, term: str) -> Iterable[tuple[FieldRule, int, str]]:
        document = self.documents[number]
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

        points = np.zeros(len(self.documents), dtype=np.int64)
        satisfied = np.zeros(len(self.documents), dtype=bool)
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


class _Column:
    """One field of all documents: the distinct strings and words in it, where each stands, and what they earn."""

    def __init__(
        self, at: int, tables: Mapping[str, tuple[FieldRule, ...]], documents: Sequence[KeywordDocument]
    ) -> None:
        import numpy as np

        rules = [tables[document.scale][at] for document in documents]
        self._equal = np.array([rule.equal for rule in rules], dtype=np.int64)
        self._inside = np.array([rule.inside for rule in rules], dtype=np.int64)
        self.otherwise = np.array([rule.otherwise for rule in rules], dtype=bool)
        self.required = np.array([rule.required for rule in rules], dtype=bool)
        self._words: dict[str, list[int]] = {}
        self._texts: dict[int, str] = {}
        strings: dict[str, list[int]] = {}
        for number, (document, rule) in enumerate(zip(documents, rules, strict=True)):
            value = document.fields[at]
            if rule.kind == "words":
                text = value if isinstance(value, str) else " ".join(value)
                self._texts[number] = text
                for word in set(ascii_words(text)):
                    self._words.setdefault(word, []).append(number)
            else:
                for string in {value} if isinstance(value, str) else set(value):
                    strings.setdefault(string, []).append(number)
        self._exact = strings
        self._holders = list(strings.values())
        # All strings one after the other: one scan finds a term in any of them. No term holds a line break.
        self._joined = "\n".join(strings)
        self._starts = np.cumsum([0, *(len(string) + 1 for string in strings)])

    def points(self, term: str) -> NDArray[Any]:
        """Return what `term` earns every document in this field."""
        import numpy as np

        earned = np.zeros(len(self._equal), dtype=np.int64)
        at = [found.start() for found in re.finditer(re.escape(term), self._joined)] if self._holders else []
        if at:
            strings = np.unique(np.searchsorted(self._starts, at, side="right")) - 1
            numbers = np.array([number for string in strings for number in self._holders[string]])
            earned[numbers] = self._inside[numbers]
            equal = self._exact.get(term, [])
            earned[equal] = np.where(self._equal[equal] > 0, self._equal[equal], earned[equal])
        words = self._word_matches(term)
        if words:
            earned[words] = self._equal[words]
        return earned

    def _word_matches(self, term: str) -> list[int]:
        if is_ascii_word(term):
            return self._words.get(term, [])
        pattern = whole_word_pattern(term)
        return [number for number, text in self._texts.items() if term in text and pattern.search(text)]


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
