"""Claude Desktop: stdio servers only, strict JSON, nothing filled in.

Paths as in VS Code's ``nativeMcpDiscoveryAdapters.ts``; the Store build keeps a virtual copy of ``%APPDATA%``
(not verified, so both are looked at). Linux has no official build; community builds use the XDG path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.config.clients.family import family
from inspector.config.dialect import Translated
from inspector.config.places import Location, Places
from inspector.config.values import Wrong

FILE = "claude_desktop_config.json"


def _locations(places: Places) -> Iterator[Location]:
    yield Location(places.applications / "Claude" / FILE, "user")
    if places.windows:
        store = places.local / "Packages" / "Claude_*" / "LocalCache" / "Roaming" / "Claude"
        yield Location(store / FILE, "user")


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    if "url" in entry or "serverUrl" in entry:
        raise Wrong("Claude Desktop skips servers with a URL in this file; remote ones are connectors of the account")
    return Translated(entry)


DIALECT = family(
    id="claude-desktop",
    title="Claude Desktop",
    expansion="none",
    off_switch="none in the file",
    own=(FILE,),
    locations=_locations,
    translate=_translate,
    directory="",
    precedence="the first of its places counts",
)
