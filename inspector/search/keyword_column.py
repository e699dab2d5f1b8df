"""One field of all documents of a keyword index: the distinct strings and words in it, and what they earn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any

from inspector.search.javascript_text import ascii_words, is_ascii_word, whole_word_pattern
from inspector.search.joined_strings import JoinedStrings
from inspector.search.keyword_document import FieldRule, KeywordDocument
from inspector.search.postings import Counts, TermPostings
from inspector.search.slots import Change, Slots

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NOTHING: Counts = {}


class KeywordColumn:
    """The field at one place of the rules. Immutable: `updated` gives another one that shares what did not change."""

    def __init__(self, at: int, tables: Mapping[str, tuple[FieldRule, ...]], documents: Slots[KeywordDocument]) -> None:
        import numpy as np

        self._at, self._tables = at, tables
        rules = [None if document is None else self._rule(document) for document in documents.documents]
        self._equal = np.array([rule.equal if rule else 0 for rule in rules], dtype=np.int64)
        self._inside = np.array([rule.inside if rule else 0 for rule in rules], dtype=np.int64)
        self.otherwise = np.array([rule is not None and rule.otherwise for rule in rules], dtype=bool)
        self.required = np.array([rule is not None and rule.required for rule in rules], dtype=bool)
        self._texts = {number: text for number, each in documents if (text := self._text(each)) is not None}
        self._words = TermPostings((number, _words_of(text)) for number, text in self._texts.items())
        self._exact = TermPostings((number, self._strings_of(document)) for number, document in documents)
        self._parts = JoinedStrings(self._exact)

    def updated(self, changes: Iterable[Change[KeywordDocument]]) -> KeywordColumn:
        """Return the column after `changes`."""
        new = copy(self)
        texts: dict[int, str] = {}
        words: list[tuple[int, Counts, Counts]] = []
        strings: list[tuple[int, Counts, Counts]] = []
        for change in changes:
            before, after = change.before, change.after
            old, text = (None if each is None else self._text(each) for each in (before, after))
            if old != text:
                words.append((change.number, _words_of(old), _words_of(text)))
                texts = dict(self._texts) if len(words) == 1 else texts
                texts.pop(change.number, None)
                if text is not None:
                    texts[change.number] = text
            held, holds = (_NOTHING if each is None else self._strings_of(each) for each in (before, after))
            if held != holds:
                strings.append((change.number, held, holds))
            rule = None if after is None else self._rule(after)
            if rule != (None if before is None else self._rule(before)):
                new._take_rule(change.number, rule)
        if words:
            new._words = self._words.updated(words)
            new._texts = texts
        if strings:
            # What is in one of the strings that changed, the postings say themselves.
            new._exact = self._exact.updated(strings)
        return new

    def points(self, term: str) -> NDArray[Any]:
        """Return what `term` earns every document in this field."""
        import numpy as np

        earned = np.zeros(len(self._equal), dtype=np.int64)
        numbers = self._exact.holding_any(self._parts.holding(term), term)
        if len(numbers):
            earned[numbers] = self._inside[numbers]
            equal = self._exact.of(term)[0]
            earned[equal] = np.where(self._equal[equal] > 0, self._equal[equal], earned[equal])
        words = self._word_matches(term)
        if len(words):
            earned[words] = self._equal[words]
        return earned

    def _take_rule(self, number: int, rule: FieldRule | None) -> None:
        for name, value in (
            ("_equal", rule.equal if rule else 0),
            ("_inside", rule.inside if rule else 0),
            ("otherwise", rule is not None and rule.otherwise),
            ("required", rule is not None and rule.required),
        ):
            values = getattr(self, name).copy()
            values[number] = value
            setattr(self, name, values)

    def _rule(self, document: KeywordDocument) -> FieldRule:
        return self._tables[document.scale][self._at]

    def _text(self, document: KeywordDocument) -> str | None:
        if self._rule(document).kind != "words":
            return None
        value = document.fields[self._at]
        return value if isinstance(value, str) else " ".join(value)

    def _strings_of(self, document: KeywordDocument) -> Counts:
        if self._rule(document).kind != "strings":
            return _NOTHING
        value = document.fields[self._at]
        return dict.fromkeys((value,) if isinstance(value, str) else value, 1)

    def _word_matches(self, term: str) -> Any:
        if is_ascii_word(term):
            return self._words.of(term)[0]
        pattern = whole_word_pattern(term)
        return [number for number, text in self._texts.items() if term in text and pattern.search(text)]


def _words_of(text: str | None) -> Counts:
    return _NOTHING if text is None else dict.fromkeys(ascii_words(text), 1)
