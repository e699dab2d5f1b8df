"""RegexSearchTransform: one pattern of Rust's regex crate, ignoring case, over each tool's text; no ranking.

FastMCP runs the pattern through pydantic-core, and so does this module: the engine is the very same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from inspector.hosts.fastmcp.searched_text import Failures, SearchedTool
from inspector.search import Contribution, Hit, Miss, Ranking
from inspector.search.slots import Slots

LONGEST = 1000
SECONDS = 1.0
_NO_SCORE = "the pattern matches here; this host gives no score"
_ACROSS = "the pattern matches across the joined texts; this host gives no score"

Matches = Callable[[str], bool]


class PatternError(Exception):
    """A pattern that finds nothing because it is not taken; the message says why."""


class RegexSearch:
    """Search over the tools that are not pinned, in catalog order."""

    def __init__(self, tools: Slots[SearchedTool]) -> None:
        self._tools = tools
        self._texts = [None if each is None else each.text() for each in tools.documents]
        self._failures = Failures.of(tools)

    def updated(self, changes: Mapping[str, SearchedTool | None]) -> RegexSearch:
        """Return the search with other tools by id, None for one that is left out."""
        new = object.__new__(RegexSearch)
        new._tools, found = self._tools.changed(changes)
        new._texts = self._texts[:]
        for change in found:
            new._texts[change.number] = None if change.after is None else change.after.text()
        new._failures = self._failures.updated(found)
        return new

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the first `limit` matches in catalog order; a pattern that is not taken gives none, with a note."""
        try:
            matches = matcher(query)
        except PatternError as error:
            return Ranking(query, (), (query,), notes={"pattern": str(error)})
        deadline = time.monotonic() + SECONDS
        found: list[int] = []
        notes = dict(self._failures.notes())
        for number, text in enumerate(self._texts):
            if time.monotonic() > deadline:
                notes["time"] = f"stopped after {SECONDS:g} s, as the library does: tools further on were not tried"
                break
            if text is not None and matches(text):
                found.append(number)
        if not found and len(query.split()) > 1:
            notes["pattern"] = "the query is one regular expression, not words: nothing matches it as it stands"
        hits = tuple(self._hit(rank, number, query, matches) for rank, number in enumerate(found[:limit], start=1))
        return Ranking(query, hits, () if found else (query,), total=len(found), notes=notes)

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """See `SearchIndex.misses`: the pattern is one term."""
        tool = self._tools.find(key)
        if tool is None:
            return ()
        try:
            matches = matcher(query)
        except PatternError as error:
            return (Miss(query, str(error)),)
        text = tool.text()
        if matches(text):
            return ()
        place = next((where for where, other in tool.outside().items() if matches(other)), None)
        if place is not None:
            return (Miss(query, f"it matches only {place}"),)
        words = [word for word in query.split() if len(word) > 1 and word.casefold() in text.casefold()]
        if words and len(query.split()) > 1:
            listed = ", ".join(f"“{word}”" for word in words)
            return (Miss(query, f"the query is one pattern, not words: the tool has {listed}, but not the whole"),)
        return (Miss(query, "no name, description, parameter name or its description matches it"),)

    def _hit(self, rank: int, number: int, pattern: str, matches: Matches) -> Hit:
        tool = self._tools[number]

        def explained() -> tuple[Contribution, ...]:
            places = dict.fromkeys(where for where, text in tool.pieces() if matches(text))
            if not places:
                return (Contribution(pattern, "joined text", 0, _ACROSS),)
            return tuple(Contribution(pattern, where, 0, _NO_SCORE) for where in places)

        return Hit(rank, tool.tool.id, tool.name, None, explained)


def matcher(pattern: str) -> Matches:
    """Return whether a text matches `pattern`, as a function. Raises `PatternError` for what the host answers with [].

    Look-around and back references are not part of this syntax.
    """
    from pydantic_core import SchemaError, SchemaValidator, ValidationError, core_schema

    if len(pattern) > LONGEST:
        raise PatternError(f"{len(pattern):,} characters, at most {LONGEST:,} are taken: the host answers with []")
    try:
        validator = SchemaValidator(core_schema.str_schema(pattern=f"(?i){pattern}", regex_engine="rust-regex"))
    except (SchemaError, UnicodeError):
        message = "not a pattern of Rust's regex crate (no look-around, no back references): the host answers with []"
        raise PatternError(message) from None

    def matches(text: str) -> bool:
        try:
            validator.validate_python(text)
        except ValidationError:
            return False
        return True

    return matches
