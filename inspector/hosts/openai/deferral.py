"""Which functions a request defers: all that are not pinned, where the model has tool search at all."""

from __future__ import annotations

import re
from collections.abc import Mapping

from inspector.catalog import Catalog
from inspector.hosts.openai.definitions import refusal
from inspector.hosts.openai.modes import Mode
from inspector.hosts.openai.naming import Namespace
from inspector.hosts.placing import placements, settled
from inspector.hosts.protocol import Conditions, Decision, DeferralPlan, State
from inspector.hosts.reasons import fixed_place

ADVISED = 10
"""Fewer functions than this a namespace are advised (documented)."""

_FIRST = (5, 4)
_GPT = re.compile(r"gpt-?(\d+)(?:\.(\d+))?")
_OLDER = re.compile(r"(?:^|[/:])(?:o[1-4](?:-|$)|gpt-35|gpt-oss)")


def has_tool_search(model: str | None) -> bool:
    """Whether `model` takes ``tool_search``: gpt-5.4 and later (documented); so do unknown deployment names."""
    name = (model or "").lower()
    if _OLDER.search(name):
        return False
    version = _GPT.search(name)
    return version is None or (int(version[1]), int(version[2] or 0)) >= _FIRST


def plan(
    mode: Mode,
    catalog: Catalog,
    spaces: tuple[Namespace, ...],
    names: Mapping[str, str],
    conditions: Conditions,
) -> DeferralPlan:
    """Return the state of every tool and the decision: by model, there is no threshold."""
    searching = has_tool_search(conditions.model)
    tuning = conditions.tuning
    refusals = catalog.derived("openai refusals", lambda: _refusals(catalog, spaces))
    fixed = settled(
        catalog, tuning, refusals, lambda tool: fixed_place(tuning, tool.id, names[tool.id], refusals.get(tool.id))
    )
    open_counts = [len(space.functions) - len(space.functions.keys() & fixed.keys()) for space in spaces]
    decision = _decide(mode, conditions.model, searching, open_counts)
    state: State = "deferred" if searching else "loaded"
    return DeferralPlan(placements(catalog, mode.id, names, fixed, state, decision.rule), decision)


def _refusals(catalog: Catalog, spaces: tuple[Namespace, ...]) -> dict[str, str]:
    """Return why a request with a tool is refused, by id."""
    functions = ((tool, function) for space in spaces for tool, function in space.functions.items())
    found = ((tool, refusal(catalog.by_id[tool], function)) for tool, function in functions)
    return {tool: reason for tool, reason in found if reason is not None}


def _decide(mode: Mode, model: str | None, searching: bool, counts: list[int]) -> Decision:
    count, unit = sum(counts), "functions not pinned"
    if not searching:
        rule = f"{model} has no tool_search (gpt-5.4 and later have): every function is sent without defer_loading"
        return Decision(False, count, None, unit, rule, "gpt-5.4 or later", "documented")
    if not mode.hosted:
        rule = "every function that is not pinned is left out of the request until the program's own search returns it"
        return Decision(count > 0, count, None, unit, rule, "sending every function in the request", "documented")
    rule = "every function that is not pinned is sent with defer_loading in the namespace of its server"
    wide = sum(each >= ADVISED for each in counts)
    if wide:
        rule += f"; fewer than {ADVISED} a namespace are advised, {wide} of {len(counts)} have more"
    return Decision(count > 0, count, None, unit, rule, "leaving tool_search and defer_loading out", "documented")
