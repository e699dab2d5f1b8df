"""What a pin is worth: expected tokens per conversation of sending a definition always against finding it when needed.

All figures are tokens at the full input price; what is read from the prompt cache counts with its share of that price.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.usage.calls import ToolUse


@dataclass(frozen=True, slots=True)
class Assumptions:
    """The conversation pins are judged by.

    `turns`: model requests in it; `cached`: price of a cached token as a share of a fresh one (1: no cache);
    `context`: tokens in front of a search, which the extra request reads again; `found`: definitions a search
    brings; `query`: tokens of the search call itself.
    """

    turns: float = 20.0
    cached: float = 0.1
    context: int = 10_000
    found: int = 5
    query: int = 40


@dataclass(frozen=True, slots=True)
class PinValue:
    """One tool: its chance of use per conversation, and expected tokens per conversation pinned and deferred.

    `break_even` is the chance of use from which the pin pays; None where it never does.
    """

    tool: str
    calls: int
    chance: float
    tokens: int
    pinned: float
    deferred: float
    break_even: float | None

    @property
    def saving(self) -> float:
        """Tokens per conversation that the pin saves; negative where it costs."""
        return self.deferred - self.pinned


def pin_values(
    tokens: Mapping[str, int],
    listed: Mapping[str, int],
    uses: Sequence[ToolUse],
    conversations: int,
    assumed: Assumptions,
) -> tuple[PinValue, ...]:
    """Return the value of pinning every used tool, best first.

    `tokens` are the tokens of every definition, `listed` those its name takes in the prompt while it is deferred
    (0 where the host lists none), both by tool id; `conversations` is how many were counted.
    """
    average = sum(tokens.values()) / len(tokens) if tokens else 0.0
    found = [
        _value(use, tokens[use.tool], listed.get(use.tool, 0), conversations, average, assumed)
        for use in uses
        if use.tool in tokens
    ]
    return tuple(sorted(found, key=lambda value: (-value.saving, value.tool)))


def _value(
    use: ToolUse, tokens: int, listed: int, conversations: int, average: float, assumed: Assumptions
) -> PinValue:
    chance = min(1.0, use.conversations / conversations) if conversations else 0.0
    always = 1 + max(0.0, assumed.turns - 1) * assumed.cached
    pinned = tokens * always
    one_search = _search(tokens, average, assumed)
    deferred = listed * always + chance * one_search
    needed = (pinned - listed * always) / one_search if one_search else None
    break_even = None if needed is None or needed > 1 else max(0.0, needed)
    return PinValue(use.tool, use.calls, chance, tokens, pinned, deferred, break_even)


def _search(tokens: int, average: float, assumed: Assumptions) -> float:
    """Return the tokens of finding a tool once: the extra request, and its result for the rest of the conversation.

    A search comes in the middle of the conversation on average. It brings the tool and others of average size.
    """
    brought = tokens + max(0, assumed.found - 1) * average
    rest = max(0.0, assumed.turns / 2 - 1)
    return assumed.query + assumed.context * assumed.cached + brought * (1 + rest * assumed.cached)


def best_within(values: Sequence[PinValue], budget: int) -> tuple[PinValue, ...]:
    """Return the pins that save most with definitions of at most `budget` tokens together (an exact knapsack).

    Pins that save nothing are never chosen.
    """
    worth = [value for value in values if value.saving > 0 and value.tokens <= budget]
    # States that no other beats: tokens spent → (saving, chosen), kept in order of tokens.
    states: list[tuple[int, float, tuple[int, ...]]] = [(0, 0.0, ())]
    for at, value in enumerate(worth):
        taken = [
            (spent + value.tokens, saved + value.saving, (*chosen, at))
            for spent, saved, chosen in states
            if spent + value.tokens <= budget
        ]
        merged = sorted([*states, *taken], key=lambda state: (state[0], -state[1]))
        states = []
        for state in merged:
            if not states or state[1] > states[-1][1]:
                states.append(state)
    return tuple(worth[at] for at in states[-1][2])
