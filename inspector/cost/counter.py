"""What a token counter is, the value a count is carried in, and the registry of counters by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from inspector.cost import characters, claude, o200k
from inspector.errors import UsageError, nearest


class TokenCounter(Protocol):
    """Counts the tokens of texts, and says by which vocabulary and how far to trust it.

    `name` is what was asked for ("o200k", "claude", "chars/3"), `label` says it in words for people, and
    `exact` is true only where the count is the model's own tokenisation. `pieces` cuts a text where the counts of
    the parts add up to the count of the whole.
    """

    @property
    def name(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def exact(self) -> bool: ...

    def count(self, text: str) -> int: ...
    def count_many(self, texts: Sequence[str]) -> list[int]: ...
    def pieces(self, text: str) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Count:
    """A number of tokens with the name of the counter that found it; `exact` as in `TokenCounter`."""

    tokens: int
    counter: str
    exact: bool

    def __add__(self, other: Count) -> Count:
        """Return the sum, exact only if both are; counts of different counters can't be added (ValueError)."""
        if not isinstance(other, Count):
            return NotImplemented
        if self.counter != other.counter:
            raise ValueError(f"cannot add {other.counter} tokens to {self.counter} tokens")
        return Count(self.tokens + other.tokens, self.counter, self.exact and other.exact)


# What hints offer; chars/N takes any positive N.
NAMES = ["o200k", "claude", "claude-estimate", "chars/3", "chars/4"]


@lru_cache(maxsize=256)
def counter(name: str, model: str | None = None) -> TokenCounter:
    """Return the counter of that name, the same object for the same request; an unknown name is a UsageError.

    "o200k" is tiktoken's o200k_base, exact where `model` is an OpenAI model that uses it. "claude" follows
    the family of `model` (without one: of claude-sonnet-5). "claude-estimate" is its quick stand-in, a
    multiple of o200k. "chars/N" divides the length in UTF-16 units by N, whatever the model.
    """
    if name == "o200k":
        return o200k.for_model(model)
    if name == "claude":
        return claude.for_model(model)
    if name == "claude-estimate":
        return claude.estimate_for_model(model)
    if name.startswith("chars/"):
        return characters.by_divisor(name)
    raise UsageError(f"unknown token counter {name!r}", nearest(name, NAMES))


def counter_for_model(model: str | None) -> TokenCounter:
    """Return the best counter there is for `model`: "claude" for Claude models, "o200k" for all others."""
    return counter("claude" if model and claude.is_claude(model) else "o200k", model)


def counted(text: str, by: TokenCounter) -> Count:
    """Return the tokens of `text` by that counter, with its name and its exactness."""
    return Count(by.count(text), by.name, by.exact)
