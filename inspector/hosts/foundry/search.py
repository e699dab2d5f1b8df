"""Foundry toolbox search: BM25 over name, description, parameters and additional search text.

The service's own k1, b, tokeniser and order of ties are not published: rank_bm25's defaults (1.5, 0.75) and
the never-negative idf stand in for them, so every score is an approximation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.catalog import Tool
from inspector.errors import UsageError
from inspector.search import Miss, Ranking
from inspector.search.bm25 import BM25Index, FieldedDocument
from inspector.search.name_parts import split_identifier, tokenise

DEFAULT_LIMIT = 5
MAXIMUM_LIMIT = 10
_DEPTH = 8


class FoundrySearch:
    """Search over the toolbox's unpinned tools; ties keep catalog order."""

    def __init__(self, bm25: BM25Index) -> None:
        self.bm25 = bm25

    def updated(self, changes: Mapping[str, FieldedDocument | None]) -> FoundrySearch:
        """Return the search with other documents by tool id, None for a tool that is left out."""
        return FoundrySearch(self.bm25.updated(changes))

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the ranking; a `limit` above the documented maximum of 10 is refused with `UsageError`."""
        check_limit(limit)
        hits, total, unmatched = self.bm25.rank(tokenise(query), limit)
        return Ranking(query, hits, unmatched, total=total)

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """See `SearchIndex.misses`."""
        return self.bm25.misses(query, key, tokenise)


def check_limit(limit: int | None) -> None:
    """Raise `UsageError` where `limit` is more than the service takes."""
    if limit is not None and limit > MAXIMUM_LIMIT:
        raise UsageError(
            f"limit {limit} is more than Foundry's tool_search takes: its documented maximum is {MAXIMUM_LIMIT}",
            f"give a limit from 1 to {MAXIMUM_LIMIT}; the default is {DEFAULT_LIMIT}",
        )


def document(tool: Tool, name: str, words: str) -> FieldedDocument:
    """Return what the index holds of a tool, field by field; `words` is its additional search text."""
    parameters = tuple(_parameter_tokens(tool.input_schema, 0))
    fields = (
        ("name", split_identifier(tool.name)),
        ("description", tuple(tokenise(tool.description))),
        ("parameters", parameters),
        ("search words", tuple(tokenise(words))),
    )
    return FieldedDocument(tool.id, name, fields)


def _parameter_tokens(schema: Any, depth: int) -> Iterator[str]:
    if not isinstance(schema, Mapping) or depth > _DEPTH:
        return
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        for name, value in properties.items():
            yield from split_identifier(str(name))
            if isinstance(value, Mapping):
                description = value.get("description")
                yield from tokenise(description) if isinstance(description, str) else ()
            yield from _parameter_tokens(value, depth + 1)
    yield from _parameter_tokens(schema.get("items"), depth + 1)
