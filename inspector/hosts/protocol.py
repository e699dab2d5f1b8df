"""What every host module provides: how one agent product treats a catalog.

A host knows its product and nothing else: token counts come in as a function, files are never read, and
everything goes in and out as values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Protocol

from inspector.catalog import Catalog, Tool
from inspector.search import Ranking, SearchIndex
from inspector.tuning.model import Tuning

if TYPE_CHECKING:
    from inspector.hosts.indexing import Indexed

Label = Literal["measured", "documented", "approximated"]
"""How a fact is known: recorded from the running product, read in its source or documents, or estimated."""

State = Literal["loaded", "pinned", "deferred", "hidden", "refused"]
"""Where a tool stands in a deferral plan."""

Knob = Literal["pin", "defer", "hide", "words", "description"]
"""What a product lets a person set about a tool."""


Counting = Callable[[str], int]
"""Tokens of a text."""


def characters_over_four(text: str) -> int:
    """Return a rough token count, for callers that give no counter."""
    return -(-len(text) // 4)


@dataclass(frozen=True, slots=True)
class RecordedTexts:
    """Sentences recorded from an installed client: (text id, text) pairs, and which client and version said them."""

    texts: tuple[tuple[str, str], ...] = ()
    recorded_from: str = ""


@dataclass(frozen=True, slots=True)
class OwnText:
    """A sentence that stands in the place of our wording, and where it is from, in words."""

    text: str
    origin: str


@dataclass(frozen=True, slots=True)
class Conditions:
    """Under which conditions a catalog is looked at: the person's tuning, the model, its window in tokens.

    `builtins` lets the host's own deferred built-in tools take part; `subagent` asks for a sub-agent's view.
    `connecting` names servers that have not answered yet. `count` is for hosts whose rule counts tokens. `recorded`
    are sentences of the person's own client, for texts that are in our own wording otherwise.
    """

    tuning: Tuning
    model: str | None
    window: int
    builtins: bool = False
    subagent: bool = False
    connecting: tuple[str, ...] = ()
    count: Counting = characters_over_four
    recorded: RecordedTexts = RecordedTexts()

    def own_text(self, host: str, text_id: str) -> OwnText | None:
        """Return the client's own sentence `text_id`: the toolset's for `host`, else the recorded one, else None."""
        given = self.tuning.texts.get(host, {}).get(text_id)
        if given is not None:
            return OwnText(given, "as given in the toolset")
        found = dict(self.recorded.texts).get(text_id)
        return None if found is None else OwnText(found, f"recorded from {self.recorded.recorded_from}")


@dataclass(frozen=True, slots=True)
class Placement:
    """One tool in the plan: its id, the name the model sees, its state and the reason in words."""

    tool: str
    name: str
    state: State
    reason: str


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether tools are deferred, and on which numbers: `counted` against `limit`, both in `unit`.

    `rule` says the rule with its numbers, `flips` what would turn the decision round. `limit` is None where
    the product has no threshold. `label` says how the rule is known.
    """

    deferred: bool
    counted: int
    limit: int | None
    unit: str
    rule: str
    flips: str
    label: Label


@dataclass(frozen=True)
class DeferralPlan:
    """The state of every tool of the catalog, in catalog order, and the decision behind it."""

    placements: tuple[Placement, ...]
    decision: Decision
    by_tool: Mapping[str, Placement] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "by_tool", MappingProxyType({placement.tool: placement for placement in self.placements})
        )

    def of_state(self, *states: State) -> tuple[Placement, ...]:
        """Return the placements in any of `states`, in catalog order."""
        return tuple(placement for placement in self.placements if placement.state in states)


@dataclass(frozen=True, slots=True)
class Definition:
    """A tool as the host sends it when loaded: the JSON `value`, and its serialised text cut into labelled parts.

    The texts of `parts`, joined, are the serialised definition; labels are ``name``, ``description``,
    ``schema`` and ``overhead``.
    """

    value: Any
    parts: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The serialised definition."""
        return "".join(text for _, text in self.parts)


@dataclass(frozen=True, slots=True)
class HostText:
    """One text that the host writes for the model.

    `every_turn` tells whether it is part of every request (and so of its price); `origin` says whether
    wording and layout are the product's own, how they are known, and what the original measures.
    """

    id: str
    title: str
    text: str
    origin: str
    every_turn: bool


@dataclass(frozen=True, slots=True)
class KnobSupport:
    """How the product offers a knob, in words, and how that is known."""

    knob: Knob
    how: str
    label: Label


@dataclass(frozen=True, slots=True)
class Delivery:
    """How found tools reach the model.

    `kind`: ``splice`` adds their definitions to the next request's tools array, ``reference`` lets the provider put
    them at the end of the conversation, ``proxy`` answers with them and calls for the model, ``none`` is no search.
    `lasts` says how long a found tool stays usable. `core` are the product's own tools in every request, as far as
    known. `already` is the answer, one line a tool, to a search that finds only what is loaded, where it has its own.
    `agents` are sub-agents with their own few tools, by name: nothing is deferred for them.
    """

    kind: Literal["splice", "reference", "proxy", "none"]
    label: Label
    lasts: Literal["conversation", "turn"] = "conversation"
    core: int = 0
    already: str = ""
    agents: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def agent(self, name: str) -> tuple[str, ...] | None:
        """Return the tools of the sub-agent `name`; None where none of that name is known."""
        return dict(self.agents).get(name)


About = Literal["names", "refusals", "definitions", "searched text", "ranking", "results", "deferral", "prompt"]
"""What a rule of a host is about, in the order a card tells them."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a product in words: what it is `about`, how it is known, and the version or document it is from."""

    about: About
    text: str
    label: Label
    source: str


class Host(Protocol):
    """One product, in one version or variant. `id` may carry a variant: ``x-code-cli@article``."""

    id: str
    title: str
    version: str
    label: Label
    summary: str
    default_model: str | None
    default_limit: int
    maximum_limit: int | None
    knobs: tuple[KnobSupport, ...]
    rules: tuple[Rule, ...]
    """What ``tsi hosts ID`` tells: one rule or more for names, definitions, search and deferral."""
    delivery: Delivery
    text_ids: tuple[str, ...]
    """What ``[host.ID.texts]`` of a toolset can replace."""

    def names(self, catalog: Catalog) -> Mapping[str, str]:
        """Return the name the model sees for every tool id."""
        ...

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """Return the state of every tool, with reasons, and the threshold decision."""
        ...

    def definition(self, tool: Tool, name: str) -> Definition:
        """Return the definition sent to the model when `tool` is loaded under `name`."""
        ...

    def tools_array(self, catalog: Catalog, tools: Mapping[str, Definition]) -> list[Any]:
        """Return the request's list for the definitions `tools` (by tool id): one item a tool, or grouped."""
        ...

    def index(
        self,
        catalog: Catalog,
        conditions: Conditions,
        plan: DeferralPlan | None = None,
        earlier: Indexed | None = None,
    ) -> SearchIndex:
        """Return the search over every tool that is neither refused, hidden nor pinned, as if deferral were on.

        `plan` is the host's own for the same conditions, where it is known already. From `earlier`, an index of this
        host, whatever did not change is taken over; the answer is the same without it.
        """
        ...

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """Return the texts the host writes into requests under `plan`, in their order."""
        ...

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """Return what the search tool answers to the model for `ranking`."""
        ...
