"""mcpproxy-go: a list ``mcpServers`` in ``~/.mcpproxy/mcp_config.json``.

Read in internal/config/config.go. ``enabled_tools`` and ``disabled_tools`` exclude each other; new servers are in
quarantine until somebody looks at them. ``${env:X}`` and ``${keyring:X}`` as its own interface offers them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.config.clients.filters import tool_list
from inspector.config.dialect import AT_HOME, Dialect, Translated, read_servers
from inspector.config.documents import Document
from inspector.config.model import ConfigReading
from inspector.config.places import Location, Places
from inspector.config.tool_rules import ToolRules
from inspector.config.values import table

ID = "mcpproxy-go"
ROOT = "mcpServers"
OWN = ".mcpproxy/mcp_config.json"


def _locations(places: Places) -> Iterator[Location]:
    return places.user(places.home / OWN)


def _entries(document: Document) -> list[Any] | None:
    servers = table(document.value).get(ROOT)
    return servers if isinstance(servers, list) and document.format == "json" else None


def _fit(document: Document) -> int:
    entries = _entries(document)
    if not entries:
        return 0
    keys = ("listen", "routing_mode", "tools_limit", "profiles")
    around = 10 if any(key in document.value for key in keys) else 0
    inside = any(isinstance(entry, Mapping) and ("protocol" in entry or "quarantined" in entry) for entry in entries)
    return (AT_HOME if document.stands_at(OWN) else 0) + around + (10 if inside else 3)


def _read(document: Document) -> ConfigReading:
    entries = _entries(document) or []
    return read_servers(
        document,
        ((str(table(entry).get("name") or f"[{place}]"), entry) for place, entry in enumerate(entries)),
        client=ID,
        expansion="mcpproxy",
        root=ROOT,
        directory=document.directory(),
        translate=_translate,
    )


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    notes: list[str] = []
    changed = {"cwd" if key == "working_dir" else key: value for key, value in entry.items() if key != "protocol"}
    if entry.get("protocol") not in (None, "auto"):
        changed["type"] = entry["protocol"]
    if entry.get("quarantined") is True:
        notes.append("in mcpproxy's quarantine: its tools are not offered until somebody approves them")
    rules = ToolRules(allow=tool_list(entry, "enabled_tools", notes), deny=tool_list(entry, "disabled_tools", notes))
    return Translated(changed, rules, notes=tuple(notes))


DIALECT = Dialect(ID, "mcpproxy-go", "mcpproxy", "“enabled”: false", _locations, _fit, _read, "it has one file")
