"""A plain report as Markdown, for people: the figures of one host's plan and a table of its tools by server."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby

from inspector.export.protocol import Export, ExportedFile, ExportRequest, Verified
from inspector.export.report_request import report_of
from inspector.export.report_rows import Report, ReportRow
from inspector.foreign_text import one_line
from inspector.hosts import Knob

_TOLD = ("pinned", "hidden", "refused")
"""States with a reason of their own; that of the others is the threshold decision, which stands above the tables."""

_MEANING = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$-])")
_LONGEST = 160


class ReportMarkdownExporter:
    """Writes ``tool-report.md``; foreign texts are escaped, so that none of them is markup."""

    id = "report-markdown"
    title = "Report of all tools (Markdown)"
    knobs: Mapping[Knob, str] = {}
    verified_by: Verified = "own format"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` where no host's view is given."""
        text = "\n".join(_lines(report_of(request, self.id))) + "\n"
        return Export(self.id, (ExportedFile("tool-report.md", text, "markdown"),), ())


def _lines(report: Report) -> Iterator[str]:
    yield f"# Tools as {_plain(report.title)} {_plain(report.version)} sees them"
    yield ""
    model = f"model {_plain(report.model)}, " if report.model else ""
    yield f"{model}window {report.window:,} tokens; tokens counted with {_plain(report.counter)} ({report.label})."
    yield ""
    yield f"* {len(report.rows):,} tools; {report.upfront:,} tokens upfront, {report.deferred:,} deferred"
    yield f"* {report.saved:,} tokens saved by deferring"
    yield f"* {_plain(report.rule)}"
    for server, rows in groupby(report.rows, key=lambda row: row.server):
        listed = list(rows)
        tokens = sum(row.tokens or 0 for row in listed)
        yield ""
        yield f"## {_plain(server)} ({len(listed):,} tools, {tokens:,} tokens)"
        yield ""
        yield "| Tool | State | Tokens | Search words | Description |"
        yield "| --- | --- | ---: | --- | --- |"
        yield from map(_row, listed)


def _row(row: ReportRow) -> str:
    tokens = "" if row.tokens is None else f"{row.tokens:,}"
    state = f"{row.state}: {_plain(row.reason)}" if row.state in _TOLD else row.state
    return f"| {_plain(row.name)} | {state} | {tokens} | {_plain(row.words)} | {_plain(_short(row.description))} |"


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip() + "…"


def _plain(text: str) -> str:
    return _MEANING.sub(r"\\\1", one_line(text))
