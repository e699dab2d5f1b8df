"""VS Code: ``servers`` in mcp.json (user profile, ``.vscode/``), and the older ``mcp.servers`` in settings.json.

Read in VS Code's mcpConfiguration.ts and documentation. The two are kept in one folder per build (Code, Insiders,
VSCodium) and profile (not verified). Answers to ``${input:…}`` are in secret storage, which nobody else can read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.config.clients.family import entries_under, required
from inspector.config.clients.filters import as_text
from inspector.config.dialect import AT_HOME, Dialect, Translated, read_servers
from inspector.config.documents import Document
from inspector.config.model import ConfigReading
from inspector.config.places import Location, Places
from inspector.config.values import Wrong, table, text

ID = "vscode"
BUILDS = ("Code", "Code - Insiders", "VSCodium")
_OWN = (".vscode/mcp.json", ".vscode/settings.json")
_USER = tuple(f"{build}/User/{name}" for build in BUILDS for name in ("mcp.json", "settings.json"))


def _locations(places: Places) -> Iterator[Location]:
    for name in _OWN:
        yield from places.in_projects(name)
    for build in BUILDS:
        user = places.applications / build / "User"
        yield from places.user(user / "mcp.json", user / "profiles" / "*" / "mcp.json", user / "settings.json")


def _root(document: Document) -> tuple[Any, str]:
    """Return what holds ``servers``, and how that place is called: the file itself, or ``mcp`` in settings."""
    inside = entries_under(document.value, "mcp")
    return (inside, "mcp.servers") if inside is not None and "servers" in inside else (document.value, "servers")


def _fit(document: Document) -> int:
    holder, _ = _root(document)
    entries = entries_under(holder, "servers")
    if entries is None or document.format != "json":
        return 0
    at_home = AT_HOME if document.stands_at(*_OWN, *_USER) else 0
    # opencode keeps mcp.servers too, with a list as command and its own types.
    foreign = any(_of_opencode(entry) for entry in entries.values() if isinstance(entry, Mapping))
    return at_home + (1 if foreign else 10)


def _of_opencode(entry: Mapping[str, Any]) -> bool:
    return entry.get("type") in ("local", "remote") or isinstance(entry.get("command"), list)


def _read(document: Document) -> ConfigReading:
    holder, root = _root(document)
    return read_servers(
        document,
        required(document, holder, "servers").items(),
        client=ID,
        expansion="vscode",
        root=root,
        directory=document.directory(*_OWN),
        translate=_translate,
    )


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    url = text(entry, "url")
    if url.startswith(("unix:", "pipe:")):
        raise Wrong("sockets and pipes are not reached; use the server's HTTP address", "url")
    changed = dict(entry)
    if isinstance(entry.get("env"), Mapping):
        # null takes a variable away from the child, which has only the ones given anyway.
        changed["env"] = {key: as_text(value) for key, value in table(entry["env"]).items() if value is not None}
    notes = ("its sandbox is not used",) if entry.get("sandboxEnabled") else ()
    file = text(entry, "envFile")
    return Translated(changed, env_files=(file,) if file else (), notes=notes)


DIALECT = Dialect(ID, "VS Code", "vscode", "in the interface only", _locations, _fit, _read)
