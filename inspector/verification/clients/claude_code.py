"""Claude Code: ``claude -p`` with a configuration of its own, its ToolSearch called by the scripted model."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from inspector.hosts import HostText
from inspector.verification.clients.driver import Asked, Launch, Ranked, Run, Server, Ties
from inspector.verification.model_api.dialect import Dialect, Request, ToolCall, Turn
from inspector.verification.model_api.messages import MessagesApi

_SEARCH = "ToolSearch"
_FIRST = "toolu_tsi_first"
_AT_ONCE = 100
"""Searches in one answer of the model."""

_REMINDER = re.compile(r"<system-reminder>\n(.*?)\n</system-reminder>", re.DOTALL)
_NAME = re.compile(r"[A-Za-z0-9_-]+")
_QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
}


class ClaudeCodeDriver:
    """See `ClientDriver`. Measured with 2.1.332 and 2.1.197."""

    host = "claude-code"
    title = "Claude Code"
    program = "claude"
    package = "npm install -g @anthropic-ai/claude-code"
    oldest = "2.1.100"
    searches = True
    ties: Ties = "ordered"
    slack = 0.0
    prefix = "mcp__"
    dialect: Dialect = MessagesApi()
    search_limit = 50

    def refuses(self, server: str) -> str | None:
        """It takes every name but one it keeps for itself."""
        return "Claude Code keeps this name for itself" if server == "workspace" else None

    def runs(self, asked: Asked) -> tuple[Run, ...]:
        """See `ClientDriver.runs`: a setting that may load everything is asked apart from the ranking."""
        searching = _turns(asked)
        everything = Run(("definitions",), asked.model, "false")
        if asked.setting in (None, "true", "unset"):
            return Run(("decision", "search"), asked.model, "true", searching), everything
        if asked.setting == "false":
            return Run(("search",), asked.model, "true", searching), Run(
                ("decision", "definitions"), asked.model, "false"
            )
        decision = Run(("decision",), asked.model, asked.setting)
        return decision, Run(("search",), asked.model, "true", searching), everything

    def remarks(self, asked: Asked) -> tuple[str, ...]:
        """See `ClientDriver.remarks`: some releases defer nothing by themselves where the API is not Anthropic's."""
        if asked.setting in (None, "unset"):
            return ("it was asked with ENABLE_TOOL_SEARCH=true: the model API here is not Anthropic's own",)
        return ()

    def launch(self, run: Run, api: str, servers: Sequence[Server], home: str) -> Launch:
        """See `ClientDriver.launch`."""
        entries = {each.name: {"command": each.command, "args": list(each.args)} for each in servers}
        environment = {"ANTHROPIC_BASE_URL": api, "ANTHROPIC_API_KEY": "sk-ant-none", **_QUIET}
        if run.setting is not None:
            environment["ENABLE_TOOL_SEARCH"] = run.setting
        arguments = ["-p", "Which tools are there?", "--mcp-config", f"{home}/servers.json", "--strict-mcp-config"]
        arguments += ["--model", run.model, "--output-format", "stream-json", "--verbose"]
        return Launch(tuple(arguments), environment, {"servers.json": json.dumps({"mcpServers": entries})})

    def search_offered(self, requests: Sequence[Request]) -> bool:
        """See `ClientDriver.search_offered`."""
        return any(tool.get("name") == _SEARCH for request in requests for tool in request.tools)

    def defers(self, requests: Sequence[Request]) -> bool:
        """See `ClientDriver.defers`: MCP tools are announced by name, and not sent.

        With auto:N they are announced before they are counted, and may be sent all the same.
        """
        return any(name.startswith("mcp__") for name in self.announced(requests) or ())

    def instead(self, run: Run, requests: Sequence[Request]) -> Run | None:
        """Its setting decides, so every start shows what it is for."""
        return None

    def upfront(self, request: Request) -> Mapping[str, Any]:
        """See `ClientDriver.upfront`."""
        return self.expected(self.wire(request))

    def wire(self, request: Request) -> list[Any]:
        """See `ClientDriver.wire`; marks of the prompt cache are no part of a definition."""
        return [
            {key: value for key, value in tool.items() if key != "cache_control"}
            for tool in request.tools
            if str(tool.get("name", "")).startswith("mcp__") and not tool.get("defer_loading")
        ]

    def expected(self, array: Sequence[Any]) -> Mapping[str, Any]:
        """See `ClientDriver.expected`."""
        return {str(tool["name"]): tool for tool in array}

    def announced(self, requests: Sequence[Request]) -> tuple[str, ...] | None:
        """See `ClientDriver.announced`: the lines that are bare names, and whose tools are not sent."""
        names: dict[str, None] = {}
        for _, listed in _announcements(requests):
            names.update(dict.fromkeys(listed))
        sent = self.upfront(requests[0]) if requests else {}
        return tuple(name for name in names if name not in sent)

    def expected_announced(self, texts: Sequence[HostText]) -> tuple[str, ...] | None:
        """See `ClientDriver.expected_announced`: empty where the host module writes no reminder."""
        written = [names for text in texts for each in _REMINDER.findall(text.text) for names in _names(each)]
        return tuple(written)

    def found(self, run: Run, requests: Sequence[Request]) -> Mapping[str, Ranked]:
        """See `ClientDriver.found`."""
        queries = {call.id: str(call.arguments["query"]) for turn in run.turns for call in turn if call.id != _FIRST}
        answers: dict[str, Ranked] = {}
        for block in _blocks(requests[-1] if requests else None):
            query = queries.get(str(block.get("tool_use_id")))
            if query is not None and (ranked := _references(block.get("content"))) is not None:
                answers[query] = ranked
        return answers

    def sentences(self, requests: Sequence[Request]) -> Mapping[str, Any]:
        """See `ClientDriver.sentences`."""
        tools = [tool for request in requests for tool in request.tools if tool.get("name") == _SEARCH]
        blocks = ["\n".join([paragraph, *names]) for paragraph, names in _announcements(requests)]
        return {"announcements": blocks, "meta_tool": tools[0] if tools else None}

    def texts(self, requests: Sequence[Request]) -> Mapping[str, str]:
        """See `ClientDriver.texts`: the paragraph before the names, and the search tool's description."""
        found: dict[str, str] = {}
        for paragraph, _ in _announcements(requests):
            found.setdefault("reminder", paragraph)
        tool = self.sentences(requests)["meta_tool"]
        if isinstance(tool, Mapping) and isinstance(tool.get("description"), str):
            found["search-tool"] = tool["description"]
        return found


def _turns(asked: Asked) -> tuple[Turn, ...]:
    calls = [
        ToolCall(f"toolu_tsi_{place:06d}", _SEARCH, {"query": query, "max_results": asked.limit})
        for place, query in enumerate(asked.queries)
    ]
    # A first search alone: what connects while it is answered is announced before the others.
    first: Turn = (ToolCall(_FIRST, _SEARCH, {"query": "select:none", "max_results": 1}),)
    return (first, *(tuple(calls[at : at + _AT_ONCE]) for at in range(0, len(calls), _AT_ONCE)))


def _blocks(request: Request | None) -> Iterator[dict[str, Any]]:
    messages = request.body.get("messages") if request is not None else None
    for message in messages if isinstance(messages, list) else ():
        content = message.get("content")
        for block in [{"type": "text", "text": content}] if isinstance(content, str) else content or ():
            if isinstance(block, dict):
                yield block


def _announcements(requests: Sequence[Request]) -> list[tuple[str, list[str]]]:
    """Return the paragraphs that name deferred tools in the last request, each with the names below it."""
    found = []
    for block in _blocks(requests[-1] if requests else None):
        text = block.get("text")
        if block.get("type") == "text" and isinstance(text, str) and _SEARCH in text:
            found += _lists(text)
    return found


def _lists(text: str) -> list[tuple[str, list[str]]]:
    """Return every line that speaks of the search tool, with the lines below it that are bare names."""
    found: list[tuple[str, list[str]]] = []
    names: list[str] | None = None
    for line in text.split("\n"):
        if names is not None and _NAME.fullmatch(line):
            names.append(line)
            continue
        names = None
        if _SEARCH in line:
            names = []
            found.append((line, names))
    return [(line, named) for line, named in found if named]


def _names(block: str) -> list[str]:
    """Return the lines at the end of `block` that are names."""
    names: list[str] = []
    for line in reversed(block.split("\n")):
        if not _NAME.fullmatch(line):
            break
        names.append(line)
    return names[::-1]


def _references(content: Any) -> Ranked | None:
    if isinstance(content, str):
        return () if "<function>" not in content else _written(content)
    if not isinstance(content, list):
        return None
    names = [str(each.get("tool_name")) for each in content if each.get("type") == "tool_reference"]
    texts = "".join(str(each.get("text", "")) for each in content if each.get("type") == "text")
    return tuple((name,) for name in names) if names else _written(texts)


def _written(text: str) -> Ranked:
    """Return the names of ``<function>`` lines, which stand where the API takes no references."""
    found = []
    for line in re.findall(r"<function>(.*)</function>", text):
        try:
            value = json.loads(line)
        except ValueError:
            continue
        found.append((str(value.get("name")),))
    return tuple(found)
