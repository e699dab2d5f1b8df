"""x-code-cli: ``.x-code/config.json`` in the home folder and in projects.

Read in packages/core/src/mcp/config-schema.ts and docs/mcp.en.md: exactly one of ``command`` and ``url``,
``enabled`` as the only switch. A project's file needs a decision of trust there too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.config.clients.family import family
from inspector.config.clients.filters import seconds, without
from inspector.config.dialect import Translated
from inspector.config.places import Location, Places

OWN = ".x-code/config.json"


def _locations(places: Places) -> Iterator[Location]:
    yield from places.in_projects(OWN)
    yield from places.user(places.home / OWN)


def _signs(entry: Mapping[str, Any]) -> int:
    return 15 if isinstance(entry.get("enabled"), bool) and "type" not in entry and "disabled" not in entry else 0


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    # Its schema has no type and drops unknown keys.
    return Translated(without(entry, "type", "disabled"), timeout=seconds(entry, "timeout", 1000))


DIALECT = family(
    id="x-code-cli",
    title="x-code-cli",
    expansion="x-code",
    off_switch="“enabled”: false",
    own=(OWN,),
    locations=_locations,
    signs=_signs,
    translate=_translate,
)
