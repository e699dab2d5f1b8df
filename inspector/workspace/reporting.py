"""A host's view of all tools as the value that report exports write."""

from __future__ import annotations

from inspector.export.report_rows import Report, ReportRow
from inspector.workspace.audit import audit
from inspector.workspace.inspection import Inspection
from inspector.workspace.tool_rows import tool_rows


def report(inspection: Inspection) -> Report:
    """Return the figures of `inspection` and one row a tool, in catalog order."""
    totals = audit(inspection).totals
    tools = inspection.catalog.by_id
    return Report(
        host=inspection.host.id,
        title=inspection.host.title,
        version=inspection.host.version,
        model=inspection.model,
        window=inspection.window.tokens,
        counter=inspection.counter.name,
        label=inspection.counter.label,
        rule=inspection.plan.decision.rule,
        upfront=totals.upfront,
        deferred=totals.deferred,
        saved=totals.saved,
        rows=tuple(
            ReportRow(
                row.tool,
                tools[row.tool].server if row.tool in tools else "",
                row.name,
                row.state,
                row.reason,
                row.tokens,
                row.words,
                tools[row.tool].description if row.tool in tools else "",
            )
            for row in tool_rows(inspection)
        ),
    )
