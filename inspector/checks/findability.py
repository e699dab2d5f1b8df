"""Whether a query can find a tool in this host at all, and whether others stand in its way."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.catalog import Tool
from inspector.checks.finding import Checked, Family, Finding
from inspector.checks.reachability import (
    common_words,
    foreign_words,
    has_plain_words,
    name_words,
    ranks_by_words,
    telling,
    unreached,
)
from inspector.search.english import STOP_WORDS
from inspector.search.name_parts import split_identifier

_VAGUE = re.compile(
    r"^(?:a |the )?(?:tool|function|helper|utility|does stuff|todo|tbd|n/?a|none|test|description)\W*$", re.I
)
_SHORTEST = len("List x")
_EMPTY_WORDS_TEXT = (
    "tool tools function functions func fn method action op operation api endpoint command cmd handler "
    "item thing untitled unnamed noname foo bar baz tmp temp"
)
_EMPTY_WORDS = frozenset(_EMPTY_WORDS_TEXT.split())
_DIGEST = re.compile(r"(?=.*\d)(?=.*[a-f])[0-9a-f]{8,}|[0-9a-f]{8}-[0-9a-f-]{9,}")
_FILLERS_TEXT = "tool function method endpoint api command used use uses this that"
_FILLERS = frozenset(_FILLERS_TEXT.split())
_WORD = re.compile(r"[^\W_]+")
_COMPARED_WORDS = 6
_NAMED = 6
_WORDS = "use the word in the description, or as a search word where the host takes some"

_CODES = {
    "FIND001": "no description",
    "FIND002": "a description that says little",
    "FIND003": "a name that says nothing",
    "FIND004": "a description that the host's search cannot match at all",
    "FIND005": "the description of another tool of the server",
    "FIND006": "a description that says no more than the name",
    "FIND007": "words of the tool that no query reaches in the host",
    "FIND008": "a tool that no word of its name finds in the host",
    "FIND009": "a near duplicate that comes first for the tool's own name",
}


def _of_tool(checked: Checked, tool: Tool) -> Iterator[Finding]:
    text = tool.description.strip()
    if not text:
        yield Finding("FIND001", "warning", tool.id, "it has no description", "say what it does, in the user's words")
    elif _VAGUE.match(text) or (len(text) < _SHORTEST and text.isascii()):
        reason = f"its description says little: “{text[:40]}”"
        yield Finding("FIND002", "warning", tool.id, reason, "say what it does, and with what", "description")
    elif tool.id not in checked.worded and _repeats_name(tool):
        reason = f"“{text[:80]}” says no more than the name: it adds no other word to search by"
        fix = "add what it works on, what it gives back, and the words people use for it"
        yield Finding("FIND006", "note", tool.id, reason, fix, "description")
    if _says_nothing(tool):
        reason = f"“{tool.name}” says nothing about what it does"
        yield Finding("FIND003", "warning", tool.id, reason, "name it by verb and object", "name")


def _of_catalog(checked: Checked) -> Iterator[Finding]:
    yield from _repeated(checked)
    if checked.host.delivery.kind == "none":
        return
    searched = [tool for tool in checked.catalog if checked.state(tool) in ("deferred", "loaded")]
    if not ranks_by_words(checked, searched):
        return
    common = {server.name: common_words(server) for server in checked.catalog.servers}
    for tool in searched:
        if not _says_nothing(tool):
            yield from _name(checked, tool, common[tool.server])
        if tool.id not in checked.worded:
            yield from _language(checked, tool)
    yield from _outranked(checked, searched)


def _repeated(checked: Checked) -> Iterator[Finding]:
    for server in checked.catalog.servers:
        first: dict[str, str] = {}
        for tool in server.tools:
            key = " ".join(tool.description.lower().split())
            if len(key.split()) > _COMPARED_WORDS and key in first:
                reason = f"its description is that of {first[key]}: only names and parameters tell them apart"
                yield Finding("FIND005", "warning", tool.id, reason, "say what is different", "description")
            first.setdefault(key, tool.id)


def _repeats_name(tool: Tool) -> bool:
    words = [word for word in _WORD.findall(tool.description.lower()) if word not in STOP_WORDS]
    if any(not word.isascii() for word in words):
        return False
    parts = [word for text in (tool.name, tool.server, tool.title) for word in split_identifier(text)]
    known = {form for word in parts for form in _forms(word)}
    joined = "".join(split_identifier(tool.name))
    return all(word in _FILLERS or word in joined or not known.isdisjoint(_forms(word)) for word in words)


def _forms(word: str) -> tuple[str, ...]:
    """Return the word with and without the endings that make no other word of it."""
    return tuple(word.removesuffix(ending) for ending in ("", "s", "es", "ing", "ed", "d", "e"))


def _says_nothing(tool: Tool) -> bool:
    if _DIGEST.fullmatch(tool.name.lower()):
        return True
    of_server = set(split_identifier(tool.server))
    words = [word.strip("0123456789") for word in split_identifier(tool.name) if word not in of_server]
    return bool(words) and all(not word or word in _EMPTY_WORDS for word in words)


def _name(checked: Checked, tool: Tool, common: frozenset[str]) -> Iterator[Finding]:
    words = name_words(tool, common)
    missed = unreached(checked, tool, words)
    if words and len(missed) == len(words):
        reason = f"no word of its name finds it in {checked.host.id}: {_listed(words)} ({missed[words[0]]})"
        yield Finding("FIND008", "warning", tool.id, reason, _WORDS, "name")
        return
    lost = telling(tuple(word for word in words if word in missed))
    if lost:
        reason = f"in {checked.host.id} a query does not reach it by {_listed(lost)}: {missed[lost[0]]}"
        yield Finding("FIND007", "note", tool.id, reason, _WORDS, "name")


def _language(checked: Checked, tool: Tool) -> Iterator[Finding]:
    words = foreign_words(tool.description)
    missed = unreached(checked, tool, words)
    if not missed:
        return
    lost = tuple(word for word in words if word in missed)
    if len(lost) == len(words) and not has_plain_words(tool.description):
        reason = f"no word of its description can be searched for in {checked.host.id}: {_listed(lost)}"
        fix = "add English words to the description or as search words; names work"
        yield Finding("FIND004", "warning", tool.id, f"{reason} ({missed[lost[0]]})", fix, "description")
    else:
        reason = f"in {checked.host.id} a query does not reach it by {_listed(lost)}: {missed[lost[0]]}"
        yield Finding("FIND007", "note", tool.id, reason, _WORDS, "description")


def _listed(words: tuple[str, ...]) -> str:
    more = f" and {len(words) - _NAMED} more" if len(words) > _NAMED else ""
    return ", ".join(f"“{word}”" for word in words[:_NAMED]) + more


def _outranked(checked: Checked, searched: list[Tool]) -> Iterator[Finding]:
    """Yield FIND009 for tools for whose own name a near duplicate comes first."""
    by_id = {tool.id: tool for tool in searched}
    # Ranks alone: a ranking holds what its breakdown is worked out from, of thousands of queries hundreds of megabytes.
    known: dict[str, dict[str, int]] = {}
    for tool_id, others in checked.near_duplicates().items():
        if tool_id not in by_id:
            continue
        query = " ".join(split_identifier(by_id[tool_id].name))
        if query not in known:
            hits = checked.index().search(query, checked.limit).hits
            known[query] = {hit.key: hit.rank for hit in hits if hit.score is not None}
        ranks = known[query]
        own = ranks.get(tool_id)
        above = [other for other in others if other in ranks and (own is None or ranks[other] < own)]
        if above:
            best = min(above, key=lambda other: ranks[other])
            where = f"it comes at rank {own}" if own is not None else f"it is not among the first {checked.limit}"
            reason = (
                f"for “{query}”, its own name, {where} in {checked.host.id}; {best}, which says nearly the same, "
                f"comes at rank {ranks[best]}"
            )
            yield Finding("FIND009", "warning", tool_id, reason, "say in both what tells them apart, or hide one", "")


FAMILY = Family("findability", _CODES, _of_tool, _of_catalog)
"""Findability."""
