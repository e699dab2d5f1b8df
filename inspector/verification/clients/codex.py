"""Codex CLI: ``codex exec`` with a home of its own, its client-executed tool search called by the scripted model.

Results come grouped by server. The order is rebuilt by asking every query with limit 1, 2, … up to the one asked for:
what a longer answer adds stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from inspector.hosts import HostText
from inspector.hosts.codex.deferred_namespaces import lines_of
from inspector.verification.clients.driver import Asked, Launch, Ranked, Run, Server, Ties
from inspector.verification.model_api.dialect import Dialect, Request, ToolCall, Turn
from inspector.verification.model_api.responses import ResponsesApi

_SEARCHING, _FULL = "gpt-5.5", "gpt-5.4"
"""A model whose tools are behind the search, and one that gets them all (measured on 0.171.0)."""

_PLAIN = "gpt-5"
"""A model that gets them all in older versions too, which search under more models (seen on 0.150.0)."""

_AT_ONCE = 80
_TURN_BYTES, _RUN_BYTES = 300_000, 3_000_000
"""How much may come back at once, and in one conversation: beyond its window the client drops what came before."""
_NAME = re.compile(r"[A-Za-z0-9_-]+")


class CodexDriver:
    """See `ClientDriver`. Measured with 0.171.0."""

    host = "codex"
    title = "Codex CLI"
    program = "codex"
    package = "npm install -g @openai/codex"
    oldest = "0.140.0"
    searches = True
    ties: Ties = "random"
    slack = 1e-6
    prefix = "mcp__"
    dialect: Dialect = ResponsesApi()
    search_limit = 8

    def refuses(self, server: str) -> str | None:
        """See `ClientDriver.refuses`."""
        return None if _NAME.fullmatch(server) else "Codex takes only letters, digits, _ and - in a server's name"

    def runs(self, asked: Asked) -> tuple[Run, ...]:
        """See `ClientDriver.runs`: the model decides, so another model shows the rest."""
        full = Run(("definitions",), _FULL, None)
        searches = [Run(("search",), _SEARCHING, None, turns) for turns in _conversations(asked)]
        if asked.model in (_SEARCHING, ""):
            return replace(searches[0], purposes=("decision", "search")), *searches[1:], full
        if asked.model == _FULL:
            return *searches, Run(("decision", "definitions"), _FULL, None)
        return Run(("decision",), asked.model, None), *searches, full

    def remarks(self, asked: Asked) -> tuple[str, ...]:
        """See `ClientDriver.remarks`."""
        return ()

    def instead(self, run: Run, requests: Sequence[Request]) -> Run | None:
        """See `ClientDriver.instead`: a model that was to get everything has a search in this version."""
        kept_back = "definitions" in run.purposes and self.search_offered(requests) and run.model != _PLAIN
        return Run(("definitions",), _PLAIN, None) if kept_back else None

    def launch(self, run: Run, api: str, servers: Sequence[Server], home: str) -> Launch:
        """See `ClientDriver.launch`."""
        import tomli_w

        provider = {"name": "loopback", "base_url": f"{api}/v1", "env_key": "TSI_KEY", "wire_api": "responses"}
        config = {
            "model": run.model,
            "model_provider": "loopback",
            "check_for_update_on_startup": False,
            "analytics": {"enabled": False},
            "model_providers": {"loopback": provider},
            "mcp_servers": {
                each.name: {"command": each.command, "args": list(each.args), "startup_timeout_sec": 60}
                for each in servers
            },
        }
        return Launch(
            ("exec", "--skip-git-repo-check", "--json", "Which tools are there?"),
            {"CODEX_HOME": f"{home}/codex", "TSI_KEY": "none"},
            {"codex/config.toml": tomli_w.dumps(config)},
        )

    def search_offered(self, requests: Sequence[Request]) -> bool:
        """See `ClientDriver.search_offered`."""
        return any(tool.get("type") == "tool_search" for request in requests for tool in request.tools)

    def defers(self, requests: Sequence[Request]) -> bool:
        """See `ClientDriver.defers`: no namespace is sent (code mode has no search either)."""
        return not any(self.wire(request) for request in requests)

    def upfront(self, request: Request) -> Mapping[str, Any]:
        """See `ClientDriver.upfront`."""
        return self.expected(self.wire(request))

    def wire(self, request: Request) -> list[Any]:
        """See `ClientDriver.wire`: the namespaces of MCP servers."""
        return [
            tool
            for tool in request.tools
            if tool.get("type") == "namespace" and str(tool.get("name", "")).startswith("mcp__")
        ]

    def expected(self, array: Sequence[Any]) -> Mapping[str, Any]:
        """See `ClientDriver.expected`; a namespace's own words stand under its name."""
        found: dict[str, Any] = {}
        for namespace in array:
            name = str(namespace.get("name"))
            found[name] = {key: value for key, value in namespace.items() if key != "tools"}
            found.update({f"{name}__{tool['name']}": tool for tool in namespace.get("tools", ())})
        return found

    def announced(self, requests: Sequence[Request]) -> tuple[str, ...] | None:
        """See `ClientDriver.announced`: a line a server, with the first of its own words."""
        items = requests[-1].body.get("input") if requests else None
        texts = [
            str(part.get("text", ""))
            for item in (items if isinstance(items, list) else ())
            if isinstance(item, dict) and item.get("role") == "developer"
            for part in item.get("content") or ()
        ]
        return tuple(line for text in texts for line in lines_of(text))

    def expected_announced(self, texts: Sequence[HostText]) -> tuple[str, ...] | None:
        """See `ClientDriver.expected_announced`."""
        return tuple(line for text in texts for line in lines_of(text.text))

    def found(self, run: Run, requests: Sequence[Request]) -> Mapping[str, Ranked]:
        """See `ClientDriver.found`."""
        outputs = {str(item.get("call_id")): item for item in _outputs(requests[-1] if requests else None)}
        answers: dict[str, dict[int, list[str]]] = {}
        for turn in run.turns:
            for call in turn:
                if call.id in outputs:
                    names = _found_names(outputs[call.id].get("tools") or ())
                    answers.setdefault(str(call.arguments["query"]), {})[int(call.arguments["limit"])] = names
        asked = {str(call.arguments["query"]): int(call.arguments["limit"]) for turn in run.turns for call in turn}
        # Limits rise from turn to turn, so the last one asked is the highest.
        return {query: in_order(found) for query, found in answers.items() if len(found) == asked[query]}

    def sentences(self, requests: Sequence[Request]) -> Mapping[str, Any]:
        """See `ClientDriver.sentences`."""
        tools = [tool for request in requests for tool in request.tools if tool.get("type") == "tool_search"]
        return {"meta_tool": tools[0] if tools else None}

    def texts(self, requests: Sequence[Request]) -> Mapping[str, str]:
        """See `ClientDriver.texts`."""
        tool = self.sentences(requests)["meta_tool"]
        described = tool.get("description") if isinstance(tool, Mapping) else None
        return {"search-tool": described} if isinstance(described, str) else {}


def in_order(by_limit: Mapping[int, Sequence[str]]) -> Ranked:
    """Return the names of the longest answer in the order the shorter ones give; what came together is one group.

    Equal scores change places from one answer to the next: a name that the longest answer lacks is left out.
    """
    if not by_limit:
        return ()
    kept = dict.fromkeys(by_limit[max(by_limit)])
    groups: list[tuple[str, ...]] = []
    for limit in sorted(by_limit):
        new = tuple(name for name in by_limit[limit] if name in kept and not any(name in group for group in groups))
        if new:
            groups.append(new)
    return tuple(groups)


def _conversations(asked: Asked) -> list[tuple[Turn, ...]]:
    """Return the turns of as many conversations as it takes, each with every limit of its queries."""
    per_query = asked.result_bytes * asked.limit * (asked.limit + 1) // 2
    queries = max(1, _RUN_BYTES // max(1, per_query))
    parts = [asked.queries[at : at + queries] for at in range(0, len(asked.queries), queries)] or [()]
    return [_turns(part, number, asked) for number, part in enumerate(parts)]


def _turns(queries: tuple[str, ...], number: int, asked: Asked) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    for limit in range(1, asked.limit + 1):
        at_once = max(1, min(_AT_ONCE, _TURN_BYTES // (limit * max(1, asked.result_bytes))))
        calls = [
            ToolCall(f"call_tsi_{number:03d}_{limit:03d}_{place:06d}", "tool_search", {"query": query, "limit": limit})
            for place, query in enumerate(queries)
        ]
        turns += [tuple(calls[at : at + at_once]) for at in range(0, len(calls), at_once)]
    return tuple(turns)


def _outputs(request: Request | None) -> Iterator[dict[str, Any]]:
    items = request.body.get("input") if request is not None else None
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and item.get("type") == "tool_search_output":
            yield item


def _found_names(items: Sequence[Any]) -> list[str]:
    """Return the names of the functions found: those of a namespace begin with its name, others stand alone."""
    found: list[str] = []
    for item in items:
        if isinstance(item, dict):
            name, functions = str(item.get("name")), item.get("tools")
            found += [name] if functions is None else [f"{name}__{each.get('name')}" for each in functions]
    return found
