"""A plain report as CSV, for spreadsheets: one line a tool."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from io import StringIO

from inspector.export.protocol import Export, ExportedFile, ExportRequest, Verified
from inspector.export.report_request import report_of
from inspector.foreign_text import one_line
from inspector.hosts import Knob

COLUMNS = ("tool", "server", "name", "state", "reason", "tokens", "words", "description")
"""The columns, in this order; the first line names them."""

_FORMULA = ("=", "+", "-", "@")


class ReportCsvExporter:
    """Writes ``tool-report.csv``; what a spreadsheet would take for a formula gets an apostrophe in front."""

    id = "report-csv"
    title = "Report of all tools (CSV)"
    knobs: Mapping[Knob, str] = {}
    verified_by: Verified = "own format"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` where no host's view is given."""
        given = report_of(request, self.id)
        stream = StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in given.rows:
            writer.writerow([_cell(getattr(row, column)) for column in COLUMNS])
        return Export(self.id, (ExportedFile("tool-report.csv", stream.getvalue(), "csv"),), ())


def _cell(value: str | int | None) -> str:
    if not isinstance(value, str):
        return "" if value is None else str(value)
    text = one_line(value)
    return f"'{text}" if text.startswith(_FORMULA) else text
