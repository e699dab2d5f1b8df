"""Simulating conversations on an inspection: as decided, with everything loaded, and with the called tools pinned."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from inspector.errors import UsageError, nearest
from inspector.resources import bundled_file
from inspector.simulation.conversation import Setting, simulate
from inspector.simulation.requests import Part, Simulation
from inspector.simulation.script import Script, parse_script
from inspector.storage import exists, read_text
from inspector.tuning.model import ToolEdits, Tuning
from inspector.workspace.audit import DEFAULT_SYSTEM_PROMPT
from inspector.workspace.inspection import Inspection

BUNDLED = ("btc", "explore")
"""Scripts that come with the program, by name."""


@dataclass(frozen=True, slots=True)
class Played:
    """One way to play a script: its name, the requests, and in US dollars what each of them costs, if known.

    A request pays the full input price for what it reads anew and the cached price for the rest; what the model
    writes and surcharges for writing the cache are not in it.
    """

    name: str
    simulation: Simulation
    prices: tuple[Decimal, ...] | None

    @property
    def price(self) -> Decimal | None:
        """The price of all requests, None where no price is known."""
        return None if self.prices is None else sum(self.prices, Decimal(0))


@dataclass(frozen=True, slots=True)
class Comparison:
    """A script in one host: as decided, with every tool loaded, with the tools it calls pinned.

    `unknown` are tools the script calls that the catalog does not have, `notes` what this host cannot do of it.
    """

    script: Script
    host: str
    decided: Played
    everything: Played
    pinned: Played
    unknown: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def ways(self) -> tuple[Played, Played, Played]:
        """The three, in this order."""
        return (self.decided, self.everything, self.pinned)


_EIGHTHS = "▁▂▃▄▅▆▇█"


def sparkline(values: Sequence[int], most: int | None = None) -> str:
    """Return one bar of eighths per value, full at `most` (by default the largest value)."""
    whole = most or max(values, default=0) or 1
    return "".join(_EIGHTHS[max(0, min(7, round(value * 8 / whole) - 1))] for value in values)


def read_script(name: str) -> Script:
    """Return the script in the file `name`, or the bundled one of that name; raise `FileError` or `UsageError` else."""
    if not exists(name) and name in BUNDLED:
        return parse_script(read_text(bundled_file("sample_configs", "scripts", f"{name}.toml")), name)
    if not exists(name) and "." not in name and "/" not in name:
        raise UsageError(f"there is no script “{name}”", f"{nearest(name, list(BUNDLED))} or name a file")
    return parse_script(read_text(os.path.expanduser(name)), name)


def play(script: Script, inspection: Inspection) -> Comparison:
    """Return `script` played three ways in the inspection's host."""
    delivery = inspection.host.delivery
    known = set(inspection.catalog.by_id)
    turns, unknown = [], []
    for turn in script.turns:
        usable = known | set(delivery.agent(turn.agent) or ())
        turns.append(replace(turn, calls=tuple(tool for tool in turn.calls if tool in usable)))
        unknown += [tool for tool in turn.calls if tool not in usable]
    wanted = replace(script, turns=tuple(turns))
    pinned = inspection.with_tuning(_pinned(inspection.tuning, [tool for tool in wanted.tools if tool in known]))
    return Comparison(
        script,
        inspection.host.id,
        _played("as decided", wanted, setting(inspection), inspection),
        _played("everything loaded", wanted, setting(inspection, everything=True), inspection),
        _played("called tools pinned", wanted, setting(pinned), inspection),
        tuple(dict.fromkeys(unknown)),
        _notes(script, inspection),
    )


def setting(inspection: Inspection, *, everything: bool = False) -> Setting:
    """Return what the simulation needs to know of an inspection; `everything`: as if nothing were deferred."""
    plan = inspection.plan
    deferring = plan.decision.deferred and not everything
    usable = {each.tool for each in plan.of_state("loaded", "pinned", "deferred")}
    available = {each.tool for each in plan.of_state("pinned", *(() if deferring else ("loaded", "deferred")))}
    tokens = {tool: inspection.tool_tokens[tool] for tool in usable}
    texts = inspection.deferred_texts if deferring else ()
    told = [text for text in texts if text.every_turn and text.id != "tools-array"]
    counts = inspection.tokens.count_many([text.text for text in told])
    own = inspection.tuning.system_prompt
    base = [Part("system prompt" + (", assumed" if own is None else ""), DEFAULT_SYSTEM_PROMPT if own is None else own)]
    base += [Part(text.title, count) for text, count in zip(told, counts, strict=True)]
    if available:
        noun = "definition" if len(available) == 1 else "definitions"
        base.append(Part(f"{len(available):,} loaded {noun}", sum(tokens[tool] for tool in available)))
    delivery = inspection.host.delivery
    search_tool = next((text.text for text in told if text.id == "search-tool"), None)
    if search_tool is None:
        # Nothing to search with: all is loaded, or what is deferred is reached without a search, as from code.
        delivery = replace(delivery, kind="none")
    return Setting(
        delivery=delivery,
        base=tuple(base),
        own_tools=delivery.core or _meta_tools(search_tool),
        available=frozenset(available),
        tokens=tokens,
        names=inspection.names,
        search=inspection.search,
        answer=inspection.answer,
        count=inspection.tokens.count,
    )


def _notes(script: Script, inspection: Inspection) -> tuple[str, ...]:
    host = inspection.host
    notes = [
        f"{host.id} has no sub-agent “{agent}” that is known here: the main agent plays its turns"
        for agent in dict.fromkeys(turn.agent for turn in script.turns if turn.agent)
        if host.delivery.agent(agent) is None
    ]
    if not any(knob.knob == "pin" for knob in host.knobs):
        notes.append(f"{host.id} has no pins: with the called tools pinned it does the same")
    texts = inspection.texts
    if inspection.plan.decision.deferred and not any(text.id == "search-tool" for text in texts):
        notes.append(f"{host.id} has no search for this model: definitions read from code are not counted")
    return tuple(notes)


def _meta_tools(search_tool: str | None) -> int:
    """Return how many tools stand for the deferred ones: the length of a list of definitions, else one."""
    if search_tool is None:
        return 0
    try:
        value = json.loads(search_tool)
    except ValueError:
        return 1
    return len(value) if isinstance(value, list) else 1


def _pinned(tuning: Tuning, tools: Sequence[str]) -> Tuning:
    edits = {**tuning.edits}
    for tool in tools:
        edits[tool] = replace(edits.get(tool, ToolEdits()), pin=True)
    return replace(tuning, edits=edits)


def _played(name: str, script: Script, at: Setting, inspection: Inspection) -> Played:
    simulation = simulate(script, at)
    price = inspection.price
    if price is None:
        return Played(name, simulation, None)
    cached = price.input_per_million if price.cached_per_million is None else price.cached_per_million
    return Played(
        name,
        simulation,
        tuple(
            (each.fresh * price.input_per_million + each.cached * cached) / Decimal(1_000_000)
            for each in simulation.requests
        ),
    )
