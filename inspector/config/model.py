"""What a configuration says about one server, in one form whatever client's file it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

Transport = Literal["stdio", "http", "sse"]
"""How a server is reached: a child process, streamable HTTP, or the older HTTP with server-sent events."""

Scope = Literal["given", "user", "project"]
"""Whether the person named the file, it is their own user file, or it came with a project."""

Expansion = Literal["none", "braces"]
"""Which variables a client expands: none, or ``${VAR}`` and ``${VAR:-default}``."""

_EMPTY: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ServerSpec:
    """How to reach one server. Values are kept as written: variables expand only when connecting.

    `source` is the file it came from as shown to people, `directory` what relative paths and a missing
    `cwd` refer to, `client` the id of the configuration dialect (``mcp-json``, ``claude-code``, ``toolset`` …).
    `env` and `headers` values, `args` and the query of `url` may be secrets: show them only through
    `inspector.redaction`. They stay out of `repr`, so that no log or failing test prints them.
    """

    name: str
    transport: Transport
    command: str = ""
    args: tuple[str, ...] = field(default=(), repr=False)
    env: Mapping[str, str] = field(default_factory=lambda: _EMPTY, repr=False)
    cwd: str | None = None
    url: str = field(default="", repr=False)
    headers: Mapping[str, str] = field(default_factory=lambda: _EMPTY, repr=False)
    enabled: bool = True
    source: str = ""
    directory: str = ""
    scope: Scope = "given"
    client: str = "mcp-json"
    expansion: Expansion = "braces"
    protocol: str = "auto"
    raw: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}), repr=False)


@dataclass(frozen=True, slots=True)
class ConfigProblem:
    """An entry of a configuration that could not be used: where it stands and why, in plain words."""

    source: str
    place: str
    message: str


@dataclass(frozen=True, slots=True)
class ConfigReading:
    """What one configuration file gave: the servers that could be read and the entries that could not."""

    source: str
    client: str
    servers: tuple[ServerSpec, ...]
    problems: tuple[ConfigProblem, ...] = ()
