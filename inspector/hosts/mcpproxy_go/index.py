"""The index of mcpproxy-go as bleve keeps it: postings of the searched fields, names, norms."""

from __future__ import annotations

import math
import re
import struct
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy

from inspector.hosts.mcpproxy_go.clauses import Postings
from inspector.hosts.mcpproxy_go.documents import IndexedTool
from inspector.search.postings import TermPostings
from inspector.search.slots import Slots


class ToolIndex:
    """Documents in order of their ids ``server:tool``; places without one are tools whose id another one has."""

    def __init__(self, documents: Slots[IndexedTool]) -> None:
        self.documents = documents
        size = len(documents)
        self._text_lengths, self._all_lengths = array("I", bytes(4 * size)), array("I", bytes(4 * size))
        # What ``_all`` counts beyond twice the body and once the words of the names, by term and document.
        self._beyond: dict[str, dict[int, int]] = {}
        self._text = TermPostings((number, self._add(number, document)) for number, document in documents)
        self._take_norms()
        self._one = (1.0,) * size
        self._tool_names: dict[str, list[int]] = {}
        self._full_names: dict[str, list[int]] = {}
        for number, document in documents:
            self._tool_names.setdefault(document.tool_name, []).append(number)
            self._full_names.setdefault(document.full_name, []).append(number)
        self._sorted_names = sorted(self._tool_names)
        self.size = sum(document is not None for document in documents.documents)

    def updated(self, changes: Mapping[str, IndexedTool | None]) -> ToolIndex:
        """Return the index after search words changed or tools were hidden: neither changes a name."""
        new = copy(self)
        new.documents, found = self.documents.changed(changes)
        other = [
            (each.number, each.before, each.after)
            for each in found
            if each.before is not None and each.after is not None and each.before.words != each.after.words
        ]
        if other:
            new._text_lengths, new._all_lengths = self._text_lengths[:], self._all_lengths[:]
            counts = [(number, _text_of(before), _text_of(after)) for number, before, after in other]
            for (number, _, after), (_, _, held) in zip(other, counts, strict=True):
                new._measure(number, after, held)
            new._text = self._text.updated(counts)
            new._take_norms()
        return new

    def _add(self, number: int, document: IndexedTool) -> Mapping[str, int]:
        """Keep what does not depend on search words, and return what the searchable text counts."""
        counts = _text_of(document)
        for part, sign in ((document.name_words(), -1), (document.keywords(), 1), (document.extra(), 1)):
            for term, times in part.items():
                beyond = self._beyond.setdefault(term, {})
                beyond[number] = beyond.get(number, 0) + sign * times
        self._measure(number, document, counts)
        return counts

    def _measure(self, number: int, document: IndexedTool, counts: Mapping[str, int]) -> None:
        in_text = sum(counts.values())
        in_body = in_text - sum(document.name_words().values())
        self._text_lengths[number] = in_text
        self._all_lengths[number] = in_text + in_body + 3 + sum(document.extra().values())

    def _take_norms(self) -> None:
        self._text_norms, self._all_norms = _norms(self._text_lengths), _norms(self._all_lengths)

    def in_text(self, term: str) -> Postings:
        """Return the postings of a word in ``searchable_text``."""
        numbers, frequencies = (values.tolist() for values in self._text.of(term))
        return Postings(numbers, frequencies, self._text_norms, self.size)

    def in_all(self, term: str) -> Postings:
        """Return the postings of a word in ``_all``: every field's words, the searchable text's once more."""
        numbers, frequencies = (values.tolist() for values in self._text.of(term))
        doubled = [2 * times for times in frequencies]
        beyond = self._beyond.get(term)
        if not beyond:
            return Postings(numbers, doubled, self._all_norms, self.size)
        merged = dict(zip(numbers, doubled, strict=True))
        for number, times in beyond.items():
            merged[number] = merged.get(number, 0) + times
        return Postings(tuple(merged), tuple(merged.values()), self._all_norms, self.size)

    def tool_name(self, name: str) -> Postings:
        """Return the postings of a tool name, compared whole and with its case."""
        return self._of_names(self._tool_names.get(name, ()))

    def full_name(self, name: str) -> Postings:
        """Return the postings of a full name, compared whole and with its case."""
        return self._of_names(self._full_names.get(name, ()))

    def _of_names(self, numbers: Sequence[int]) -> Postings:
        return Postings(numbers, (1,) * len(numbers), self._one, self.size)

    def names_starting_with(self, prefix: str) -> list[str]:
        """Return the different tool names that begin with `prefix`, sorted."""
        start = bisect_left(self._sorted_names, prefix)
        found = []
        for name in self._sorted_names[start:]:
            if not name.startswith(prefix):
                break
            found.append(name)
        return found

    def names_like(self, wildcard: str) -> list[str]:
        """Return the different tool names that a pattern matches: ``*`` is any text, ``?`` one character."""
        pattern = re.compile("".join({"*": ".*", "?": "."}.get(sign) or re.escape(sign) for sign in wildcard))
        return [name for name in self._sorted_names if pattern.fullmatch(name)]

    def tokens(self, number: int) -> set[str]:
        """Return every term that a match on ``_all`` or the searchable text can find in a document."""
        document = self.documents[number]
        return {*document.body(), *document.name_words(), *document.extra(), *document.keywords()}


def _norms(lengths: Sequence[int]) -> array[float]:
    """Return ``1 / √length`` of every document, rounded to the 32-bit numbers that bleve keeps."""
    kept = struct.Struct("f")
    known = {length: kept.unpack(kept.pack(1 / math.sqrt(length) if length else 0.0))[0] for length in set(lengths)}
    return array("d", [known[length] for length in lengths])


def _text_of(document: IndexedTool) -> Counter[str]:
    """Return how often each word stands in ``searchable_text``: names, description and parameters."""
    counts = document.body()
    counts.update(document.name_words())
    return counts
