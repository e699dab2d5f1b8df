"""OpenAI and Azure OpenAI Responses API: the ``tools`` of a request with ``tool_search`` and deferred tools.

Shapes as openai 3.57.0 types them. ``defer_loading`` is per function, but on an ``mcp`` entry for the whole entry:
a server with some pins becomes two entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.export.api_tools import (
    bearer_token,
    choice,
    listed_servers,
    names_changed,
    reachable_servers,
    refusals,
    star_pins,
    unlisted_warnings,
)
from inspector.export.client_losses import words_dropped
from inspector.export.client_servers import ClientServer, common_warnings
from inspector.export.forms import chosen_form
from inspector.export.json_text import json_text
from inspector.export.protocol import Export, ExportedFile, ExportRequest, Verified
from inspector.export.server_labels import label
from inspector.export.warning_codes import ExportWarning
from inspector.hosts import Knob
from inspector.hosts.openai.definitions import definition, refusal
from inspector.hosts.openai.naming import namespaces
from inspector.hosts.openai.texts import namespace_item

_PRODUCT = "the Responses API"
_NO_WORDS = "every text of a function, namespace or server is read by the model too"


class OpenaiExporter:
    """Writes ``openai-tools.json``, the part of a request that is about tools; secrets are left to be filled in."""

    id = "openai"
    title = "OpenAI and Azure Responses API (tools of a request)"
    forms: Mapping[str, str] = {
        "functions": "functions that your application runs, one namespace a server",
        "mcp": "MCP servers that the API itself calls",
    }
    knobs: Mapping[Knob, str] = {
        "pin": "a function without defer_loading; for MCP servers an entry of its own with the pinned tools",
        "defer": "tool_search, and defer_loading: true on functions or MCP entries",
        "hide": "left out of the functions or of allowed_tools",
        "description": "description of functions",
    }
    verified_by: Verified = "sdk type"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when no tool or no server is left to write."""
        settings = choice(request, self.id, {"require_approval": ("always", "never")})
        if chosen_form(request, self.id, self.forms) == "mcp":
            tools, warnings = _servers(request, settings)
        else:
            tools, warnings = _namespaces(request)
        text = json_text({"tools": [{"type": "tool_search"}, *tools]})
        return Export(self.id, (ExportedFile("openai-tools.json", text, "json"),), warnings)


def _namespaces(request: ExportRequest) -> tuple[list[Any], tuple[ExportWarning, ...]]:
    servers = listed_servers(request, _PRODUCT)
    decided = {server.server: server for server in servers}
    names: dict[str, str] = {}
    refused: dict[str, str] = {}
    spaces: list[Any] = []
    labels: list[tuple[str, str]] = []
    for listed, space in zip(request.catalog.servers, namespaces(request.catalog), strict=True):
        server = decided.get(listed.name)
        if server is None:
            continue
        labels.append((listed.name, space.name))
        functions = []
        for name in server.kept:
            tool = server.tools[name]
            names[tool.id] = space.functions[tool.id]
            if reason := refusal(tool, names[tool.id]):
                refused[tool.id] = reason
                continue
            function = definition(tool, f"{space.name}.{names[tool.id]}").value
            functions.append(function if name in server.pinned else function | {"defer_loading": True})
        if functions:
            spaces.append(namespace_item(space, functions))
    warnings = (
        *words_dropped(servers, _NO_WORDS),
        *names_changed(servers, names),
        *_labels_changed(labels),
        *refusals(refused, anything=bool(spaces)),
        *star_pins(servers),
        *unlisted_warnings(request),
    )
    return spaces, warnings


def _servers(request: ExportRequest, settings: Mapping[str, str]) -> tuple[list[Any], tuple[ExportWarning, ...]]:
    hint = "export the functions instead (--form functions)"
    servers, dropped = reachable_servers(request, _PRODUCT, ("https://", "http://"), hint)
    entries: list[Any] = []
    split: list[ExportWarning] = []
    labels: dict[str, str] = {}
    for server in servers:
        name = label(server.spec.name, (entry["server_label"] for entry in entries))
        labels[server.spec.name] = name
        for part, more in _parts(server):
            given = name if not part else label(f"{name}_{part}", (entry["server_label"] for entry in entries))
            entries.append(_entry(server, given, settings) | more)
            if part:
                ids = server.tools.ids(server.tools.pinned)
                message = f"{server.spec.name}: its pinned tools are the entry {given}, which changes whose they are"
                split.append(ExportWarning("NAME_CHANGED", message, ids))
    decisions = [server.tools for server in servers]
    warnings = (
        *dropped,
        *split,
        *_labels_changed(labels.items()),
        *_not_hidden(servers),
        *words_dropped(decisions, _NO_WORDS),
        *star_pins(decisions),
        *common_warnings(request, servers, _PRODUCT),
    )
    return entries, warnings


def _entry(server: ClientServer, name: str, settings: Mapping[str, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": "mcp", "server_label": name, "server_url": server.values.url}
    token, others = bearer_token(server.values.headers)
    if token:
        entry["authorization"] = token
    if others:
        entry["headers"] = dict(others)
    return entry | dict(settings)


def _parts(server: ClientServer) -> list[tuple[str, dict[str, Any]]]:
    """Return the entries of one server: a suffix for the label, and its allowed tools and deferral."""
    tools = server.tools
    rest = [name for name in tools.kept if name not in tools.pinned]
    if not tools.listed:
        # Only the names in the tuning are known, so the rest cannot be spelled out.
        parts: list[tuple[str, dict[str, Any]]] = [("", {} if tools.star.pin else {"defer_loading": True})]
        if tools.pinned and not tools.star.pin:
            parts.append(("pinned", {"allowed_tools": list(tools.pinned)}))
        return parts
    everything = not tools.hidden and not tools.star.hide
    if not tools.pinned:
        return [("", ({} if everything else {"allowed_tools": rest}) | {"defer_loading": True})]
    if not rest:
        return [("", {} if everything else {"allowed_tools": list(tools.pinned)})]
    return [
        ("", {"allowed_tools": rest, "defer_loading": True}),
        ("pinned", {"allowed_tools": list(tools.pinned)}),
    ]


def _not_hidden(servers: tuple[ClientServer, ...]) -> list[ExportWarning]:
    open_doors = tuple(id for s in servers if not s.tools.listed for id in s.tools.ids(s.tools.hidden))
    message = f"{', '.join(open_doors)}: cannot be hidden without the list of the server's tools"
    return [ExportWarning("HIDE_DROPPED", message, open_doors)] if open_doors else []


def _labels_changed(pairs: Any) -> list[ExportWarning]:
    changed = {server: given for server, given in pairs if server != given}
    shown = ", ".join(f"{server} is {given}" for server, given in changed.items())
    message = f"labels are of letters, digits, _ and -: {shown}"
    return [ExportWarning("NAME_CHANGED", message, tuple(changed))] if changed else []
