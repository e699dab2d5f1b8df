"""Tools that say nearly the same: found by their rarest words, so that no pair is compared without need."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from inspector.catalog import Tool
from inspector.search.name_parts import split_identifier

ALIKE = 0.8
"""Share of common words (of all words of the two) from which on two tools count as near duplicates."""

FEWEST_WORDS = 4
"""Tools with fewer words say too little to be compared."""

MOST = 20
"""So many near duplicates of a tool are looked for: a server with thousands of copies is no reason to wait."""

_MOST_COMPARED = 2_000
_WORD = re.compile(r"[^\W_]+")
_COMPARED_CHARACTERS = 2_000


def near_duplicates(tools: Iterable[Tool]) -> Mapping[str, tuple[str, ...]]:
    """Return the near duplicates of every tool that has some, by id: tools whose words are the same but for a few.

    Words are those of the tool's name and description. Every pair is found (prefix filtering: two sets that share so
    much share one of their rarest words) until a tool has `MOST` of them; the work grows with the pairs that share a
    rare word.
    """
    words = {tool.id: frozenset(words_of(tool)) for tool in tools}
    frequency = Counter(word for each in words.values() for word in each)
    postings: dict[str, list[str]] = defaultdict(list)
    found: dict[str, list[str]] = defaultdict(list)
    # Shorter sets first: a set is only compared with those before it, which bounds how small the other may be.
    for tool, own in sorted(words.items(), key=lambda item: len(item[1])):
        if len(own) < FEWEST_WORDS:
            continue
        ordered = sorted(own, key=lambda word: (frequency[word], word))
        prefix = ordered[: len(own) - math.ceil(ALIKE * len(own)) + 1]
        for other in islice(_candidates(prefix, postings), _MOST_COMPARED):
            theirs = words[other]
            if len(theirs) >= ALIKE * len(own) and _similarity(own, theirs) >= ALIKE:
                found[tool].append(other)
                if len(found[other]) < MOST:
                    found[other].append(tool)
                if len(found[tool]) >= MOST:
                    break
        for word in prefix:
            postings[word].append(tool)
    return {tool: tuple(others) for tool, others in found.items()}


def words_of(tool: Tool) -> tuple[str, ...]:
    """Return the lower-cased words of the tool's name and of the beginning of its description."""
    description = tool.description[:_COMPARED_CHARACTERS].lower()
    return (*split_identifier(tool.name), *_WORD.findall(description))


def _candidates(prefix: Iterable[str], postings: Mapping[str, list[str]]) -> Iterator[str]:
    seen: set[str] = set()
    for word in prefix:
        for tool in postings.get(word, ()):
            if tool not in seen:
                seen.add(tool)
                yield tool


def _similarity(one: frozenset[str], other: frozenset[str]) -> float:
    common = len(one & other)
    return common / (len(one) + len(other) - common)
