"""Names of tools in a Messages API request that a program writes itself: ``server_tool``.

The API takes ``[a-zA-Z0-9_-]``, at most 128 characters, each name once. The program makes the names; here they are
the server's and the tool's, every other character an ``_``, and a name that is taken gets ``_2``, ``_3`` …
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from inspector.catalog import Catalog, Tool

LONGEST = 128
_UNSAFE = re.compile(r"[^a-zA-Z0-9_-]")


def names(catalog: Catalog) -> Mapping[str, str]:
    """Return the name of every tool by its id; no two are the same."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for tool in catalog:
        name = plain = tool_name(tool)
        number = 2
        while name in taken:
            name = f"{plain}_{number}"
            number += 1
        taken.add(name)
        found[tool.id] = name
    return found


def tool_name(tool: Tool) -> str:
    """Return ``server_tool`` in the characters that the API takes."""
    return f"{_UNSAFE.sub('_', tool.server)}_{_UNSAFE.sub('_', tool.name)}"
