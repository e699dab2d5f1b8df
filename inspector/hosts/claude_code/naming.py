"""Names as Claude Code's model sees them, and the order it lists them in: JavaScript's ``localeCompare``."""

from __future__ import annotations

import re

from inspector.catalog import Tool, utf16_length
from inspector.hosts.claude_code.sanitised import sanitised_text

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")
_ORDER = {character: rank for rank, character in enumerate("_-" + "0123456789" + "abcdefghijklmnopqrstuvwxyz")}


def full_name(tool: Tool) -> str:
    """Return ``mcp__server__tool``; every character outside ``[A-Za-z0-9_-]`` becomes one ``_``."""
    return f"mcp__{safe_name(tool.server)}__{safe_name(sanitised_text(tool.name))}"


def safe_name(name: str) -> str:
    """Return a server's or tool's name as it stands inside `full_name`."""
    return _UNSAFE.sub(lambda found: "_" * utf16_length(found.group()), name)


def collation_key(name: str) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Return a sort key that orders names as ``localeCompare``: ``_``, ``-``, digits, letters; lower before upper last.

    Case is compared only where the names are else the same. Names hold no other characters (`full_name`).
    """
    return tuple(_ORDER.get(letter, len(_ORDER)) for letter in name.lower()), tuple(map(str.isupper, name))
