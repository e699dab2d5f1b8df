"""VS Code: ``servers`` of mcp.json, secrets as questions (``inputs``), and a tool set of what stays visible.

Keys as VS Code's mcpConfiguration.ts has them, the tool set as its documentation shows it: a person or an agent has
to ask for a tool set, so it hides nothing by itself. Tool sets belong into the user's ``prompts`` folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from inspector.export.client_losses import pins_dropped, words_dropped
from inspector.export.client_servers import ClientServer, client_servers, common_warnings, refuse_settings
from inspector.export.json_text import json_text
from inspector.export.protocol import Export, ExportedFile, ExportRequest, MergeRule, Verified
from inspector.export.secret_references import Moved
from inspector.export.tool_decisions import ToolDecisions
from inspector.export.warning_codes import ExportWarning
from inspector.hosts import Knob

PRODUCT = "VS Code"
SET = "tuned"
"""The name of the tool set: ``#tuned`` in a question."""

_INPUT = re.compile(r"\$\{input:([^}]+)\}")


class VscodeExporter:
    """Writes ``mcp.json`` and, where a tool is hidden, ``tuned.toolsets.jsonc``."""

    id = "vscode"
    title = "VS Code (mcp.json and a tool set)"
    knobs: Mapping[Knob, str] = {
        "defer": "automatic above the model's number of tools, no setting",
        "hide": "left out of the tool set #tuned, which has to be asked for",
    }
    verified_by: Verified = "schema"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when the toolset has no enabled server."""
        refuse_settings(request, self.id)
        servers = client_servers(request, "vscode", PRODUCT)
        asked = {each.variable: each for server in servers for each in server.values.moved}
        entries = {server.spec.name: _asking(_entry(server), asked) for server in servers}
        document: dict[str, Any] = {"servers": entries}
        if inputs := _inputs(entries, asked):
            document = {"inputs": inputs} | document
        files = [
            ExportedFile(
                "mcp.json",
                json_text(document),
                "json",
                ".vscode/mcp.json",
                MergeRule(("servers",), lists=(("inputs",),)),
            )
        ]
        decisions = [server.tools for server in servers]
        hidden = [tools for tools in decisions if tools.hidden or tools.star.hide]
        if hidden and (tools := [name for each in decisions for name in _members(each)]):
            sets = {SET: {"tools": tools, "description": "The tools that are not hidden", "icon": "tools"}}
            place = f"User/prompts/{SET}.toolsets.jsonc"
            files.append(ExportedFile(f"{SET}.toolsets.jsonc", json_text(sets), "json", place, MergeRule()))
        shown = [replace(server, values=replace(server.values, moved=())) for server in servers]
        warnings = (
            *_questions(servers),
            *common_warnings(request, shown, PRODUCT),
            *_soft(hidden),
            *pins_dropped(decisions, "VS Code groups tools by itself and pins none"),
            *words_dropped(decisions, "VS Code has no text for a search"),
        )
        return Export(self.id, tuple(files), warnings)


def _entry(server: ClientServer) -> dict[str, Any]:
    spec, values = server.spec, server.values
    if spec.transport == "stdio":
        entry: dict[str, Any] = {"type": "stdio", **values.process(folder=False)}
        entry |= {"envFile": spec.env_files[0]} if spec.env_files else {}
        return entry | ({"cwd": values.cwd} if values.cwd else {})
    entry = {"type": spec.transport, "url": values.url}
    return entry | ({"headers": dict(values.headers)} if values.headers else {})


def _asking(value: Any, asked: Mapping[str, Moved]) -> Any:
    """Return `value` with questions in place of the variables that only this export invented."""
    if isinstance(value, dict):
        return {key: _asking(item, asked) for key, item in value.items()}
    if isinstance(value, list):
        return [_asking(item, asked) for item in value]
    return re.sub(
        r"\$\{env:(\w+)\}", lambda found: f"${{input:{_id(found[1])}}}" if found[1] in asked else found[0], value
    )


def _id(variable: str) -> str:
    return variable.lower().replace("_", "-")


def _inputs(entries: Mapping[str, Any], asked: Mapping[str, Moved]) -> list[dict[str, Any]]:
    """Return the questions for everything the entries ask for, those that were there before included."""
    meant = {_id(variable): each.what for variable, each in asked.items()}
    ids = dict.fromkeys(_INPUT.findall(json_text(entries)))
    return [
        {"type": "promptString", "id": id, "description": meant.get(id, id), "password": True} for id in sorted(ids)
    ]


def _members(tools: ToolDecisions) -> Iterator[str]:
    if tools.listed and (tools.hidden or tools.star.hide):
        yield from tools.ids(tools.kept)
    elif not tools.star.hide:
        yield f"{tools.server}/*"


def _questions(servers: Sequence[ClientServer]) -> Iterator[ExportWarning]:
    for server in servers:
        if server.values.moved:
            listed = ", ".join(f"{_id(each.variable)} ({each.what})" for each in server.values.moved)
            message = f"{server.spec.name}: values are not written; VS Code asks for {listed}"
            yield ExportWarning("SECRET_INLINE", message, (server.spec.name,))


def _soft(servers: Sequence[ToolDecisions]) -> Iterator[ExportWarning]:
    ids = tuple(id for tools in servers for id in (tools.ids(tools.hidden) or (f"{tools.server}/*",)))
    if ids:
        message = f"hidden only from the tool set #{SET}; without it VS Code still offers {', '.join(ids)}"
        yield ExportWarning("HIDE_SOFT", message, ids)
