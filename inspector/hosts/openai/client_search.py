"""Client-executed search: the program's own. Here BM25 over name, description and parameters, as ours would rank."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.catalog import Tool
from inspector.search import Miss, Ranking
from inspector.search.bm25 import BM25Index, FieldedDocument
from inspector.search.name_parts import tokenise


class ClientSearch:
    """Search over the functions left out of the request; ties keep catalog order."""

    def __init__(self, bm25: BM25Index) -> None:
        self.bm25 = bm25

    def updated(self, changes: Mapping[str, FieldedDocument | None]) -> ClientSearch:
        """Return the search with other documents by tool id, None for a tool that is left out."""
        return ClientSearch(self.bm25.updated(changes))

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the ranking."""
        hits, total, unmatched = self.bm25.rank(tokenise(query), limit)
        return Ranking(query, hits, unmatched, total=total)

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """See `SearchIndex.misses`."""
        return self.bm25.misses(query, key, tokenise)


def document(tool: Tool, name: str, words: str) -> FieldedDocument:
    """Return what the index holds of a tool called `name` (``namespace.function``), field by field.

    A program's own index can hold additional search `words`, which the model never sees.
    """
    schema = tool.input_schema
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    arguments = properties if isinstance(properties, Mapping) else {}
    described = [value.get("description") for value in arguments.values() if isinstance(value, Mapping)]
    parameters = [*map(str, arguments), *(text for text in described if isinstance(text, str))]
    fields = (
        ("name", tuple(tokenise(name))),
        ("description", tuple(tokenise(tool.description))),
        ("parameters", tuple(word for text in parameters for word in tokenise(text))),
        ("search words", tuple(tokenise(words))),
    )
    return FieldedDocument(tool.id, name, fields)
