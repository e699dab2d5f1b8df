"""The ``{"mcpServers": {name: …}}`` files of Claude Code, Claude Desktop, Cursor and everyone who followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from inspector.config.entries import server_from_entry
from inspector.config.model import ConfigProblem, ConfigReading, Expansion, ServerSpec
from inspector.errors import FileError

ROOT = "mcpServers"
"""The key that makes a file one of this family."""


@dataclass(frozen=True, slots=True)
class _Home:
    """Whose file it is by its name: the client, which variables it expands, where its servers start."""

    client: str
    expansion: Expansion
    directory: str


def recognises(document: Any) -> bool:
    """Return whether `document`, the JSON value of a file, is of this family."""
    return isinstance(document, Mapping) and ROOT in document


def read(document: Mapping[str, Any], path: PurePath, source: str) -> ConfigReading:
    """Return the servers and problems of `document`, found in the file at the absolute `path`.

    Raises `FileError` when what stands under ``mcpServers`` is no object at all.
    """
    entries = document[ROOT]
    if not isinstance(entries, Mapping):
        raise FileError(f"{source}: “{ROOT}” is not an object", f"write {{“{ROOT}”: {{“name”: {{…}}}}}}")
    home = _home(path)
    servers: list[ServerSpec] = []
    problems: list[ConfigProblem] = []
    for name, entry in entries.items():
        found = server_from_entry(
            name,
            entry,
            source=source,
            directory=home.directory,
            client=home.client,
            root=ROOT,
            expansion=home.expansion,
        )
        if isinstance(found, ServerSpec):
            servers.append(found)
        else:
            problems.append(found)
    return ConfigReading(source=source, client=home.client, servers=tuple(servers), problems=tuple(problems))


def _home(path: PurePath) -> _Home:
    folder = path.parent
    if path.name in (".mcp.json", ".claude.json"):
        return _Home("claude-code", "braces", str(folder))
    if path.name == "claude_desktop_config.json":
        # Claude Desktop expands nothing, and starts servers nowhere in particular.
        return _Home("claude-desktop", "none", "")
    if path.name == "mcp.json" and folder.name == ".cursor":
        return _Home("cursor", "braces", str(folder.parent))
    return _Home("mcp-json", "braces", str(folder))
