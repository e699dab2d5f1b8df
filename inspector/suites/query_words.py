"""The words of a query that could describe a tool."""

from __future__ import annotations

import unicodedata

from inspector.search.english import STOP_WORDS

_ASKING_TEXT = (
    "please want wants wanted need needs needed could would like let lets help get gets give make makes put "
    "something someone somebody anything thing things way using use via i'd i'll what's who's"
)
_ASKING = frozenset(_ASKING_TEXT.split())
"""How people ask, beside stop words: it says nothing about a tool."""

_LONGEST_RUN = 4


def query_words(query: str) -> tuple[tuple[str, str], ...]:
    """Return (word, piece of the query it comes from) for the words that could tell tools apart, in order.

    A word is a piece between blanks, in lower case, without the signs around it. Left out are stop words, ways of
    asking, names and file names (see `everyday_words`), and numbers. Writing without blanks counts as a word up to
    four characters: a longer run is a sentence.
    """
    return _words(query, everyday=False)


def everyday_words(query: str) -> tuple[tuple[str, str], ...]:
    """Return the same for words that tell little about a tool: stop words, ways of asking, names, file names.

    A name is a capitalised word that does not begin the query.
    """
    return _words(query, everyday=True)


def _words(query: str, everyday: bool) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for position, piece in enumerate(query.split()):
        word = _bare(piece)
        if not any(character.isalpha() for character in word) or (len(word) < 2 and word.isascii()):
            continue
        if len(word) > _LONGEST_RUN and any(_without_blanks(character) for character in word):
            continue
        if _tells_little(word, begins=position == 0) == everyday:
            found.setdefault(word.lower(), piece)
    return tuple(found.items())


def _tells_little(word: str, begins: bool) -> bool:
    lowered = word.lower()
    root = lowered.replace("’", "'").partition("'")[0]
    if lowered in STOP_WORDS or root in STOP_WORDS or lowered in _ASKING or root in _ASKING:
        return True
    if any(sign in word for sign in "./\\@:") or any(character.isdigit() for character in word):
        return True
    return not begins and word[0].isupper() and word[1:].islower()


def _bare(piece: str) -> str:
    start, end = 0, len(piece)
    while start < end and unicodedata.category(piece[start])[0] in "PSZC":
        start += 1
    while end > start and unicodedata.category(piece[end - 1])[0] in "PSZC":
        end -= 1
    return piece[start:end]


def _without_blanks(character: str) -> bool:
    """Whether `character` belongs to a script written without blanks between words."""
    name = "" if character.isascii() else unicodedata.name(character, "")
    return any(script in name for script in ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER"))
