"""Plain reports: every tool is in them, and no foreign text is markup, a formula or another line."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import Catalog
from inspector.cli.main import run
from inspector.errors import UsageError
from inspector.export import ExportRequest, exporter
from inspector.export.report_csv import COLUMNS
from inspector.export.report_rows import Report, ReportRow
from inspector.tuning.model import Tuning


def reported(target: str, *rows: ReportRow) -> str:
    figures = Report("codex", "Codex", "1", None, 1000, "o200k", "measured", "a | b", 1, 2, 3, rows)
    (file,) = exporter(target).render(ExportRequest(Catalog(), Tuning(), (), report=figures)).files
    return file.text


ROW = ReportRow("s/t", "s", "t", "deferred", "why", 10, "words", "Does it.")


@settings(deadline=None)
@given(st.text(max_size=200))
def test_foreign_text_stays_in_its_cell(text: str) -> None:
    row = replace(ROW, description=text, name=text, words=text)
    lines = reported("report-markdown", row).rstrip("\n").split("\n")
    assert lines[-1].replace("\\\\", "").replace("\\|", "").count("|") == 6
    assert "<" not in lines[-1].replace("\\<", "")
    (head, cells) = list(csv.reader(StringIO(reported("report-csv", row))))
    assert head == list(COLUMNS)
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells)
    assert not any("\n" in cell or "\x1b" in cell for cell in cells)


def test_a_refused_tool_has_no_tokens() -> None:
    row = replace(ROW, state="refused", reason="too long", tokens=None)
    assert "| refused: too long |  | words |" in reported("report-markdown", row)
    assert json.loads(reported("report-json", row))["tools"][0]["tokens"] is None


def test_without_a_host_there_is_no_report() -> None:
    with pytest.raises(UsageError, match="no host was looked through"):
        exporter("report-csv").render(ExportRequest(Catalog(), Tuning(), ()))


def test_figures_are_those_of_the_commands(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    inputs = ["--tools", f"orders={tmp_path}/orders.json", "--host", "codex"]
    tools = [{"name": f"t{n}", "description": "Does it.", "inputSchema": {"type": "object"}} for n in range(3)]
    with open(f"{tmp_path}/orders.json", "w") as file:
        json.dump({"tools": tools}, file)

    def printed(*command: str) -> str:
        capsys.readouterr()
        assert run([*command, *inputs]) == 0
        return capsys.readouterr().out

    found = json.loads(printed("export", "report-json"))
    rows = json.loads(printed("tools", "--json"))["tools"]
    assert [(row["tool"], row["tokens"], row["state"]) for row in found["tools"]] == [
        (row["tool"], row["tokens"], row["state"]) for row in rows
    ]
    totals = json.loads(printed("audit", "--json"))["totals"]
    assert {key: found[key] for key in ("upfront", "deferred", "saved")} == {
        key: totals[key] for key in ("upfront", "deferred", "saved")
    }
