"""Cursor: ``~/.cursor/mcp.json`` and ``.cursor/mcp.json``.

Fields as in a copy of docs.cursor.com (2026-02); comments occur in its own examples. Tools are switched in the
interface only. ``envFile`` is for stdio servers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.config.clients.family import family, texts_of
from inspector.config.clients.filters import seconds
from inspector.config.dialect import Translated
from inspector.config.places import Location, Places
from inspector.config.values import text

OWN = ".cursor/mcp.json"


def _locations(places: Places) -> Iterator[Location]:
    yield from places.in_projects(OWN)
    yield from places.user(places.home / ".cursor" / "mcp.json")


def _signs(entry: Mapping[str, Any]) -> int:
    variables = ("${env:", "${workspaceFolder", "${userHome}")
    written = any(sign in each for each in texts_of(entry) for sign in variables)
    return (10 if written else 0) + (10 if "envFile" in entry else 0) + (10 if "auth" in entry else 0)


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    file = text(entry, "envFile")
    notes = ("its static OAuth client (auth) is not used",) if entry.get("auth") else ()
    return Translated(entry, env_files=(file,) if file else (), timeout=seconds(entry, "timeout", 1000), notes=notes)


DIALECT = family(
    id="cursor",
    title="Cursor",
    expansion="cursor",
    off_switch="in the interface only",
    own=(OWN,),
    locations=_locations,
    signs=_signs,
    translate=_translate,
)
