"""The servers of everything on this computer, as rows that may be shown: the one look at the real home folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inspector.config.discovery import Discovery, FoundFile, FoundServer, discover
from inspector.config.model import ConfigProblem, ServerSpec
from inspector.redaction import show_server

Pick = tuple[str, str]
"""A server that was found, as (file, name there)."""


@dataclass(frozen=True, slots=True)
class DiscoveredServer:
    """One server as a row: `target` is redacted, `also` are the other files that configure the same server.

    `unused` tells that its own client prefers another definition; `enabled` is False where it is switched off.
    """

    name: str
    client: str
    scope: str
    source: str
    transport: str
    target: str
    also: tuple[str, ...]
    notes: tuple[str, ...]
    unused: bool = False
    enabled: bool = True

    @property
    def pick(self) -> Pick:
        """What picks this server."""
        return self.source, self.name


@dataclass(frozen=True, slots=True)
class DiscoveredFile:
    """One file that exists: how many servers it gave, and the first complaint about it (empty: none)."""

    path: str
    client: str
    scope: str
    servers: int
    problem: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discovered:
    """Everything that was found, ready to be shown."""

    servers: tuple[DiscoveredServer, ...]
    files: tuple[DiscoveredFile, ...]


def discover_here() -> Discovery:
    """Return what is configured for this user and the current folder. Nothing is started or connected to."""
    return discover(Path.home(), Path(os.getcwd()), os.environ, sys.platform)


@dataclass(frozen=True, slots=True)
class Picked:
    """Servers that were picked among those found, and what was odd about the files they are in."""

    specs: tuple[ServerSpec, ...]
    problems: tuple[ConfigProblem, ...]
    notes: tuple[str, ...]


def picked(discovery: Discovery, picks: Sequence[Pick] | None) -> Picked:
    """Return the servers of `picks`, in the order they were found; with None all that their clients use.

    A pick that is not there any more is told in the notes.
    """
    used = [found.spec for found in discovery.servers if not found.shadowed]
    chosen = used
    if picks is not None:
        # A file may hold two of one name, for instance for all projects and for this one: the used one is meant.
        others = [found.spec for found in discovery.servers if found.shadowed]
        by_pick = {(spec.source, spec.name): spec for spec in reversed((*used, *others))}
        chosen = [
            spec
            for spec in (*used, *others)
            if (spec.source, spec.name) in picks and by_pick[spec.source, spec.name] is spec
        ]
    files = [file for file in discovery.files if picks is None or file.path in {source for source, _ in picks}]
    there = {(spec.source, spec.name) for spec in chosen}
    gone = [f"server {name} is no longer in {source}" for source, name in picks or () if (source, name) not in there]
    return Picked(
        tuple(chosen),
        tuple(_placed(problem, file.path) for file in files for problem in file.problems),
        (*(note for file in files for note in file.notes), *gone),
    )


def servers_called(names: Sequence[str], servers: Sequence[ServerSpec]) -> tuple[ServerSpec, ...]:
    """Return the servers of a file that have one of `names`; of two with one name the first, which is the one used."""
    first: dict[str, ServerSpec] = {}
    for spec in servers:
        first.setdefault(spec.name, spec)
    return tuple(spec for spec in first.values() if spec.name in names)


def _placed(problem: ConfigProblem, path: str) -> ConfigProblem:
    return problem if problem.source else ConfigProblem(path, "damaged file", problem.message)


def discovered(discovery: Discovery) -> Discovered:
    """Return `discovery` as rows without any secret."""
    return Discovered(
        tuple(_server(server) for server in discovery.servers), tuple(_file(file) for file in discovery.files)
    )


def _server(found: FoundServer) -> DiscoveredServer:
    spec = found.spec
    return DiscoveredServer(
        name=spec.name,
        client=spec.client,
        scope=spec.scope,
        source=spec.source,
        transport=spec.transport,
        target=show_server(command=spec.command, args=spec.args, url=spec.url).target,
        also=tuple(dict.fromkeys(other.source for other in found.also)),
        notes=tuple(dict.fromkeys(found.notes)),
        unused=found.shadowed,
        enabled=spec.enabled,
    )


def _file(file: FoundFile) -> DiscoveredFile:
    problems = [_sentence(problem) for problem in file.problems]
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return DiscoveredFile(
        file.path, file.client, file.scope, len(file.servers), problems[0] + more if problems else "", file.notes
    )


def _sentence(problem: ConfigProblem) -> str:
    if not problem.source:
        return problem.message
    return f"{problem.source}: {problem.place}: {problem.message}"
