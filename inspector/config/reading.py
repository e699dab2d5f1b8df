"""Reading one configuration file: what it holds decides which dialect reads it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any, Protocol

from inspector.config.clients import mcp_servers
from inspector.config.json_reading import read_json
from inspector.config.model import ConfigReading
from inspector.errors import FileError


class Dialect(Protocol):
    """How one family of clients writes its servers down; a module of `inspector.config.clients` is one."""

    def recognises(self, document: Any, /) -> bool:
        """Return whether the parsed file is of this dialect."""
        ...

    def read(self, document: Any, path: PurePath, source: str, /) -> ConfigReading:
        """Return its servers and problems; raise `FileError` when nothing in it can be read."""
        ...


DIALECTS: tuple[Dialect, ...] = (mcp_servers,)
"""The dialects in the order they are tried."""


def read_config(path: str | os.PathLike[str]) -> ConfigReading:
    """Return the servers the file at `path` configures, and the entries of it that cannot be used.

    Raises `FileError` when the file cannot be read, is damaged, or is no known kind of configuration.
    """
    source = os.fspath(path)
    if source.endswith(".toml"):
        raise FileError(f"{source}: no client configuration is read from TOML yet", "give a toolset with --toolset")
    document = read_json(path)
    for dialect in DIALECTS:
        if dialect.recognises(document):
            return dialect.read(document, Path(os.path.abspath(source)), source)
    if isinstance(document, Mapping):
        keys = ", ".join(f"“{key}”" for key in list(document)[:8])
        found = f"its keys are {keys}" if keys else "it is an empty object"
    else:
        found = "it holds no JSON object"
    raise FileError(
        f"{source}: no servers found; {found}",
        "expected is {“mcpServers”: {“name”: {“command”: …} or {“url”: …}}}; a saved listing is given with --tools",
    )
