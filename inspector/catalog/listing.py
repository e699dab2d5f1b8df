"""A server's answer to ``tools/list``, exactly as it came: what sources produce and snapshots store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inspector.catalog.problems import Problem


@dataclass(frozen=True, slots=True)
class Listing:
    """The raw tools of one server.

    `server` is the name the user's configuration gives it; `tools` are the items of every page in the
    order they came, unvalidated (an item may be anything JSON allows). `title` and `version` are what the
    server calls itself. Nothing here is a secret: commands, headers and environments stay in the config.
    """

    server: str
    tools: tuple[Any, ...]
    instructions: str | None = None
    title: str | None = None
    version: str | None = None
    protocol: str | None = None
    pages: int = 1
    problems: tuple[Problem, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the saved-listing form: ``{"server", "version"?, "instructions"?, "tools"}``."""
        head: dict[str, Any] = {"server": self.server}
        if self.version is not None:
            head["version"] = self.version
        if self.instructions is not None:
            head["instructions"] = self.instructions
        return head | {"tools": list(self.tools)}


def listing_from_json(value: Any, name: str | None = None) -> Listing:
    """Return the listing saved as `value`: ``{"server"?, "version"?, "instructions"?, "tools": […]}`` or a list.

    `name` is the server name to use when the saved form has none (or to override it). Raises `ValueError`
    with a plain sentence when `value` has neither form.
    """
    if isinstance(value, list):
        return Listing(server=name or "tools", tools=tuple(value))
    if not isinstance(value, Mapping):
        raise ValueError("a saved listing is a JSON object with a “tools” list, or a bare list of tools")
    tools = value.get("tools")
    if not isinstance(tools, list):
        result = value.get("result")
        if isinstance(result, Mapping) and isinstance(result.get("tools"), list):
            return listing_from_json(result, name)
        raise ValueError("the listing has no “tools” list")
    return Listing(
        server=name or _text(value.get("server")) or "tools",
        tools=tuple(tools),
        instructions=_text(value.get("instructions")),
        version=_text(value.get("version")),
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
