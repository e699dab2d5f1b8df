"""A plain report as JSON: every tool with state, reason, tokens, search words, and the figures of the plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from inspector.export.json_text import json_text
from inspector.export.protocol import Export, ExportedFile, ExportRequest, Verified
from inspector.export.report_request import report_of
from inspector.hosts import Knob


class ReportJsonExporter:
    """Writes ``tool-report.json``: the plan's figures, and one object a tool under ``tools``."""

    id = "report-json"
    title = "Report of all tools (JSON)"
    knobs: Mapping[Knob, str] = {}
    verified_by: Verified = "own format"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` where no host's view is given."""
        given = report_of(request, self.id)
        figures = {key: value for key, value in asdict(given).items() if key != "rows"}
        text = json_text(figures | {"tools": [asdict(row) for row in given.rows]})
        return Export(self.id, (ExportedFile("tool-report.json", text, "json"),), ())
