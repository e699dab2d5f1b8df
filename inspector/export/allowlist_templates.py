"""The documents of products that only filter tools. Each takes servers it can reach and returns a plain value."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from inspector.export.client_servers import ClientServer, milliseconds
from inspector.export.tool_decisions import ToolDecisions

_NAME = "tuned"
_PLAIN = re.compile(r"[^a-z0-9-]+")
_ENVOY_ITEMS = 32


def docker_profile(servers: Sequence[ClientServer]) -> dict[str, Any]:
    """Return a profile for ``docker mcp profile import``: remote servers, each with its allow-list of tools.

    A missing ``tools`` means all, an empty one none.
    """
    transports = {"http": "streamable-http", "sse": "sse"}
    entries = []
    for server in servers:
        name, url = server.spec.name, server.values.url
        entry: dict[str, Any] = {"type": "remote", "endpoint": url}
        kept = _kept(server.tools)
        entry |= {} if kept is None else {"tools": list(kept)}
        remote = {"url": url, "transport_type": transports[server.spec.transport]}
        entry["snapshot"] = {"server": {"name": name, "type": "remote", "image": "", "remote": remote}}
        entries.append(entry)
    return {"version": 1, "id": _NAME, "name": _NAME, "servers": entries}


def agentgateway(servers: Sequence[ClientServer]) -> dict[str, Any]:
    """Return a config.yaml: targets, and CEL rules as soon as anything is hidden (then every server needs one)."""
    targets: list[dict[str, Any]] = []
    for server in servers:
        values = server.values
        target: dict[str, Any] = {"name": server.spec.name}
        if server.spec.transport == "stdio":
            target["stdio"] = {"cmd": values.command}
            target["stdio"] |= {"args": list(values.args)} if values.args else {}
            target["stdio"] |= {"env": dict(values.env)} if values.env else {}
        else:
            target["sse" if server.spec.transport == "sse" else "mcp"] = {"host": values.url}
        targets.append(target)
    mcp: dict[str, Any] = {"port": 3000, "targets": targets}
    if any(server.tools.hidden or server.tools.star.hide for server in servers):
        rules = [rule for server in servers if (rule := _cel_rule(server.tools))]
        mcp["policies"] = {"mcpAuthorization": {"rules": rules or ["false"]}}
    return {"mcp": mcp}


def envoy_route(servers: Sequence[ClientServer]) -> dict[str, Any]:
    """Return an ``MCPRoute``; its backends (addresses, credentials) are resources of their own with the same names."""
    backends: list[dict[str, Any]] = []
    for server in servers:
        path = "/" + server.values.url.partition("://")[2].partition("?")[0].partition("/")[2]
        backend: dict[str, Any] = {
            "name": _PLAIN.sub("-", server.spec.name.lower()).strip("-") or "server",
            "kind": "Backend",
            "group": "gateway.envoyproxy.io",
            "path": path,
        }
        tools = server.tools
        if tools.allowed is not None:
            backend["toolSelector"] = _selector("include", tools.allowed)
        elif tools.hidden:
            backend["toolSelector"] = _selector("exclude", tools.hidden)
        backends.append(backend)
    return {
        "apiVersion": "aigateway.envoyproxy.io/v1beta1",
        "kind": "MCPRoute",
        "metadata": {"name": _NAME, "namespace": "default"},
        "spec": {
            "parentRefs": [{"name": "gateway", "kind": "Gateway", "group": "gateway.networking.k8s.io"}],
            "path": "/mcp",
            "backendRefs": backends,
        },
    }


def one_mcp(servers: Sequence[ClientServer]) -> dict[str, Any]:
    """Return a mcp.json of 1mcp: ``disabledTools`` of a server, which takes names only."""
    entries: dict[str, Any] = {}
    for server in servers:
        entry = _launch(server, "transport", {"http": "http", "sse": "sse"})
        if (timeout := milliseconds(server.spec)) is not None:
            entry["requestTimeout"] = timeout
        if server.tools.hidden:
            entry["disabledTools"] = list(server.tools.hidden)
        if server.tools.all_hidden:
            entry["disabled"] = True
        entries[server.spec.name] = entry
    return {"mcpServers": entries}


def tbxark(servers: Sequence[ClientServer]) -> dict[str, Any]:
    """Return a config.json of TBXark's mcp-proxy: ``options.toolFilter`` of a server."""
    entries: dict[str, Any] = {}
    for server in servers:
        entry = _launch(server, "transportType", {"http": "streamable-http", "sse": "sse"})
        tools = server.tools
        if tools.allowed is not None:
            entry["options"] = {"toolFilter": {"mode": "allow", "list": list(tools.allowed)}}
        elif tools.hidden:
            entry["options"] = {"toolFilter": {"mode": "block", "list": list(tools.hidden)}}
        entries[server.spec.name] = entry
    proxy = {
        "baseURL": "http://localhost:9090",
        "addr": "127.0.0.1:9090",
        "name": _NAME,
        "version": "1.0.0",
        "type": "streamable-http",
    }
    return {"mcpProxy": proxy, "mcpServers": entries}


def _launch(server: ClientServer, kind: str, transports: dict[str, str]) -> dict[str, Any]:
    values = server.values
    if server.spec.transport == "stdio":
        return values.process(folder=kind == "transport")
    entry: dict[str, Any] = {kind: transports[server.spec.transport], "url": values.url}
    return entry | ({"headers": dict(values.headers)} if values.headers else {})


def _kept(tools: ToolDecisions) -> tuple[str, ...] | None:
    """Return the only tools of the server, None for all of them."""
    return tools.kept if tools.listed and tools.hidden else tools.allowed


def _cel_rule(tools: ToolDecisions) -> str | None:
    """Return the rule that lets the server's tools through, None where none of them may."""
    target = f"mcp.tool.target == {json.dumps(tools.server)}"
    if tools.allowed is not None:
        return f"{target} && mcp.tool.name in {json.dumps(list(tools.allowed))}" if tools.allowed else None
    if tools.hidden:
        return f"{target} && !(mcp.tool.name in {json.dumps(list(tools.hidden))})"
    return target


def _selector(kind: str, names: Sequence[str]) -> dict[str, Any]:
    if not names:
        # An empty list selects everything; no tool is called by this pattern.
        return {"excludeRegex": [".*"]}
    if len(names) <= _ENVOY_ITEMS:
        return {kind: list(names)}
    return {f"{kind}Regex": [f"^(?:{'|'.join(re.escape(name) for name in names)})$"]}
