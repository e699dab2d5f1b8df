"""LiteLLM proxy: ``mcp_servers`` of its ``config.yaml`` and the settings of its own tool search.

Keys as litellm reads them (``load_servers_from_config``, ``MCPToolSearchSettings``). ``os.environ/NAME`` stands for
a whole value only; names of servers may hold no ``-``, which parts them from the names of their tools.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from inspector.export.api_tools import bearer_token
from inspector.export.client_losses import words_dropped
from inspector.export.client_servers import (
    ClientServer,
    common_warnings,
    exported_specs,
    refuse_settings,
    translation_to,
)
from inspector.export.protocol import Export, ExportedFile, ExportRequest, Verified
from inspector.export.server_values import server_values
from inspector.export.tool_decisions import tool_decisions
from inspector.export.warning_codes import ExportWarning
from inspector.export.whole_variables import WholeVariables
from inspector.export.yaml_text import yaml_text
from inspector.hosts import Knob

DEFAULT_RESULTS = 5
"""How many tools a search gives where the tuning does not say; LiteLLM's own default."""

MOST_RESULTS = 100

_PRODUCT = "LiteLLM"
_SEPARATOR = "-"
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.]+")


class LitellmExporter:
    """Writes ``litellm_mcp.yaml``. Every transport goes in; secrets become ``os.environ/NAME``."""

    id = "litellm"
    title = "LiteLLM proxy (mcp_servers and tool search)"
    knobs: Mapping[Knob, str] = {
        "pin": "mcp_tool_search.core_tools: first in every search result, not in tools/list",
        "defer": "mcp_tool_search, for keys that mcp_tool_search_enabled is granted to",
        "hide": "disallowed_tools; allowed_tools where “*” is hidden",
    }
    verified_by: Verified = "consumer"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when the toolset has no enabled server."""
        refuse_settings(request, self.id)
        specs = exported_specs(request, _PRODUCT)
        translation = translation_to("braces", specs)
        servers = [ClientServer(s, server_values(s, translation), tool_decisions(s.name, request)) for s in specs]
        names = _names(servers)
        document: dict[str, Any] = {}
        joined: list[ExportWarning] = []
        for server in servers:
            variables = WholeVariables(server.spec.name, translation.names)
            document[names[server.spec.name]] = _entry(server, variables)
            joined += variables.warnings()
        core = [f"{names[server.spec.name]}{_SEPARATOR}{tool}" for server in servers for tool in server.tools.pinned]
        search: dict[str, Any] = {"top_k": min(request.tuning.limit or DEFAULT_RESULTS, MOST_RESULTS)}
        search |= {"core_tools": core} if core else {}
        text = yaml_text({"mcp_servers": document, "litellm_settings": {"mcp_tool_search": search}}, _HEAD)
        decisions = [server.tools for server in servers]
        warnings = (
            *_pin_warnings(servers),
            *words_dropped(decisions, "LiteLLM's search reads names and descriptions as the servers give them"),
            *_name_warnings(names, servers),
            *_hidden_unlisted(servers),
            *joined,
            *common_warnings(request, servers, _PRODUCT, cwd=False),
        )
        return Export(self.id, (ExportedFile("litellm_mcp.yaml", text, "yaml"),), warnings)


_HEAD = """Part of a LiteLLM proxy configuration: put both tables into config.yaml.
Tool search is granted to keys or teams: set mcp_tool_search_enabled in their object permissions."""


def _names(servers: Sequence[ClientServer]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for server in servers:
        stem = _NOT_IN_NAMES.sub("_", server.spec.name).strip("_") or "server"
        name, number = stem, 1
        while name in found.values():
            number += 1
            name = f"{stem}_{number}"
        found[server.spec.name] = name
    return found


def _entry(server: ClientServer, variables: WholeVariables) -> dict[str, Any]:
    values, tools = server.values, server.tools

    def written(value: str, word: str) -> str:
        name = variables.name(value, word)
        return f"os.environ/{name}" if name else value

    entry: dict[str, Any] = {"transport": server.spec.transport}
    if server.spec.transport == "stdio":
        entry["command"] = written(values.command, "command")
        if values.args:
            entry["args"] = list(values.args)
        if values.env:
            entry["env"] = {name: written(value, name) for name, value in values.env.items()}
    else:
        entry["url"] = written(values.url, "url")
        token, others = bearer_token(values.headers)
        if token and len(others) < len(values.headers) and _is_bearer(values.headers):
            entry |= {"auth_type": "bearer_token", "auth_value": written(token, "token")}
        else:
            others = values.headers
        if others:
            entry["static_headers"] = {name: written(value, name) for name, value in others.items()}
    if tools.allowed is not None and tools.listed:
        entry["allowed_tools"] = list(tools.allowed)
    elif tools.hidden:
        entry["disallowed_tools"] = list(tools.hidden)
    return entry


def _is_bearer(headers: Mapping[str, str]) -> bool:
    # A lone reference may hold any scheme, so that header is sent as it is.
    return any(
        name.lower() == "authorization" and value.lower().startswith("bearer ") for name, value in headers.items()
    )


def _pin_warnings(servers: Sequence[ClientServer]) -> Iterator[ExportWarning]:
    ids = tuple(each for server in servers for each in server.tools.ids(server.tools.pinned))
    if ids:
        message = "core_tools come first in every search result, but are not in tools/list"
        yield ExportWarning("PIN_SEARCH_ONLY", message, ids)
        message = "tool search is granted to keys or teams (mcp_tool_search_enabled), not switched on in this file"
        yield ExportWarning("NO_SEARCH_SWITCH", message, ids)
    unknown = tuple(f"{s.spec.name}/*" for s in servers if s.tools.star.pin and not s.tools.listed)
    if unknown:
        message = f"{', '.join(unknown)}: core_tools are named one by one, and the tools are not known"
        yield ExportWarning("PIN_DROPPED", message, unknown)


def _name_warnings(names: Mapping[str, str], servers: Sequence[ClientServer]) -> Iterator[ExportWarning]:
    changed = {server: name for server, name in names.items() if server != name}
    if changed:
        shown = ", ".join(f"{server} is {name}" for server, name in changed.items())
        yield ExportWarning("NAME_CHANGED", f"names of servers may hold no “-” and no blanks: {shown}", tuple(changed))
    for server in servers:
        inside = [text for text in server.values.args if "${" in text]
        if inside:
            message = f"{server.spec.name}: LiteLLM fills in no variables in arguments; replace the placeholders there"
            yield ExportWarning("SECRET_INLINE", message, (server.spec.name,))


def _hidden_unlisted(servers: Sequence[ClientServer]) -> Iterator[ExportWarning]:
    ids = tuple(f"{s.spec.name}/*" for s in servers if s.tools.star.hide and not s.tools.listed)
    if ids:
        yield ExportWarning(
            "HIDE_DROPPED", f"{', '.join(ids)}: the tools are not known, only named ones are hidden", ids
        )
