"""Roo Code: ``mcp_settings.json`` in VS Code's storage and ``.roo/mcp.json`` in projects.

Variables as in its src/utils/config.ts: ``${env:X}`` and ``${workspaceFolder}`` everywhere; what has no value
stays. ``disabledTools`` hides; ``alwaysAllow`` is an approval and hides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.config.clients.family import family
from inspector.config.clients.filters import seconds, tool_list
from inspector.config.clients.vscode import BUILDS
from inspector.config.dialect import Translated
from inspector.config.places import Location, Places
from inspector.config.tool_rules import ToolRules

PROJECT = ".roo/mcp.json"
USER = "rooveterinaryinc.roo-cline/settings/mcp_settings.json"


def _locations(places: Places) -> Iterator[Location]:
    yield from places.in_projects(PROJECT)
    for build in BUILDS:
        storage = places.applications / build / "User" / "globalStorage" / "rooveterinaryinc.roo-cline"
        yield from places.user(storage / "settings" / "mcp_settings.json")


def _signs(entry: Mapping[str, Any]) -> int:
    if "watchPaths" in entry:
        return 25
    if "alwaysAllow" not in entry:
        return 0
    return 8 + (10 if entry.get("type") == "streamable-http" else 0) + (10 if "disabledTools" in entry else 0)


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    notes: list[str] = []
    rules = ToolRules(deny=tool_list(entry, "disabledTools", notes))
    return Translated(entry, rules, timeout=seconds(entry, "timeout"), notes=tuple(notes))


DIALECT = family(
    id="roo-code",
    title="Roo Code",
    expansion="roo",
    off_switch="“disabled”: true",
    own=(PROJECT, USER, "mcp_settings.json"),
    locations=_locations,
    signs=_signs,
    translate=_translate,
)
