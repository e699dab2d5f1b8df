"""opencode: ``mcp`` in opencode.json(c); version 2 has ``mcp.servers``, and ``.agents/mcp.json`` holds the bare map.

Read in @opencode-ai/sdk (McpLocalConfig, McpRemoteConfig), the documentation of version 2 and the config loader.
``command`` is one list. The map ``tools`` switches tools by patterns over ``server_tool``; longer patterns win.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from inspector.config.clients.family import entries_under
from inspector.config.clients.filters import seconds, without
from inspector.config.dialect import AT_HOME, Dialect, Translated, read_servers
from inspector.config.documents import Document
from inspector.config.model import ConfigReading
from inspector.config.places import Location, Places
from inspector.config.tool_rules import ToolRules, ToolSwitches
from inspector.config.values import table, texts
from inspector.errors import FileError

ID = "opencode"
_NAMES = ("opencode.jsonc", "opencode.json")  # of two side by side the first one counts
_BARE = ".agents/mcp.json"
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]")


def _locations(places: Places) -> Iterator[Location]:
    for name in (*_NAMES, *(f".opencode/{name}" for name in _NAMES), _BARE):
        yield from places.in_projects(name, walk=True)
    folders = [places.xdg_config / "opencode", *([places.local / "opencode"] if places.windows else [])]
    yield from places.user(*(folder / name for folder in folders for name in _NAMES), places.home / _BARE)


def _entries(document: Document) -> tuple[Mapping[str, Any], str] | None:
    """Return the map of servers and how its place is called, None where there is none."""
    mcp = entries_under(document.value, "mcp")
    inner = entries_under(mcp, "servers")
    if inner is not None and not isinstance(inner.get("type"), str):
        return inner, "mcp.servers"
    if mcp is not None:
        return mcp, "mcp"
    bare = table(document.value)
    return (bare, "") if bare and all(_own(entry) for entry in bare.values()) else None


def _own(entry: Any) -> bool:
    return isinstance(entry, Mapping) and (
        entry.get("type") in ("local", "remote") or isinstance(entry.get("command"), list)
    )


def _fit(document: Document) -> int:
    found = _entries(document)
    if found is None:
        return 0
    at_home = AT_HOME if document.stands_at(*_NAMES, _BARE) else 0
    schema = 20 if "opencode.ai" in str(document.value.get("$schema", "")) else 0
    return at_home + schema + (20 if any(_own(entry) for entry in found[0].values()) else 0)


def _read(document: Document) -> ConfigReading:
    found = _entries(document)
    if found is None:
        raise FileError(f"{document.source}: “mcp” is not an object", "write {“mcp”: {“name”: {…}}}")
    entries, root = found
    reading = read_servers(
        document,
        entries.items(),
        client=ID,
        expansion="opencode",
        root=root,
        directory=document.directory(".opencode/opencode.json", ".opencode/opencode.jsonc", _BARE),
        translate=_translate,
    )
    switches = [(name, on) for name, on in table(document.value.get("tools")).items() if isinstance(on, bool)]
    if not root or not switches:
        return reading
    ordered = tuple(sorted(switches, key=lambda switch: (len(switch[0]), switch[0])))

    def rules(server: str, source: str) -> ToolRules:
        return ToolRules(source, switches=ToolSwitches("tools", f"{_NOT_IN_NAMES.sub('_', server)}_", ordered))

    return replace(
        reading, servers=tuple(replace(spec, rules=rules(spec.name, spec.source)) for spec in reading.servers)
    )


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    changed = without(entry, "command", "environment")
    if isinstance(entry.get("command"), list):
        program = texts(entry, "command")
        changed |= {"command": program[0] if program else "", "args": list(program[1:])}
    elif "command" in entry:
        changed["command"] = entry["command"]
    if "environment" in entry:
        changed["env"] = entry["environment"]
    return Translated(changed, timeout=seconds(entry, "timeout", 1000))


DIALECT = Dialect(
    ID,
    "opencode",
    "opencode",
    "“enabled”: false (version 1), “disabled”: true (version 2)",
    _locations,
    _fit,
    _read,
)
