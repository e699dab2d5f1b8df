"""The report that a plain report export writes, where the request has one."""

from __future__ import annotations

from inspector.errors import UsageError
from inspector.export.protocol import ExportRequest
from inspector.export.report_rows import Report


def report_of(request: ExportRequest, target: str) -> Report:
    """Return the report of `request`; raise `UsageError` when it has none."""
    if request.report is None:
        raise UsageError(f"{target} reports what a host makes of the tools, and no host was looked through")
    return request.report
