"""What a played script consists of: requests to the model, each with what it reads anew, from the cache, and why."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

Cache = Literal["cold", "hit", "miss"]
"""What the prompt cache does: nothing is in it yet, the request before is its prefix, or it starts over."""


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a request: what it is in words, its tokens, and its text where it is worth showing."""

    what: str
    tokens: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """One request to the model: its number and turn (from 1), what the model answers with, and what it reads.

    In the tools array stand the host's `own` tools, those `loaded` from the start, and found ones that were `spliced`
    in. `added` is what it holds more than the request before it, `tokens` are all it
    reads, `cached` those from the prompt cache. `usable` are the tools that searches found and that can still be
    called, `activated` those of them that the search just before found, `already` those that the model calls or
    searches again without needing to search, `unfound` what is to be called but was not found. `agent` names the
    sub-agent whose request it is.
    """

    number: int
    turn: int
    action: str
    own: int
    loaded: int
    spliced: int
    added: tuple[Part, ...]
    tokens: int
    cached: int
    cache: Cache
    usable: tuple[str, ...] = ()
    activated: tuple[str, ...] = ()
    already: tuple[str, ...] = ()
    unfound: tuple[str, ...] = ()
    agent: str = ""

    @property
    def tools(self) -> int:
        """How many tools stand in the tools array."""
        return self.own + self.loaded + self.spliced

    @property
    def fresh(self) -> int:
        """The tokens read at the full price."""
        return self.tokens - self.cached


@dataclass(frozen=True, slots=True)
class Simulation:
    """All requests of a script, in order; `searches` are the extra round trips."""

    requests: tuple[Request, ...]
    searches: int

    @property
    def misses(self) -> int:
        """How often the prompt cache started over."""
        return sum(request.cache == "miss" for request in self.requests)

    @property
    def so_far(self) -> tuple[int, ...]:
        """All tokens read up to and with each request."""
        return tuple(accumulate(request.tokens for request in self.requests))

    @property
    def tokens(self) -> int:
        """All tokens read."""
        return sum(request.tokens for request in self.requests)

    @property
    def fresh(self) -> int:
        """The tokens read at the full price."""
        return sum(request.fresh for request in self.requests)

    @property
    def unfound(self) -> tuple[str, ...]:
        """The tools that no search found though they were to be called."""
        return tuple(dict.fromkeys(tool for request in self.requests for tool in request.unfound))
