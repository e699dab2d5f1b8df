"""Finding the servers a person already has: every known file of this user and this project, nothing started.

All facts about the system come in as values; files are only read. What is found is merged by endpoint, and where a
client knows one name twice it is said which definition that client uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import PurePath

from inspector.config.clients import DIALECTS, claude_code
from inspector.config.dialect import Dialect
from inspector.config.documents import parse_document
from inspector.config.endpoints import Endpoint, differences, endpoint
from inspector.config.json_reading import parse_json
from inspector.config.model import ConfigProblem, ConfigReading, Scope, ServerSpec
from inspector.config.places import Location, Places
from inspector.config.reading import read_as
from inspector.errors import FileError
from inspector.storage import exists, names_in, read_text


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that exists at a client's place. `problems` are all complaints, of the file and of its entries.

    `servers` are the ones in it; entries of Claude Code for one project have the scope ``local`` themselves.
    """

    path: str
    client: str
    scope: Scope
    servers: tuple[ServerSpec, ...] = ()
    problems: tuple[ConfigProblem, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundServer:
    """One server, however often it is configured: the definition shown, and the others that reach the same.

    `notes` say what is worth knowing: which client prefers which definition, what differs, what is not done here.
    `shadowed` tells that the client does not use this definition because another one of the name wins.
    """

    spec: ServerSpec
    also: tuple[ServerSpec, ...] = ()
    notes: tuple[str, ...] = ()
    shadowed: bool = False


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was found: servers in the order of clients and their files, and every file that exists."""

    servers: tuple[FoundServer, ...]
    files: tuple[FoundFile, ...]


def discover(home: PurePath, cwd: PurePath, environ: Mapping[str, str], platform: str) -> Discovery:
    """Return every server configured for the user at `home` and the project that `cwd` is in.

    `environ` is looked at for folders that variables move, `platform` is as `sys.platform`. Files that cannot be
    read are reported among the files and hide nothing.
    """
    places = Places(home, cwd, folders_up_to_root(cwd), platform, environ)
    off = _switched_off(places)
    files = [file for dialect in DIALECTS for file in _files_of(dialect, places, off)]
    return Discovery(_servers(files), tuple(files))


def folders_up_to_root(folder: PurePath) -> tuple[PurePath, ...]:
    """Return `folder` and its parents up to the one that holds ``.git``; only `folder` where there is none."""
    found: list[PurePath] = []
    for each in (folder, *folder.parents):
        found.append(each)
        if exists(each / ".git"):
            return tuple(found)
    return (folder,)


def _files_of(dialect: Dialect, places: Places, off: Sequence[str]) -> Iterator[FoundFile]:
    seen: set[PurePath] = set()
    for location in dialect.locations(places):
        for path in _matching(location.path):
            # A project at home would list the user's own file twice; the first, more specific one counts.
            if path in seen or not exists(path):
                continue
            seen.add(path)
            scope = _scope(path, location, places)
            yield _file(dialect, path, replace(location, scope=scope), places, off)


def _scope(path: PurePath, location: Location, places: Places) -> Scope:
    """Return the scope of a location; a file directly in the home folder's own place is the user's."""
    at_home = location.scope == "project" and location.folder == places.home
    return "user" if at_home and path.parent != places.home else location.scope


def _file(dialect: Dialect, path: PurePath, location: Location, places: Places, off: Sequence[str]) -> FoundFile:
    source = str(path)
    try:
        document = parse_document(
            read_text(source),
            path,
            source,
            scope=location.scope,
            folder=location.folder,
            projects=tuple(str(folder) for folder in places.opened),
        )
        if not dialect.fit(document):
            # Settings of the client without servers in them; damage matters only where there could be some.
            damaged = (_complaint(document.damage),) if document.damage else ()
            return FoundFile(source, dialect.id, location.scope, problems=damaged)
        reading = read_as(dialect, document)
    except FileError as error:
        return FoundFile(source, dialect.id, location.scope, problems=(_complaint(error),))
    if dialect.id == claude_code.ID:
        reading = _without(reading, off)
    return FoundFile(source, dialect.id, location.scope, reading.servers, reading.problems, reading.notes)


def _complaint(error: FileError) -> ConfigProblem:
    """Return the problem of a whole file; its message names the place already."""
    return ConfigProblem("", "", error.message)


def _matching(path: PurePath) -> Iterator[PurePath]:
    """Yield what `path` stands for: itself, or with ``*`` in its parts everything that is there."""
    at = next((place for place, part in enumerate(path.parts) if "*" in part), None)
    if at is None:
        yield path
        return
    folder = type(path)(*path.parts[:at])
    for name in names_in(folder):
        if fnmatch(name, path.parts[at]):
            yield from _matching(type(path)(folder / name, *path.parts[at + 1 :]))


def _switched_off(places: Places) -> tuple[str, ...]:
    """Return the servers of ``.mcp.json`` that Claude Code's settings switch off."""
    names: list[str] = []
    for path in claude_code.settings_files(places):
        if not exists(path):
            continue
        try:
            names += claude_code.switched_off(parse_json(read_text(path), str(path)))
        except FileError:
            continue  # its settings are looked at for this one list; they say nothing about where servers are
    return tuple(names)


def _without(reading: ConfigReading, off: Sequence[str]) -> ConfigReading:
    def switched(spec: ServerSpec) -> ServerSpec:
        if spec.scope != "project" or spec.name not in off:
            return spec
        note = "switched off by disabledMcpjsonServers in Claude Code's settings"
        return replace(spec, enabled=False, notes=(*spec.notes, note))

    return replace(reading, servers=tuple(switched(spec) for spec in reading.servers))


def _servers(files: Iterable[FoundFile]) -> tuple[FoundServer, ...]:
    """Return the servers of `files`, merged by endpoint; the definition shown is the first that its client uses."""
    specs = [spec for file in files for spec in file.servers]
    winners: dict[tuple[str, str], ServerSpec] = {}
    # Clients list their files in the order they win; only local entries stand in a file that comes later.
    for spec in sorted(specs, key=lambda spec: spec.scope != "local"):
        winners.setdefault((spec.client, spec.name), spec)
    merged: dict[Endpoint, list[ServerSpec]] = {}
    for spec in specs:
        merged.setdefault(endpoint(spec), []).append(spec)
    found = []
    for group in merged.values():
        used = [spec for spec in group if winners[spec.client, spec.name] is spec]
        shown = (used or group)[0]
        also = tuple(spec for spec in group if spec is not shown)
        found.append(FoundServer(shown, also, tuple(_notes(shown, also, specs, winners)), not used))
    return tuple(found)


def _notes(
    shown: ServerSpec,
    also: Sequence[ServerSpec],
    specs: Sequence[ServerSpec],
    winners: Mapping[tuple[str, str], ServerSpec],
) -> Iterator[str]:
    if not shown.enabled:
        yield f"switched off in {shown.source}"
    for other in also:
        if different := differences(shown, other):
            yield f"{other.source} differs in {'; '.join(different)}"
        if other.name != shown.name:
            yield f"called “{other.name}” in {other.source}"
    for spec in (shown, *also):
        winner = winners[spec.client, spec.name]
        losers = [
            each for each in specs if each.client == spec.client and each.name == spec.name and each is not winner
        ]
        rule = _BY_ID[spec.client]
        if winner is spec and losers:
            places = ", ".join(_place(loser, spec) for loser in losers)
            yield f"{rule.title} uses this definition, not the one in {places}: {rule.precedence}"
        elif winner is not spec and endpoint(winner) != endpoint(spec):
            yield f"{rule.title} uses “{spec.name}” of {_place(winner, spec)} instead: {rule.precedence}"
    for spec in (shown, *also):
        yield from spec.notes


def _place(spec: ServerSpec, seen_from: ServerSpec) -> str:
    """Return the file of `spec`, with its scope where that is what tells it from `seen_from`."""
    return spec.source if spec.source != seen_from.source else f"{spec.source} ({spec.scope} scope)"


_BY_ID = {dialect.id: dialect for dialect in DIALECTS}
