"""What every module of `clients` provides, and the reading they share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from types import MappingProxyType
from typing import Any

from inspector.config.documents import Document
from inspector.config.entries import server_from_entry
from inspector.config.expansion import variables
from inspector.config.json_recovery import DamagedObject
from inspector.config.model import Borrowed, ConfigProblem, ConfigReading, Expansion, ServerSpec, SignInClient
from inspector.config.places import Location, Places
from inspector.config.tool_rules import NO_RULES, ToolRules
from inspector.config.values import Wrong

AT_HOME = 100
"""How much a file counts for a client that stands at one of that client's own places."""

PROJECT_WINS = "a project's definition beats the user's"
"""How most clients choose between two definitions of one name."""


@dataclass(frozen=True, slots=True)
class Translated:
    """One entry in the keys that `entries` reads, and what those keys cannot say. See `ServerSpec`."""

    entry: Mapping[str, Any]
    rules: ToolRules = NO_RULES
    env_files: tuple[str, ...] = ()
    borrowed: tuple[Borrowed, ...] = ()
    timeout: float | None = None
    notes: tuple[str, ...] = ()
    oauth: SignInClient | None = None


Translate = Callable[[str, Mapping[str, Any]], Translated]
"""Turns the entry of one server (name, entry) into what is common to all clients; raises `values.Wrong`."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one client writes its servers down. `id` is the host's where the inspector knows the client as one.

    `locations` lists its files, those that win first. `fit` says how surely a document is this client's: 0 not at
    all, small numbers for keys that give it away, `AT_HOME` and more for its own place. `read` returns the servers
    and raises `FileError` when nothing can be read. `off_switch` and `precedence` say in words how a server is
    switched off, and which of two definitions of a name the client uses.
    """

    id: str
    title: str
    expansion: Expansion
    off_switch: str
    locations: Callable[[Places], Iterable[Location]]
    fit: Callable[[Document], int]
    read: Callable[[Document], ConfigReading]
    precedence: str = PROJECT_WINS


def read_servers(
    document: Document,
    entries: Iterable[tuple[str, Any]],
    *,
    client: str,
    expansion: Expansion,
    root: str,
    directory: PurePath | str,
    translate: Translate,
) -> ConfigReading:
    """Return the servers among `entries`, (name, entry) pairs that stand under `root`; bad ones become problems.

    Of a damaged file only whole entries become servers.
    """
    servers: list[ServerSpec] = []
    problems: list[ConfigProblem] = []
    for name, entry in entries:
        found = _server(str(name), entry, document, client, expansion, root, str(directory), translate)
        if isinstance(found, ServerSpec):
            servers.append(found)
        else:
            problems.append(found)
    return ConfigReading(document.source, client, tuple(servers), tuple(problems))


def _server(
    name: str,
    entry: Any,
    document: Document,
    client: str,
    expansion: Expansion,
    root: str,
    directory: str,
    translate: Translate,
) -> ServerSpec | ConfigProblem:
    place = f"{root}.{name}"
    if isinstance(entry, DamagedObject):
        return ConfigProblem(document.source, place, "the file is damaged inside this server, so it is left out")
    try:
        translated = translate(name, entry) if isinstance(entry, Mapping) else Translated(entry)
    except Wrong as wrong:
        return ConfigProblem(document.source, f"{place}.{wrong.key}" if wrong.key else place, wrong.message)
    found = server_from_entry(
        name,
        translated.entry,
        source=document.source,
        directory=directory,
        client=client,
        scope=document.scope,
        root=root,
        expansion=expansion,
    )
    if isinstance(found, ConfigProblem):
        return found
    rules = translated.rules if translated.rules.empty else replace(translated.rules, source=document.source)
    spec = replace(
        found,
        raw=MappingProxyType(dict(entry)),
        rules=rules,
        env_files=translated.env_files,
        borrowed=translated.borrowed,
        timeout=translated.timeout,
        notes=translated.notes,
        oauth=translated.oauth,
    )
    asked = [name for name in variables(spec) if ":" in name]
    return replace(spec, notes=(*spec.notes, *(_asked(name) for name in asked))) if asked else spec


def _asked(name: str) -> str:
    kept = "asks for it and keeps the answer" if name.startswith("input:") else "alone knows it"
    return f"${{{name}}}: the client {kept}; give it with --env {name}=VALUE"
