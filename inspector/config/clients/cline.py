"""Cline: ``cline_mcp_settings.json`` in VS Code's storage, or under ``~/.cline`` (newer, not verified).

A URL without a type means SSE. ``alwaysAllow`` and ``autoApprove`` are approvals and hide nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.config.clients.family import family
from inspector.config.clients.filters import seconds
from inspector.config.clients.vscode import BUILDS
from inspector.config.dialect import Translated
from inspector.config.places import Location, Places

FILE = "cline_mcp_settings.json"


def _locations(places: Places) -> Iterator[Location]:
    for build in BUILDS:
        storage = places.applications / build / "User" / "globalStorage" / "saoudrizwan.claude-dev"
        yield from places.user(storage / "settings" / FILE)
    yield from places.user(places.home / ".cline" / "data" / "settings" / FILE)


def _signs(entry: Mapping[str, Any]) -> int:
    approvals = sum(8 for key in ("alwaysAllow", "autoApprove") if key in entry)
    return approvals + (20 if entry.get("type") == "streamableHttp" else 0) + (20 if "transportType" in entry else 0)


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    older = entry.get("url") and not (entry.get("type") or entry.get("transportType"))
    kind = "sse" if older else entry.get("type") or entry.get("transportType")
    changed = dict(entry) | ({"type": kind} if kind else {})
    return Translated(changed, timeout=seconds(entry, "timeout"))


DIALECT = family(
    id="cline",
    title="Cline",
    expansion="none",
    off_switch="“disabled”: true",
    own=(FILE,),
    locations=_locations,
    signs=_signs,
    translate=_translate,
    precedence="the first of its places counts",
)
