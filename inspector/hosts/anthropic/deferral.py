"""Which tools a request defers: all that are not pinned, where the model has tool search at all."""

from __future__ import annotations

import re
from collections.abc import Mapping

from inspector.catalog import Catalog
from inspector.hosts.anthropic.definitions import refusal
from inspector.hosts.anthropic.editions import MOST_DEFERRED, Edition
from inspector.hosts.placing import placements, settled
from inspector.hosts.protocol import Conditions, Decision, DeferralPlan, State
from inspector.hosts.reasons import fixed_place

# Documented (2026-09): Opus 4.1 and earlier have no tool search; the oldest models listed are of version 4.5.
_FIRST = (4, 5)
_NEW_NAME = re.compile(r"claude-[a-z]+-(\d+)(?:[-.](\d{1,2}))?(?![0-9])")
_OLD_NAME = re.compile(r"claude-(?:v?[12]\b|3\b|instant)")


def has_tool_search(model: str | None) -> bool:
    """Whether `model` takes the search tool (documented); unknown names do."""
    name = (model or "").lower()
    if _OLD_NAME.search(name):
        return False
    version = _NEW_NAME.search(name)
    return version is None or (int(version[1]), int(version[2] or 0)) >= _FIRST or int(version[1]) > _FIRST[0]


def plan(edition: Edition, catalog: Catalog, names: Mapping[str, str], conditions: Conditions) -> DeferralPlan:
    """Return the state of every tool and the decision: by model, there is no threshold."""
    searching = has_tool_search(conditions.model)
    tuning = conditions.tuning
    refusals = catalog.derived("anthropic refusals", lambda: _refusals(catalog, names))
    fixed = settled(
        catalog, tuning, refusals, lambda tool: fixed_place(tuning, tool.id, names[tool.id], refusals.get(tool.id))
    )
    decision = _decide(edition, conditions.model, searching, len(catalog) - len(fixed))
    state: State = "deferred" if searching else "loaded"
    return DeferralPlan(placements(catalog, edition.id, names, fixed, state, decision.rule), decision)


def _refusals(catalog: Catalog, names: Mapping[str, str]) -> dict[str, str]:
    """Return why a request with a tool is refused, by id."""
    found = ((tool.id, refusal(tool, names[tool.id])) for tool in catalog)
    return {tool_id: reason for tool_id, reason in found if reason is not None}


def _decide(edition: Edition, model: str | None, searching: bool, count: int) -> Decision:
    unit = "tools not pinned"
    if not searching:
        rule = f"{model} has no tool search (Opus 4.1 and earlier): every tool is sent without defer_loading"
        return Decision(False, count, None, unit, rule, "a model from version 4.5 on", "documented")
    rule = (
        f"every tool that is not pinned is sent with defer_loading; {edition.tool_name}, which may not be deferred, "
        "is the one tool that must stay loaded (all deferred: 400)"
    )
    if count > MOST_DEFERRED:
        rule += f"; {count:,} are more than the {MOST_DEFERRED:,} a request may defer: it is refused"
    flips = f"leaving {edition.tool_name} and defer_loading out of the request"
    return Decision(count > 0, count, None, unit, rule, flips, "documented")
