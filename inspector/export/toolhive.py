"""ToolHive: a virtual MCP server with its optimizer, or the commands that run each server with a tool filter.

Keys as ToolHive's pkg/vmcp/config and pkg/vmcp/auth/types name them. ``filter`` lists what is advertised,
``overrides`` replace descriptions; with ``optimizer`` only ``find_tool`` and ``call_tool`` are listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from inspector.errors import UsageError
from inspector.export.client_losses import deferral_dropped, hides_dropped, pins_dropped, star_hides_lost
from inspector.export.client_servers import (
    ClientServer,
    common_warnings,
    exported_specs,
    refuse_settings,
    translation_to,
)
from inspector.export.forms import chosen_form
from inspector.export.protocol import Export, ExportedFile, ExportRequest, Verified
from inspector.export.proxy_entry import Proxy, client_entry
from inspector.export.server_values import server_values
from inspector.export.tool_decisions import ToolDecisions, tool_decisions
from inspector.export.tool_descriptions import described
from inspector.export.toolhive_run import run_files
from inspector.export.warning_codes import ExportWarning
from inspector.export.whole_variables import WholeVariables
from inspector.export.yaml_text import yaml_text
from inspector.hosts import Knob

GROUP = "tools"
"""The ToolHive group the servers run in; also the name of the virtual server."""

DEFAULT_RESULTS, MOST_RESULTS = 8, 50
"""How many tools a search gives where the tuning does not say, and at most; the optimizer's own figures."""

_PRODUCT = "ToolHive"
_TRANSPORTS = {"http": "streamable-http", "sse": "sse"}


class ToolhiveExporter:
    """Writes ``vmcp.yaml``, or a script of ``thv run`` commands with the overrides they read."""

    id = "toolhive"
    title = "ToolHive virtual MCP server with optimizer"
    forms: Mapping[str, str] = {
        "vmcp": "configuration of a virtual MCP server with search",
        "run": "thv run commands with a tool filter, without search",
    }
    knobs: Mapping[Knob, str] = {
        "defer": "optimizer, for all tools",
        "hide": "left out of filter; excludeAll for a whole server",
        "words": "added to overrides.<tool>.description, which the model reads too",
        "description": "overrides.<tool>.description",
    }
    verified_by: Verified = "documented example"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when the toolset has no enabled server."""
        refuse_settings(request, self.id)
        form = chosen_form(request, self.id, self.forms)
        if form == "run" and request.client:
            raise UsageError("thv run serves each server alone, not one proxy for a client", "use --form vmcp")
        specs = exported_specs(request, _PRODUCT)
        translation = translation_to("braces", specs)
        servers = [ClientServer(s, server_values(s, translation), tool_decisions(s.name, request)) for s in specs]
        decisions = [server.tools for server in servers]
        if form == "run":
            files, losses = run_files(servers, GROUP)
            pins = pins_dropped(decisions, "without the optimizer every tool is listed")
            losses = (*losses, *deferral_dropped(decisions, "thv run has no search"))
        else:
            variables = [WholeVariables(server.spec.name, translation.names) for server in servers]
            document, losses = _virtual_server(request, servers, variables)
            files = (ExportedFile("vmcp.yaml", yaml_text(document), "yaml"),)
            losses = (*losses, *(warning for each in variables for warning in each.warnings()))
            pins = pins_dropped(decisions, "the optimizer lists find_tool and call_tool alone")
        entries, told = client_entry(request, Proxy("http://127.0.0.1:4483/mcp"))
        warnings = (
            *told,
            *losses,
            *pins,
            *_words(decisions),
            *hides_dropped([d for d in decisions if not d.listed and not d.star.hide], "the other tools are not known"),
            *star_hides_lost(decisions, "only tools known by name can be left out of a filter"),
            *common_warnings(request, servers, _PRODUCT, cwd=False),
        )
        return Export(self.id, (*files, *entries), warnings)


def _virtual_server(
    request: ExportRequest, servers: Sequence[ClientServer], variables: Sequence[WholeVariables]
) -> tuple[dict[str, Any], tuple[ExportWarning, ...]]:
    local = tuple(server.spec.name for server in servers if server.spec.transport == "stdio")
    document: dict[str, Any] = {"name": GROUP, "groupRef": GROUP}
    lost: list[ExportWarning] = []
    outgoing: dict[str, Any] = {}
    backends = []
    for server, whole in zip(servers, variables, strict=True):
        if server.spec.transport == "stdio":
            continue
        name = server.spec.name
        backends.append({"name": name, "url": server.values.url, "transport": _TRANSPORTS[server.spec.transport]})
        if "${" in server.values.url:
            message = f"{name}: ToolHive fills in no variables in its address; replace the placeholders there"
            lost.append(ExportWarning("SECRET_INLINE", message, (name,)))
        headers = list(server.values.headers.items())
        if headers:
            header, value = headers[0]
            injected = {"headerName": header, "headerValueEnv": whole.name(value, header)}
            outgoing[name] = {"type": "header_injection", "headerInjection": injected}
        if len(headers) > 1:
            message = f"{name}: only one header can be added; left out: {', '.join(other for other, _ in headers[1:])}"
            lost.append(ExportWarning("HEADERS_DROPPED", message, (name,)))
    if local:
        # Listed backends are all there are, so the group has to tell where local servers are in play.
        message = f"run the servers in the group {GROUP} first, as `tsi export toolhive --form run` writes it"
        lost.append(ExportWarning("STDIO_DROPPED", f"{', '.join(local)}: started by ToolHive; {message}", local))
    else:
        document["backends"] = backends
    document["incomingAuth"] = {"type": "anonymous"}
    document["outgoingAuth"] = {"source": "inline", "default": {"type": "unauthenticated"}} | (
        {"backends": outgoing} if outgoing else {}
    )
    document["aggregation"] = {
        "conflictResolution": "prefix",
        "conflictResolutionConfig": {"prefixFormat": "{workload}_"},
    }
    if rules := [rule for server in servers if (rule := _rule(server.tools))]:
        document["aggregation"]["tools"] = rules
    document["optimizer"] = {"maxToolsToReturn": min(request.tuning.limit or DEFAULT_RESULTS, MOST_RESULTS)}
    return document, tuple(lost)


def _rule(tools: ToolDecisions) -> dict[str, Any]:
    if not tools.listed:
        return {}
    rule: dict[str, Any] = {}
    if tools.all_hidden:
        rule["excludeAll"] = True
    elif tools.hidden:
        rule["filter"] = list(tools.kept)
    if overrides := described(tools):
        rule["overrides"] = overrides
    return {"workload": tools.server} | rule if rule else {}


def _words(decisions: Sequence[ToolDecisions]) -> Iterator[ExportWarning]:
    seen = tuple(id for d in decisions if d.listed for id in d.ids(d.worded))
    if seen:
        message = "search words were added to descriptions, where the model reads them too"
        yield ExportWarning("WORDS_VISIBLE", message, seen)
    lost = tuple(id for d in decisions if not d.listed for id in d.word_ids())
    if lost:
        message = "not listed, so their descriptions are not known and search words could not be added to them"
        yield ExportWarning("WORDS_DROPPED", f"{', '.join(lost)}: {message}", lost)
