"""How x-code-cli names MCP tools: ``server__tool``, made safe, cut and made unique (source: its MCP naming module)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from inspector.catalog import Catalog, utf16_length

MAXIMUM_LENGTH = 64
_KEPT = 57
_UNSAFE = re.compile(r"[^A-Za-z0-9_]+")


def tool_names(catalog: Catalog, prefix: str = "") -> Mapping[str, str]:
    """Return the name of every tool id, in catalog order; a name already taken gets a digest of the server's name."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for tool in catalog:
        name = _unique(_joined(tool.server, tool.name, prefix), tool.server, taken)
        taken.add(name)
        names[tool.id] = name
    return names


def _joined(server: str, tool: str, prefix: str) -> str:
    name = f"{prefix}{_safe(server)}__{_safe(tool)}"
    if utf16_length(name) <= MAXIMUM_LENGTH:
        return name
    return f"{name[:_KEPT]}_{_sha256(f'{server}::{tool}')[:6]}"


def _safe(part: str) -> str:
    return _UNSAFE.sub("_", part).strip("_") or _sha256(part)[:6]


def _unique(name: str, server: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    hexadecimal = _sha256(server)
    candidate = name
    for digits in range(4, 13):
        candidate = f"{name}_{hexadecimal[:digits]}"
        if candidate not in taken:
            return candidate
    # Two tools of one server whose names sanitise alike: the product's scheme ends here, so number them.
    number = 2
    while f"{candidate}_{number}" in taken:
        number += 1
    return f"{candidate}_{number}"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
