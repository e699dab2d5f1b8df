"""Measuring: how many tokens each labelled part of a serialised text costs, such that the parts sum to the whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from inspector.cost.counter import TokenCounter

Part = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Measurement:
    """The tokens of a text and of its parts, by label in order of first appearance; they sum to `total`.

    A part may be negative where text before it merges with it into fewer tokens: rare, and never hidden.
    """

    total: int
    parts: tuple[tuple[str, int], ...]

    def tokens(self, label: str) -> int:
        """Return the tokens of the parts with that label, 0 if there is none."""
        return dict(self.parts).get(label, 0)


def measure(parts: Sequence[Part], count: TokenCounter | Callable[[str], int]) -> Measurement:
    """Return the tokens of the text that the (label, text) parts spell one after the other, shared out by label.

    A part's tokens are count(text up to its end) − count(text up to its start): tokens merge across borders,
    so counting parts alone would not sum to the whole. `count` is called once for each change of label.
    """
    count_text = count if callable(count) else count.count
    tokens: dict[str, int] = {label: 0 for label, _ in parts}
    text = ""
    before = 0
    for index, (label, piece) in enumerate(parts):
        text += piece
        # Neighbours of one label need no border between them: their sum telescopes.
        if index + 1 < len(parts) and parts[index + 1][0] == label:
            continue
        after = count_text(text) if text else 0
        tokens[label] += after - before
        before = after
    return Measurement(before, tuple(tokens.items()))


def measure_many(texts: Iterable[Sequence[Part]], count: TokenCounter | Callable[[str], int]) -> Iterator[Measurement]:
    """Yield the measurement of each text as it is asked for, so that a slow counter never blocks for all."""
    for parts in texts:
        yield measure(parts, count)


def totals_many(texts: Sequence[str], count: TokenCounter) -> list[int]:
    """Return the tokens of each whole text: the quick way where the parts don't matter."""
    return count.count_many(texts)
