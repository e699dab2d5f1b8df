"""Playing a script request by request, under what one host does with tools.

The order of a request's text decides what a prompt cache keeps: tools, system prompt, conversation. Where found
tools join the tools array, the request is counted as read afresh once; where they join the conversation, nothing is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inspector.hosts import Delivery
from inspector.search import Ranking
from inspector.simulation.requests import Cache, Part, Request, Simulation
from inspector.simulation.script import BY_NAME, Script, Turn

CALL_TOKENS = 30
"""Tokens assumed for a call the model writes, beside what it says."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a host does with the tools of one catalog and tuning.

    `base` is what stands in every request: system prompt, names, search tool, loaded definitions. `own_tools` of the
    host are in the tools array, and `available`, the ids loaded from the start. `tokens` are those of every
    definition by id, `names` what the model calls the tools. `search` and `answer` are the host's own, `count`
    counts tokens.
    """

    delivery: Delivery
    base: tuple[Part, ...]
    own_tools: int
    available: frozenset[str]
    tokens: Mapping[str, int]
    names: Mapping[str, str]
    search: Callable[[str], Ranking]
    answer: Callable[[Ranking], str]
    count: Callable[[str], int]


def simulate(script: Script, setting: Setting) -> Simulation:
    """Return the requests of `script` under `setting`."""
    conversation = _Conversation(setting)
    for number, turn in enumerate(script.turns, start=1):
        conversation.play(number, turn)
    return Simulation(tuple(conversation.requests), conversation.searches)


class _Reading:
    """What one model reads, request after request: it only grows."""

    def __init__(self, parts: Iterable[Part] = ()) -> None:
        self._added = list(parts)
        self._tokens = 0
        self._begun = False

    def add(self, what: str, tokens: int, text: str = "") -> None:
        self._added.append(Part(what, tokens, text))

    def next(self, *, prefix_changed: bool = False) -> dict[str, Any]:
        """Return the fields of a request that tell what it reads."""
        before, added = self._tokens, tuple(self._added)
        cache: Cache = "cold" if not self._begun else "miss" if prefix_changed else "hit"
        self._tokens += sum(part.tokens for part in added)
        self._added, self._begun = [], True
        cached = before if cache == "hit" else 0
        return {"added": added, "tokens": self._tokens, "cached": cached, "cache": cache}


class _Conversation:
    """What has been said and found so far."""

    def __init__(self, setting: Setting) -> None:
        self.requests: list[Request] = []
        self.searches = 0
        self._setting = setting
        self._reading = _Reading(setting.base)
        self._found: dict[str, int] = {}
        """Found tools that can still be called, with the turn they were found in."""
        self._activated: tuple[str, ...] = ()
        self._unfound: tuple[str, ...] = ()

    def play(self, number: int, turn: Turn) -> None:
        self._reading.add("the person", self._setting.count(turn.say), turn.say)
        agent = self._setting.delivery.agent(turn.agent)
        if agent is None:
            self._work(number, turn)
        else:
            self._hand_over(number, turn, agent)
        self._request(number, "answers")
        if self._setting.delivery.lasts == "turn":
            self._found.clear()

    def _work(self, number: int, turn: Turn) -> None:
        """Search for what is missing, then call what is there."""
        missing = self._missing(turn)
        # What was loaded from the start stands in no list of deferred tools: only found tools are searched again.
        again = [tool for tool in turn.calls if turn.again and tool in self._found]
        if self._setting.delivery.kind != "none" and (missing or again):
            for query, ranking in self._tries(turn, missing or again):
                self._request(number, f"searches “{query}”", () if missing else again)
                self._take_in(number, query, ranking)
                missing = self._missing(turn)
                if not missing:
                    break
            self._unfound = tuple(missing)
        called = [tool for tool in turn.calls if tool not in self._unfound]
        if called:
            self._request(
                number, f"calls {', '.join(called)}", [each for each in called if self._earlier(each, number)]
            )
            _add_calls(self._reading, called, turn.result)

    def _missing(self, turn: Turn) -> list[str]:
        return [tool for tool in turn.calls if tool not in self._found and tool not in self._setting.available]

    def _earlier(self, tool: str, number: int) -> bool:
        return self._found.get(tool, number) < number

    def _tries(self, turn: Turn, wanted: Sequence[str]) -> Iterator[tuple[str, Ranking]]:
        """Yield what the model searches for, in order, and what it finds; by name only where the host can."""
        said = False
        for query in turn.search or (turn.say,):
            if query.strip() == BY_NAME:
                query = BY_NAME + ",".join(self._setting.names[tool] for tool in wanted)
                ranking = self._setting.search(query)
                if ranking.mode != "select":
                    continue
            else:
                ranking = self._setting.search(query)
            said = True
            yield query, ranking
        if not said:
            yield turn.say, self._setting.search(turn.say)

    def _take_in(self, number: int, query: str, ranking: Ranking) -> None:
        """Read a search's answer and remember what it made usable."""
        setting, kind = self._setting, self._setting.delivery.kind
        self.searches += 1
        hits = [hit.key for hit in ranking.hits if hit.key in setting.tokens and hit.key not in setting.available]
        new = [tool for tool in hits if tool not in self._found]
        self._reading.add("the call of the search", CALL_TOKENS + setting.count(query))
        if kind != "reference" or not hits:
            text = self._answer(ranking, hits, new)
            self._reading.add("what the search answers", setting.count(text), text)
        if kind in ("splice", "reference"):
            # Spliced into the tools array, or written by the provider behind the answer: each stays from now on.
            where = "joins the tools array" if kind == "splice" else "at the end of the conversation"
            for tool in new:
                self._reading.add(f"{setting.names[tool]}: {where}", setting.tokens[tool])
        self._found.update(dict.fromkeys(new, number))
        self._activated = tuple(new)

    def _answer(self, ranking: Ranking, hits: list[str], new: list[str]) -> str:
        template = self._setting.delivery.already
        if template and hits and not new:
            return "\n".join(template.format(name=self._setting.names[tool]) for tool in hits)
        return self._setting.answer(ranking)

    def _request(self, turn: int, action: str, already: Iterable[str] = ()) -> None:
        setting = self._setting
        spliced = len(self._found) if setting.delivery.kind == "splice" else 0
        changed = bool(self._activated) and setting.delivery.kind == "splice"
        self.requests.append(
            Request(
                number=len(self.requests) + 1,
                turn=turn,
                action=action,
                own=setting.own_tools,
                loaded=len(setting.available),
                spliced=spliced,
                usable=tuple(self._found),
                activated=self._activated,
                already=tuple(already),
                unfound=self._unfound,
                **self._reading.next(prefix_changed=changed),
            )
        )
        self._activated = self._unfound = ()

    def _hand_over(self, number: int, turn: Turn, tools: tuple[str, ...]) -> None:
        """Let a sub-agent work: a conversation of its own, with its few tools and nothing deferred."""
        setting = self._setting
        self._request(number, f"hands over to {turn.agent}")
        reading = _Reading((Part("the task", setting.count(turn.say), turn.say),))
        called = [tool for tool in turn.calls if tool in tools]
        unfound = tuple(tool for tool in turn.calls if tool not in tools)
        for action in ([f"calls {', '.join(called)}"] if called else []) + ["reports"]:
            request = Request(
                number=len(self.requests) + 1,
                turn=number,
                action=action,
                own=len(tools),
                loaded=0,
                spliced=0,
                unfound=unfound,
                agent=turn.agent,
                **reading.next(),
            )
            self.requests.append(request)
            _add_calls(reading, called, turn.result)
            unfound = ()
        self._reading.add(f"the call of {turn.agent}", CALL_TOKENS)
        self._reading.add(f"what {turn.agent} reports", turn.result)


def _add_calls(reading: _Reading, tools: Iterable[str], result: int) -> None:
    for tool in tools:
        reading.add(f"the call of {tool}", CALL_TOKENS)
        reading.add("its result", result)
