"""Queries made from a catalog, for a verification that is given none."""

from __future__ import annotations

import re

from inspector.catalog import Catalog, Tool

MOST_TOOLS = 25
"""Tools that queries are made from, spread evenly over the catalog."""

_WORD = re.compile(r"[^\W_]+")


def sample_queries(catalog: Catalog) -> tuple[str, ...]:
    """Return up to four queries a tool: words of its name, its name, first words of its description, a required word.

    The same catalog gives the same queries.
    """
    tools = catalog.tools
    step = max(1, -(-len(tools) // MOST_TOOLS))
    return tuple(dict.fromkeys(query for tool in tools[::step] for query in _of_tool(tool) if query))


def _of_tool(tool: Tool) -> tuple[str, ...]:
    parts = _WORD.findall(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", tool.name))
    words = _WORD.findall(tool.description)[:6]
    required = f"+{parts[0]} {' '.join(words[:2])}" if parts and words else ""
    return " ".join(parts).lower(), tool.name, " ".join(words), required
