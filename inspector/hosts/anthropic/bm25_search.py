"""The BM25 search tool, approximated: its k1, b, words and order of ties are not published.

The documented fields are searched with rank_bm25's defaults (1.5, 0.75) and the idf that is never negative.
"""

from __future__ import annotations

from collections.abc import Mapping

from inspector.hosts.anthropic.editions import Edition
from inspector.hosts.anthropic.indexed_texts import IndexedTool
from inspector.hosts.anthropic.pattern_matching import SearchError, check_length
from inspector.hosts.anthropic.regex_search import check_limit
from inspector.search import Miss, Ranking
from inspector.search.bm25 import BM25Index, FieldedDocument
from inspector.search.name_parts import tokenise
from inspector.search.slots import Slots, mapped_changes


class BM25Search:
    """Search over the deferred tools by words; ties keep catalog order."""

    def __init__(self, edition: Edition, tools: Slots[IndexedTool], bm25: BM25Index) -> None:
        self._edition = edition
        self._tools = tools
        self.bm25 = bm25

    @classmethod
    def of(cls, edition: Edition, tools: Slots[IndexedTool]) -> BM25Search:
        """Index `tools`."""
        documents = tools.mapped(_document)
        return cls(edition, tools, BM25Index(documents))

    def updated(self, changes: Mapping[str, IndexedTool | None]) -> BM25Search:
        """Return the search with other tools by id, None for one that is left out."""
        documents = mapped_changes(changes, _document)
        return BM25Search(self._edition, self._tools.changed(changes)[0], self.bm25.updated(documents))

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the ranking; a query over the documented 500 characters finds nothing, its error in the notes."""
        check_limit(self._edition, limit)
        try:
            check_length(self._edition, query)
        except SearchError as error:
            return Ranking(query, (), notes={"error": str(error)})
        hits, total, unmatched = self.bm25.rank(tokenise(query), limit)
        return Ranking(query, hits, unmatched, total=total)

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """See `SearchIndex.misses`."""
        tool = self._tools.find(key)
        return () if tool is None else self.bm25.misses(query, key, tokenise, tool.outside())


def _document(each: IndexedTool) -> FieldedDocument:
    fields = tuple((where, tuple(word for text in texts for word in tokenise(text))) for where, texts in each.fields)
    return FieldedDocument(each.tool.id, each.name, fields)
