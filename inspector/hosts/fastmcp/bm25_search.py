"""BM25SearchTransform: Okapi BM25 with a never-negative idf over Unicode words of two characters or more."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from inspector.hosts.fastmcp.searched_text import SearchedTool, failure_notes
from inspector.search import Hit, Miss, Ranking
from inspector.search.bm25 import BM25Index, FieldedDocument
from inspector.search.misses import token_misses

K1, B, SHORTEST = 1.5, 0.75, 2
_WORDS = re.compile(rf"[^\W_]{{{SHORTEST},}}")
_PLACES = ("name", "description", "search words", "parameters", "parameter descriptions")


class LibraryBM25(BM25Index):
    """BM25 summed in the library's own order of operations, so that ties between unlike tools break alike."""

    def rank(self, terms: Sequence[str], limit: int | None = None) -> tuple[tuple[Hit, ...], int, tuple[str, ...]]:
        """See `BM25Index.rank`: every occurrence of a term in the query is added where it stands."""
        repeats = Counter(terms)
        unmatched = tuple(term for term in repeats if term not in self._postings)
        if len(unmatched) == len(repeats):
            return (), 0, unmatched
        import numpy as np

        scores = np.zeros(len(self.documents))
        for term in terms:
            if term in self._postings:
                posting = self._weigh(term)
                scores[posting.numbers] += posting.points
        found = np.flatnonzero(scores > 0)
        order = found[np.argsort(-scores[found], kind="stable")]
        hits = tuple(self._hit(rank, int(number), repeats) for rank, number in enumerate(order[:limit], start=1))
        return hits, len(order), unmatched

    def _weigh(self, term: str) -> Any:
        posting = super()._weigh(term)
        import numpy as np

        counts = np.array(self._postings[term][1])
        norm = 1 - self.b + self.b * np.asarray(self.lengths)[posting.numbers] / self.average_length
        return replace(posting, points=self.idf(term) * (counts * (self.k1 + 1)) / (counts + self.k1 * norm))


class BM25Search:
    """Search over the tools that are not pinned; ties keep catalog order."""

    def __init__(self, tools: Sequence[SearchedTool]) -> None:
        self._tools = {each.tool.id: each for each in tools}
        self.bm25 = LibraryBM25([_document(each) for each in tools], K1, B)
        self._notes = failure_notes(tools)
        self._tokens = {document.key: document for document in self.bm25.documents}

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the ranking."""
        hits, total, unmatched = self.bm25.rank(tokenise(query), limit)
        return Ranking(query, hits, unmatched, total=total, notes=self._notes)

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """See `SearchIndex.misses`: a term is a token, so ``create_issue`` is two."""
        tool = self._tools.get(key)
        if tool is None:
            return ()
        held = self._tokens[key].tokens()
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
        tokens[where] += tokenise(text)
    return FieldedDocument(each.tool.id, each.name, tuple((where, tuple(found)) for where, found in tokens.items()))
