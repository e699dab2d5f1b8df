"""The texts of a tool that a model or a person may read, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from inspector.catalog import Tool, compact_json

_KEYS_WITH_TEXT = ("name", "title", "description", "annotations", "inputSchema", "outputSchema", "_meta")
_ESCAPED_SPACE = re.compile(r"\\[nrtf]")


def texts(tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield (place, text) of every text in the tool, names of parameters included, however deep."""
    waiting: list[tuple[str, Any]] = [(key, tool.raw[key]) for key in reversed(_KEYS_WITH_TEXT) if key in tool.raw]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, str):
            yield place, value
        elif isinstance(value, Mapping):
            for key in value:
                yield f"{place}.{key}", str(key)
            waiting += [(f"{place}.{key}", item) for key, item in reversed(list(value.items()))]
        elif isinstance(value, list):
            waiting += [(f"{place}[{at}]", item) for at, item in reversed(list(enumerate(value)))]


def all_text(tool: Tool) -> str:
    """Return the JSON of what `texts` goes through, white space plain: to ask whether a closer look is worth it."""
    rest = [tool.raw[key] for key in _KEYS_WITH_TEXT if key in tool.raw and key != "inputSchema"]
    return _ESCAPED_SPACE.sub(" ", f"{compact_json(rest)}{tool.schema_json}")
