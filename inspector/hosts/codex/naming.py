"""Namespaces and function names of Codex, measured on 0.171.0."""

from __future__ import annotations

import hashlib
import re

from inspector.catalog import Server, Tool

LONGEST = 128
_UNSAFE = re.compile(r"[^A-Za-z0-9_]")
_DIGITS = 12


def namespace(server: str) -> str:
    """Return ``mcp__server``; every character outside ``[A-Za-z0-9_]`` becomes one ``_``."""
    return f"mcp__{_UNSAFE.sub('_', server)}"


def namespace_description(server: Server) -> str:
    """Return what stands beside a namespace: the server's instructions, else a line that Codex makes of the name."""
    return server.instructions or f"Tools in the {namespace(server.name)} namespace."


def function_name(tool: Tool) -> str:
    """Return the function's name; with its namespace it has at most 128 characters, longer ones end in a digest."""
    name = _UNSAFE.sub("_", tool.name)
    room = LONGEST - len(namespace(tool.server)) - 2
    if len(name) <= room:
        return name
    raw = f"{tool.server}\0{tool.server}\0\0{tool.name}\0{tool.name}"
    digest = hashlib.sha1(raw.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:_DIGITS]
    return f"{name[: max(0, room - _DIGITS - 1)]}_{digest}"


def full_name(tool: Tool) -> str:
    """Return ``namespace__function``: how one names the tool in words."""
    return f"{namespace(tool.server)}__{function_name(tool)}"
