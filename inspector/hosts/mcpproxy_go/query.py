"""The query mcpproxy-go builds: five or six clauses OR-ed, and the search over its index."""

from __future__ import annotations

import heapq
import math
import re
from collections.abc import Mapping, Sequence
from functools import partial

from inspector.hosts.mcpproxy_go.analysis import standard_tokens
from inspector.hosts.mcpproxy_go.clauses import AllOf, AnyOf, Clause, Leaf
from inspector.hosts.mcpproxy_go.documents import IndexedTool
from inspector.hosts.mcpproxy_go.index import ToolIndex
from inspector.search import Contribution, Hit, Miss, Ranking
from inspector.search.misses import token_misses

DEFAULT_LIMIT = 15
MAXIMUM_LIMIT = 100
EMPTY_QUERY = "search query cannot be empty"
TOOL_NAME_BOOST, FULL_NAME_BOOST, PREFIX_BOOST, WILDCARD_BOOST = 5.0, 4.0, 3.0, 2.5
ALL_BOOST, TEXT_BOOST, SEGMENT_BOOST = 1.0, 1.5, 5.0
_MOST_SEGMENTS = 16
_SEGMENT = re.compile(r"[A-Za-z0-9]+\Z")


class McpProxySearch:
    """Search over every indexed tool; hidden ones take places within the limit before they are left out."""

    def __init__(self, index: ToolIndex, *, segments: bool = False) -> None:
        self._index = index
        self._segments = segments

    def updated(self, changes: Mapping[str, IndexedTool | None]) -> McpProxySearch:
        """Return the search with other documents by tool id."""
        return McpProxySearch(self._index.updated(changes), segments=self._segments)

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the ranking: by score, then by ``server:tool``; a `limit` above 100 counts as 100."""
        if not query:
            return Ranking(query, (), notes={"empty": f"the proxy answers with an error: {EMPTY_QUERY}"})
        if not self._index.size:
            return Ranking(query, (), tuple(dict.fromkeys(standard_tokens(query))))
        most = None if limit is None else min(limit, MAXIMUM_LIMIT)
        top = self._scored(query, most)
        order = _best(top.scores, most)
        documents = self._index.documents
        hits: list[Hit] = []
        for number in order:
            if not documents[number].hidden:
                score = sum(points for _, points, _ in top.earned(number, 1.0, ()))
                explained = partial(_contributions, top, number)
                hits.append(Hit(len(hits) + 1, documents[number].key, documents[number].name, score, explained))
        total = sum(not documents[number].hidden for number in top.scores)
        return Ranking(query, tuple(hits), self._unmatched(query, top), total=total, notes=_dropped(order, hits))

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """See `SearchIndex.misses`; a name that the whole query finds leaves no term without points."""
        number = self._index.documents.number_of(key)
        if number is None or not query or any(number in clause.scores for clause in self._name_clauses(query)):
            return ()
        return token_misses(query.split(), standard_tokens, self._index.tokens(number))

    def _scored(self, query: str, limit: int | None) -> AnyOf:
        top = AnyOf(self._clauses(query))
        _evaluate(top)
        segments = _segments_of(query) if self._segments else ()
        if not segments:
            return top
        documents = self._index.documents
        for number in _best(top.scores, limit):
            if query in (documents[number].tool_name, documents[number].full_name):
                return top
        wider = AnyOf((*self._clauses(query), AllOf([self._segment(segment) for segment in segments])))
        _evaluate(wider)
        return wider

    def _clauses(self, query: str) -> list[Clause]:
        index, terms = self._index, standard_tokens(query)
        found: list[Clause] = [
            Leaf(query, "tool_name, whole", TOOL_NAME_BOOST, index.tool_name(query)),
            Leaf(query, "full_tool_name, whole", FULL_NAME_BOOST, index.full_name(query)),
            self._prefix(query, query, "tool_name, prefix", PREFIX_BOOST),
        ]
        if "_" in query:
            found.append(self._named(query, index.names_like(f"*{query}*"), "tool_name, wildcard", WILDCARD_BOOST))
        in_all = {term: index.in_all(term) for term in set(terms)}
        found.append(AnyOf([Leaf(term, "_all", ALL_BOOST, in_all[term]) for term in terms]))
        found.append(AnyOf([Leaf(term, "searchable_text", TEXT_BOOST, index.in_text(term)) for term in terms]))
        return found

    def _prefix(self, term: str, prefix: str, where: str, boost: float) -> Clause:
        names = self._index.names_starting_with(prefix)
        if not names or names == [prefix]:
            return Leaf(term, where, boost, self._index.tool_name(prefix))
        return self._named(term, names, where, boost)

    def _named(self, term: str, names: Sequence[str], where: str, boost: float) -> AnyOf:
        return AnyOf([Leaf(term, where, boost, self._index.tool_name(name)) for name in names])

    def _segment(self, segment: str) -> AnyOf:
        index, boost = self._index, SEGMENT_BOOST
        return AnyOf(
            (
                Leaf(segment, "tool_name, segment", boost, index.tool_name(segment)),
                self._prefix(segment, f"{segment}_", "tool_name, first segment", boost),
                self._named(segment, index.names_like(f"*_{segment}_*"), "tool_name, inner segment", boost),
                self._named(segment, index.names_like(f"*_{segment}"), "tool_name, last segment", boost),
            )
        )

    def _name_clauses(self, query: str) -> list[Clause]:
        top = self._scored(query, None) if self._index.size else AnyOf(())
        return [clause for clause in top.children if not _is_match(clause)]

    def _unmatched(self, query: str, top: AnyOf) -> tuple[str, ...]:
        """Return the words that no tool holds; none where a name matches the query as a whole."""
        if any(clause.scores for clause in top.children if not _is_match(clause)):
            return ()
        terms = dict.fromkeys(standard_tokens(query))
        return tuple(term for term in terms if not self._index.in_all(term).numbers)


def _contributions(top: Clause, number: int) -> tuple[Contribution, ...]:
    return tuple(leaf.contribution(number, points, coords) for leaf, points, coords in top.earned(number, 1.0, ()))


def _is_match(clause: Clause) -> bool:
    leaf = clause.children[0] if isinstance(clause, AnyOf) and clause.children else None
    return isinstance(leaf, Leaf) and leaf.where in ("_all", "searchable_text")


def _evaluate(top: AnyOf) -> None:
    squares = top.weight()
    top.evaluate(1.0 / math.sqrt(squares) if squares else 0.0)


def _best(scores: dict[int, float], limit: int | None) -> list[int]:
    # Document numbers follow the ids, so that equal scores come in the order of ids.
    order = ((-score, number) for number, score in scores.items())
    return [number for _, number in (sorted(order) if limit is None else heapq.nsmallest(limit, order))]


def _segments_of(query: str) -> list[str]:
    segments = query.split("_")
    fitting = 1 < len(segments) <= _MOST_SEGMENTS and all(_SEGMENT.match(segment) for segment in segments)
    return segments if fitting else []


def _dropped(order: Sequence[int], hits: Sequence[Hit]) -> dict[str, str]:
    missing = len(order) - len(hits)
    if not missing:
        return {}
    return {"hidden": f"{missing} hidden tools took places within the limit, which is applied before hiding"}
