"""Codex: ``[mcp_servers.NAME]`` of its config.toml, with tool filters; variables are named, never filled in.

Keys as codex-rs reads them (an unknown one is an error); read by codex-cli 0.171.0. Every MCP tool is behind its
tool search where model and provider have one: there is nothing to pin. No older SSE transport.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from inspector.config.model import ServerSpec
from inspector.errors import UsageError
from inspector.export.client_losses import pins_dropped, words_dropped
from inspector.export.client_servers import (
    ClientServer,
    common_warnings,
    exported_specs,
    refuse_settings,
    translation_to,
    unlisted,
)
from inspector.export.named_variables import NamedVariables, named_variables
from inspector.export.protocol import Export, ExportedFile, ExportRequest, MergeRule, Verified
from inspector.export.reference_syntax import ReferenceTranslation
from inspector.export.server_values import values_of, without_private
from inspector.export.tool_decisions import tool_decisions
from inspector.export.warning_codes import ExportWarning
from inspector.hosts import Knob

PRODUCT = "Codex"
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]")
_KEPT = (
    "startup_timeout_sec",
    "required",
    "supports_parallel_tool_calls",
    "default_tools_approval_mode",
    "scopes",
    "tools",
)
"""Keys of Codex's own that hold no secret; they stay where the server came from a Codex file."""


class CodexExporter:
    """Writes ``config.toml``. Environment and headers are carried by the names of variables."""

    id = "codex"
    title = "Codex (config.toml)"
    knobs: Mapping[Knob, str] = {
        "defer": "automatic for every MCP tool, no setting",
        "hide": "disabled_tools; enabled_tools where “*” is hidden",
    }
    verified_by: Verified = "consumer"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when no server can be written."""
        import tomli_w

        refuse_settings(request, self.id)
        specs = exported_specs(request, PRODUCT)
        over_sse = tuple(spec.name for spec in specs if spec.transport == "sse")
        specs = tuple(spec for spec in specs if spec.transport != "sse")
        if not specs:
            raise UsageError("no server of this toolset speaks a transport Codex knows", "use stdio or streamable HTTP")
        translation = translation_to("none", specs)
        pairs = [_server(spec, request, translation) for spec in specs]
        servers = [server for server, _ in pairs]
        tables = {_name(server.spec.name): _entry(server, named) for server, named in pairs}
        rule = MergeRule(
            ("mcp_servers",),
            knobs=("enabled_tools", "disabled_tools"),
            untouched=tuple(_name(name) for name in unlisted(servers)),
        )
        text = tomli_w.dumps({"mcp_servers": tables})
        decisions = [server.tools for server in servers]
        warnings = (
            *_transport(over_sse),
            *_names(specs),
            *(warning for spec, (_, named) in zip(specs, pairs, strict=True) for warning in named.warnings(spec.name)),
            *_shared(pairs),
            *common_warnings(request, servers, PRODUCT),
            *pins_dropped(decisions, "Codex puts every MCP tool behind its tool search"),
            *words_dropped(decisions, "Codex searches names and descriptions only"),
        )
        file = ExportedFile("config.toml", text, "toml", "~/.codex/config.toml", rule)
        return Export(self.id, (file,), (*warnings, *_left_open(request, over_sse)))


def _server(
    spec: ServerSpec, request: ExportRequest, translation: ReferenceTranslation
) -> tuple[ClientServer, NamedVariables]:
    neutral = translation.neutral(spec)
    named = named_variables(neutral, translation.names)
    values = values_of(without_private(neutral), spec, translation)
    return ClientServer(spec, values, tool_decisions(spec.name, request)), named


def _entry(server: ClientServer, named: NamedVariables) -> dict[str, Any]:
    spec, values, tools = server.spec, server.values, server.tools
    entry: dict[str, Any] = {}
    if spec.transport == "stdio":
        entry["command"] = values.command
        entry |= {"args": list(values.args)} if values.args else {}
        entry |= {"env_vars": list(named.env)} if named.env else {}
        entry |= {"env": dict.fromkeys(named.empty_env, "")} if named.empty_env else {}
        entry |= {"cwd": values.cwd} if values.cwd else {}
    else:
        entry["url"] = values.url
        entry |= {"bearer_token_env_var": named.bearer} if named.bearer else {}
        entry |= {"env_http_headers": dict(named.headers)} if named.headers else {}
    if spec.client == "codex":
        entry |= {key: spec.raw[key] for key in _KEPT if key in spec.raw}
    if spec.timeout is not None:
        entry["tool_timeout_sec"] = spec.timeout
    if tools.allowed is not None:
        entry["enabled_tools"] = list(tools.allowed)
    elif tools.hidden:
        entry["disabled_tools"] = list(tools.hidden)
    return entry


def _name(server: str) -> str:
    return _NOT_IN_NAMES.sub("_", server)


def _names(specs: Sequence[ServerSpec]) -> Iterator[ExportWarning]:
    taken: dict[str, str] = {}
    for spec in specs:
        name = _name(spec.name)
        if name in taken:
            message = f"{taken[name]} and {spec.name} are both called {name} in Codex; only the last one is written"
            yield ExportWarning("NAME_CHANGED", message, (taken[name], spec.name))
        elif name != spec.name:
            message = f"{spec.name} is called {name}: Codex takes letters, digits, “_” and “-” only"
            yield ExportWarning("NAME_CHANGED", message, (spec.name,))
        taken[name] = spec.name


def _shared(pairs: Sequence[tuple[ClientServer, NamedVariables]]) -> Iterator[ExportWarning]:
    """Yield variables that two servers take from the environment though their values may differ."""
    users: dict[str, list[str]] = {}
    for server, named in pairs:
        for variable in {each.variable for each in named.moved} & set(named.env):
            users.setdefault(variable, []).append(server.spec.name)
    for variable, names in sorted(users.items()):
        if len(names) > 1:
            message = f"{' and '.join(names)} all get {variable} from the environment, so it has one value for them"
            yield ExportWarning("SECRET_INLINE", message, tuple(names))


def _transport(names: tuple[str, ...]) -> Iterator[ExportWarning]:
    if names:
        message = f"left out, because Codex does not speak the older SSE transport: {', '.join(names)}"
        yield ExportWarning("SSE_UNSUPPORTED", message, names)


def _left_open(request: ExportRequest, over_sse: tuple[str, ...]) -> Iterator[ExportWarning]:
    """Yield words and pins of the servers that are left out, which are lost as well."""
    lost = [tool_decisions(name, request) for name in over_sse]
    yield from pins_dropped(lost, "their server is left out")
    yield from words_dropped(lost, "their server is left out")
