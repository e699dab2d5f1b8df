"""Which words of a tool no query can reach in this host, asked of the host's own index."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from inspector.catalog import Server, Tool
from inspector.checks.finding import Checked
from inspector.search.english import STOP_WORDS
from inspector.search.name_parts import split_identifier

_WORD = re.compile(r"[^\W\d_]+")
_IDEOGRAPHS = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_SHORTEST = 3
_ACRONYM = re.compile(r"([A-Z]+)([A-Z][a-z])")
_PREFIX_SHARE = 0.4
_FEWEST_TOOLS = 4
_VERBS_TEXT = (
    "get list create update delete set add remove search find fetch read write run manage make show view edit mcp"
)
_VERBS = frozenset(_VERBS_TEXT.split())
"""Words that hardly tell tools apart: a query with nothing else finds too many as it is."""
_FEW = 40
"""How many different foreign words of a description are tried: enough to know the rule that misses them."""


def ranks_by_words(checked: Checked, searched: Sequence[Tool]) -> bool:
    """Whether the host scores `searched` by the words of a query: patterns and a model's own choice do not."""
    for tool in searched:
        for query in (" ".join(split_identifier(tool.name)), tool.name):
            ranking = checked.index().search(query, 1)
            if ranking.hits and ranking.mode == "keywords":
                return ranking.hits[0].score is not None
    return False


def name_words(tool: Tool, common: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return the words of the tool's name that a person would search for: neither stop words nor `common` ones."""
    # A search engine may leave StartAHORun as “ahorun”; a person types “run”.
    name = _ACRONYM.sub(r"\1_\2", tool.name)
    words = (word for word in split_identifier(name) if len(word) >= _SHORTEST and word.isalpha())
    return tuple(dict.fromkeys(word for word in words if word not in common and word not in STOP_WORDS))


def common_words(server: Server) -> frozenset[str]:
    """Return the words that stand for the server in its tools' names: those of its own name, and a shared prefix."""
    counts = Counter(word for tool in server.tools for word in set(split_identifier(tool.name)))
    least = max(_FEWEST_TOOLS, _PREFIX_SHARE * len(server.tools))
    return frozenset({*split_identifier(server.name), *(word for word, count in counts.items() if count >= least)})


def telling(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of `words` that tell tools apart: no verbs that half of all tools begin with."""
    return tuple(word for word in words if word not in _VERBS)


def foreign_words(text: str) -> tuple[str, ...]:
    """Return the different words of `text` with letters outside ASCII, as one would search for them.

    Scripts without spaces give the first two letters of each run: a whole run is no word that anyone types.
    """
    found: dict[str, None] = {}
    for word in _WORD.findall(text):
        if word.isascii() or (len(word) < _SHORTEST and not _IDEOGRAPHS.search(word)):
            continue
        runs = [run[:2] for run in _IDEOGRAPHS.findall(word) if len(run) > 1]
        for each in runs or ([word.lower()] if not _IDEOGRAPHS.search(word) else []):
            found.setdefault(each)
        if len(found) >= _FEW:
            break
    return tuple(found)


def has_plain_words(text: str) -> bool:
    """Whether `text` has a word in ASCII letters, abbreviations aside."""
    return any(word.isascii() and len(word) >= _SHORTEST for word in _WORD.findall(text))


def unreached(checked: Checked, tool: Tool, words: Sequence[str]) -> dict[str, str]:
    """Return those of `words` that earn nothing in `tool`, with the host's reason."""
    if not words:
        return {}
    missed = {miss.term.lower(): miss.why for miss in checked.index().misses(" ".join(words), tool.id)}
    return {word: missed[word.lower()] for word in words if word.lower() in missed}
