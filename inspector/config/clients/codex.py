"""Codex: ``[mcp_servers.NAME]`` in config.toml.

Read in codex-rs/config/src/mcp_types.rs. Nothing is filled in; secrets are named instead: ``env_vars``,
``bearer_token_env_var``, ``env_http_headers``. A URL always means streamable HTTP. Unknown keys are errors there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.config.clients.family import entries_under, required
from inspector.config.clients.filters import seconds, sign_in_client, tool_list
from inspector.config.dialect import AT_HOME, Dialect, Translated, read_servers
from inspector.config.documents import Document
from inspector.config.model import Borrowed, ConfigReading
from inspector.config.places import Location, Places
from inspector.config.tool_rules import ToolRules
from inspector.config.values import Wrong, table, text, text_map

ID = "codex"
ROOT = "mcp_servers"
OWN = ".codex/config.toml"


def _locations(places: Places) -> Iterator[Location]:
    yield from places.in_projects(OWN, walk=True)
    yield from places.user(places.from_variable("CODEX_HOME", places.home / ".codex") / "config.toml")


def _fit(document: Document) -> int:
    if entries_under(document.value, ROOT) is None:
        return 0
    return (AT_HOME if document.stands_at(OWN) else 0) + (20 if document.format == "toml" else 2)


def _read(document: Document) -> ConfigReading:
    return read_servers(
        document,
        required(document, document.value, ROOT).items(),
        client=ID,
        expansion="none",
        root=ROOT,
        directory=document.directory(OWN),
        translate=_translate,
    )


def _translate(name: str, entry: Mapping[str, Any]) -> Translated:
    if "bearer_token" in entry:
        raise Wrong("Codex refuses a token in the file; name its variable with bearer_token_env_var", "bearer_token")
    notes: list[str] = []
    changed = dict(entry) | {"headers": text_map(entry, "http_headers")}
    changed.pop("type", None)
    rules = ToolRules(allow=tool_list(entry, "enabled_tools", notes), deny=tool_list(entry, "disabled_tools", notes))
    if isinstance(entry.get("oauth"), Mapping) or entry.get("scopes"):
        notes.append("Codex signs in to it with OAuth; its tokens are not read")
    borrowed = (*_environment(entry), *_headers(entry))
    own = sign_in_client(table(entry.get("oauth")).get("client_id"), None, notes)
    return Translated(changed, rules, (), borrowed, seconds(entry, "tool_timeout_sec"), tuple(notes), own)


def _environment(entry: Mapping[str, Any]) -> Iterator[Borrowed]:
    """Yield the variables that are handed on where they are set; ``source = "remote"`` ones are set elsewhere."""
    names = entry.get("env_vars")
    for item in names if isinstance(names, list) else ():
        name = item.get("name") if isinstance(item, Mapping) else item
        remote = isinstance(item, Mapping) and item.get("source") == "remote"
        if isinstance(name, str) and not remote:
            yield Borrowed("env", name, name)


def _headers(entry: Mapping[str, Any]) -> Iterator[Borrowed]:
    for header, variable in text_map(entry, "env_http_headers").items():
        yield Borrowed("header", header, variable)
    if token := text(entry, "bearer_token_env_var"):
        yield Borrowed("bearer", "Authorization", token, required=True)


DIALECT = Dialect(ID, "Codex", "none", "enabled = false", _locations, _fit, _read)
