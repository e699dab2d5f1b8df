"""Products that only filter tools: one exporter, and a small template for each product.

A template builds the product's document from servers and their tools; what the products have in common (nothing
pinned, deferred or found by other words) is said once. Templates follow each product's own examples and, for
agentgateway, its schema; none of them was started.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from inspector.config.model import Expansion, ServerSpec
from inspector.errors import UsageError
from inspector.export.allowlist_templates import agentgateway, docker_profile, envoy_route, one_mcp, tbxark
from inspector.export.client_losses import hides_dropped, pins_dropped, words_dropped
from inspector.export.client_servers import ClientServer, client_servers, common_warnings, refuse_settings, unlisted
from inspector.export.json_text import json_text
from inspector.export.protocol import Export, ExportedFile, ExportRequest, MergeRule, Verified
from inspector.export.tool_decisions import ToolDecisions
from inspector.export.warning_codes import ExportWarning
from inspector.export.yaml_text import yaml_text
from inspector.hosts import Knob

ENVOY_ITEMS = 32
"""How many names Envoy's toolSelector takes in one list."""


@dataclass(frozen=True, slots=True)
class Template:
    """One product: `build` makes its document, `key` is its filter as people know it.

    `stdio`, `sse`, `headers` and `cwd` say what it can reach and carry, `allows` and `denies` which lists of names it
    takes, `most` how many names go into one.
    """

    id: str
    title: str
    product: str
    key: str
    file: str
    build: Callable[[Sequence[ClientServer]], dict[str, Any]]
    language: Literal["json", "yaml"] = "json"
    expansion: Expansion = "none"
    verified_by: Verified = "documented example"
    merge: MergeRule | None = None
    stdio: bool = True
    sse: bool = True
    headers: bool = True
    cwd: bool = False
    allows: bool = True
    denies: bool = False
    most: int | None = None


TEMPLATES = (
    Template(
        *("docker-mcp", "Docker MCP Gateway (profile)", "Docker MCP Gateway", "tools of a server", "profile.yaml"),
        docker_profile,
        "yaml",
        stdio=False,
        headers=False,
    ),
    Template(
        *("agentgateway", "agentgateway (config.yaml)", "agentgateway", "mcpAuthorization rules", "config.yaml"),
        agentgateway,
        "yaml",
        verified_by="schema",
        headers=False,
        denies=True,
    ),
    Template(
        *("envoy", "Envoy AI Gateway (MCPRoute)", "Envoy AI Gateway", "toolSelector of a backend", "mcproute.yaml"),
        envoy_route,
        "yaml",
        stdio=False,
        sse=False,
        headers=False,
        denies=True,
        most=ENVOY_ITEMS,
    ),
    Template(
        *("1mcp", "1mcp (mcp.json)", "1mcp", "disabledTools of a server", "mcp.json"),
        one_mcp,
        expansion="braces",
        allows=False,
        denies=True,
        cwd=True,
        merge=MergeRule(("mcpServers",), knobs=("disabledTools",)),
    ),
    Template(
        *("tbxark", "TBXark mcp-proxy (config.json)", "mcp-proxy", "options.toolFilter of a server", "config.json"),
        tbxark,
        denies=True,
        merge=MergeRule(("mcpServers",), knobs=("options.toolFilter",)),
    ),
)
"""The products, by the files they read."""


class AllowlistExporter:
    """Writes the file of one `Template`."""

    def __init__(self, template: Template) -> None:
        self.id = template.id
        self.title = template.title
        self.knobs: Mapping[Knob, str] = {"hide": template.key}
        self.verified_by: Verified = template.verified_by
        self._template = template

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when the product can reach none of the servers."""
        template = self._template
        refuse_settings(request, self.id)
        headers = {} if template.headers else {spec.name: _headers_of(spec) for spec in request.servers}
        if headers:
            request = replace(request, servers=[_without_headers(spec) for spec in request.servers])
        found = client_servers(request, template.expansion, template.product)
        servers = [server for server in found if self._reached(server)]
        if not servers:
            raise UsageError(
                f"{template.product} can reach no server of this toolset: it needs an address",
                "add a server with a url, or choose a target that starts programs",
            )
        document = template.build(servers)
        text = yaml_text(document) if template.language == "yaml" else json_text(document)
        merge = template.merge and MergeRule(
            template.merge.servers,
            template.merge.key,
            template.merge.knobs,
            untouched=unlisted(servers),
        )
        file = ExportedFile(template.file, text, template.language, template.file, merge)
        decisions = [server.tools for server in found]
        warnings = (
            *self._transports(found),
            *self._headers({server.spec.name: headers.get(server.spec.name, ()) for server in servers}),
            *common_warnings(request, servers, template.product, cwd=template.cwd),
            *self._long([server.tools for server in servers]),
            *self._unspelled([server.tools for server in servers]),
            *pins_dropped(
                decisions, f"{template.product} passes tools on; what is always loaded is the client's choice"
            ),
            *words_dropped(decisions, f"{template.product} has no tool search"),
        )
        return Export(self.id, (file,), warnings)

    def _reached(self, server: ClientServer) -> bool:
        transport = server.spec.transport
        return (transport != "stdio" or self._template.stdio) and (transport != "sse" or self._template.sse)

    def _transports(self, servers: Sequence[ClientServer]) -> Iterator[ExportWarning]:
        lost = [server for server in servers if not self._reached(server)]
        started = tuple(server.spec.name for server in lost if server.spec.transport == "stdio")
        if started:
            message = f"{self._template.product} reaches these by address only; left out: {', '.join(started)}"
            yield ExportWarning("STDIO_DROPPED", message, started)
        older = tuple(server.spec.name for server in lost if server.spec.transport == "sse")
        if older:
            message = f"left out, because {self._template.product} does not speak the older SSE transport"
            yield ExportWarning("SSE_UNSUPPORTED", f"{message}: {', '.join(older)}", older)

    def _headers(self, headers: Mapping[str, Sequence[str]]) -> Iterator[ExportWarning]:
        for name, names in headers.items():
            if names:
                product, listed = self._template.product, ", ".join(names)
                message = f"{name}: headers are not written ({listed}); give them to {product} as secrets"
                yield ExportWarning("HEADERS_DROPPED", message, (name,))

    def _long(self, servers: Sequence[ToolDecisions]) -> Iterator[ExportWarning]:
        most = self._template.most
        for tools in servers:
            names = tools.hidden if tools.allowed is None else tools.allowed
            if most is not None and len(names) > most:
                message = f"{tools.server}: {len(names)} names are over the {most} of a list and became one pattern"
                yield ExportWarning("LIST_TOO_LONG", message, (tools.server,))

    def _unspelled(self, servers: Sequence[ToolDecisions]) -> Iterator[ExportWarning]:
        """Yield the hides of servers without a listing that this product could only spell out."""
        allows, denies = self._template.allows, self._template.denies
        lost = [
            tools
            for tools in servers
            if not tools.listed and not (allows if tools.allowed is not None else denies) and not tools.all_hidden
        ]
        yield from hides_dropped(lost, "the server's tools are not known, so they could not be listed")


def _headers_of(spec: ServerSpec) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*spec.headers, *(value.name for value in spec.borrowed if value.kind != "env"))))


def _without_headers(spec: ServerSpec) -> ServerSpec:
    return replace(spec, headers={}, borrowed=tuple(value for value in spec.borrowed if value.kind == "env"))


def allowlist_exporters() -> list[AllowlistExporter]:
    """Return one exporter for each product."""
    return [AllowlistExporter(template) for template in TEMPLATES]
