"""Counting Claude tokens offline: by ctok's reconstruction, or where that is missing by a multiple of o200k."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from inspector.cost import o200k


@dataclass(frozen=True, slots=True)
class Family:
    """A generation of Claude models with one way of tokenising.

    `version` is what ctok calls it, `frame` the tokens a message costs besides its text (ctok includes them),
    `percent` how many tokens a tool definition has per 100 tokens of o200k (measured on real tool lists).
    """

    words: str
    version: str
    frame: int
    percent: int


FAMILIES = {
    "v3": Family("Claude 3 to 4.6", "3.0", 7, 116),
    "v4.7": Family("Claude 4.7", "4.7", 11, 161),
    "v4.8": Family("Claude 4.8+", "4.8", 6, 161),
}
NEWEST = "v4.8"

_CLAUDE = re.compile(r"(?:^|[/:.])(claude(?:[-@:].*)?)$")
# Major and minor have one or two digits, so the eight digits of a date are neither.
_VERSION = re.compile(r"(?:-|-v)([0-9]{1,2})(?:[-.]([0-9]{1,2}))?(?![0-9])")


def is_claude(model: str) -> bool:
    """Tell whether `model` names a Claude model, with or without a provider before it."""
    return _CLAUDE.search(model.lower()) is not None


def family_of(model: str) -> tuple[str, bool]:
    """Return the family key of a Claude model, and whether its name really told (else the newest is assumed)."""
    name = _CLAUDE.search(model.lower())
    version = _VERSION.search(name[1]) if name else None
    if version is None:
        return NEWEST, False
    number = int(version[1]), int(version[2] or 0)
    if number < (3, 0):
        return "v3", False  # Claude 2 and Instant had a vocabulary of their own, which nobody reconstructed.
    return ("v3" if number < (4, 7) else "v4.7" if number < (4, 8) else "v4.8"), True


def ctok_installed() -> bool:
    """Tell whether ctok can be imported (it needs Python 3.12), without importing it."""
    return find_spec("ctok") is not None


@dataclass(frozen=True, slots=True)
class ReconstructedCounter:
    """Counts Claude tokens by ctok: unofficial, so never called exact. About 400,000 characters a second."""

    label: str
    family: Family
    name: str = "claude"
    exact: bool = False

    def count(self, text: str) -> int:
        """Return the tokens `text` adds to a message; 0 for an empty text."""
        import ctok

        if not text:
            return 0  # ctok counts an empty message, which may cost a token more than its frame
        return int(ctok.token_count(text, self.family.version)) - self.family.frame

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Return the tokens of each text, counted one after the other in this thread."""
        return [self.count(text) for text in texts]

    def pieces(self, text: str) -> Sequence[str]:
        """Return `text` whole: its parts counted apart need not add up."""
        return (text,)


@dataclass(frozen=True, slots=True)
class EstimatedCounter:
    """Estimates Claude tokens as a multiple of o200k tokens, rounded up; good for tool definitions only."""

    label: str
    family: Family
    name: str
    exact: bool = False

    def count(self, text: str) -> int:
        """Return the estimated tokens of `text`."""
        return self.count_many([text])[0]

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Return the estimated tokens of each text."""
        # Whole numbers: 1.61 as a float times a multiple of 100 could round up one too many.
        return [-(-tokens * self.family.percent // 100) for tokens in o200k.for_model(None).count_many(texts)]

    def pieces(self, text: str) -> Sequence[str]:
        """Return `text` whole: its parts counted apart need not add up."""
        return (text,)


def for_model(model: str | None) -> ReconstructedCounter | EstimatedCounter:
    """Return the counter for the family of `model`: by ctok where it is installed, else the estimate."""
    if not ctok_installed():
        return estimate_for_model(model, "claude")
    family, note = _choose(model)
    return ReconstructedCounter(f"{family.words} tokens by ctok's offline reconstruction{note}", family)


def estimate_for_model(model: str | None, name: str = "claude-estimate") -> EstimatedCounter:
    """Return the quick estimate for the family of `model`, known by `name`."""
    family, note = _choose(model)
    factor = f"{family.percent / 100:.2f}"
    label = f"{family.words} tokens, estimate from o200k × {factor}, p95 error about 10 %{note}"
    return EstimatedCounter(label, family, name)


def _choose(model: str | None) -> tuple[Family, str]:
    """Return the family to count by, and what the label has to add when it is a guess."""
    key, told = family_of(model or "claude-sonnet-5")
    return FAMILIES[key], "" if told else f" (family assumed for {model})"
