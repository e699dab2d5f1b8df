"""Text rules of JavaScript that differ from Python's, needed to rank as clients written in it do."""

from __future__ import annotations

import re
from functools import lru_cache

# JavaScript's \s: Python's also takes U+001C to U+001F and U+0085, and lacks U+FEFF.
_SPACE = "[\\t\\n\\v\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]"
_SPACES = re.compile(f"{_SPACE}+")
_SPACES_OR_COMMAS = re.compile(f"(?:{_SPACE}|,)+")
_TRIM = re.compile(f"^{_SPACE}+|{_SPACE}+$")
_WORDS = re.compile(r"[A-Za-z0-9_]+")
_ONLY_WORD_CHARACTERS = re.compile(r"[A-Za-z0-9_]+\Z")


def trim(text: str) -> str:
    """Return `text` without leading and trailing white space, as ``String.prototype.trim``."""
    return _TRIM.sub("", text)


def split_on_space(text: str) -> list[str]:
    """Return the non-empty pieces of `text` between runs of ``\\s``."""
    return [piece for piece in _SPACES.split(text) if piece]


def split_on_space_or_comma(text: str) -> list[str]:
    """Return the non-empty pieces of `text` between runs of ``[\\s,]``."""
    return [piece for piece in _SPACES_OR_COMMAS.split(text) if piece]


def ascii_words(text: str) -> list[str]:
    """Return the maximal runs of ``[A-Za-z0-9_]`` in `text`: what ``\\b`` without the ``u`` flag delimits."""
    return _WORDS.findall(text)


def is_ascii_word(term: str) -> bool:
    """Whether `term` consists of word characters only, so that ``\\bterm\\b`` means “equals a whole run”."""
    return _ONLY_WORD_CHARACTERS.match(term) is not None


@lru_cache(maxsize=4096)
def whole_word_pattern(term: str) -> re.Pattern[str]:
    """Return ``\\bterm\\b`` with JavaScript's ASCII word boundary, `term` taken literally."""
    return re.compile(rf"\b{re.escape(term)}\b", re.ASCII)
