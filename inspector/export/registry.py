"""The export targets this version knows."""

from __future__ import annotations

from functools import cache

from inspector.errors import UsageError, nearest
from inspector.export.allowlist import allowlist_exporters
from inspector.export.anthropic import AnthropicExporter
from inspector.export.claude_code import ClaudeCodeExporter
from inspector.export.codex import CodexExporter
from inspector.export.copilot_cli import CopilotCliExporter
from inspector.export.fastmcp import FastmcpExporter
from inspector.export.foundry import FoundryExporter
from inspector.export.gemini_cli import GeminiCliExporter
from inspector.export.litellm import LitellmExporter
from inspector.export.mcpproxy_go import McpproxyGoExporter
from inspector.export.openai import OpenaiExporter
from inspector.export.opencode import OpencodeExporter
from inspector.export.protocol import Exporter
from inspector.export.report_csv import ReportCsvExporter
from inspector.export.report_json import ReportJsonExporter
from inspector.export.report_markdown import ReportMarkdownExporter
from inspector.export.toolhive import ToolhiveExporter
from inspector.export.vscode import VscodeExporter
from inspector.export.x_code_cli import XCodeCliExporter


@cache
def exporters() -> dict[str, Exporter]:
    """Return every target by id."""
    found: list[Exporter] = [
        FoundryExporter(),
        FastmcpExporter(),
        AnthropicExporter(),
        OpenaiExporter(),
        McpproxyGoExporter(),
        LitellmExporter(),
        ToolhiveExporter(),
        ClaudeCodeExporter(),
        CodexExporter(),
        GeminiCliExporter(),
        VscodeExporter(),
        CopilotCliExporter(),
        XCodeCliExporter(),
        OpencodeExporter(),
        *allowlist_exporters(),
        ReportMarkdownExporter(),
        ReportCsvExporter(),
        ReportJsonExporter(),
    ]
    return {exporter.id: exporter for exporter in found}


def exporter(target: str) -> Exporter:
    """Return the target called `target`; raise `UsageError` naming the nearest ones when there is none."""
    found = exporters().get(target)
    if found is None:
        raise UsageError(f"unknown export target “{target}”", nearest(target, list(exporters())))
    return found
