"""Codex's tool search: BM25 over one text a tool (measured: all recorded queries, ties apart)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from inspector.catalog import Tool
from inspector.hosts.codex.naming import function_name, namespace
from inspector.search import Miss, Ranking
from inspector.search.bm25 import BM25Index, FieldedDocument
from inspector.search.english import english_tokens

K1, B = 1.2, 0.75
_OF_THE_SERVER = ("server name", "server instructions")


class CodexSearch:
    """Search over deferred tools. Equal scores come in random order in the client; here they keep catalog order."""

    def __init__(self, bm25: BM25Index, outside: Callable[[str], Mapping[str, str]]) -> None:
        """Search in `bm25`; `outside` gives a tool's texts that are not indexed, by where they stand."""
        self._outside = outside
        self.bm25 = bm25

    def updated(self, changes: Mapping[str, FieldedDocument | None]) -> CodexSearch:
        """Return the search with other documents by tool id, None for a tool that is left out."""
        return CodexSearch(self.bm25.updated(changes), self._outside)

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the ranking, with a note where hits share a score."""
        found = self.bm25.ranked(english_tokens(query), limit)
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
    fields = (
        ("full name", f"{namespace(tool.server)}{function_name(tool)}"),
        ("function name", function_name(tool)),
        ("tool name", tool.name),
        ("server name", tool.server),
        ("title", tool.title),
        ("description", description),
        ("server instructions", instructions),
        ("parameters", parameters),
    )
    return FieldedDocument(
        tool.id,
        name,
        tuple(
            (field, _repeated(text) if field in _OF_THE_SERVER else tuple(english_tokens(text)))
            for field, text in fields
        ),
    )


@lru_cache(maxsize=512)
def _repeated(text: str) -> tuple[str, ...]:
    """A server's name and instructions stand in the document of every tool it has."""
    return tuple(english_tokens(text))


def unsearched(tool: Tool) -> dict[str, str]:
    """Return the texts of a tool that the client does not index, by where they stand."""
    return {"in the parameters; of these this host searches only the names at the top level": tool.schema_json}


def builtin_document(name: str) -> FieldedDocument:
    """Return what the index holds of a built-in: its name only, since its search text is not known."""
    return FieldedDocument(f"built-in/{name}", name, (("function name", tuple(english_tokens(name))),))
