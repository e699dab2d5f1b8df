"""Cutting tool names into the words they are made of."""

from __future__ import annotations

import re

_CAMEL_BOUNDARY = re.compile(r"([a-z0-9])([A-Z])")
_SEPARATORS = re.compile(r"[_\-.\s/:]+")


def spaced_camel_case(name: str) -> str:
    """Return `name` with a space at every boundary between a lower-case letter or digit and a capital."""
    return _CAMEL_BOUNDARY.sub(r"\1 \2", name)


def split_identifier(name: str) -> list[str]:
    """Return the lower-cased words of an identifier, cut at ``_ - . / :``, white space and camelCase.

    ``getDepositAddress`` gives get, deposit, address; ``file.stat-all`` gives file, stat, all.
    """
    return [piece.lower() for piece in _SEPARATORS.split(spaced_camel_case(name)) if piece]
