"""Namespaces and function names of Codex, measured on 0.171.0."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping

from inspector.catalog import Catalog, Server, Tool

LONGEST = 128
_UNSAFE = re.compile(r"[^A-Za-z0-9_]")
_DIGITS = 12


def catalog_names(catalog: Catalog) -> Mapping[str, str]:
    """Return ``namespace__function`` for every tool id.

    Servers, or tools of one server, that would get the same name end in a digest each. Tools of the very same name
    share theirs.
    """
    clashing = _clashing((server.name, namespace(server.name)) for server in catalog.servers)
    found: dict[str, str] = {}
    for server in catalog.servers:
        own = _digested_namespace(server.name) if server.name in clashing else namespace(server.name)
        taken = _clashing((tool.name, _safe(tool.name)) for tool in server.tools)
        for tool in server.tools:
            found[tool.id] = f"{own}__{_function(own, tool, digested=tool.name in taken)}"
    return found


def namespace(server: str) -> str:
    """Return ``mcp__server``; every character outside ``[A-Za-z0-9_]`` becomes one ``_``."""
    return f"mcp__{_safe(server)}"


def split_name(tool: Tool, name: str) -> tuple[str, str]:
    """Return the namespace and the function of `name`, which `catalog_names` gave for `tool`."""
    digested = _digested_namespace(tool.server)
    own = digested if name.startswith(f"{digested}__") else namespace(tool.server)
    return own, name[len(own) + 2 :]


def namespace_description(server: Server, own: str) -> str:
    """Return what stands beside the namespace `own`: the server's instructions, else a line made of the name."""
    return server.instructions or f"Tools in the {own} namespace."


def _function(own: str, tool: Tool, *, digested: bool) -> str:
    """Return the function's name; with its namespace it has at most 128 characters, longer ones end in a digest."""
    name = _safe(tool.name)
    room = LONGEST - len(own) - 2
    if len(name) <= room and not digested:
        return name
    digest = _digest(tool.server, tool.server, "", tool.name, tool.name)
    return f"{name[: max(0, room - _DIGITS - 1)]}_{digest}"


def _digested_namespace(server: str) -> str:
    return f"{namespace(server)}_{_digest(server, server, '')}"


def _clashing(names: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Return the raw names whose safe name another raw name has too."""
    pairs = set(names)
    counted = Counter(safe for _, safe in pairs)
    return frozenset(raw for raw, safe in pairs if counted[safe] > 1)


def _safe(name: str) -> str:
    return _UNSAFE.sub("_", name)


def _digest(*parts: str) -> str:
    raw = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha1(raw, usedforsecurity=False).hexdigest()[:_DIGITS]
