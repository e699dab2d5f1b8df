"""Simulating conversations on an inspection: as decided, with everything loaded, and with the called tools pinned."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from inspector.errors import UsageError, nearest
from inspector.resources import bundled_file
from inspector.simulation.requests import Setting, Simulation, simulate
from inspector.simulation.script import Script, parse_script
from inspector.storage import exists, read_text
from inspector.tuning.model import ToolEdits, Tuning
from inspector.workspace.audit import DEFAULT_SYSTEM_PROMPT
from inspector.workspace.inspection import Inspection

BUNDLED = ("btc",)
"""Scripts that come with the program, by name."""


@dataclass(frozen=True, slots=True)
class Played:
    """One way to play a script: its name, the requests, and the price of all of them in US dollars, if known."""

    name: str
    simulation: Simulation
    price: Decimal | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A script in one host: as decided, with every tool loaded, with the tools it calls pinned.

    `unknown` are tools the script calls that the catalog does not have.
    """

    script: Script
    host: str
    decided: Played
    everything: Played
    pinned: Played
    unknown: tuple[str, ...]


def read_script(name: str) -> Script:
    """Return the script in the file `name`, or the bundled one of that name; raise `FileError` or `UsageError` else."""
    if not exists(name) and name in BUNDLED:
        return parse_script(read_text(bundled_file("sample_configs", "scripts", f"{name}.toml")), name)
    if not exists(name) and "." not in name and "/" not in name:
        raise UsageError(f"there is no script “{name}”", f"{nearest(name, list(BUNDLED))} or name a file")
    return parse_script(read_text(name), name)


def play(script: Script, inspection: Inspection) -> Comparison:
    """Return `script` played three ways in the inspection's host."""
    known = set(inspection.catalog.by_id)
    unknown = tuple(tool for tool in script.tools if tool not in known)
    wanted = replace(
        script,
        turns=tuple(replace(turn, calls=tuple(c for c in turn.calls if c in known)) for turn in script.turns),
    )
    pinned = inspection.with_tuning(_pinned(inspection.tuning, wanted.tools))
    return Comparison(
        script,
        inspection.host.id,
        _played("as decided", wanted, setting(inspection), inspection),
        _played("everything loaded", wanted, setting(inspection, everything=True), inspection),
        _played("called tools pinned", wanted, setting(pinned), inspection),
        unknown,
    )


def setting(inspection: Inspection, *, everything: bool = False) -> Setting:
    """Return what the simulation needs to know of an inspection; `everything`: as if nothing were deferred."""
    plan = inspection.plan
    deferring = plan.decision.deferred and not everything
    usable = {each.tool for each in plan.of_state("loaded", "pinned", "deferred")}
    available = {each.tool for each in plan.of_state("pinned", *(() if deferring else ("loaded", "deferred")))}
    tokens = {tool: inspection.tool_tokens[tool] for tool in usable}
    texts = inspection.deferred_texts if deferring else ()
    told = {text.id: text.text for text in texts if text.every_turn and text.id != "tools-array"}
    system = DEFAULT_SYSTEM_PROMPT if inspection.tuning.system_prompt is None else inspection.tuning.system_prompt
    base = system + sum(inspection.tokens.count_many(list(told.values()))) + sum(tokens[tool] for tool in available)
    delivery = inspection.host.delivery
    meta = _meta_tools(told) if deferring and not delivery.core else 0
    return Setting(
        delivery=delivery,
        base=base,
        base_tools=delivery.core + meta + len(available),
        available=frozenset(available),
        tokens=tokens,
        names=inspection.names,
        search=inspection.search,
        answer=inspection.answer,
        count=inspection.tokens.count,
    )


def _meta_tools(texts: Mapping[str, str]) -> int:
    """Return how many tools stand for the deferred ones: the length of a list of definitions, else one."""
    text = texts.get("search-tool")
    if text is None:
        return 0
    try:
        value = json.loads(text)
    except ValueError:
        return 1
    return len(value) if isinstance(value, list) else 1


def _pinned(tuning: Tuning, tools: tuple[str, ...]) -> Tuning:
    edits = {**tuning.edits}
    for tool in tools:
        edits[tool] = replace(edits.get(tool, ToolEdits()), pin=True)
    return replace(tuning, edits=edits)


def _played(name: str, script: Script, at: Setting, inspection: Inspection) -> Played:
    simulation = simulate(script, at)
    price = inspection.price
    if price is None:
        return Played(name, simulation, None)
    cached_price = price.input_per_million if price.cached_per_million is None else price.cached_per_million
    cached = simulation.tokens - simulation.fresh
    cost = (simulation.fresh * price.input_per_million + cached * cached_price) / Decimal(1_000_000)
    return Played(name, simulation, cost)
