"""Names that look like those of other tools: look-alike letters, and words that are one letter off."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping

from inspector.catalog import Catalog, Tool
from inspector.search.name_parts import split_identifier

_SHORTEST_WORD = 5
"""Letters of a word from which on one letter off is no chance."""

_LONGEST_WORD = 40
_MOST_ALIKE = 40
"""Words that differ in one place: more of them than there are letters are a pattern, not slips."""

# A choice from Unicode's confusables: letters that are drawn like ASCII ones; then ASCII signs drawn like letters.
_DRAWN_LIKE = {
    "a": "\u0430\u03b1\u0251",
    "b": "\u0432\u03b2",
    "c": "\u0441\u03f2",
    "d": "\u0501",
    "e": "\u0435\u0454",
    "g": "\u0261\u0581\u0262",
    "h": "\u04bb\u043d\u0570",
    "i": "\u0456\u03b9\u0131\u0269",
    "j": "\u0458\u0575",
    "k": "\u043a\u03ba",
    "l": "\u04cf\u029f\u056c1|I",
    "m": "\u043c",
    "n": "\u03b7\u0578",
    "o": "\u043e\u03bf\u05850",
    "p": "\u0440\u03c1",
    "q": "\u051b\u0566",
    "s": "\u0455",
    "t": "\u0442\u03c4",
    "u": "\u03c5\u057d",
    "v": "\u03bd\u0475",
    "w": "\u051d\u03c9",
    "x": "\u0445\u03c7",
    "y": "\u0443\u03b3",
}
_LOOKS = {ord(other): letter for letter, others in _DRAWN_LIKE.items() for other in others}


def skeleton(name: str) -> str:
    """Return what `name` looks like: look-alike letters as one, case, width and accents aside."""
    plain = name
    if not name.isascii():
        parts = unicodedata.normalize("NFKD", name)
        plain = "".join(letter for letter in parts if not unicodedata.combining(letter)).translate(_LOOKS).lower()
    return plain.translate(_LOOKS).lower().replace("rn", "m").replace("vv", "w")


def imitations(catalog: Catalog) -> Iterator[tuple[Tool, Tool, str]]:
    """Yield (tool, imitated tool, how) for every name that looks like another's without being it."""
    yield from _looking_alike(catalog)
    yield from _one_letter_off(catalog)


def _looking_alike(catalog: Catalog) -> Iterator[tuple[Tool, Tool, str]]:
    groups: dict[str, list[Tool]] = defaultdict(list)
    for tool in catalog:
        groups[skeleton(tool.name)].append(tool)
    for group in groups.values():
        if len(group) < 2:
            continue
        # The one in plain ASCII letters is what others look like.
        plain = min(group, key=lambda tool: _strangeness(tool.name))
        for tool in group:
            # Within one server 1 and l may well name two tools; letters of another script may not.
            foreign = any(ord(letter) in _LOOKS and not letter.isascii() for letter in tool.name)
            if tool.name.lower() != plain.name.lower() and (foreign or tool.server != plain.server):
                yield tool, plain, "letters that look alike"


def _strangeness(name: str) -> int:
    return sum(2 if not letter.isascii() else letter.isdigit() or letter == "|" for letter in name)


def _one_letter_off(catalog: Catalog) -> Iterator[tuple[Tool, Tool, str]]:
    words = {tool.id: split_identifier(tool.name) for tool in catalog}
    servers_of: dict[str, set[str]] = defaultdict(set)
    named: dict[tuple[str, ...], Tool] = {}
    for tool in catalog:
        named.setdefault(words[tool.id], tool)
        for word in words[tool.id]:
            servers_of[word].add(tool.server)
    near = _neighbours([word for word in servers_of if _SHORTEST_WORD <= len(word) <= _LONGEST_WORD and word.isalpha()])
    for tool in catalog:
        own = words[tool.id]
        for at, word in enumerate(own):
            # A word that other servers use too is a word, not a slip.
            if len(servers_of[word]) > 1:
                continue
            for other in near.get(word, ()):
                imitated = named.get((*own[:at], other, *own[at + 1 :]))
                if imitated is not None and imitated.server != tool.server:
                    yield tool, imitated, f"“{word}” for “{other}”"


def _neighbours(words: list[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the words one letter away (added, dropped, changed, or two swapped), by word; plurals are not meant."""
    by_rest: dict[str, set[str]] = defaultdict(set)
    for word in words:
        for at in range(len(word)):
            by_rest[word[:at] + word[at + 1 :]].add(word)
        by_rest[word].add(word)
    found: dict[str, set[str]] = defaultdict(set)
    for group in by_rest.values():
        if len(group) > _MOST_ALIKE:
            continue
        for word in group:
            found[word] |= {other for other in group if other != word and _is_slip(word, other)}
    return {word: tuple(sorted(others)) for word, others in found.items() if others}


def _is_slip(word: str, other: str) -> bool:
    """Whether the words differ by one slip that keeps their beginning; endings make other forms, not slips."""
    if word[0] != other[0] or word[-1] != other[-1]:
        return False
    if len(word) == len(other):
        differing = [at for at in range(len(word)) if word[at] != other[at]]
        swapped = len(differing) == 2 and word[differing[0]] == other[differing[1]] and differing[0] + 1 == differing[1]
        return len(differing) == 1 or swapped
    return abs(len(word) - len(other)) == 1
