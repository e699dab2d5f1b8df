"""The ``standard`` analyser of bleve, which mcpproxy-go indexes with: Unicode words, lower case, stop words dropped.

Words are those of Unicode's annex 29: ``_`` does not split, ``-`` does, ``a.b``, ``server:tool`` and ``can't`` stay
whole. Nothing is stemmed. The word rules were compared with bleve's own segmenter.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

# Annex 29 on ASCII text: “:”, “.” and “'” join letters, “,”, “;”, “.” and “'” join digits.
_ASCII_WORDS = re.compile(
    r"[A-Za-z0-9_]+(?:(?:(?<=[A-Za-z])[:.'](?=[A-Za-z])|(?<=[0-9])[.,;'](?=[0-9]))[A-Za-z0-9_]+)*"
)
# The English list that came to bleve from Snowball by way of Lucene.
_STOP_WORDS = (
    "i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself "
    "it its itself they them their theirs themselves what which who whom this that these those am is are was were be "
    "been being have has had having do does did doing would should could ought i'm you're he's she's it's we're "
    "they're i've you've we've they've i'd you'd he'd she'd we'd they'd i'll you'll he'll she'll we'll they'll isn't "
    "aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't shouldn't can't cannot "
    "couldn't mustn't let's that's who's what's here's there's when's where's why's how's a an the and but if or "
    "because as until while of at by for with about against between into through during before after above below to "
    "from up down in out on off over under again further then once here there when where why how all any both each "
    "few more most other some such no nor not only own same so than too very"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())


def standard_tokens(text: str) -> list[str]:
    """Return the lower-cased words of `text` in order, without the stop words."""
    return [word for word in _words(text) if word not in STOP_WORDS]


def standard_counts(text: str) -> Counter[str]:
    """Return how often each of the `standard_tokens` of `text` occurs."""
    counts = Counter(_words(text))
    for word in STOP_WORDS.intersection(counts):
        del counts[word]
    return counts


def _words(text: str) -> list[str]:
    if text.isascii():
        return _ASCII_WORDS.findall(text.lower())
    # White space always parts words, and a text that is not ASCII mostly is in most places.
    found: list[str] = []
    for piece in text.split():
        found += _ASCII_WORDS.findall(piece.lower()) if piece.isascii() else _unicode_words(piece)
    return found


def _unicode_words(text: str) -> list[str]:
    # Go lower-cases the dotted capital I to a plain i, Python to two characters.
    pieces = (piece for piece in _boundaries().split(text) if _word().search(piece))
    return [piece.replace("İ", "i").lower() for piece in pieces]


@cache
def _boundaries() -> Any:
    import regex

    return regex.compile(r"(?V1w)\b")  # type: ignore[attr-defined]


@cache
def _word() -> Any:
    import regex

    # What bleve's segmenter types as letters, numbers, kana or ideographs; Thai, for one, is none of them.
    return regex.compile(  # type: ignore[attr-defined]
        r"[\p{WB=ALetter}\p{WB=Hebrew_Letter}\p{WB=Katakana}\p{WB=Numeric}\p{WB=ExtendNumLet}"
        r"\p{Ideographic}\p{Hiragana}]"
    )
