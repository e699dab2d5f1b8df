"""Hosted search, approximated: the namespaces that share a word with the query, loaded whole.

The model itself chooses ``paths`` from what it sees, names and descriptions of namespaces. Nothing ranks: there is
no score, and a word in a function's own name or description does not help before its namespace is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.hosts.openai.naming import Namespace
from inspector.search import Contribution, Hit, Miss, Ranking
from inspector.search.english import STOP_WORDS
from inspector.search.name_parts import split_identifier

_WORDS = re.compile(r"[^\W_]+")
_CHOICE = (
    "the model chooses namespaces itself, by name and description; shown are those that share a word with the query, "
    "in catalog order, since a namespace is loaded whole"
)


@dataclass(frozen=True, slots=True)
class DeferredNamespace:
    """A namespace with deferred functions: (tool id, ``namespace.function``) of each."""

    space: Namespace
    functions: tuple[tuple[str, str], ...]


class NamespaceChoice:
    """What the model could choose for a query, by shared words."""

    def __init__(self, spaces: Sequence[DeferredNamespace]) -> None:
        self._spaces = [(each, _places(each.space)) for each in spaces if each.functions]
        self._by_tool = {tool: each.space for each in spaces for tool, _ in each.functions}

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the functions of every namespace that shares a word with `query`, without scores."""
        terms = tuple(dict.fromkeys(_words(query)))
        found: list[tuple[str, str, tuple[Contribution, ...]]] = []
        known: set[str] = set()
        for each, places in self._spaces:
            earned = _contributions(terms, each.space, places)
            known.update(part.term for part in earned)
            if earned:
                found += [(tool, name, earned) for tool, name in each.functions]
        hits = tuple(Hit(rank, tool, name, None, why) for rank, (tool, name, why) in enumerate(found[:limit], start=1))
        unmatched = tuple(term for term in terms if term not in known)
        return Ranking(query, hits, unmatched, total=len(found), notes={"choice": _CHOICE} if terms else {})

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """See `SearchIndex.misses`."""
        space = self._by_tool.get(key)
        if space is None:
            return ()
        seen = {word for _, words in _places(space) for word in words}
        return tuple(_miss(word, space, seen) for word in dict.fromkeys(query.split()) if not _meets(word, seen))


def _places(space: Namespace) -> tuple[tuple[str, frozenset[str]], ...]:
    return (
        ("namespace name", frozenset(_words(space.name))),
        ("namespace description", frozenset(_words(space.description))),
    )


def _contributions(
    terms: Sequence[str], space: Namespace, places: Sequence[tuple[str, frozenset[str]]]
) -> tuple[Contribution, ...]:
    why = f"the model sees it of “{space.name}” before it searches; there is no score"
    return tuple(Contribution(term, where, 0, why) for term in terms for where, words in places if term in words)


def _meets(word: str, seen: set[str]) -> bool:
    return any(term in seen for term in _words(word))


def _miss(word: str, space: Namespace, seen: set[str]) -> Miss:
    if not _words(word):
        return Miss(word, "too common to choose a namespace by, or no word at all")
    return Miss(word, f"neither name nor description of the namespace “{space.name}” says it, and no more is seen")


def _words(text: str) -> list[str]:
    pieces = (piece for word in _WORDS.findall(text) for piece in split_identifier(word))
    return [piece for piece in pieces if piece not in STOP_WORDS]
