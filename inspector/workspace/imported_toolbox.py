"""The parts of imported Foundry toolbox bodies that are no servers to connect to, for an export back to Foundry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inspector.config.documents import parse_document
from inspector.config.model import ServerSpec
from inspector.config.values import table
from inspector.errors import FileError
from inspector.storage import read_text

_OWN = ("tools", "name")
_SEARCH = ("toolbox_search", "toolbox_search_preview")


def imported_toolbox(specs: Sequence[ServerSpec]) -> Mapping[str, Any]:
    """Return what the bodies behind `specs` hold besides their servers: other tools, description, metadata …

    Of several bodies the first that has a field decides; their tools come one after the other. A body that can no
    longer be read gives nothing.
    """
    found: dict[str, Any] = {}
    tools: list[Any] = []
    for source in dict.fromkeys(spec.source for spec in specs if spec.client == "foundry" and spec.source):
        body = _body(source)
        found = {key: value for key, value in body.items() if key not in _OWN} | found
        entries = body.get("tools")
        tools += [entry for entry in entries if not _is_made_anew(entry)] if isinstance(entries, list) else []
    return found | ({"tools": tools} if tools else {})


def _body(source: str) -> Mapping[str, Any]:
    try:
        return table(parse_document(read_text(source), Path(source), source).value)
    except FileError:
        return {}


def _is_made_anew(entry: Any) -> bool:
    """Return whether an export writes `entry` itself: the search, and servers that have an address."""
    kind = table(entry).get("type")
    return not isinstance(entry, Mapping) or kind in _SEARCH or (kind == "mcp" and bool(entry.get("server_url")))
