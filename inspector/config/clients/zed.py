"""Zed: ``context_servers`` in its settings.json, of which everything else is left alone.

Read in zed.dev/docs/ai/mcp and crates/agent_settings. A profile of the agent may switch single tools:
``context_servers.SERVER.tools.TOOL``, else ``enable_all_context_servers``; the one in use is ``default_profile``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from inspector.config.clients.family import entries_under, required
from inspector.config.dialect import AT_HOME, Dialect, Translated, read_servers
from inspector.config.documents import Document
from inspector.config.model import ConfigReading
from inspector.config.places import Location, Places
from inspector.config.tool_rules import ToolList, ToolRules
from inspector.config.values import Wrong, table

ID = "zed"
ROOT = "context_servers"
_OWN = (".zed/settings.json",)
_USER = ("zed/settings.json", "Zed/settings.json")


def _locations(places: Places) -> Iterator[Location]:
    yield from places.in_projects(_OWN[0], walk=True)
    folder = places.roaming / "Zed" if places.windows else places.xdg_config / "zed"
    yield from places.user(folder / "settings.json")


def _fit(document: Document) -> int:
    if entries_under(document.value, ROOT) is None:
        return 0
    return 20 + (AT_HOME if document.stands_at(*_OWN, *_USER) else 0)


def _read(document: Document) -> ConfigReading:
    reading = read_servers(
        document,
        required(document, document.value, ROOT).items(),
        client=ID,
        expansion="none",
        root=ROOT,
        directory=document.directory(*_OWN),
        translate=_translate,
    )
    agent = table(document.value.get("agent"))
    chosen = agent.get("default_profile")
    name = chosen if isinstance(chosen, str) and chosen else "write"
    profile = table(table(agent.get("profiles")).get(name))
    if not profile:
        return reading
    servers = (replace(spec, rules=_rules(profile, spec.name, spec.source, name)) for spec in reading.servers)
    return replace(reading, servers=tuple(servers))


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    command = entry.get("command")
    if isinstance(command, Mapping):
        # The older nesting: {"command": {"path": …, "args": […], "env": {…}}}.
        rest = {key: value for key, value in entry.items() if key != "command"}
        return Translated(rest | {key: command.get(key) for key in ("args", "env")} | {"command": command.get("path")})
    if entry.get("source") == "extension" or (not command and "settings" in entry):
        raise Wrong("an extension of Zed starts this server; its command is not in the file")
    return Translated(entry)


def _rules(profile: Mapping[str, Any], server: str, source: str, name: str) -> ToolRules:
    tools = table(table(table(profile.get(ROOT)).get(server)).get("tools"))
    key = f"agent.profiles.{name}"
    off = tuple(tool for tool, on in tools.items() if on is False)
    on = tuple(tool for tool, on in tools.items() if on is True)
    every = profile.get("enable_all_context_servers") is not False
    return ToolRules(
        source=source,
        allow=None if every else ToolList(key, on),
        deny=ToolList(key, off) if off else None,
    )


DIALECT = Dialect(ID, "Zed", "none", "“enabled”: false", _locations, _fit, _read)
