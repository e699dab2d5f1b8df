"""One entry of a ``name → server`` mapping, as JSON clients and ``toolset.toml`` write it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, get_args

from inspector.config.model import ConfigProblem, Expansion, Scope, ServerSpec, Transport
from inspector.config.values import Wrong, flag, kind, text, text_map, texts
from inspector.errors import nearest

KEYS = ("type", "command", "args", "env", "cwd", "url", "headers", "enabled", "protocol")
"""The keys that mean something; strict reading refuses any other."""

PROTOCOLS = ("auto", "legacy", "2026-07-28")
"""How the protocol version is agreed: by asking, by the older handshake only, or the new version only."""

_TYPES: Mapping[str, Transport] = {
    "stdio": "stdio",
    "local": "stdio",
    "http": "http",
    "streamable-http": "http",
    "streamable_http": "http",
    "streamablehttp": "http",
    "remote": "http",
    "sse": "sse",
}


def server_from_entry(
    name: str,
    entry: Any,
    *,
    source: str,
    directory: str,
    client: str,
    scope: Scope = "given",
    strict: bool = False,
    root: str = "mcpServers",
    expansion: Expansion = "braces",
) -> ServerSpec | ConfigProblem:
    """Return the server that `entry` describes, or the problem that keeps it from being used.

    `source` is the file as shown to people and `root` the key the entry stands under: both only serve the
    problem's text. With `strict`, keys outside `KEYS` are a problem too. Values never appear in problems.
    """
    try:
        if not name.strip():
            raise Wrong("the server has no name")
        if not isinstance(entry, Mapping):
            raise Wrong(f"a server is described by an object, not by {kind(entry)}")
        if strict:
            _refuse_unknown(entry)
        transport = _transport(entry)
        return ServerSpec(
            name=name,
            transport=transport,
            command=text(entry, "command"),
            args=texts(entry, "args"),
            env=text_map(entry, "env"),
            cwd=text(entry, "cwd") or None,
            url=text(entry, "url"),
            headers=text_map(entry, "headers"),
            enabled=_enabled(entry),
            source=source,
            directory=directory,
            scope=scope,
            client=client,
            expansion=expansion,
            protocol=_protocol(entry, strict=strict),
            raw=MappingProxyType(dict(entry)),
        )
    except Wrong as wrong:
        place = f"{root}.{name}" + (f".{wrong.key}" if wrong.key else "")
        return ConfigProblem(source=source, place=place, message=wrong.message)


def _transport(entry: Mapping[str, Any]) -> Transport:
    command, url = text(entry, "command"), text(entry, "url")
    if command and url:
        raise Wrong("it has both a command and a url; keep the one that reaches the server")
    if not command and not url:
        raise Wrong("it has neither a command to start nor a url to connect to")
    written = text(entry, "type")
    if not written:
        # A URL that ends in /sse is tried as streamable HTTP too: the connection falls back by itself.
        return "stdio" if command else "http"
    if written.lower() in ("ws", "websocket"):
        raise Wrong("WebSocket servers cannot be reached; use the server's HTTP address", "type")
    transport = _TYPES.get(written.lower())
    if transport is None:
        raise Wrong(f"the type “{written}” is not known; {nearest(written, list(get_args(Transport)))}", "type")
    if (transport == "stdio") != bool(command):
        raise Wrong(f"the type “{written}” does not go with a {'command' if command else 'url'}", "type")
    return transport


def _refuse_unknown(entry: Mapping[str, Any]) -> None:
    for key in entry:
        if key not in KEYS:
            raise Wrong(f"the key “{key}” is not known; {nearest(str(key), list(KEYS))}", str(key))


def _enabled(entry: Mapping[str, Any]) -> bool:
    for key, means_enabled in (("enabled", True), ("disabled", False)):
        value = flag(entry, key)
        if value is not None:
            return value is means_enabled
    return True


def _protocol(entry: Mapping[str, Any], *, strict: bool) -> str:
    value = entry.get("protocol")
    if value in PROTOCOLS:
        return str(value)
    # Outside our own files the key belongs to somebody else and may mean anything.
    if value is None or not strict:
        return "auto"
    raise Wrong(f"one of {', '.join(PROTOCOLS)} is expected", "protocol")
