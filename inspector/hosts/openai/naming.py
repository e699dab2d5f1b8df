"""Namespaces and functions: one namespace a server, one function a tool, in the characters the API takes.

Names take ``[a-zA-Z0-9_-]`` and at most 128 characters. The program makes them; here every other character becomes an
``_``, and a name that is taken gets ``_2``, ``_3`` …
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from inspector.catalog import Catalog, Server

LONGEST = 128
_UNSAFE = re.compile(r"[^a-zA-Z0-9_-]")


@dataclass(frozen=True, slots=True)
class Namespace:
    """A server as the model sees it: its `name`, its `description`, the name of each function by tool id."""

    name: str
    description: str
    functions: Mapping[str, str]


def namespaces(catalog: Catalog) -> tuple[Namespace, ...]:
    """Return the namespace of every server, in catalog order."""
    names = _unique(server.name for server in catalog.servers)
    return tuple(_namespace(server, name) for server, name in zip(catalog.servers, names, strict=True))


def full_names(catalog: Catalog) -> Mapping[str, str]:
    """Return ``namespace.function`` of every tool by its id."""
    return {
        tool: f"{namespace.name}.{function}"
        for namespace in namespaces(catalog)
        for tool, function in namespace.functions.items()
    }


def _namespace(server: Server, name: str) -> Namespace:
    functions = _unique(tool.name for tool in server.tools)
    description = server.instructions or server.title or f"Tools of {server.name}."
    return Namespace(name, description, {t.id: f for t, f in zip(server.tools, functions, strict=True)})


def _unique(names: Iterable[str]) -> list[str]:
    found: list[str] = []
    taken: set[str] = set()
    for each in names:
        name = plain = _UNSAFE.sub("_", each)
        number = 2
        while name in taken:
            name = f"{plain}_{number}"
            number += 1
        taken.add(name)
        found.append(name)
    return found
