"""BM25SearchTransform: Okapi BM25 with a never-negative idf over Unicode words of two characters or more."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from sys import intern
from typing import TYPE_CHECKING, Any

from inspector.hosts.fastmcp.searched_text import Failures, SearchedTool
from inspector.search import Miss, Ranking
from inspector.search.bm25 import BM25Index, FieldedDocument
from inspector.search.misses import token_misses
from inspector.search.slots import Slots, mapped_changes

if TYPE_CHECKING:
    from numpy.typing import NDArray

K1, B, SHORTEST = 1.5, 0.75, 2
_WORDS = re.compile(rf"[^\W_]{{{SHORTEST},}}")
_PLACES = ("name", "description", "search words", "parameters", "parameter descriptions")


class LibraryBM25(BM25Index):
    """BM25 summed in the library's own order of operations, so that ties between unlike tools break alike."""

    def _scores(self, terms: Sequence[str], repeats: Mapping[str, int]) -> NDArray[Any]:
        # Every occurrence of a term in the query is added where it stands.
        import numpy as np

        scores = np.zeros(len(self.slots))
        for term in terms:
            if term in self._postings:
                posting = self._weigh(term)
                scores[posting.numbers] += posting.points
        return scores

    def _points(self, idf: float, counts: NDArray[Any], lengths: NDArray[Any]) -> NDArray[Any]:
        norm = 1 - self.b + self.b * lengths / self.average_length
        points: NDArray[Any] = idf * (counts * (self.k1 + 1)) / (counts + self.k1 * norm)
        return points


class BM25Search:
    """Search over the tools that are not pinned; ties keep catalog order."""

    def __init__(self, tools: Slots[SearchedTool], bm25: LibraryBM25, failures: Failures) -> None:
        self._tools = tools
        self.bm25 = bm25
        self._failures = failures

    @classmethod
    def of(cls, tools: Slots[SearchedTool]) -> BM25Search:
        """Index `tools`."""
        documents = tools.mapped(_document)
        return cls(tools, LibraryBM25(documents, K1, B), Failures.of(tools))

    def updated(self, changes: Mapping[str, SearchedTool | None]) -> BM25Search:
        """Return the search with other tools by id, None for one that is left out."""
        tools, found = self._tools.changed(changes)
        documents = mapped_changes(changes, _document)
        return BM25Search(tools, self.bm25.updated(documents), self._failures.updated(found))

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the ranking."""
        hits, total, unmatched = self.bm25.rank(tokenise(query), limit)
        return Ranking(query, hits, unmatched, total=total, notes=self._failures.notes())

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """See `SearchIndex.misses`: a term is a token, so ``create_issue`` is two."""
        tool, document = self._tools.find(key), self.bm25.slots.find(key)
        if tool is None or document is None:
            return ()
        held = document.tokens()
        found: dict[str, Miss] = {}
        for word in query.split():
            tokens = tokenise(word)
            missed = token_misses(tokens, tokenise, held, tool.outside()) if tokens else (_dropped(word),)
            for miss in missed:
                found.setdefault(miss.term, miss)
        return tuple(found.values())


def tokenise(text: str) -> list[str]:
    """Return the case-folded runs of letters and digits in `text` (NFKC) that have at least two characters."""
    if text.isascii():
        return _WORDS.findall(text.lower())
    return _WORDS.findall(unicodedata.normalize("NFKC", text).casefold())


def _dropped(word: str) -> Miss:
    if any(character.isalnum() for character in word):
        return Miss(word, f"dropped: this host takes no word shorter than {SHORTEST} characters")
    return Miss(word, "dropped: it has neither letters nor digits")


def _document(each: SearchedTool) -> FieldedDocument:
    tokens: dict[str, list[str]] = {where: [] for where in _PLACES}
    for where, text in each.pieces():
        # The same words stand in thousands of tools.
        tokens[where] += map(intern, tokenise(text))
    return FieldedDocument(each.tool.id, each.name, tuple((where, tuple(found)) for where, found in tokens.items()))
