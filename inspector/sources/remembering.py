"""Remembering how each server was last reached, so that it is reached without detours the next time.

One small file in the user's state folder. Servers are kept by a digest of what their configuration shows
without secrets; a damaged or missing file costs nothing but the detours.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from typing import cast

from inspector.config import ServerSpec, Transport
from inspector.errors import FileError
from inspector.redaction import show_server
from inspector.sources.negotiation import Era
from inspector.storage import AnyPath, make_folder, read_text, write_atomic

MOST_SERVERS = 500
"""How many servers are remembered; the ones reached longest ago are forgotten first."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a server was reached: over which transport, and by which kind of negotiation."""

    transport: Transport
    era: Era


class ProtocolMemory:
    """What the file at `path` remembers. Read at the first question, written by `save`."""

    def __init__(self, path: AnyPath) -> None:
        self._path = path
        self._ways: dict[str, Way] | None = None
        self._learnt: dict[str, Way | None] = {}

    def recall(self, spec: ServerSpec) -> Way | None:
        """Return how the server of `spec` was last reached, or None."""
        key = endpoint_digest(spec)
        if key in self._learnt:
            return self._learnt[key]
        if self._ways is None:
            self._ways = _read(self._path)
        return self._ways.get(key)

    def learn(self, spec: ServerSpec, way: Way | None) -> None:
        """Keep how the server of `spec` was reached now; None forgets it."""
        if self.recall(spec) != way:
            self._learnt[endpoint_digest(spec)] = way

    def save(self) -> None:
        """Write what was learnt since, beside what others wrote meanwhile; a full or read-only disk is no error."""
        if not self._learnt:
            return
        ways = _read(self._path)
        for key, way in self._learnt.items():
            ways.pop(key, None)
            if way is not None:
                ways[key] = way
        kept = list(ways.items())[-MOST_SERVERS:]
        document = {"servers": {key: {"transport": way.transport, "era": way.era} for key, way in kept}}
        try:
            make_folder(os.path.dirname(os.path.abspath(self._path)))
            write_atomic(self._path, json.dumps(document, indent=1) + "\n", backup=False)
        except FileError:
            return
        self._ways, self._learnt = dict(kept), {}


def user_memory() -> ProtocolMemory:
    """Return the memory in this user's state folder."""
    from platformdirs import user_state_dir

    return ProtocolMemory(os.path.join(user_state_dir("tool-search-inspector", appauthor=False), "protocols.json"))


def endpoint_digest(spec: ServerSpec) -> str:
    """Return what stands for the server of `spec`, the same for the same endpoint and free of its secrets."""
    shown = show_server(command=spec.command, args=spec.args, url=spec.url)
    parts = [spec.transport, shown.target, spec.directory if spec.transport == "stdio" else "", spec.cwd or ""]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _read(path: AnyPath) -> dict[str, Way]:
    try:
        servers = json.loads(read_text(path))["servers"]
        return {
            str(key): Way(cast(Transport, way["transport"]), cast(Era, way["era"]))
            for key, way in servers.items()
            if way["transport"] in ("stdio", "http", "sse") and way["era"] in ("legacy", "modern")
        }
    except (FileError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
