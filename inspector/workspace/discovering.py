"""The servers of everything on this computer, as rows that may be shown: the one look at the real home folder."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from inspector.config.discovery import Discovery, FoundFile, FoundServer, discover
from inspector.config.model import ConfigProblem
from inspector.redaction import show_server


@dataclass(frozen=True, slots=True)
class DiscoveredServer:
    """One server as a row: `target` is redacted, `also` are the other files that configure the same server."""

    name: str
    client: str
    scope: str
    source: str
    transport: str
    target: str
    also: tuple[str, ...]
    notes: tuple[str, ...]


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
