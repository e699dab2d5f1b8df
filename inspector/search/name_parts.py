"""Cutting tool names into the words they are made of."""

from __future__ import annotations

import re
from functools import lru_cache

_CAMEL_BOUNDARY = re.compile(r"([a-z0-9])([A-Z])")
_WORDS = re.compile(r"[^\W_]+")
_SEPARATORS = re.compile(r"[_\-.\s/:]+")


def spaced_camel_case(name: str) -> str:
    """Return `name` with a space at every boundary between a lower-case letter or digit and a capital."""
    return _CAMEL_BOUNDARY.sub(r"\1 \2", name)


@lru_cache(maxsize=65_536)
def split_identifier(name: str) -> tuple[str, ...]:
    """Return the lower-cased words of an identifier, cut at ``_ - . / :``, white space and camelCase.

    ``getDepositAddress`` gives get, deposit, address; ``file.stat-all`` gives file, stat, all. Remembered:
    descriptions repeat the same words, and an index asks for each occurrence.
    """
    return tuple(piece.lower() for piece in _SEPARATORS.split(spaced_camel_case(name)) if piece)


def tokenise(text: str) -> list[str]:
    """Return the lower-cased words of `text`; identifiers in it are cut at ``_`` and camelCase."""
    return [token for word in _WORDS.findall(text) for token in split_identifier(word)]
