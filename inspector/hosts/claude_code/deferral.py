"""When Claude Code defers: by its ENABLE_TOOL_SEARCH setting and the model (measured on 2.1.332 and 2.1.197)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass

from inspector.catalog import Catalog, Tool
from inspector.catalog.meta_keys import ALWAYS_LOAD
from inspector.errors import UsageError
from inspector.hosts.claude_code.definitions import definition, server_refusal, tool_refusal
from inspector.hosts.claude_code.releases import Release
from inspector.hosts.placing import placements, settled
from inspector.hosts.protocol import Conditions, Decision, DeferralPlan, Label, Placement, State
from inspector.hosts.reasons import hidden_reason, pinned_reason, unpinned
from inspector.hosts.taken_names import taken_names

DEFAULT_PERCENT = 10
MARGIN = 500
"""Tokens taken off the count before it is compared: the client's count of an empty request."""

_CLAUDE_3 = re.compile(r"(?:^|[/:.])claude-3(?:-|$)")


@dataclass(frozen=True, slots=True)
class Mode:
    """ENABLE_TOOL_SEARCH: always on, always off, or by a share of the window in per cent."""

    setting: str
    on: bool
    percent: float | None = None


def mode_of(conditions: Conditions) -> Mode:
    """Return the mode that the tuning's `tool_search` or `threshold` asks for; unset means: defer everything.

    Raises `UsageError` for a setting the client does not know.
    """
    setting = conditions.tuning.tool_search
    threshold = conditions.tuning.threshold
    if setting is None:
        if threshold is None:
            return Mode("unset", on=True)
        return Mode(f"auto:{threshold * 100:g}", on=True, percent=threshold * 100)
    lowered = setting.strip().lower()
    if lowered in ("true", "unset"):
        return Mode(lowered, on=True)
    if lowered == "false":
        return Mode("false", on=False)
    if lowered == "auto":
        return Mode("auto", on=True, percent=DEFAULT_PERCENT if threshold is None else threshold * 100)
    found = re.fullmatch(r"auto:(\d+(?:\.\d+)?)", lowered)
    if found is None or not 0 <= float(found.group(1)) <= 100:
        raise UsageError(
            f"tool_search “{setting}” is no mode of Claude Code",
            "use true, false, auto, or auto:N with N from 0 to 100",
        )
    return Mode(lowered, on=True, percent=float(found.group(1)))


def plan(release: Release, catalog: Catalog, names: Mapping[str, str], conditions: Conditions) -> DeferralPlan:
    """Return every tool's state: refused, hidden, pinned, and the rest deferred or loaded together."""
    refusals = catalog.derived((release.id, "refusals"), lambda: _refusals(release, catalog, names))
    always = catalog.derived("claude-code always loaded", lambda: [tool.id for tool in catalog if _says_load(tool)])
    fixed = settled(
        catalog,
        conditions.tuning,
        {*refusals, *always},
        lambda tool: _fixed(tool, names[tool.id], refusals.get(tool.id), conditions),
    )
    decision = decide(release, catalog, names, fixed.keys(), conditions)
    state: State = "deferred" if decision.deferred else "loaded"
    return DeferralPlan(placements(catalog, release.id, names, fixed, state, decision.rule), decision)


def decide(
    release: Release, catalog: Catalog, names: Mapping[str, str], fixed: Set[str], conditions: Conditions
) -> Decision:
    """Return whether all tools but the `fixed` ones are deferred, under which mode, and what would change it."""
    mode = mode_of(conditions)
    builtins = release.builtins if conditions.builtins else ()
    candidates = len(catalog) - len(fixed)
    tokens: dict[str, int] = catalog.derived((release.id, "tokens", conditions.count), dict)
    counted = 0
    for tool in catalog:
        if tool.id not in fixed:
            known = tokens.get(tool.id)
            if known is None:
                known = tokens[tool.id] = conditions.count(definition(release, tool, names[tool.id]).text)
            counted += known
    # The client counts its own deferrable built-ins too; their definitions are not ours, so only their names are.
    counted += sum(conditions.count(name) for name in builtins)
    model = (conditions.model or "").lower()
    label: Label = "measured"
    limit: int | None = None
    if release.gates_claude_3 and _CLAUDE_3.search(model):
        deferred, rule = False, f"“{conditions.model}” is a claude-3 model: all is sent in full, whatever the setting"
        flips = "any other model"
    elif not mode.on:
        deferred, rule, flips = False, "ENABLE_TOOL_SEARCH is false: all is sent in full", "ENABLE_TOOL_SEARCH=true"
    elif mode.percent is None:
        deferred = candidates > 0
        rule = f"ENABLE_TOOL_SEARCH is {mode.setting}: every MCP tool that is not pinned is deferred"
        flips = "ENABLE_TOOL_SEARCH=false, or auto:N above the share these definitions have"
    else:
        limit = int(conditions.window * mode.percent / 100)
        deferred = counted - MARGIN >= conditions.window * mode.percent / 100
        sign = "≥" if deferred else "<"
        rule = (
            f"{'defer' if deferred else 'load everything'}: {counted:,} − {MARGIN} {sign} {limit:,} "
            f"({mode.percent:g} % of {conditions.window:,}; ENABLE_TOOL_SEARCH={mode.setting})"
        )
        flips = _flips(counted, mode.percent, deferred)
        # The rule is measured; the count is ours, where the client asks the API.
        label = "approximated"
    unit = "tokens of the deferrable definitions"
    return Decision(deferred, counted, limit, unit, rule, flips, label)


def _flips(counted: int, percent: float, deferred: bool) -> str:
    if percent <= 0:
        return "a share above 0 per cent"
    window = max(0, int((counted - MARGIN) * 100 / percent))
    if deferred:
        return f"a window of more than {window:,}"
    return f"a window of {window:,} or less" if window else "more tools"


def _refusals(release: Release, catalog: Catalog, names: Mapping[str, str]) -> dict[str, str]:
    """Return why the client drops tools, by id, alone or with their whole server, or for one of the same name."""
    found: dict[str, str] = {}
    for server in catalog.servers:
        of_server = server_refusal(release, server)
        for tool in server.tools:
            refusal = of_server or tool_refusal(release, tool)
            if refusal is not None:
                found[tool.id] = refusal
    return found | taken_names(catalog, names, found, last_wins=False)


def _says_load(tool: Tool) -> bool:
    return tool.meta.get(ALWAYS_LOAD) is True


def _fixed(tool: Tool, name: str, refusal: str | None, conditions: Conditions) -> Placement | None:
    tuning = conditions.tuning
    if refusal is not None:
        return Placement(tool.id, name, "refused", refusal)
    reason = hidden_reason(tuning, tool.id)
    if reason is not None:
        return Placement(tool.id, name, "hidden", reason)
    opted_out = tool.meta.get(ALWAYS_LOAD) is False
    exact = tuning.edits.get(tool.id)
    by_name = exact is not None and exact.pin is True
    reason = pinned_reason(tuning, tool.id)
    # A server's alwaysLoad leaves out the tools that opt out; a pin of the tool itself does not ask.
    if reason is not None and (by_name or not opted_out):
        return Placement(tool.id, name, "pinned", reason)
    if _says_load(tool) and not unpinned(tuning, tool.id):
        return Placement(tool.id, name, "pinned", 'pinned by the server: _meta["anthropic/alwaysLoad"] is true')
    return None
