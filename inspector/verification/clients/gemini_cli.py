"""Gemini CLI: ``gemini -p`` with a home of its own. It has no tool search, so definitions alone are compared."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from inspector.hosts import HostText
from inspector.verification.clients.driver import Asked, Launch, Ranked, Run, Server, Ties
from inspector.verification.model_api.dialect import Dialect, Request
from inspector.verification.model_api.generate_content import GenerateContentApi


class GeminiCliDriver:
    """See `ClientDriver`. Measured with 0.61.0."""

    host = "gemini-cli"
    title = "Gemini CLI"
    program = "gemini"
    package = "npm install -g @google/gemini-cli"
    oldest = "0.44.0"
    searches = False
    ties: Ties = "ordered"
    slack = 0.0
    prefix = "mcp_"
    dialect: Dialect = GenerateContentApi()
    search_limit = 0

    def refuses(self, server: str) -> str | None:
        """It takes every name."""
        return None

    def runs(self, asked: Asked) -> tuple[Run, ...]:
        """See `ClientDriver.runs`."""
        return (Run(("decision", "definitions"), asked.model, None),)

    def remarks(self, asked: Asked) -> tuple[str, ...]:
        """See `ClientDriver.remarks`."""
        return ()

    def instead(self, run: Run, requests: Sequence[Request]) -> Run | None:
        """One start shows all."""
        return None

    def launch(self, run: Run, api: str, servers: Sequence[Server], home: str) -> Launch:
        """See `ClientDriver.launch`."""
        settings = {
            "mcpServers": {
                each.name: {"command": each.command, "args": list(each.args), "trust": True} for each in servers
            },
            "security": {"auth": {"selectedType": "gemini-api-key"}},
            "privacy": {"usageStatisticsEnabled": False},
            "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
        }
        return Launch(
            ("-p", "Which tools are there?", "-m", run.model, "--approval-mode", "yolo"),
            {"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": api, "GEMINI_CLI_TRUST_WORKSPACE": "true"},
            {".gemini/settings.json": json.dumps(settings)},
        )

    def search_offered(self, requests: Sequence[Request]) -> bool:
        """It has none."""
        return False

    def defers(self, requests: Sequence[Request]) -> bool:
        """It defers nothing."""
        return False

    def upfront(self, request: Request) -> Mapping[str, Any]:
        """See `ClientDriver.upfront`."""
        return self.expected(self.wire(request))

    def wire(self, request: Request) -> list[Any]:
        """See `ClientDriver.wire`."""
        return [
            tool
            for group in request.tools
            for tool in group.get("functionDeclarations", ())
            if str(tool.get("name", "")).startswith("mcp_")
        ]

    def expected(self, array: Sequence[Any]) -> Mapping[str, Any]:
        """See `ClientDriver.expected`."""
        return {str(tool["name"]): tool for tool in array}

    def announced(self, requests: Sequence[Request]) -> tuple[str, ...] | None:
        """It defers nothing."""
        return None

    def expected_announced(self, texts: Sequence[HostText]) -> tuple[str, ...] | None:
        """It defers nothing."""
        return None

    def found(self, run: Run, requests: Sequence[Request]) -> Mapping[str, Ranked]:
        """It has no search."""
        return {}

    def sentences(self, requests: Sequence[Request]) -> Mapping[str, Any]:
        """It has no sentences about deferred tools."""
        return {}

    def texts(self, requests: Sequence[Request]) -> Mapping[str, str]:
        """It has no sentences about deferred tools."""
        return {}
