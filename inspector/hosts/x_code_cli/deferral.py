"""When x-code-cli defers: three gates — weak model, sub-agent, and ten per cent of the window.

Source: its ``agent/tool-search/catalog.ts`` and ``resolve.ts`` (0ed1bc2, 8f80d96).
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from inspector.catalog import Catalog, Tool, utf16_length
from inspector.hosts.placing import placements, settled
from inspector.hosts.protocol import Conditions, Decision, DeferralPlan, Placement, State
from inspector.hosts.reasons import fixed_place, unpinned
from inspector.hosts.x_code_cli.definitions import counted_characters
from inspector.hosts.x_code_cli.profiles import Profile

THRESHOLD_SHARE = 0.1
CHARACTERS_PER_TOKEN = 3.0
_LARGEST_WINDOW = 10**12
UNIT = "tokens estimated as characters ÷ 3"


def plan(profile: Profile, catalog: Catalog, names: Mapping[str, str], conditions: Conditions) -> DeferralPlan:
    """Return every tool's state: hidden and pinned by tuning or server, the rest deferred or loaded together."""
    always = catalog.derived("x-code-cli always loaded", lambda: [tool.id for tool in catalog if _always_loaded(tool)])
    fixed = settled(catalog, conditions.tuning, always, lambda tool: _fixed_state(tool, names[tool.id], conditions))
    counted = catalog.derived(
        ("x-code-cli characters", profile.id),
        lambda: {tool.id: counted_characters(tool, names[tool.id]) for tool in catalog},
    )
    characters = sum(counted.values()) - sum(counted[tool_id] for tool_id in fixed)
    decision = decide(profile, characters, len(fixed) < len(catalog), conditions)
    state: State = "deferred" if decision.deferred else "loaded"
    return DeferralPlan(placements(catalog, profile.id, names, fixed, state, decision.rule), decision)


def builtins_of(profile: Profile, conditions: Conditions) -> tuple[str, ...]:
    """Return the deferred built-ins that take part, without those the person made core tools."""
    if not conditions.builtins:
        return ()
    core = conditions.tuning.core_tools or ()
    return tuple(name for name in profile.deferred_builtins if name not in core)


def core_tools_of(profile: Profile, conditions: Conditions) -> tuple[str, ...]:
    """Return the built-ins that always stay loaded: the person's list, else the product's."""
    given = conditions.tuning.core_tools
    return profile.core_tools if given is None else given


def weak_pattern(profile: Profile, model: str | None) -> str | None:
    """Return the weak-model pattern that `model` (``provider:model`` or a bare id) contains, or None."""
    lowered = (model or "").lower()
    return next((pattern for pattern in profile.weak_patterns if pattern in lowered), None)


def decide(profile: Profile, characters: int, candidates: bool, conditions: Conditions) -> Decision:
    """Return whether the `candidates`, if any, are deferred, by which gate, and what would change it.

    `characters` is what counts of their definitions.
    """
    share = THRESHOLD_SHARE if conditions.tuning.threshold is None else conditions.tuning.threshold
    # Built-ins count with their names only: their definitions are the product's own and not known here.
    characters += sum(utf16_length(name) for name in builtins_of(profile, conditions))
    counted = math.ceil(characters / CHARACTERS_PER_TOKEN)
    limit = math.floor(conditions.window * share)
    above = counted >= limit if profile.equal_defers else counted > limit
    pattern = weak_pattern(profile, conditions.model)
    percent = f"{share * 100:g} % of {conditions.window:,}"
    sign = ("≥" if profile.equal_defers else ">") if above else ("<" if profile.equal_defers else "≤")
    numbers = f"{counted:,} {sign} {limit:,} ({percent})"
    if conditions.subagent:
        deferred, rule = False, "sub-agents get every definition: only the top-level agent defers"
        flips = "looking as the top-level agent, which would " + ("defer" if above else "load everything too")
    elif pattern is not None:
        patterns = ", ".join(profile.weak_patterns)
        deferred = False
        rule = f"the model id contains “{pattern}”, one of the weak-model patterns ({patterns}): all is sent in full"
        flips = "any model without such a pattern; then the threshold decides: " + numbers
    elif not candidates and (profile.uses_threshold or not builtins_of(profile, conditions)):
        deferred, rule, flips = (
            False,
            "no tool is left that could be deferred",
            "a tool that is neither pinned nor hidden",
        )
    elif not profile.uses_threshold:
        deferred = True
        rule = f"defer: profile standard skips the threshold (the estimate is {counted:,})"
        flips = "a model the profile is not made for, or profile full; then the threshold decides: " + numbers
        return Decision(deferred, counted, None, UNIT, rule, flips, profile.label)
    else:
        deferred = above
        verb = "defer" if above else "load everything"
        rule = f"{verb}: the definitions’ estimate {numbers}"
        flips = _flips(profile, above, counted, limit, share)
    if profile.unhonoured and not conditions.subagent:
        made_for = ", ".join(profile.models)
        rule += f"; profile full, since standard is honoured only for model ids that begin with {made_for}"
    return Decision(deferred, counted, limit, UNIT, rule, flips, profile.label)


def _flips(profile: Profile, above: bool, counted: int, limit: int, share: float) -> str:
    """Say the window, or the change of the estimate, from which the decision would be the other one."""
    if above:
        # The smallest window whose floored share is more than the estimate (at least as much, in the article).
        needed = counted + 1 if profile.equal_defers else counted
        window = _smallest_window(needed, share)
        less = counted - limit + (1 if profile.equal_defers else 0)
        fewer = f", or {less:,} fewer estimated tokens ({less / counted:.0%})" if less <= counted else ""
        return f"a window of {window:,} or more{fewer}" if window <= _LARGEST_WINDOW else "no window there is" + fewer
    most = counted if profile.equal_defers else counted - 1
    window = _smallest_window(most + 1, share) - 1
    more = limit - counted + (0 if profile.equal_defers else 1)
    return f"a window of {window:,} or less, or {more:,} more estimated tokens"


def _smallest_window(tokens: int, share: float) -> int:
    """Return the smallest window with ``floor(window × share) ≥ tokens``, despite floating point."""
    window = max(0, math.ceil(tokens / share) - 2)
    while math.floor(window * share) < tokens:
        window += 1
    return window


def _fixed_state(tool: Tool, name: str, conditions: Conditions) -> Placement | None:
    tuning = conditions.tuning
    place = fixed_place(tuning, tool.id, name)
    if place is not None:
        return place
    if _always_loaded(tool) and not unpinned(tuning, tool.id):
        return Placement(tool.id, name, "pinned", "pinned by the server: annotations.alwaysLoad is true")
    return None


def _always_loaded(tool: Tool) -> bool:
    return tool.annotations.get("alwaysLoad") is True
