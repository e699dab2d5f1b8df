"""The index of mcpproxy-go as bleve keeps it: postings of the searched fields, names, norms."""

from __future__ import annotations

import math
import re
import struct
from array import array
from bisect import bisect_left
from collections.abc import Sequence

from inspector.hosts.mcpproxy_go.clauses import Postings
from inspector.hosts.mcpproxy_go.documents import IndexedTool

_NO_TERMS: tuple[()] = ()


class ToolIndex:
    """Documents in order of their ids ``server:tool``; a second document of an id replaces the first."""

    def __init__(self, documents: Sequence[IndexedTool]) -> None:
        by_id = {document.name: document for document in documents}
        self.documents = tuple(by_id[name] for name in sorted(by_id))
        self.number_of = {document.key: number for number, document in enumerate(self.documents)}
        self._text: dict[str, tuple[array[int], array[int]]] = {}
        # What ``_all`` counts beyond twice the body and once the words of the names, by term and document.
        self._beyond: dict[str, dict[int, int]] = {}
        text_lengths, all_lengths = [], []
        for number, document in enumerate(self.documents):
            text_length, all_length = self._add(number, document)
            text_lengths.append(text_length)
            all_lengths.append(all_length)
        self._text_norms = _norms(text_lengths)
        self._all_norms = _norms(all_lengths)
        self._one = (1.0,) * len(self.documents)
        self._tool_names: dict[str, list[int]] = {}
        self._full_names: dict[str, list[int]] = {}
        for number, document in enumerate(self.documents):
            self._tool_names.setdefault(document.tool_name, []).append(number)
            self._full_names.setdefault(document.full_name, []).append(number)
        self._sorted_names = sorted(self._tool_names)

    def _add(self, number: int, document: IndexedTool) -> tuple[int, int]:
        counts = dict(document.body)
        for term, times in document.name_words.items():
            counts[term] = counts.get(term, 0) + times
        postings = self._text
        for term, times in counts.items():
            entry = postings.get(term)
            if entry is None:
                entry = postings[term] = (array("I"), array("I"))
            entry[0].append(number)
            entry[1].append(times)
        keywords = document.keywords()
        for part, sign in ((document.name_words, -1), (keywords, 1), (document.extra, 1)):
            for term, times in part.items():
                beyond = self._beyond.setdefault(term, {})
                beyond[number] = beyond.get(number, 0) + sign * times
        text_length = sum(counts.values())
        body_length = sum(document.body.values())
        return text_length, text_length + body_length + 3 + sum(document.extra.values())

    def in_text(self, term: str) -> Postings:
        """Return the postings of a word in ``searchable_text``."""
        numbers, frequencies = self._text.get(term, (_NO_TERMS, _NO_TERMS))
        return Postings(numbers, frequencies, self._text_norms, len(self.documents))

    def in_all(self, term: str) -> Postings:
        """Return the postings of a word in ``_all``: every field's words, the searchable text's once more."""
        numbers, frequencies = self._text.get(term, (_NO_TERMS, _NO_TERMS))
        doubled = [2 * times for times in frequencies]
        beyond = self._beyond.get(term)
        if not beyond:
            return Postings(numbers, doubled, self._all_norms, len(self.documents))
        merged = dict(zip(numbers, doubled, strict=True))
        for number, times in beyond.items():
            merged[number] = merged.get(number, 0) + times
        return Postings(tuple(merged), tuple(merged.values()), self._all_norms, len(self.documents))

    def tool_name(self, name: str) -> Postings:
        """Return the postings of a tool name, compared whole and with its case."""
        return self._of_names(self._tool_names.get(name, ()))

    def full_name(self, name: str) -> Postings:
        """Return the postings of a full name, compared whole and with its case."""
        return self._of_names(self._full_names.get(name, ()))

    def _of_names(self, numbers: Sequence[int]) -> Postings:
        return Postings(numbers, (1,) * len(numbers), self._one, len(self.documents))

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
        return {*document.body, *document.name_words, *document.extra, *document.keywords()}


def _norms(lengths: Sequence[int]) -> array[float]:
    """Return ``1 / √length`` of every document, rounded to the 32-bit numbers that bleve keeps."""
    kept = struct.Struct("f")
    known = {length: kept.unpack(kept.pack(1 / math.sqrt(length) if length else 0.0))[0] for length in set(lengths)}
    return array("d", [known[length] for length in lengths])
