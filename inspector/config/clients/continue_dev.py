"""Continue: a list ``mcpServers`` in config.yaml, blocks of the same shape in ``.continue/mcpServers/``.

Read in docs/customize/deep-dives/mcp.mdx. JSON files in the block folder are in the notation of Claude and Cursor.
``${{ secrets.X }}`` is looked up by name in the environment here; Continue asks its own secret stores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.config.clients.family import ROOT, entries_under
from inspector.config.dialect import AT_HOME, Dialect, Translated, read_servers
from inspector.config.documents import Document
from inspector.config.model import ConfigReading
from inspector.config.places import Location, Places
from inspector.config.values import Wrong, table
from inspector.errors import FileError

ID = "continue"
_PATTERNS = ("*.yaml", "*.yml", "*.json")


def _locations(places: Places) -> Iterator[Location]:
    for pattern in _PATTERNS:
        yield from places.in_projects(f".continue/mcpServers/{pattern}")
    own = places.home / ".continue"
    yield from places.user(own / "config.yaml", *(own / "mcpServers" / pattern for pattern in _PATTERNS))


def _fit(document: Document) -> int:
    value = table(document.value)
    in_folder = document.path.parent.parts[-2:] == (".continue", "mcpServers")
    at_home = AT_HOME if in_folder or document.stands_at(".continue/config.yaml") else 0
    if entries_under(value, ROOT) is not None:
        return at_home
    if not isinstance(value.get(ROOT), list):
        return 0
    return at_home + (15 if document.format == "yaml" else 0) + (10 if "schema" in value else 0)


def _read(document: Document) -> ConfigReading:
    servers = table(document.value).get(ROOT)
    if isinstance(servers, Mapping):
        entries = list(servers.items())
    elif isinstance(servers, list):
        entries = [(_name(entry, position), entry) for position, entry in enumerate(servers)]
    else:
        raise FileError(f"{document.source}: “{ROOT}” is no list", f"write {ROOT}: and below it “- name: …”")
    folder = document.path.parent.name == "mcpServers"
    below = f".continue/mcpServers/{document.path.name}" if folder else ".continue/config.yaml"
    return read_servers(
        document,
        entries,
        client=ID,
        expansion="continue",
        root=ROOT,
        directory=document.directory(below),
        translate=_translate,
    )


def _name(entry: Any, position: int) -> str:
    name = entry.get("name") or entry.get("uses") if isinstance(entry, Mapping) else None
    return str(name or f"[{position}]")


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    if "uses" in entry:
        raise Wrong("a block of Continue's hub; what it starts is not in this file", "uses")
    headers = table(entry.get("requestOptions")).get("headers")
    changed = dict(entry) | ({"headers": headers} if headers is not None and "headers" not in entry else {})
    return Translated(changed)


DIALECT = Dialect(
    ID,
    "Continue",
    "continue",
    "none in the file",
    _locations,
    _fit,
    _read,
    "its documentation does not say so, but the project's is taken to win",
)
