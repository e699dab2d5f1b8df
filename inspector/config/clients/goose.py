"""Goose: ``extensions`` in config.yaml, among them parts of Goose itself that are no servers.

Read in crates/goose/src/agents/extension.rs. ``available_tools`` lists the only tools there are (empty: all);
``env_keys`` name secrets of its keyring, for which Goose too looks into the environment first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from inspector.config.clients.family import entries_under, required
from inspector.config.clients.filters import nonempty, seconds, tool_list
from inspector.config.dialect import AT_HOME, Dialect, Translated, read_servers
from inspector.config.documents import Document
from inspector.config.model import Borrowed, ConfigReading
from inspector.config.places import Location, Places
from inspector.config.tool_rules import ToolRules
from inspector.config.values import texts

ID = "goose"
ROOT = "extensions"
_OWN = ("goose/config.yaml", "goose/config/config.yaml")
_SERVERS = ("stdio", "sse", "streamable_http")
_PARTS = ("builtin", "platform", "frontend", "inline_python")


def _locations(places: Places) -> Iterator[Location]:
    own = places.roaming / "Block" / "goose" / "config" if places.windows else places.xdg_config / "goose"
    return places.user(own / "config.yaml")


def _fit(document: Document) -> int:
    entries = entries_under(document.value, ROOT)
    if entries is None:
        return 0
    kinds = [entry.get("type") for entry in entries.values() if isinstance(entry, Mapping)]
    known = any(kind in (*_SERVERS, *_PARTS) for kind in kinds)
    return (AT_HOME if document.stands_at(*_OWN) else 0) + (20 if known else 0)


def _read(document: Document) -> ConfigReading:
    entries = required(document, document.value, ROOT)
    parts = [name for name, entry in entries.items() if isinstance(entry, Mapping) and entry.get("type") in _PARTS]
    reading = read_servers(
        document,
        ((name, entry) for name, entry in entries.items() if name not in parts),
        client=ID,
        expansion="goose",
        root=ROOT,
        directory=document.directory(),
        translate=_translate,
    )
    if not parts:
        return reading
    return replace(reading, notes=(f"parts of Goose itself, no servers: {', '.join(map(str, parts))}",))


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    notes: list[str] = []
    renamed = {"cmd": "command", "uri": "url", "envs": "env"}
    changed = {renamed.get(key, key): value for key, value in entry.items()}
    if entry.get("type") == "sse":
        notes.append("Goose itself connects to SSE servers no longer")
    secrets = texts(entry, "env_keys")
    if secrets:
        notes.append(f"{', '.join(secrets)}: kept in Goose's keyring, which is not read; give it with --env")
    rules = ToolRules(allow=nonempty(tool_list(entry, "available_tools", notes)))
    kept = tuple(Borrowed("env", secret, secret, required=True) for secret in secrets)
    return Translated(changed, rules, (), kept, seconds(entry, "timeout"), tuple(notes))


DIALECT = Dialect(ID, "Goose", "goose", "enabled: false", _locations, _fit, _read, "it has one file")
