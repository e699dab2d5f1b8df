"""The regex search tool: one Python ``re.search`` over each name, description, argument name and its description.

Whether the service tries texts one by one or joined, and in which order it returns matches, is not documented:
here every text is tried on its own and matches come in catalog order, without a score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from inspector.errors import UsageError
from inspector.hosts.anthropic.editions import RESULTS, Edition
from inspector.hosts.anthropic.indexed_texts import IndexedTool
from inspector.hosts.anthropic.pattern_matching import SearchError, matcher
from inspector.search import Contribution, Hit, Miss, Ranking
from inspector.search.postings import TermPostings
from inspector.search.slots import Slots

_SHOWN = 40

Matches = Callable[[str], Any]
"""Gives the match of a pattern in a text, or None."""


class RegexSearch:
    """Search over the deferred tools by pattern; every distinct text is tried once."""

    def __init__(self, edition: Edition, tools: Slots[IndexedTool], holders: TermPostings) -> None:
        self._edition = edition
        self._tools = tools
        self._holders = holders

    @classmethod
    def of(cls, edition: Edition, tools: Slots[IndexedTool]) -> RegexSearch:
        """Index `tools`."""
        return cls(edition, tools, TermPostings((number, _texts_of(each)) for number, each in tools))

    def updated(self, changes: Mapping[str, IndexedTool | None]) -> RegexSearch:
        """Return the search with other tools by id, None for one that is left out."""
        tools, found = self._tools.changed(changes)
        texts = [(each.number, _texts_of(each.before), _texts_of(each.after)) for each in found]
        return RegexSearch(self._edition, tools, self._holders.updated(texts))

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the first `limit` matches in catalog order; a refused pattern gives none, its error in the notes."""
        check_limit(self._edition, limit)
        if not query:
            return Ranking(query, ())
        try:
            matches = matcher(self._edition, query)
            holders = self._holders
            found = sorted({n for text in holders if matches(text) for n in holders.of(text)[0].tolist()})
            hits = tuple(self._hit(rank, number, query, matches) for rank, number in enumerate(found[:limit], start=1))
        except SearchError as error:
            return Ranking(query, (), notes={"error": str(error)})
        return Ranking(query, hits, () if found else (query,), total=len(found), notes=self._notes(query, hits))

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """See `SearchIndex.misses`: the pattern is one term."""
        tool = self._tools.find(key)
        if tool is None or not query:
            return ()
        texts = [text for _, texts in tool.fields for text in texts]
        try:
            matches = matcher(self._edition, query)
            if any(matches(text) for text in texts):
                return ()
            anyhow = matcher(replace(self._edition, ignores_case=True), query)
            return (Miss(query, _reason(query, anyhow, texts, tool.outside())),)
        except SearchError as error:
            return (Miss(query, f"the API answers with an error, {error}"),)

    def _notes(self, query: str, hits: Sequence[Hit]) -> dict[str, str]:
        notes = {}
        if not hits and len(query.split()) > 1:
            notes["pattern"] = "the query is one regular expression, not words: nothing matches it as it stands"
        if len(hits) > 1:
            notes["order"] = "the order of matches is not documented; here they keep catalog order"
        if len(hits) > RESULTS and self._edition.maximum_limit is None:
            notes["limit"] = f"the API returns 3 to {RESULTS} of these, and no limit can be asked for"
        return notes

    def _hit(self, rank: int, number: int, pattern: str, matches: Matches) -> Hit:
        tool = self._tools[number]
        found = []
        for where, texts in tool.fields:
            for text in texts:
                match = matches(text)
                if match is not None:
                    found.append(Contribution(pattern, where, 0, _why(where, text, match)))
                    break
        return Hit(rank, tool.tool.id, tool.name, None, tuple(found))


def _texts_of(tool: IndexedTool | None) -> dict[str, int]:
    return dict.fromkeys((text for _, texts in tool.fields for text in texts) if tool else (), 1)


def check_limit(edition: Edition, limit: int | None) -> None:
    """Raise `UsageError` where `limit` is more than the search tool can be asked for."""
    if edition.maximum_limit is not None and limit is not None and limit > edition.maximum_limit:
        raise UsageError(
            f"limit {limit} is more than {edition.tool_name} takes: at most {edition.maximum_limit:,} (documented)",
            f"give a limit from 1 to {edition.maximum_limit:,}; the default is {RESULTS}",
        )


def _why(where: str, text: str, match: Any) -> str:
    inside = f" of “{_short(text)}”" if where == "argument name" and text != match[0] else ""
    return f"matches “{_short(match[0])}”{inside} at character {match.start() + 1}; a pattern gives no score"


def _reason(pattern: str, ignoring_case: Matches, texts: Sequence[str], outside: Mapping[str, str]) -> str:
    """Return why `pattern` matches none of `texts`; the plainest reason that applies comes first."""
    other = next((found[0] for text in texts if (found := ignoring_case(text))), None)
    if other is not None:
        return f"case-sensitive: the tool has “{_short(other)}”; (?i) in front of the pattern would match it"
    place = next((where for where, text in outside.items() if ignoring_case(text)), None)
    if place is not None:
        return f"it stands only {place}"
    lowered = [text.lower() for text in texts]
    words = pattern.split()
    held = [word for word in words if len(word) > 1 and any(word.lower() in text for text in lowered)]
    if len(words) > 1 and held:
        listed = ", ".join(f"“{word}”" for word in held)
        return f"the query is one pattern, not words: the tool has {listed}, but nowhere “{_short(pattern)}”"
    return "no name, description, argument name or argument description of this tool matches it"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
