"""Remembering how each server was last reached, so that it is reached without detours the next time.

One small file in the user's state folder. Servers are kept by a digest of what their configuration shows
without secrets; a damaged or missing file costs nothing but the detours.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import cast

from inspector.config import ServerSpec, Transport
from inspector.errors import FileError
from inspector.redaction import show_server
from inspector.sources.negotiation import Era
from inspector.storage import AnyPath, make_folder, read_text, write_atomic

MOST_SERVERS = 500
"""How many servers are remembered; the ones reached longest ago are forgotten first."""


SLOW_SECONDS = 2.0
"""Servers that took so long are slow: many quick ones can be started and listed meanwhile."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a server was reached: over which transport, by which kind of negotiation, and in about how many seconds.

    The time is kept in half seconds, and makes no difference between two ways.
    """

    transport: Transport
    era: Era
    seconds: float | None = field(default=None, compare=False)


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
        if way is not None and way.seconds is not None:
            way = replace(way, seconds=round(way.seconds * 2) / 2)
        known = self.recall(spec)
        if known != way or (known is not None and way is not None and known.seconds != way.seconds):
            self._learnt[endpoint_digest(spec)] = way

    def slowest_first(self, specs: Sequence[ServerSpec], positions: Iterable[int]) -> list[int]:
        """Return `positions` in `specs` in the order to start in: unknown servers, then those that took longest.

        Starting many processes takes a while, and a slow server started last would be waited for alone.
        """

        def expected(position: int) -> float:
            seconds = self._seconds(specs[position])
            return math.inf if seconds is None else seconds

        return sorted(positions, key=expected, reverse=True)

    def any_slow(self, specs: Iterable[ServerSpec]) -> bool:
        """Return whether one of `specs` is known to take so long that all others should be done before it is."""
        return any((self._seconds(spec) or 0) >= SLOW_SECONDS for spec in specs)

    def _seconds(self, spec: ServerSpec) -> float | None:
        way = self.recall(spec)
        return None if way is None else way.seconds

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
        document = {"servers": {key: asdict(way) for key, way in kept}}
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


def _seconds(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and 0 <= value < 1e6 else None


def _read(path: AnyPath) -> dict[str, Way]:
    try:
        servers = json.loads(read_text(path))["servers"]
        return {
            str(key): Way(cast(Transport, way["transport"]), cast(Era, way["era"]), _seconds(way.get("seconds")))
            for key, way in servers.items()
            if way["transport"] in ("stdio", "http", "sse") and way["era"] in ("legacy", "modern")
        }
    except (FileError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
