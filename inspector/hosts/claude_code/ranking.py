"""Claude Code's tool search, measured: all 160 recorded queries come out in full order on both releases."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from inspector.catalog import Tool, utf16_cut
from inspector.catalog.meta_keys import SEARCH_HINT
from inspector.hosts.claude_code.definitions import sent_description
from inspector.hosts.claude_code.releases import Release
from inspector.hosts.claude_code.sanitised import sanitised
from inspector.search import Hit, Miss, Ranking
from inspector.search.javascript_text import split_on_space, trim
from inspector.search.keyword_document import FieldRule, KeywordDocument
from inspector.search.keyword_points import KeywordIndex, parse_keywords
from inspector.search.selection import NameLookup, explicit_selection
from inspector.search.slots import Slots

_PREFIX = "mcp__"
_CUTS = re.compile(r"[_.\s]+")

Outside = Callable[[str], Mapping[str, str]]

# Points per term, measured. A required term may be inside a part, or a whole word of hint or description.
RULES = (
    FieldRule("name part", "strings", 12, 6),
    FieldRule("name", "strings", 12, 4, required=False),
    FieldRule("search hint", "words", 4),
    FieldRule("description", "words", 2),
)


class ClaudeCodeSearch:
    """Search over deferred tools; ties come in name order, as the client collates names."""

    def __init__(self, keywords: KeywordIndex, lookup: NameLookup, outside: Outside) -> None:
        self._keywords = keywords
        self._lookup = lookup
        self._outside = outside

    @classmethod
    def of(cls, documents: Slots[KeywordDocument], outside: Outside) -> ClaudeCodeSearch:
        """Index `documents`; `outside` gives a tool's texts that are not indexed, by where they stand."""
        lookup = NameLookup.at((number, document.name) for number, document in documents)
        return cls(KeywordIndex({"": RULES}, documents), lookup, outside)

    def updated(self, changes: Mapping[str, KeywordDocument | None]) -> ClaudeCodeSearch:
        """Return the search with other documents by tool id, None for a tool that is left out."""
        keywords, names = self._keywords.updated(changes), self._keywords.renamed(changes)
        return ClaudeCodeSearch(keywords, self._lookup.updated(names), self._outside)

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the ranking: exact names first, then a name prefix, then keywords."""
        selection = explicit_selection(query, self._lookup)
        if selection is not None:
            hits = self._unscored(selection.numbers)
            return Ranking(query, hits, missing=selection.missing, mode="select", total=len(hits))
        text = trim(query).lower()
        if not text:
            return Ranking(query, ())
        exact = self._lookup.find_folded(text)
        if exact is not None:
            return Ranking(query, self._unscored([exact]), mode="exact name", total=1)
        if text.startswith(_PREFIX) and len(text) > len(_PREFIX):
            found = [n for n, document in self._keywords.slots if document.name.lower().startswith(text)]
            if found:
                return Ranking(query, self._unscored(found[:limit]), mode="prefix", total=len(found))
        hits, total, unmatched = self._keywords.rank(parse_keywords(split_on_space(text)), limit)
        return Ranking(query, hits, unmatched, total=total)

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """See `SearchIndex.misses`."""
        text = trim(query).lower()
        number = self._keywords.slots.number_of(key)
        if number is None or explicit_selection(query, self._lookup) is not None:
            return ()
        return self._keywords.misses(number, parse_keywords(split_on_space(text)), self._outside(key))

    def _unscored(self, numbers: Sequence[int]) -> tuple[Hit, ...]:
        found = (self._keywords.slots[number] for number in numbers)
        return tuple(Hit(rank, document.key, document.name, None) for rank, document in enumerate(found, start=1))


def tool_document(release: Release, tool: Tool, name: str, words: str) -> KeywordDocument:
    """Return what the index holds of a tool: parts and names from the original server and tool names.

    `words` stand where ``_meta["anthropic/searchHint"]`` stands. Parameters are not indexed.
    """
    tool = sanitised(tool)
    hint = tool.meta.get(SEARCH_HINT)
    hints = " ".join(text for text in (hint if isinstance(hint, str) else "", words) if text)
    description = utf16_cut(sent_description(release, tool), release.description_limit)
    return _document(tool.id, name, (tool.server, tool.name), hints, description)


def unsearched(release: Release, tool: Tool) -> dict[str, str]:
    """Return the texts of a tool that the client does not index, by where they stand."""
    limit = release.description_limit
    return {
        f"in the description beyond the first {limit:,} characters, which are all this host searches": sent_description(
            release, tool
        )[limit:],
        "in the title, which this host does not search": tool.title,
        "in the parameters, which this host does not search": tool.schema_json,
    }


def builtin_document(name: str) -> KeywordDocument:
    """Return what the index holds of a built-in tool: its name only, since its texts are not ours to copy."""
    return _document(f"built-in/{name}", name, (name,), "", "")


def _document(key: str, name: str, segments: Sequence[str], hint: str, description: str) -> KeywordDocument:
    lowered = tuple(segment.lower() for segment in segments)
    parts = tuple(part for segment in lowered for part in _CUTS.split(segment) if part)
    return KeywordDocument(key, name, (parts, lowered, hint.lower(), description.lower()))
