"""GitHub Copilot CLI: ``mcp-config.json``, and ``.github/mcp.json`` from the current folder up to the git root.

Read in github/docs, cli-command-reference. ``tools`` lists the only tools there are (``"*"``: all), ``deferTools:
"never"`` keeps a server's tools in the model's list. It reads ``.mcp.json`` too, which stands under Claude Code here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from inspector.config.clients.family import family
from inspector.config.clients.filters import seconds, sign_in_client, tool_list
from inspector.config.dialect import Translated
from inspector.config.places import Location, Places
from inspector.config.tool_rules import ALL, ToolRules

PROJECT = ".github/mcp.json"


def _locations(places: Places) -> Iterator[Location]:
    yield from places.in_projects(PROJECT, walk=True)
    yield from places.user(places.from_variable("COPILOT_HOME", places.home / ".copilot") / "mcp-config.json")


def _signs(entry: Mapping[str, Any]) -> int:
    keys = ("deferTools", "filterMapping", "oidc", "oauthClientId", "slowConnectionThresholdMs", "disableToolCache")
    listed = 12 if isinstance(entry.get("tools"), list) else 0
    return sum(20 for key in keys if key in entry) + listed + (8 if entry.get("type") == "local" else 0)


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    notes: list[str] = []
    tools = tool_list(entry, "tools", notes)
    never = entry.get("deferTools") == "never"
    rules = ToolRules(
        allow=None if tools is None or ALL in tools.names else tools,
        pins=MappingProxyType({ALL: True} if never else {}),
        pin_key="deferTools" if never else "",
    )
    if "filterMapping" in entry:
        notes.append("filterMapping (how answers are filtered) is not used")
    if "oidc" in entry:
        notes.append("Copilot signs in to it by itself (oidc); that is not done here")
    own = sign_in_client(entry.get("oauthClientId"), None, notes)
    return Translated(entry, rules, timeout=seconds(entry, "timeout", 1000), notes=tuple(notes), oauth=own)


DIALECT = family(
    id="copilot-cli",
    title="GitHub Copilot CLI",
    expansion="copilot",
    off_switch="in its own state only",
    own=(PROJECT, ".copilot/mcp-config.json", "mcp-config.json"),
    locations=_locations,
    signs=_signs,
    translate=_translate,
    precedence="the nearest project folder's definition beats those above it and the user's",
)
