"""x-code-cli's tool search: names first, then keyword points (source: ``agent/tool-search/search.ts``, a2fcf12)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from inspector.catalog import Tool
from inspector.hosts.x_code_cli.profiles import Profile
from inspector.search import Hit, Miss, Mode, Ranking
from inspector.search.javascript_text import split_on_space, trim
from inspector.search.keyword_document import KeywordDocument
from inspector.search.keyword_points import KeywordIndex, parse_keywords
from inspector.search.name_parts import spaced_camel_case
from inspector.search.selection import NameLookup, Selection, explicit_selection, implicit_selection
from inspector.search.slots import Slots

_SCHEMA_DEPTH = 4
_MCP_PREFIX = "mcp__"
_UNDERSCORES = re.compile(r"_+")

Outside = Callable[[str], Mapping[str, str]]


class XCodeSearch:
    """Search over (tool or built-in, name, words) entries in catalog order, which is also the order of ties."""

    def __init__(self, keywords: KeywordIndex, lookup: NameLookup, outside: Outside) -> None:
        self._keywords = keywords
        self._lookup = lookup
        self._outside = outside

    @classmethod
    def of(cls, profile: Profile, documents: Slots[KeywordDocument], outside: Outside) -> XCodeSearch:
        """Index `documents`; `outside` gives a tool's texts that are not indexed, by where they stand."""
        lookup = NameLookup.at((number, document.name) for number, document in documents)
        return cls(KeywordIndex(profile.scales, documents), lookup, outside)

    def updated(self, changes: Mapping[str, KeywordDocument | None]) -> XCodeSearch:
        """Return the search with other documents by tool id, None for a tool that is left out."""
        keywords, names = self._keywords.updated(changes), self._keywords.renamed(changes)
        return XCodeSearch(keywords, self._lookup.updated(names), self._outside)

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the ranking; selections by name are not capped by `limit`, as in the product."""
        selection = explicit_selection(query, self._lookup)
        if selection is not None:
            return self._selected(query, selection, "select")
        selection = implicit_selection(query, self._lookup)
        if selection is not None:
            return self._selected(query, selection, "names")
        text = trim(query).lower()
        if not text:
            return Ranking(query, ())
        if text.startswith(_MCP_PREFIX) and len(text) > len(_MCP_PREFIX):
            numbers = [n for n, document in self._keywords.slots if document.name.lower().startswith(text)]
            if numbers:
                hits = self._unscored(numbers[:limit])
                return Ranking(query, hits, mode="prefix", total=len(numbers))
        hits, total, unmatched = self._keywords.rank(parse_keywords(split_on_space(text)), limit)
        return Ranking(query, hits, unmatched, total=total)

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """See `SearchIndex.misses`."""
        number = self._keywords.slots.number_of(key)
        by_name = explicit_selection(query, self._lookup) or implicit_selection(query, self._lookup)
        if number is None or by_name is not None:
            return ()
        keywords = parse_keywords(split_on_space(trim(query).lower()))
        return self._keywords.misses(number, keywords, self._outside(key))

    def _selected(self, query: str, selection: Selection, mode: Mode) -> Ranking:
        hits = self._unscored(selection.numbers)
        return Ranking(query, hits, missing=selection.missing, mode=mode, total=len(hits))

    def _unscored(self, numbers: Sequence[int]) -> tuple[Hit, ...]:
        # Look-ups by name have no score in the product, hence no contributions here.
        found = (self._keywords.slots[number] for number in numbers)
        return tuple(Hit(rank, document.key, document.name, None) for rank, document in enumerate(found, start=1))


def tool_document(tool: Tool, name: str, words: str) -> KeywordDocument:
    """Return what the index holds of an MCP tool; `words` stand where ``annotations.searchHint`` stands."""
    hint = tool.annotations.get("searchHint")
    hints = " ".join(text for text in (hint if isinstance(hint, str) else "", words) if text)
    texts = (name, name_tokens(name), tool.server, tool.description, hints, schema_text(tool.input_schema))
    return _document(tool.id, name, " ".join(texts).lower())


def unsearched(tool: Tool) -> dict[str, str]:
    """Return the texts of a tool that the product does not index, by where they stand."""
    return {
        "in the title, which this host does not search": tool.title,
        "in parameters this host does not search: values, alternatives, or deeper than four levels": tool.schema_json,
    }


def builtin_document(name: str) -> KeywordDocument:
    """Return what the index holds of a built-in tool: its name only, since its description is not ours to copy."""
    return _document(f"built-in/{name}", name, f"{name} {name_tokens(name)}".lower())


def _document(key: str, name: str, text: str) -> KeywordDocument:
    mcp = name.startswith(_MCP_PREFIX)
    return KeywordDocument(key, name, (name_parts(name), text), "mcp" if mcp else "plain")


def name_parts(name: str) -> tuple[str, ...]:
    """Return the parts a term is compared with; only names without ``mcp__`` are also cut at camelCase."""
    if name.startswith(_MCP_PREFIX):
        pieces = _UNDERSCORES.split(name[len(_MCP_PREFIX) :].lower())
    else:
        pieces = [piece for word in spaced_camel_case(name).lower().split() for piece in _UNDERSCORES.split(word)]
    return tuple(piece for piece in pieces if piece)


def name_tokens(name: str) -> str:
    """Return the name cut into words for the search text."""
    bare = name.removeprefix(_MCP_PREFIX)
    return _UNDERSCORES.sub(" ", spaced_camel_case(bare)).lower()


def schema_text(schema: Any) -> str:
    """Return descriptions and property names of a schema, depth first, four levels deep, through ``items``."""
    return " ".join(_schema_words(schema, 0))


def _schema_words(node: Any, depth: int) -> list[str]:
    if not isinstance(node, Mapping) or depth > _SCHEMA_DEPTH:
        return []
    words: list[str] = []
    description = node.get("description")
    if isinstance(description, str):
        words.append(description)
    properties = node.get("properties")
    if isinstance(properties, Mapping):
        for name, value in properties.items():
            words.append(name)
            words += _schema_words(value, depth + 1)
    return words + _schema_words(node.get("items"), depth + 1)
