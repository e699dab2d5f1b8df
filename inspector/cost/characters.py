"""Counting by length: the "characters ÷ N" rules that several clients use instead of a tokeniser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from inspector.errors import UsageError


def utf16_length(text: str) -> int:
    """Return the length JavaScript would report: UTF-16 code units, two for each character beyond U+FFFF."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True, slots=True)
class CharacterCounter:
    """Estimates tokens as ceil(UTF-16 length ÷ `divisor`)."""

    name: str
    label: str
    divisor: Fraction
    exact: bool = False

    def count(self, text: str) -> int:
        """Return the estimated tokens of `text`, rounded up."""
        # Whole numbers throughout: a float quotient could round up one too many.
        return -(-utf16_length(text) * self.divisor.denominator // self.divisor.numerator)

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Return the estimated tokens of each text."""
        return [self.count(text) for text in texts]

    def pieces(self, text: str) -> Sequence[str]:
        """Return `text` whole: its parts counted apart need not add up."""
        return (text,)


def by_divisor(name: str) -> CharacterCounter:
    """Return the counter for "chars/N", N a positive decimal number; UsageError for any other N."""
    number = name.removeprefix("chars/")
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", number) or not Fraction(number):
        raise UsageError(f"{name!r} is no token counter: N in chars/N is a positive number", "try chars/4")
    return CharacterCounter(name, f"characters ÷ {number}, approximated", Fraction(number))
