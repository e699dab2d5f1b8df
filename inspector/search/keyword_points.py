"""Keyword search by fixed points: so much for a word that equals a name part, less for one inside it …

Several agent products rank this way. The rules are a table; what a product's table is, its host module says.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from inspector.search.javascript_text import ascii_words, is_ascii_word, whole_word_pattern
from inspector.search.misses import keyword_miss
from inspector.search.ranking import Contribution, Hit, Miss, total_points


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
        self._strings: list[dict[str, array[int]]] = [{} for _ in range(width)]
        self._words: list[dict[str, array[int]]] = [{} for _ in range(width)]
        self._texts: list[dict[int, str]] = [{} for _ in range(width)]
        for number, document in enumerate(self.documents):
            for column, (rule, value) in enumerate(zip(rules[document.scale], document.fields, strict=True)):
                if rule.kind == "words":
                    text = value if isinstance(value, str) else " ".join(value)
                    self._texts[column][number] = text
                    _post(self._words[column], set(ascii_words(text)), number)
                else:
                    _post(self._strings[column], {value} if isinstance(value, str) else set(value), number)

    def rank(self, query: KeywordQuery, limit: int | None = None) -> tuple[tuple[Hit, ...], int, tuple[str, ...]]:
        """Return (the first `limit` hits, the number of all matches, the terms that matched no document)."""
        matches = {term: self._match(term) for term in dict.fromkeys((*query.terms, *query.required))}
        scores: dict[int, int] = {}
        for term in query.terms:
            for number, points in matches[term].points.items():
                scores[number] = scores.get(number, 0) + points
        for term in query.required:
            satisfied = matches[term].satisfied
            scores = {number: score for number, score in scores.items() if number in satisfied}
        order = sorted((number for number, score in scores.items() if score > 0), key=lambda n: (-scores[n], n))
        hits = tuple(self._hit(rank, number, query) for rank, number in enumerate(order[:limit], start=1))
        unmatched = tuple(term for term, match in matches.items() if not match.points)
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

    def _hit(self, rank: int, number: int, query: KeywordQuery) -> Hit:
        document = self.documents[number]
        contributions = self.explain(number, query)
        return Hit(rank, document.key, document.name, total_points(contributions), contributions)

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
        points: dict[int, int] = {}
        satisfied: set[int] = set()
        for column in range(len(self._strings)):
            earned: dict[int, int] = {}
            for text, numbers in self._strings[column].items():
                if term not in text:
                    continue
                equal = text == term
                for number in numbers:
                    rule = self._rules[self.documents[number].scale][column]
                    value = rule.equal if equal else rule.inside
                    if value > earned.get(number, 0):
                        earned[number] = value
            for number in self._word_matches(column, term):
                earned[number] = self._rules[self.documents[number].scale][column].equal
            new: dict[int, int] = {}
            for number, value in earned.items():
                rule = self._rules[self.documents[number].scale][column]
                if rule.otherwise and number in points:
                    continue
                new[number] = value
                if rule.required:
                    satisfied.add(number)
            for number, value in new.items():
                points[number] = points.get(number, 0) + value
        return _Match(points, satisfied)

    def _word_matches(self, column: int, term: str) -> Iterable[int]:
        if is_ascii_word(term):
            return self._words[column].get(term, ())
        pattern = whole_word_pattern(term)
        return [number for number, text in self._texts[column].items() if term in text and pattern.search(text)]


@dataclass(frozen=True, slots=True)
class _Match:
    points: Mapping[int, int]
    satisfied: set[int]


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


def _post(postings: dict[str, array[int]], values: Iterable[str], number: int) -> None:
    for value in values:
        postings.setdefault(value, array("I")).append(number)
