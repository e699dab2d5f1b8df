"""Codex's tool search: BM25 over one text a tool.

Measured on 0.171.0: every answer to the recorded queries and to queries over ten published servers, ties apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from inspector.catalog import Tool
from inspector.hosts.codex.naming import split_name
from inspector.search import Miss, Ranking
from inspector.search.bm25 import BM25Index, FieldedDocument
from inspector.search.english import english_tokens

K1, B = 1.2, 0.75
_OF_THE_SERVER = ("server name", "server instructions")


class CodexSearch:
    """Search over deferred tools. Equal scores come in random order in the client; here they keep catalog order."""

    def __init__(self, bm25: BM25Index, outside: Callable[[str], Mapping[str, str]], unseen: int = 0) -> None:
        """Search in `bm25`; `outside` gives a tool's texts that are not indexed, by where they stand.

        The first `unseen` documents are the client's own tools, which are not to be shown.
        """
        self._outside = outside
        self._unseen = unseen
        self.bm25 = bm25

    def updated(self, changes: Mapping[str, FieldedDocument | None]) -> CodexSearch:
        """Return the search with other documents by tool id, None for a tool that is left out."""
        return CodexSearch(self.bm25.updated(changes), self._outside, self._unseen)

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the ranking, with a note where hits share a score."""
        found = self.bm25.ranked(english_tokens(query), limit, unseen=self._unseen)
        notes = {"ties": "equal scores come in random order in this client"} if found.tied else {}
        return Ranking(query, found.hits, found.unmatched, total=found.total, notes=notes)

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """See `SearchIndex.misses`."""
        return self.bm25.misses(query, key, english_tokens, self._outside(key))


def tool_document(tool: Tool, name: str, words: str, instructions: str) -> FieldedDocument:
    """Return what the index holds of a tool, field by field.

    `words` have no place of their own in this client: they are counted as part of the description, where a
    person would have to put them.
    """
    properties = tool.input_schema.get("properties") if isinstance(tool.input_schema, Mapping) else None
    parameters = " ".join(sorted(properties)) if isinstance(properties, Mapping) else ""
    description = f"{tool.description} {words}" if words else tool.description
    own, function = split_name(tool, name)
    fields = (
        ("full name", f"{own}{function}"),
        ("function name", function),
        ("tool name", tool.name),
        ("server name", tool.server),
        ("title", _title(tool)),
        ("description", description),
        ("server instructions", instructions),
        ("parameters", parameters),
    )
    found: list[tuple[str, tuple[str, ...]]] = []
    foreign = False
    for field, text in fields:
        # The fields are one text to the client: what stands in one is before the next.
        tokens = _repeated(text, foreign) if field in _OF_THE_SERVER else english_tokens(text, foreign_before=foreign)
        found.append((field, tuple(tokens)))
        foreign = foreign or not text.isascii()
    return FieldedDocument(tool.id, name, tuple(found))


def _title(tool: Tool) -> str:
    """Return the tool's own title: the one among its annotations is not read."""
    title = tool.raw.get("title")
    return title if isinstance(title, str) else ""


@lru_cache(maxsize=512)
def _repeated(text: str, foreign_before: bool) -> tuple[str, ...]:
    """A server's name and instructions stand in the document of every tool it has."""
    return tuple(english_tokens(text, foreign_before=foreign_before))


def unsearched(tool: Tool) -> dict[str, str]:
    """Return the texts of a tool that the client does not index, by where they stand."""
    annotated = tool.annotations.get("title")
    return {
        "in the title among its annotations, which this host does not search": annotated
        if isinstance(annotated, str)
        else "",
        "in the parameters; of these this host searches only the names at the top level": tool.schema_json,
    }
