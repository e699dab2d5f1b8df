"""Playing a script request by request, under what one host does with tools.

The order of a request's text decides what a prompt cache keeps: tools, system prompt, conversation. Where found
tools join the tools array, everything after it is read afresh once; where they join the conversation, nothing is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from inspector.hosts import Delivery
from inspector.search import Ranking
from inspector.simulation.script import BY_NAME, Script, Turn

Cache = Literal["cold", "hit", "miss"]
"""What the prompt cache does: nothing is in it yet, the request before is its prefix, or it starts over."""

CALL_TOKENS = 30
"""Tokens assumed for a call the model writes, beside what it says."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a host does with the tools of one catalog and tuning.

    `base` are the tokens of system prompt, names, search tool and loaded definitions; `base_tools` how many tools
    that is. `available` are the ids loaded from the start, `tokens` those of every definition by id. `search` and
    `answer` are the host's own, `names` what its model calls the tools by id; `count` counts tokens.
    """

    delivery: Delivery
    base: int
    base_tools: int
    available: frozenset[str]
    tokens: Mapping[str, int]
    names: Mapping[str, str]
    search: Callable[[str], Ranking]
    answer: Callable[[Ranking], str]
    count: Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Request:
    """One request to the model: its number and turn (from 1), what the model answers with, and what it reads.

    `tools` stand in the tools array, `tokens` are all it reads, `cached` those from the prompt cache. `activated` are
    the tools that a search before it found; `unfound` those that it did not find though they are to be called.
    """

    number: int
    turn: int
    action: str
    tools: int
    tokens: int
    cached: int
    cache: Cache
    activated: tuple[str, ...] = ()
    unfound: tuple[str, ...] = ()

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


def simulate(script: Script, setting: Setting) -> Simulation:
    """Return the requests of `script` under `setting`."""
    return _Conversation(setting).play(script)


class _Conversation:
    """What has been said and loaded so far."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._said = 0
        self._spliced: dict[str, None] = {}
        self._known: set[str] = set(setting.available)
        self._requests: list[Request] = []
        self._searches = 0
        self._activated: tuple[str, ...] = ()
        self._prefix_changed = False

    def play(self, script: Script) -> Simulation:
        for number, turn in enumerate(script.turns, start=1):
            self._play_turn(number, turn)
        return Simulation(tuple(self._requests), self._searches)

    def _play_turn(self, number: int, turn: Turn) -> None:
        setting = self._setting
        self._said += setting.count(turn.say)
        missing = [tool for tool in turn.calls if tool not in self._known]
        unfound: tuple[str, ...] = ()
        if missing and setting.delivery.kind != "none":
            query, ranking = self._asked(turn, missing)
            self._request(number, f"searches “{query}”")
            unfound = self._search(query, ranking, missing)
        callable_ = [tool for tool in turn.calls if tool not in unfound]
        if callable_:
            self._request(number, f"calls {', '.join(callable_)}", unfound)
            self._said += len(callable_) * (CALL_TOKENS + turn.result)
            unfound = ()
        self._request(number, "answers", unfound)
        if setting.delivery.lasts == "turn":
            self._known = set(setting.available)

    def _asked(self, turn: Turn, missing: list[str]) -> tuple[str, Ranking]:
        """Return what the model searches for and what it finds: by name where it asks so and the host can."""
        if turn.by_name:
            query = BY_NAME + ",".join(self._setting.names[tool] for tool in missing)
            ranking = self._setting.search(query)
            if ranking.mode == "select":
                return query, ranking
        return turn.query, self._setting.search(turn.query)

    def _search(self, query: str, ranking: Ranking, missing: list[str]) -> tuple[str, ...]:
        """Take in what a search found, and return what is still missing."""
        setting = self._setting
        self._searches += 1
        found = [hit.key for hit in ranking.hits if hit.key in setting.tokens and hit.key not in self._known]
        self._said += CALL_TOKENS + setting.count(query)
        if setting.delivery.kind == "splice":
            self._said += setting.count(setting.answer(ranking))
            self._prefix_changed = bool(found)
            self._spliced.update(dict.fromkeys(found))
        elif setting.delivery.kind == "reference":
            # The provider writes the definitions behind the answer: they count where they stand, from now on.
            self._said += sum(setting.tokens[tool] for tool in found)
        else:
            self._said += setting.count(setting.answer(ranking))
        self._known.update(found)
        self._activated = tuple(found)
        return tuple(tool for tool in missing if tool not in self._known)

    def _request(self, turn: int, action: str, unfound: tuple[str, ...] = ()) -> None:
        setting = self._setting
        spliced = sum(setting.tokens[tool] for tool in self._spliced)
        tokens = setting.base + spliced + self._said
        before = self._requests[-1].tokens if self._requests else 0
        cache: Cache = "cold" if not self._requests else "miss" if self._prefix_changed else "hit"
        self._requests.append(
            Request(
                number=len(self._requests) + 1,
                turn=turn,
                action=action,
                tools=setting.base_tools + len(self._spliced),
                tokens=tokens,
                cached=min(before, tokens) if cache == "hit" else 0,
                cache=cache,
                activated=self._activated,
                unfound=unfound,
            )
        )
        self._activated, self._prefix_changed = (), False
