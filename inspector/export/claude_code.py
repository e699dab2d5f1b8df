"""Claude Code: ``.mcp.json`` with pinned servers, and settings with the search switch and denied tools.

``alwaysLoad`` pins a whole server; a pin or search words of one tool can only come from the server itself, as
``_meta`` in its listing, or from a proxy in front of it. A tool that ``permissions.deny`` names is not offered to
the model. Keys as in claude-agent-sdk 0.3.332 and the settings schema; read by Claude Code 2.1.332.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from inspector.catalog.meta_keys import ALWAYS_LOAD, SEARCH_HINT
from inspector.export.client_losses import pins_collapsed, star_hides_lost
from inspector.export.client_servers import (
    ClientServer,
    client_servers,
    common_warnings,
    milliseconds,
    refuse_settings,
    unlisted,
)
from inspector.export.json_text import json_text
from inspector.export.protocol import Export, ExportedFile, ExportRequest, MergeRule, Verified
from inspector.export.tool_decisions import ToolDecisions
from inspector.export.warning_codes import ExportWarning
from inspector.hosts import Knob
from inspector.hosts.claude_code.naming import safe_name
from inspector.redaction import redact_argument

PRODUCT = "Claude Code"
_SETTINGS_SCHEMA = "https://www.schemastore.org/claude-code-settings.json"
_RESERVED = "workspace"
_OAUTH = ("clientId", "callbackPort", "authServerMetadataUrl", "scopes")
_PROXY = "the server has to list it with _meta, or export “fastmcp” and put that proxy in front"


class ClaudeCodeExporter:
    """Writes ``.mcp.json`` and, where something is to be said there, ``settings.json``."""

    id = "claude-code"
    title = "Claude Code (.mcp.json and settings.json)"
    knobs: Mapping[Knob, str] = {
        "pin": "alwaysLoad of a server; of a tool only by the server's own _meta anthropic/alwaysLoad",
        "defer": "env ENABLE_TOOL_SEARCH, for all tools",
        "hide": "permissions.deny",
    }
    verified_by: Verified = "consumer"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when the toolset has no enabled server."""
        refuse_settings(request, self.id)
        servers = client_servers(request, "braces", PRODUCT)
        entries = {server.spec.name: _entry(server) for server in servers}
        rule = MergeRule(("mcpServers",), knobs=("alwaysLoad",), untouched=unlisted(servers), names=(".claude.json",))
        files = [ExportedFile(".mcp.json", json_text({"mcpServers": entries}), "json", ".mcp.json", rule)]
        if settings := _settings(servers, request):
            rule = MergeRule(lists=(("permissions", "deny"),), names=("settings.local.json",))
            text = json_text({"$schema": _SETTINGS_SCHEMA} | settings)
            files.append(ExportedFile("settings.json", text, "json", ".claude/settings.json", rule))
        decisions = [server.tools for server in servers]
        warnings = (
            *common_warnings(request, servers, PRODUCT, cwd=False),
            *_helpers(servers),
            *_reserved(servers),
            *_pins(decisions),
            *pins_collapsed([tools for tools in decisions if not tools.listed], "alwaysLoad"),
            *_words(decisions),
            *_switch(request, decisions),
            *_names(decisions),
            *star_hides_lost(
                [tools for tools in decisions if tools.kept], "its tools are not known, so none could be denied by name"
            ),
        )
        return Export(self.id, tuple(files), warnings)


def _entry(server: ClientServer) -> dict[str, Any]:
    spec, values = server.spec, server.values
    if spec.transport == "stdio":
        entry: dict[str, Any] = {"type": "stdio", **values.process(folder=False)}
    else:
        entry = {"type": spec.transport, "url": values.url}
        entry |= {"headers": dict(values.headers)} if values.headers else {}
        if spec.client == "claude-code":
            entry |= _own_keys(spec.raw)
    if (timeout := milliseconds(spec)) is not None:
        entry["timeout"] = timeout
    pinned = _server_pin(server.tools)
    return entry if pinned is None else entry | {"alwaysLoad": pinned}


def _own_keys(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of an entry that only Claude Code knows, as far as they hold no secret."""
    own: dict[str, Any] = {}
    helper, oauth = raw.get("headersHelper"), raw.get("oauth")
    if isinstance(helper, str) and redact_argument(helper) == helper:
        own["headersHelper"] = helper
    if isinstance(oauth, Mapping):
        own["oauth"] = {key: oauth[key] for key in _OAUTH if key in oauth}
    return own


def _helpers(servers: Sequence[ClientServer]) -> Iterator[ExportWarning]:
    for server in servers:
        if server.spec.raw.get("headersHelper") and "headersHelper" not in _own_keys(server.spec.raw):
            message = f"{server.spec.name}: its headersHelper holds a secret and is not written; add it by hand"
            yield ExportWarning("HEADERS_HELPER", message, (server.spec.name,))


def _server_pin(tools: ToolDecisions) -> bool | None:
    """Return what ``alwaysLoad`` has to say: True as soon as a tool is pinned that its server does not pin itself."""
    if tools.star.pin is not None and not tools.listed:
        return tools.star.pin
    if any(not _pinned_by_server(tools, name) for name in tools.pinned):
        return True
    return False if tools.star.pin is False and not tools.pinned else None


def _pinned_by_server(tools: ToolDecisions, name: str) -> bool:
    tool = tools.tools.get(name)
    return tool is not None and tool.meta.get(ALWAYS_LOAD) is True


def _settings(servers: Sequence[ClientServer], request: ExportRequest) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    if (switch := _tool_search(request)) is not None:
        settings["env"] = {"ENABLE_TOOL_SEARCH": switch}
    denied = [rule for server in servers for rule in _denied(server.tools)]
    if denied:
        settings["permissions"] = {"deny": denied}
    return settings


def _tool_search(request: ExportRequest) -> str | None:
    """Return the value of ENABLE_TOOL_SEARCH, None where Claude Code's own choice stands."""
    tuning = request.tuning
    if tuning.tool_search is not None or tuning.threshold is None:
        return tuning.tool_search
    return f"auto:{round(tuning.threshold * 100)}"


def _denied(tools: ToolDecisions) -> Iterator[str]:
    if tools.all_hidden:
        yield f"mcp__{safe_name(tools.server)}"
    else:
        yield from (f"mcp__{safe_name(tools.server)}__{safe_name(name)}" for name in tools.hidden)


def _pins(servers: Sequence[ToolDecisions]) -> Iterator[ExportWarning]:
    for tools in servers:
        if not _server_pin(tools) or not tools.listed:
            continue
        extra = tuple(name for name in tools.kept if name not in tools.pinned and not _kept_back(tools, name))
        if extra:
            pinned = ", ".join(name for name in tools.pinned if not _pinned_by_server(tools, name))
            message = (
                f"{tools.server}: alwaysLoad pins the whole server, so with {pinned} {len(extra)} more of its tools "
                f"are loaded always; for a pin of one tool {_PROXY}"
            )
            yield ExportWarning("PIN_SERVER_ONLY", message, tools.ids(extra))
        lost = tuple(name for name in tools.pinned if _kept_back(tools, name))
        if lost:
            message = f"{tools.server}: its own _meta {ALWAYS_LOAD}: false keeps {', '.join(lost)} deferred"
            yield ExportWarning("PIN_DROPPED", message, tools.ids(lost))


def _kept_back(tools: ToolDecisions, name: str) -> bool:
    return tools.tools[name].meta.get(ALWAYS_LOAD) is False


def _words(servers: Sequence[ToolDecisions]) -> Iterator[ExportWarning]:
    lost = [
        f"{tools.server}/{name}"
        for tools in servers
        for name, words in tools.worded.items()
        if name not in tools.tools or tools.tools[name].meta.get(SEARCH_HINT) != words
    ]
    lost += [id for tools in servers for id in tools.word_ids() if id.endswith("/*")]
    if lost:
        message = f"search words of {len(lost)} tools left out: only _meta {SEARCH_HINT} carries them; {_PROXY}"
        yield ExportWarning("WORDS_DROPPED", message, tuple(lost))


def _switch(request: ExportRequest, servers: Sequence[ToolDecisions]) -> Iterator[ExportWarning]:
    pinned = tuple(id for tools in servers for id in tools.pin_ids())
    if _tool_search(request) == "false" and pinned:
        message = "ENABLE_TOOL_SEARCH is false, so nothing is deferred and the pins change nothing"
        yield ExportWarning("NO_SEARCH_SWITCH", message, pinned)


def _names(servers: Sequence[ToolDecisions]) -> Iterator[ExportWarning]:
    for tools in servers:
        changed = [name for name in tools.hidden if safe_name(name) != name]
        if changed or (tools.hidden and safe_name(tools.server) != tools.server):
            example = f"mcp__{safe_name(tools.server)}__{safe_name((changed or tools.hidden)[0])}"
            message = f"{tools.server}: {PRODUCT} writes its tools with “_” for other characters, as in {example}"
            yield ExportWarning("NAME_CHANGED", message, tools.ids(tuple(changed) or tools.hidden))


def _reserved(servers: Sequence[ClientServer]) -> Iterator[ExportWarning]:
    for server in servers:
        if server.spec.name == _RESERVED:
            message = f"{PRODUCT} skips a server called “{_RESERVED}”: the name is reserved; give it another one"
            yield ExportWarning("NAME_CHANGED", message, (_RESERVED,))
