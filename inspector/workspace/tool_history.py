"""What happened to one tool: what its server changed since it was approved, and what the person did here."""

from __future__ import annotations

from dataclasses import dataclass, replace

from inspector.catalog import Catalog, Tool
from inspector.history.differences import differences, text_diff
from inspector.workspace.approved import Baseline
from inspector.workspace.session import Session


@dataclass(frozen=True, slots=True)
class ToolHistory:
    """`verdict` in a sentence, `lines` as a unified diff (empty without changes), and the edits of this sitting."""

    verdict: str
    lines: str
    edits: tuple[str, ...]
    relisted: bool


def tool_history(session: Session, tool_id: str, baseline: Baseline | None) -> ToolHistory:
    """Return the history of `tool_id`, compared with `baseline`; None there means that nothing was approved."""
    now = session.inspection.catalog.by_id.get(tool_id)
    before = None if baseline is None else baseline.catalog.by_id.get(tool_id)
    lines = ""
    if baseline is None:
        verdict = "Nothing is approved yet: on the Changes screen (8), a approves the tools as they are now."
    elif before is None:
        verdict = "It is new since you approved the tools, or had another name then."
    else:
        changed = differences(_alone(baseline.catalog, before), _alone(session.inspection.catalog, now)).tools
        lines = "".join(text_diff(change) for change in changed)
        verdict = "It changed since you approved it." if changed else "It is as you approved it."
    return ToolHistory(verdict, lines, _edits(session, tool_id), tool_id in session.changed_tools)


def _alone(catalog: Catalog, tool: Tool | None) -> Catalog:
    """Return the catalog with no tool but this one."""
    server = None if tool is None else catalog.server(tool.server)
    return Catalog(() if server is None or tool is None else (replace(server, tools=(tool,)),))


def _edits(session: Session, tool_id: str) -> tuple[str, ...]:
    """Return the labels of the steps of this sitting that changed what holds for the tool, oldest first."""
    steps = session.history.past
    after = [*(step.tuning for step in steps[1:]), session.history.present]
    return tuple(
        step.label
        for step, tuning in zip(steps, after, strict=False)
        if step.tuning.for_tool(tool_id) != tuning.for_tool(tool_id)
    )
