"""The audit: what a toolset costs in a host's requests, what deferral saves, and what would change that."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.cost import Price, TurnPrice, cost_per_thousand_turns
from inspector.hosts import Decision
from inspector.workspace.inspection import Inspection

DEFAULT_SYSTEM_PROMPT = 4000
"""Tokens assumed for a host's system prompt where the person gives no number."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Tokens of the tools in every request. `upfront`: all definitions; `deferred`: as if deferral were on
    (names, search tool, pinned definitions); `loaded`: what this plan really sends; `saved`: upfront − loaded.
    """

    tools: int
    upfront: int
    deferred: int
    loaded: int
    saved: int


@dataclass(frozen=True, slots=True)
class RequestShares:
    """One whole request in tokens: system prompt (given or assumed), tools, history, room left in the window."""

    system: int
    tools: int
    history: int
    room: int


@dataclass(frozen=True, slots=True)
class Cost:
    """US dollars per 1,000 turns for the tools part of the prompt, everything loaded against this plan."""

    price: Price
    upfront: TurnPrice
    loaded: TurnPrice


@dataclass(frozen=True, slots=True)
class Audit:
    """Everything the audit says, as numbers; `expensive_servers` and `expensive_tools` are (id, tokens), dearest first.

    `decision_tokens` are the tokens, by this run's counter, of the definitions the host's own estimate is about;
    None where the decision counts no tokens. `prefill_seconds` are (everything loaded, this plan) at the rate the
    person gave, else None.
    """

    totals: Totals
    decision: Decision
    decision_tokens: int | None
    request: RequestShares
    share: float
    states: tuple[tuple[str, int], ...]
    expensive_servers: tuple[tuple[str, int], ...]
    expensive_tools: tuple[tuple[str, int], ...]
    prefill_seconds: tuple[float, float] | None
    cost: Cost | None


def audit(inspection: Inspection) -> Audit:
    """Return the audit of `inspection`."""
    totals = _totals(inspection)
    tuning = inspection.tuning
    system = DEFAULT_SYSTEM_PROMPT if tuning.system_prompt is None else tuning.system_prompt
    history = tuning.history or 0
    window = inspection.window.tokens
    rate = tuning.prefill_rate
    price = inspection.price
    return Audit(
        totals=totals,
        decision=inspection.plan.decision,
        decision_tokens=_decision_tokens(inspection),
        request=RequestShares(system, totals.loaded, history, window - system - totals.loaded - history),
        share=totals.loaded / window,
        states=_states(inspection),
        expensive_servers=_dearest(server_tokens(inspection)),
        expensive_tools=_dearest(dict(inspection.tool_tokens)),
        prefill_seconds=(totals.upfront / rate, totals.loaded / rate) if rate else None,
        cost=None
        if price is None
        else Cost(
            price,
            cost_per_thousand_turns(totals.upfront, price),
            cost_per_thousand_turns(totals.loaded, price),
        ),
    )


def _decision_tokens(inspection: Inspection) -> int | None:
    if inspection.plan.decision.limit is None:
        return None
    tokens = inspection.tool_tokens
    return sum(tokens[placement.tool] for placement in inspection.plan.of_state("deferred", "loaded"))


def server_tokens(inspection: Inspection) -> dict[str, int]:
    """Return the tokens of every server's definitions, by server name, in catalog order."""
    return {
        server.name: sum(inspection.tool_tokens.get(tool.id, 0) for tool in server.tools)
        for server in inspection.catalog.servers
    }


def _totals(inspection: Inspection) -> Totals:
    tokens = inspection.tool_tokens
    sent = [placement.tool for placement in inspection.plan.of_state("loaded", "pinned", "deferred")]
    upfront = sum(tokens[tool] for tool in sent)
    pinned = sum(tokens[placement.tool] for placement in inspection.plan.of_state("pinned"))
    deferred = pinned + _announcement_tokens(inspection)
    loaded = deferred if inspection.plan.decision.deferred else upfront
    return Totals(len(inspection.catalog), upfront, deferred, loaded, upfront - loaded)


def _announcement_tokens(inspection: Inspection) -> int:
    """Return the tokens of what stands in for deferred tools: names and search tool, without any definition."""
    texts = [text.text for text in inspection.deferred_texts if text.every_turn and text.id != "tools-array"]
    return sum(map(inspection.tokens.count, texts))


def _states(inspection: Inspection) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for placement in inspection.plan.placements:
        counts[placement.state] = counts.get(placement.state, 0) + 1
    return tuple(
        (state, counts[state]) for state in ("loaded", "pinned", "deferred", "hidden", "refused") if state in counts
    )


def _dearest(tokens: dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(tokens.items(), key=lambda item: (-item[1], item[0])))
