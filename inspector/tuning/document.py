"""A tuning as the tables of ``toolset.toml``, in the order a person wants to read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.config.model import ServerSpec
from inspector.tuning.keys import KEYS
from inspector.tuning.model import ToolEdits, Tuning


def document(tuning: Tuning) -> dict[str, Any]:
    """Return what `tuning` says as plain tables; what it does not say is left out."""
    content: dict[str, Any] = {}
    for key in KEYS:
        value = getattr(tuning, key.field) if key.field and "*" not in key.path else None
        if value is None or (key.field == "configs" and not value):
            continue
        table = content
        for name in key.path[:-1]:
            table = table.setdefault(name, {})
        table[key.path[-1]] = _plain(value)
    sections: dict[str, dict[str, Any]] = {
        "only": {config: _plain(names) for config, names in tuning.only.items()},
        "servers": {server.name: _server(server) for server in tuning.servers},
        "tools": {name: _edits(edits) for name, edits in tuning.edits.items() if not edits.empty},
        "host": {host: {"texts": _plain(texts)} for host, texts in tuning.texts.items()},
        "export": {target: _plain(table) for target, table in tuning.exports.items()},
    }
    return content | {name: section for name, section in sections.items() if section}


def _server(server: ServerSpec) -> dict[str, Any]:
    entry: dict[str, Any]
    if server.transport == "stdio":
        entry = {"command": server.command, "args": list(server.args), "env": dict(server.env), "cwd": server.cwd}
    else:
        entry = {"type": server.transport, "url": server.url, "headers": dict(server.headers)}
    entry |= {
        "enabled": None if server.enabled else False,
        "protocol": None if server.protocol == "auto" else server.protocol,
    }
    return {key: value for key, value in entry.items() if value or value is False}


def _edits(edits: ToolEdits) -> dict[str, Any]:
    given = {"pin": edits.pin, "hide": edits.hide, "words": edits.words}
    return {key: value for key, value in given.items() if value is not None}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
