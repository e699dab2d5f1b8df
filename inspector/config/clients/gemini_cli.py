"""Gemini CLI: ``mcpServers`` in settings.json, with ``httpUrl``, tool filters and ``mcp.allowed``/``mcp.excluded``.

Read in schemas/settings.schema.json and envVarResolver.ts. ``excludeTools`` beats ``includeTools``, whose entries
may carry arguments (``tool(…)``); ``url`` without a type is found out by trying.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from inspector.config.clients.family import family
from inspector.config.clients.filters import seconds, tool_list, without
from inspector.config.dialect import Dialect, Translated
from inspector.config.documents import Document
from inspector.config.model import ConfigReading, ServerSpec
from inspector.config.places import Location, Places
from inspector.config.tool_rules import ToolList, ToolRules
from inspector.config.values import Wrong, table, text

OWN = ".gemini/settings.json"
_SYSTEM = {
    "darwin": PurePosixPath("/Library/Application Support/GeminiCli/settings.json"),
    "win32": PureWindowsPath("C:/ProgramData/gemini-cli/settings.json"),
}


def _locations(places: Places) -> Iterator[Location]:
    system = _SYSTEM.get(places.platform, PurePosixPath("/etc/gemini-cli/settings.json"))
    yield from places.user(places.from_variable("GEMINI_CLI_SYSTEM_SETTINGS_PATH", system))
    yield from places.in_projects(OWN)
    yield from places.user(places.home / ".gemini" / "settings.json")


def _signs(entry: Mapping[str, Any]) -> int:
    keys = ("httpUrl", "includeTools", "excludeTools", "trust", "authProviderType", "targetAudience")
    return sum(15 for key in keys if key in entry)


def _file_signs(document: Document) -> int:
    lists = table(document.value.get("mcp"))
    named = 20 if "allowed" in lists or "excluded" in lists else 0
    return named + (3 if document.path.name == "settings.json" else 0)


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    notes: list[str] = []
    changed = without(entry, "httpUrl", "trust")
    if url := text(entry, "httpUrl"):
        changed |= {"url": url, "type": "http"}
    elif entry.get("tcp"):
        raise Wrong("WebSocket servers cannot be reached; use the server's HTTP address", "tcp")
    if entry.get("authProviderType"):
        notes.append("Gemini CLI signs in to it by itself (authProviderType); that is not done here")
    rules = ToolRules(allow=_names(entry, "includeTools", notes), deny=tool_list(entry, "excludeTools", notes))
    return Translated(changed, rules, timeout=seconds(entry, "timeout", 1000), notes=tuple(notes))


def _names(entry: Mapping[str, Any], key: str, notes: list[str]) -> ToolList | None:
    tools = tool_list(entry, key, notes)
    return tools and ToolList(key, tuple(name.partition("(")[0] for name in tools.names))


def _read(document: Document) -> ConfigReading:
    reading = _FAMILY.read(document)
    lists = table(document.value.get("mcp"))
    return replace(reading, servers=tuple(_switched(spec, lists) for spec in reading.servers))


def _switched(spec: ServerSpec, lists: Mapping[str, Any]) -> ServerSpec:
    allowed, excluded = lists.get("allowed"), lists.get("excluded")
    if isinstance(excluded, list) and spec.name in excluded:
        return replace(spec, enabled=False, notes=(*spec.notes, "switched off by mcp.excluded"))
    if isinstance(allowed, list) and allowed and spec.name not in allowed:
        return replace(spec, enabled=False, notes=(*spec.notes, "switched off: not in mcp.allowed"))
    return spec


_FAMILY = family(
    id="gemini-cli",
    title="Gemini CLI",
    expansion="gemini",
    off_switch="mcp.excluded, or mcp.allowed without it",
    own=(OWN,),
    locations=_locations,
    signs=_signs,
    file_signs=_file_signs,
    translate=_translate,
    precedence="system settings beat the project's, the project's beat the user's",
)

DIALECT: Dialect = replace(_FAMILY, read=_read)
