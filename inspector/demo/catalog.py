"""Where a demo server's name becomes its definition, without loading the other servers' tables."""

from __future__ import annotations

from importlib import import_module

from inspector.demo.rows import Tool

MODULES = {
    "exchange": "inspector.demo.exchange",
    "github": "inspector.demo.github",
    "calendar": "inspector.demo.calendar",
    "analytics": "inspector.demo.analytics",
    "files": "inspector.demo.files",
}
"""The module of each server: VERSION, INSTRUCTIONS, PAGE_SIZE (0: one page) and ``build()``."""


class Catalog:
    """One demo server's definition; `tools` is built on first use, so that `initialize` need not wait for it."""

    def __init__(self, name: str) -> None:
        module = import_module(MODULES[name])
        self.name = name
        self.version: str = module.VERSION
        self.instructions: str = module.INSTRUCTIONS
        self.page_size: int = module.PAGE_SIZE
        self._build = module.build
        self._tools: list[Tool] | None = None

    @property
    def tools(self) -> list[Tool]:
        """The tool definitions in the order of the server's table."""
        if self._tools is None:
            built: list[Tool] = self._build()
            self._tools = built
        return self._tools


def load(name: str) -> Catalog:
    """Return the definition of the server `name`; raises KeyError for a name not in SERVER_NAMES."""
    return Catalog(name)


def listing(name: str) -> dict[str, object]:
    """Return what the server `name` tells a client: its name, version, instructions and all its tools."""
    catalog = load(name)
    return {
        "server": catalog.name,
        "version": catalog.version,
        "instructions": catalog.instructions,
        "tools": catalog.tools,
    }
