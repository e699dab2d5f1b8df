"""Claude Code: user and local scope in ``~/.claude.json``, project scope in ``.mcp.json``.

Read from code.claude.com/docs/en/mcp and the types of claude-agent-sdk 0.3.332. Local servers stand under
``projects[path].mcpServers``; ``CLAUDE_CONFIG_DIR`` moves the file (not verified). Copilot CLI and newer builds of
VS Code read ``.mcp.json`` too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath
from types import MappingProxyType
from typing import Any

from inspector.config.clients.family import ROOT, entries_under
from inspector.config.clients.filters import seconds, sign_in_client
from inspector.config.dialect import AT_HOME, Dialect, Translated, read_servers
from inspector.config.documents import Document
from inspector.config.model import ConfigReading, Scope
from inspector.config.places import Location, Places
from inspector.config.tool_rules import ALL, ToolRules
from inspector.config.values import table

ID = "claude-code"
PROJECTS = "projects"


def _locations(places: Places) -> Iterator[Location]:
    yield from places.in_projects(".mcp.json", walk=True)
    yield from places.user(places.from_variable("CLAUDE_CONFIG_DIR", places.home) / ".claude.json")


def _fit(document: Document) -> int:
    own = document.stands_at(".claude.json")
    entries = entries_under(document.value, ROOT)
    projects = entries_under(document.value, PROJECTS)
    if entries is None and not (projects and any(entries_under(each, ROOT) for each in projects.values())):
        return 0
    # .mcp.json is Claude Code's own invention, but others read it, and their keys may say so.
    at_home = AT_HOME if own else 5 if document.stands_at(".mcp.json") else 0
    given_away = max((_signs(entry) for entry in (entries or {}).values()), default=0)
    return at_home + given_away + (30 if projects is not None else 0)


def _signs(entry: Any) -> int:
    return sum(20 for key in ("alwaysLoad", "headersHelper") if isinstance(entry, Mapping) and key in entry)


def _read(document: Document) -> ConfigReading:
    reading = _scope(document, document.value, document.scope, document.directory(), ROOT)
    projects = entries_under(document.value, PROJECTS) or {}
    left_out = []
    for path, project in projects.items():
        entries = entries_under(project, ROOT)
        if not entries:
            continue
        if path not in document.projects:
            left_out.append(path)
            continue
        scope: Scope = "given" if document.scope == "given" else "local"
        root = f"{PROJECTS}[{path}].{ROOT}"
        local = _scope(document, project, scope, PurePath(path), root)
        # Local servers come first: of two with one name they are the ones that count.
        reading = replace(
            reading, servers=(*local.servers, *reading.servers), problems=(*reading.problems, *local.problems)
        )
    if left_out:
        note = f"servers of other projects were left out: {', '.join(left_out)}"
        reading = replace(reading, notes=(*reading.notes, note))
    return reading


def _scope(document: Document, value: Any, scope: Scope, folder: PurePath, root: str) -> ConfigReading:
    return read_servers(
        replace(document, scope=scope),
        (entries_under(value, ROOT) or {}).items(),
        client=ID,
        expansion="braces",
        root=root,
        directory=folder,
        translate=_translate,
    )


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    notes: list[str] = []
    if entry.get("headersHelper"):
        notes.append("headersHelper is a program that makes headers; it is not run, so they are missing")
    oauth = table(entry.get("oauth"))
    if oauth:
        notes.append("its OAuth secret is in the keychain, which is not read; sign in with `tsi servers login`")
    if oauth.get("authServerMetadataUrl"):
        notes.append("authServerMetadataUrl is not used: signing in asks the server itself where that is done")
    # Its documentation has people register http://localhost:PORT/callback.
    own = sign_in_client(oauth.get("clientId"), oauth.get("callbackPort"), notes, "localhost")
    if name == "workspace":
        notes.append("Claude Code skips a server of this name: it is reserved")
    pinned = entry.get("alwaysLoad")
    rules = ToolRules()
    if isinstance(pinned, bool):
        rules = ToolRules(pins=MappingProxyType({ALL: pinned}), pin_key="alwaysLoad")
    return Translated(entry, rules, timeout=seconds(entry, "timeout", 1000), notes=tuple(notes), oauth=own)


def switched_off(settings: Any) -> tuple[str, ...]:
    """Return the servers of ``.mcp.json`` that a ``settings.json`` of Claude Code switches off."""
    names = settings.get("disabledMcpjsonServers") if isinstance(settings, Mapping) else None
    return tuple(name for name in names if isinstance(name, str)) if isinstance(names, list) else ()


def settings_files(places: Places) -> tuple[PurePath, ...]:
    """Return where Claude Code keeps settings that concern this project."""
    user = places.from_variable("CLAUDE_CONFIG_DIR", places.home / ".claude") / "settings.json"
    project = [
        folder / ".claude" / name for folder in places.opened for name in ("settings.local.json", "settings.json")
    ]
    return (*project, user)


DIALECT = Dialect(
    ID,
    "Claude Code",
    "braces",
    "disabledMcpjsonServers in its settings.json",
    _locations,
    _fit,
    _read,
    "local beats project, project beats user",
)
