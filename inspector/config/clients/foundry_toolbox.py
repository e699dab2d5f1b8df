"""Microsoft Foundry: the REST body of a toolbox version, with pins and search words per tool.

Types as in azure-ai-projects 2.10.0. Servers are reached by ``server_url``; connectors, tunnels and stored
credentials exist inside the project only. An exact name in ``tool_configs`` beats ``"*"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from inspector.config.clients.family import entries_under
from inspector.config.clients.filters import tool_list
from inspector.config.dialect import Dialect, Translated, read_servers
from inspector.config.documents import Document
from inspector.config.model import ConfigReading
from inspector.config.tool_rules import ToolList, ToolRules
from inspector.config.values import Wrong, table, text, text_map
from inspector.errors import FileError

ID = "foundry"
_SEARCH = ("toolbox_search", "toolbox_search_preview")


def _tools(document: Document) -> list[Any]:
    tools = table(document.value).get("tools")
    return tools if isinstance(tools, list) else []


def _fit(document: Document) -> int:
    kinds = [entry.get("type") for entry in _tools(document) if isinstance(entry, Mapping) and _is_of_toolbox(entry)]
    return (20 if kinds else 0) + (10 if set(kinds) & set(_SEARCH) else 0)


def _is_of_toolbox(entry: Mapping[str, Any]) -> bool:
    return entry.get("type") in _SEARCH or (entry.get("type") == "mcp" and "server_label" in entry)


def _read(document: Document) -> ConfigReading:
    entries = [entry for entry in _tools(document) if isinstance(entry, Mapping) and entry.get("type") == "mcp"]
    if not entries:
        raise FileError(f"{document.source}: no server in this toolbox", "its “tools” list has no entry of type “mcp”")
    return read_servers(
        document,
        ((text_of(entry), entry) for entry in entries),
        client=ID,
        expansion="none",
        root="tools",
        directory=document.directory(),
        translate=_translate,
    )


def text_of(entry: Mapping[str, Any]) -> str:
    """Return the label of a server, empty where it is missing or no text."""
    label = entry.get("server_label")
    return label if isinstance(label, str) else ""


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    url = text(entry, "server_url")
    for key in ("connector_id", "tunnel_id"):
        if not url and entry.get(key):
            raise Wrong("reached through the Foundry project only; there is no address to connect to", key)
    notes: list[str] = []
    headers = dict(text_map(entry, "headers"))
    if token := text(entry, "authorization"):
        headers.setdefault("Authorization", f"Bearer {token}")
    if entry.get("project_connection_id"):
        notes.append("its credentials are stored in the Foundry project (project_connection_id) and are not read")
    rules = ToolRules(allow=_allowed(entry, notes), **_configs(entries_under(entry, "tool_configs") or {}))
    return Translated({"type": "http", "url": url, "headers": headers}, rules, notes=tuple(notes))


def _allowed(entry: Mapping[str, Any], notes: list[str]) -> ToolList | None:
    """Return the allowed tools: a list of names, or an object with ``tool_names`` and ``read_only``."""
    filtered = entry.get("allowed_tools")
    if not isinstance(filtered, Mapping):
        return tool_list(entry, "allowed_tools", notes)
    if filtered.get("read_only"):
        notes.append("allowed_tools.read_only (only tools that change nothing) is not applied")
    named = tool_list(filtered, "tool_names", notes)
    return named and ToolList("allowed_tools", named.names)


def _configs(configs: Mapping[str, Any]) -> dict[str, Any]:
    pins = {name: pin for name, given in configs.items() if isinstance(pin := table(given).get("pin"), bool)}
    words = {
        name: words
        for name, given in configs.items()
        if isinstance(words := table(given).get("additional_search_text"), str)
    }
    return {
        "pins": MappingProxyType(pins),
        "pin_key": "tool_configs",
        "words": MappingProxyType(words),
        "words_key": "tool_configs",
    }


DIALECT = Dialect(
    ID,
    "Microsoft Foundry toolbox",
    "none",
    "none in the body",
    lambda places: (),
    _fit,
    _read,
    "a body stands for itself",
)
