"""FastMCP: an MCPConfig, ``mcpServers`` with tool transforms (also what our own exporter writes).

Read in fastmcp 4.2.3, mcp_config.py: ``tools`` by upstream name with ``enabled`` and ``meta``, tag filters. The keys
``anthropic/alwaysLoad`` and ``anthropic/searchHint`` in ``meta`` carry pins and words to Claude Code.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from inspector.catalog.meta_keys import ALWAYS_LOAD, SEARCH_HINT
from inspector.config.clients.family import entries_under, family
from inspector.config.clients.filters import seconds, without
from inspector.config.dialect import Translated
from inspector.config.tool_rules import ToolList, ToolRules
from inspector.config.values import table


def _signs(entry: Mapping[str, Any]) -> int:
    transforms = 20 if isinstance(entry.get("tools"), Mapping) else 0
    return transforms + sum(12 for key in ("transport", "include_tags", "exclude_tags") if key in entry)


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    changed = without(entry, "transport")
    if isinstance(entry.get("transport"), str):
        changed["type"] = entry["transport"]
    tools = {tool: table(given) for tool, given in (entries_under(entry, "tools") or {}).items()}
    meta = {tool: table(given.get("meta")) for tool, given in tools.items()}
    hidden = tuple(tool for tool, given in tools.items() if given.get("enabled") is False)
    pins = {tool: pin for tool, given in meta.items() if isinstance(pin := given.get(ALWAYS_LOAD), bool)}
    words = {tool: hint for tool, given in meta.items() if isinstance(hint := given.get(SEARCH_HINT), str)}
    rules = ToolRules(
        deny=ToolList("tools.*.enabled", hidden) if hidden else None,
        pins=MappingProxyType(pins),
        pin_key=ALWAYS_LOAD,
        words=MappingProxyType(words),
        words_key=SEARCH_HINT,
    )
    return Translated(changed, rules, timeout=seconds(entry, "timeout", 1000), notes=tuple(_notes(entry, tools)))


def _notes(entry: Mapping[str, Any], tools: Mapping[str, Mapping[str, Any]]) -> list[str]:
    notes = [
        f"{key} ({', '.join(map(str, entry[key]))}) is not applied: servers do not list FastMCP's tags"
        for key in ("include_tags", "exclude_tags")
        if isinstance(entry.get(key), list)
    ]
    changed = [tool for tool, given in tools.items() if {"name", "description", "title", "arguments"} & set(given)]
    if changed:
        notes.append(f"FastMCP shows these tools under other names or texts: {', '.join(changed)}")
    return notes


DIALECT = family(
    id="fastmcp",
    title="FastMCP MCPConfig",
    expansion="braces",
    off_switch="none in the file",
    signs=_signs,
    translate=_translate,
    precedence="a file stands for itself",
)
