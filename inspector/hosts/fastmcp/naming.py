"""Names in a FastMCP proxy, and the tools and servers it cannot show."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from inspector.catalog import Catalog, Server, Tool

_TASKS = (None, "forbidden", "optional", "required")


def names(catalog: Catalog) -> Mapping[str, str]:
    """Return the name of every tool by id: ``server_tool``, or the tool's own where there is one server only."""
    alone = len(catalog.servers) == 1
    return {tool.id: tool.name if alone else f"{tool.server}_{tool.name}" for tool in catalog}


def refusals(catalog: Catalog, names: Mapping[str, str], hidden: Container[str]) -> Mapping[str, str]:
    """Return why tools are neither listed nor found, by id: unreadable servers, and all but the first of a name.

    A `hidden` tool of another server leaves its name free.
    """
    found: dict[str, str] = {}
    first: dict[str, str] = {}
    refused = catalog.derived("fastmcp refused servers", lambda: [server_refusal(each) for each in catalog.servers])
    for server, unreadable in zip(catalog.servers, refused, strict=True):
        own: dict[str, str] = {}
        for tool in server.tools:
            name = names[tool.id]
            other = own.setdefault(name, first.get(name, tool.id))
            if unreadable is not None:
                found[tool.id] = unreadable
            elif other != tool.id:
                found[tool.id] = f"{other} has the same name in the proxy: the first one is kept"
            elif tool.id not in hidden:
                first[name] = tool.id
    return found


def server_refusal(server: Server) -> str | None:
    """Return why the proxy leaves the whole server out, or None: its list cannot be read when one tool is malformed."""
    for tool in server.tools:
        key = _malformed(tool.raw)
        if key is not None:
            return (
                f"“{key}” of {tool.name} is not what MCP says: FastMCP cannot read the list and leaves the server out"
            )
    return None


def not_shown_to_models(catalog: Catalog) -> frozenset[str]:
    """Return the ids of tools that no search finds."""
    return frozenset(tool.id for tool in catalog if not shown_to_models(tool))


def shown_to_models(tool: Tool) -> bool:
    """Whether searches may find the tool: ``_meta.ui.visibility`` can keep it for an app's own use."""
    ui = tool.meta.get("ui")
    visibility = ui.get("visibility") if isinstance(ui, dict) else None
    return not isinstance(visibility, list) or "model" in visibility


def _malformed(raw: Mapping[str, Any]) -> str | None:
    """Return the first key whose value the SDK's tool model does not take."""
    if not isinstance(raw.get("inputSchema"), dict):
        return "inputSchema"
    for key, kind in (("title", str), ("description", str), ("outputSchema", dict), ("_meta", dict)):
        if raw.get(key) is not None and not isinstance(raw[key], kind):
            return key
    annotations = raw.get("annotations")
    if annotations is not None and not (isinstance(annotations, dict) and _text(annotations.get("title"))):
        return "annotations"
    execution = raw.get("execution")
    if execution is not None and not (isinstance(execution, dict) and execution.get("taskSupport") in _TASKS):
        return "execution"
    icons = raw.get("icons")
    if icons is not None and not (isinstance(icons, list) and all(_icon(icon) for icon in icons)):
        return "icons"
    return None


def _text(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _icon(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("src"), str)
