"""The tables ``[export.foundry]`` of a toolset: read into values, mistakes named with the nearest key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from inspector.errors import FileError, nearest

_APPROVALS = ("always", "never")
_TOP_KEYS = ("name", "description", "servers")
_SERVER_KEYS = ("server_url", "project_connection_id", "require_approval")


@dataclass(frozen=True, slots=True)
class FoundryServer:
    """How Foundry reaches one server: its URL, stored credentials, and when a call needs approval."""

    server_url: str | None = None
    project_connection_id: str | None = None
    require_approval: str | None = None


@dataclass(frozen=True, slots=True)
class FoundrySettings:
    """The toolbox's name, its description, and its servers by the name they have in the toolset."""

    name: str | None = None
    description: str | None = None
    servers: Mapping[str, FoundryServer] = field(default_factory=dict)


def foundry_settings(table: Mapping[str, Any], source: str) -> FoundrySettings:
    """Return the settings written in `table`; raise `FileError` naming the key that is wrong."""
    _check_keys(table, _TOP_KEYS, "export.foundry", source)
    servers = table.get("servers", {})
    if not isinstance(servers, Mapping):
        raise FileError(f"{source}: export.foundry.servers must be a table", "write [export.foundry.servers.NAME]")
    return FoundrySettings(
        name=_text(table, "name", "export.foundry", source),
        description=_text(table, "description", "export.foundry", source),
        servers={name: _server(name, entry, source) for name, entry in servers.items()},
    )


def _server(name: str, entry: Any, source: str) -> FoundryServer:
    place = f"export.foundry.servers.{name}"
    if not isinstance(entry, Mapping):
        raise FileError(f"{source}: {place} must be a table", "give it server_url and project_connection_id")
    _check_keys(entry, _SERVER_KEYS, place, source)
    approval = _text(entry, "require_approval", place, source)
    if approval is not None and approval not in _APPROVALS:
        raise FileError(f"{source}: {place}.require_approval is “{approval}”", "use “always” or “never”")
    url = _text(entry, "server_url", place, source)
    if url is not None and not url.startswith(("https://", "http://")):
        raise FileError(f"{source}: {place}.server_url is no web address", "start it with https://")
    return FoundryServer(url, _text(entry, "project_connection_id", place, source), approval)


def _check_keys(table: Mapping[str, Any], known: tuple[str, ...], place: str, source: str) -> None:
    for key in table:
        if key not in known:
            raise FileError(f"{source}: {place}.{key} is not a setting", nearest(key, list(known)))


def _text(table: Mapping[str, Any], key: str, place: str, source: str) -> str | None:
    value = table.get(key)
    if value is None or (isinstance(value, str) and value):
        return value
    raise FileError(f"{source}: {place}.{key} must be a text", "put it in quotes")
