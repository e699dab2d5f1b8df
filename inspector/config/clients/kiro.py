"""Kiro: ``.kiro/settings/mcp.json`` in the home folder and in workspaces (kiro.dev/docs/mcp/configuration).

``disabledTools`` hides; ``autoApprove`` is an approval and hides nothing. Kiro fills in only variables its owner
approved; here they are taken from the environment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.config.clients.family import family
from inspector.config.clients.filters import seconds, tool_list
from inspector.config.dialect import Translated
from inspector.config.places import Location, Places
from inspector.config.tool_rules import ToolRules

OWN = ".kiro/settings/mcp.json"


def _locations(places: Places) -> Iterator[Location]:
    yield from places.in_projects(OWN)
    yield from places.user(places.home / OWN)


def _signs(entry: Mapping[str, Any]) -> int:
    # autoApprove alone is Cline's as well, disabledTools alone Windsurf's and Roo Code's.
    return 12 if "disabledTools" in entry and "alwaysAllow" not in entry else 0


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    notes: list[str] = []
    rules = ToolRules(deny=tool_list(entry, "disabledTools", notes))
    return Translated(entry, rules, timeout=seconds(entry, "timeout", 1000), notes=tuple(notes))


DIALECT = family(
    id="kiro",
    title="Kiro",
    expansion="kiro",
    off_switch="“disabled”: true",
    own=(OWN,),
    locations=_locations,
    signs=_signs,
    translate=_translate,
)
