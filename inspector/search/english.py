"""English text as search engines prepare it: Unicode words, stop words dropped, stems (Snowball)."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Any

# The English list of NLTK, 179 words.
_STOP_WORDS = (
    "i me my myself we our ours ourselves you you're you've you'll you'd your yours yourself yourselves he him "
    "his himself she she's her hers herself it it's its itself they them their theirs themselves what which "
    "who whom this that that'll these those am is are was were be been being have has had having do does did "
    "doing a an the and but if or because as until while of at by for with about against between into through "
    "during before after above below to from up down in out on off over under again further then once here "
    "there when where why how all any both each few more most other some such no nor not only own same so than "
    "too very s t can will just don don't should should've now d ll m o re ve y ain aren aren't couldn "
    "couldn't didn didn't doesn doesn't hadn hadn't hasn hasn't haven haven't isn isn't ma mightn mightn't "
    "mustn mustn't needn needn't shan shan't shouldn shouldn't wasn wasn't weren weren't won won't wouldn "
    "wouldn't "
)
STOP_WORDS = frozenset(_STOP_WORDS.split())

_REGIONS = re.compile("[aeiou][^aeiouy]")
_LONGEST_PREFIX = len("univers")
"""Words that begin like this one have regions of their own in the stemmer."""
_ANY_HEAD = "abab"
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_UNKNOWN = "[?]"
"""What the tables have for a character of which nothing is known."""
_OTHERWISE = {"价": "Jia ", "什": "Shen ", "么": "Me ", "♭": "b", "ゕ": "ka", "ゖ": "ke"}
"""Where the client has another transliteration than text-unidecode (of 1,688 characters it was asked for)."""
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")


def english_tokens(text: str, *, foreign_before: bool = False) -> list[str]:
    """Return the stems of the words of `text`, transliterated to ASCII, lower-cased, without stop words.

    Words are those of Unicode's annex 29: ``_`` does not split, ``-`` does. Chinese characters become separate
    syllables, an emoji its name. This is the default English analyser of the Rust crate ``bm25``, whose tables agree
    with text-unidecode's on everything recorded, and whose stemmer is Snowball's of before 2025.

    Its transliteration drops line ends and tabs behind the first character that is not ASCII, so that words grow
    together there (measured in Codex 0.171.0); `foreign_before` says that such a character stands before `text`.
    """
    ascii_text = text if text.isascii() and not foreign_before else _transliterated(text, foreign_before)
    return [token for token in map(_token, _boundaries().split(ascii_text.lower())) if token]


def stem(word: str) -> str:
    """Return the Snowball (Porter 2) stem of a lower-case English word; a stem is never empty for a word."""
    head, _, tail = word.rpartition("_")
    if len(_REGIONS.findall(head, _LONGEST_PREFIX)) > 1 and not head.startswith("'"):
        return head + _stemmed_tail(tail)
    return str(_stemmer().stemWord(word))


@lru_cache(maxsize=32_768)
def _stemmed_tail(tail: str) -> str:
    """Return ``_`` and the stem of what follows the last one in a long identifier.

    No suffix reaches beyond the ``_``, and of what stands before it only two vowels, each with a consonant after it,
    are asked for. So all identifiers with the same last word share its stem: stemming is the slow part of an index.
    """
    return str(_stemmer().stemWord(f"{_ANY_HEAD}_{tail}"))[len(_ANY_HEAD) :]


@lru_cache(maxsize=131_072)
def _token(piece: str) -> str:
    """Return the stem of what stands between two word boundaries; nothing for space, signs and stop words."""
    if piece in STOP_WORDS or not any(character.isalnum() for character in piece):
        return ""
    return stem(piece)


def _transliterated(text: str, foreign_before: bool) -> str:
    # A lone surrogate has no transliteration.
    readable = text.encode("utf-8", "replace").decode("utf-8")
    first = None if foreign_before else _NOT_ASCII.search(readable)
    begin = first.start() if first else 0
    # Character by character: runs of ASCII stay as they are.
    rest = _NOT_ASCII.sub(lambda run: "".join(map(_in_ascii, run[0])), _CONTROL.sub("", readable[begin:]))
    return readable[:begin] + rest


@lru_cache(maxsize=16_384)
def _in_ascii(character: str) -> str:
    """Return a character in ASCII: its transliteration, for an emoji its name (84 % of 1,409 are named alike)."""
    from text_unidecode import unidecode

    if character in _OTHERWISE:
        return _OTHERWISE[character]
    found = str(unidecode(character))  # type: ignore[no-untyped-call]
    digit = unicodedata.digit(character, None)
    if digit is not None and found in ("", _UNKNOWN):
        return str(digit)
    return (_emoji_name(character) if found in ("", _UNKNOWN) else "") or found


def _emoji_name(character: str) -> str:
    from emoji import EMOJI_DATA

    known = EMOJI_DATA.get(character)
    if known is None:
        return ""
    name = str(known.get("alias", [known["en"]])[0])
    return f" {name.strip(':').replace('_', ' ')} "


@cache
def _stemmer() -> Any:
    import snowballstemmer

    untyped: Any = snowballstemmer
    return untyped.stemmer("english")


@cache
def _boundaries() -> Any:
    import regex

    return regex.compile(r"(?V1w)\b")  # type: ignore[attr-defined]
