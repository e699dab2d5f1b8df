"""The tools of an inspection as rows: what both front ends list."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.checks.finding import Finding
from inspector.hosts import State
from inspector.workspace.inspection import Inspection


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
    """What the checks found, once `Inspection.findings` are there."""


def tool_rows(inspection: Inspection) -> tuple[ToolRow, ...]:
    """Return one row per tool of the catalog, in catalog order."""
    tokens = inspection.tool_tokens
    found = inspection.findings if inspection.checked else {}
    return tuple(
        ToolRow(
            placement.tool,
            placement.name,
            placement.state,
            placement.reason,
            tokens.get(placement.tool),
            inspection.tuning.for_tool(placement.tool).words or "",
            found.get(placement.tool, ()),
        )
        for placement in inspection.plan.placements
    )
