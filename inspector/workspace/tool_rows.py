"""The tools of an inspection as rows: what both front ends list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from inspector.checks.finding import Finding
from inspector.hosts import State
from inspector.workspace.inspection import Inspection

_NONE: Mapping[str, tuple[Finding, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ToolRow:
    """One tool: id, the name the model sees, state with reason, tokens of its definition (None when the host
    refuses it), and its additional search text.
    """

    tool: str
    name: str
    state: State
    reason: str
    tokens: int | None
    words: str
    problems: tuple[Finding, ...] = ()
    """What the checks found in it."""


def tool_rows(inspection: Inspection, findings: Mapping[str, tuple[Finding, ...]] = _NONE) -> tuple[ToolRow, ...]:
    """Return one row per tool of the catalog, in catalog order, with its `findings` by tool id."""
    tokens = inspection.tool_tokens
    return tuple(
        ToolRow(
            placement.tool,
            placement.name,
            placement.state,
            placement.reason,
            tokens.get(placement.tool),
            inspection.tuning.for_tool(placement.tool).words or "",
            findings.get(placement.tool, ()),
        )
        for placement in inspection.plan.placements
    )
