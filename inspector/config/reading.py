"""Reading one configuration file: what it holds, and then its place, decides whose dialect reads it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from inspector.config.clients import DIALECTS
from inspector.config.dialect import Dialect
from inspector.config.documents import Document, parse_document
from inspector.config.model import ConfigProblem, ConfigReading
from inspector.errors import FileError
from inspector.storage import read_text


def read_config(path: str | os.PathLike[str]) -> ConfigReading:
    """Return the servers the file at `path` configures, and the entries of it that cannot be used.

    The person named the file, so its servers have the scope ``given``. A damaged JSON file gives the servers that
    are whole and the damage as a problem with file:line:column. Raises `FileError` when the file cannot be read,
    nothing in it can, or it is no known kind of configuration.
    """
    source = os.fspath(path)
    place = Path(os.path.abspath(source))
    return read_document(parse_document(read_text(path), place, source, projects=(os.getcwd(),)))


def read_document(document: Document) -> ConfigReading:
    """Return what the most fitting dialect reads from `document`; see `read_config`."""
    dialect = recognise(document)
    if dialect is None:
        raise document.damage or _not_recognised(document)
    return read_as(dialect, document)


def recognise(document: Document) -> Dialect | None:
    """Return the dialect that fits `document` best, the earlier one of two that fit alike; None for none."""
    fits = [dialect.fit(document) for dialect in DIALECTS]
    return DIALECTS[fits.index(max(fits))] if any(fits) else None


def read_as(dialect: Dialect, document: Document) -> ConfigReading:
    """Return what `dialect` reads from `document`, with the damage of the file among the problems."""
    damage = document.damage
    if damage is None:
        return dialect.read(document)
    try:
        reading = dialect.read(document)
    except FileError:
        raise damage from None
    if not reading.servers:
        raise damage
    names = ", ".join(spec.name for spec in reading.servers)
    place = f"{damage.source}:{damage.line}:{damage.column}"
    problem = ConfigProblem(place, "damaged file", f"{damage.reason}; read all the same: {names}")
    return replace(reading, problems=(problem, *reading.problems))


def _not_recognised(document: Document) -> FileError:
    value: Any = document.value
    if isinstance(value, Mapping):
        keys = ", ".join(f"“{key}”" for key in list(value)[:8])
        found = f"its keys are {keys}" if keys else "it is an empty object"
    else:
        found = "it holds no JSON object" if document.format == "json" else "it holds no table"
    if document.format == "toml":
        hint = "expected is [mcp_servers.NAME] as Codex writes it; a toolset is given with --toolset"
    else:
        hint = (
            "expected is {“mcpServers”: {“name”: {“command”: …} or {“url”: …}}}; a saved listing is given with --tools"
        )
    return FileError(f"{document.source}: no servers found; {found}", hint)
