"""Windsurf: ``mcp_config.json`` with ``serverUrl`` (``url`` is taken too).

Paths and variables from third-party readers, the fields from docs.windsurf.com; ``disabled`` and ``disabledTools``,
which its interface writes, are not documented.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.config.clients.family import family
from inspector.config.clients.filters import tool_list, without
from inspector.config.dialect import Translated
from inspector.config.places import Location, Places
from inspector.config.tool_rules import ToolRules
from inspector.config.values import text


def _locations(places: Places) -> Iterator[Location]:
    codeium = places.home / ".codeium"
    # The second one is that of the plugin for JetBrains.
    return places.user(codeium / "windsurf" / "mcp_config.json", codeium / "mcp_config.json")


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    notes: list[str] = []
    changed = without(entry, "serverUrl")
    if url := text(entry, "serverUrl"):
        changed["url"] = url
    return Translated(changed, ToolRules(deny=tool_list(entry, "disabledTools", notes)), notes=tuple(notes))


DIALECT = family(
    id="windsurf",
    title="Windsurf",
    expansion="windsurf",
    off_switch="“disabled”: true",
    own=(".codeium/windsurf/mcp_config.json", ".codeium/mcp_config.json"),
    locations=_locations,
    signs=lambda entry: 25 if "serverUrl" in entry else 0,
    file_signs=lambda document: 3 if document.path.name == "mcp_config.json" else 0,
    translate=_translate,
    precedence="the first of its places counts",
)
