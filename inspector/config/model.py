"""What a configuration says about one server, in one form whatever client's file it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from inspector.config.tool_rules import NO_RULES, ToolRules

Transport = Literal["stdio", "http", "sse"]
"""How a server is reached: a child process, streamable HTTP, or the older HTTP with server-sent events."""

Scope = Literal["given", "user", "local", "project"]
"""Whether the person named the file, it is their own user file, their own entry for one project inside that file
(Claude Code's local scope), or it came with a project."""

Expansion = Literal[
    "none",
    "braces",
    "cursor",
    "vscode",
    "gemini",
    "windsurf",
    "roo",
    "goose",
    "continue",
    "opencode",
    "kiro",
    "copilot",
    "x-code",
    "mcpproxy",
]
"""Which variables a client fills in; `inspector.config.expansion_rules` says how each of them is written."""

_EMPTY: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Borrowed:
    """A value the file only names: `variable` of the environment goes into the env or header called `name`.

    For ``bearer`` it becomes ``Bearer VALUE`` there. Where it is not `required`, an unset variable leaves nothing.
    """

    kind: Literal["env", "header", "bearer"]
    name: str
    variable: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class SignInClient:
    """A program that is registered at the service already, for signing in to it; its id is no secret.

    The service sends the browser back to ``http://HOST:PORT/callback``; without a port, any free one is taken.
    """

    client_id: str
    callback_port: int | None = None
    callback_host: Literal["127.0.0.1", "localhost"] = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class ServerSpec:
    """How to reach one server. Values are kept as written: variables expand only when connecting.

    `source` is the file it came from as shown to people, `directory` what relative paths and a missing
    `cwd` refer to, `client` the id of the configuration dialect (``mcp-json``, ``claude-code``, ``toolset`` …).
    `env` and `headers` values, `args` and the query of `url` may be secrets: show them only through
    `inspector.redaction`. They stay out of `repr`, so that no log or failing test prints them.
    `env_files` are dotenv files read when connecting, below `env`; `borrowed` are values named by variable.
    `rules` hide, pin or describe tools. `timeout` is what the client gives one call, in seconds. `notes` are
    sentences about what the client does with this server and the inspector does not. `oauth` is what to sign in as,
    where the file names it.
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
    env_files: tuple[str, ...] = ()
    borrowed: tuple[Borrowed, ...] = ()
    rules: ToolRules = NO_RULES
    timeout: float | None = None
    notes: tuple[str, ...] = ()
    oauth: SignInClient | None = None


@dataclass(frozen=True, slots=True)
class ConfigProblem:
    """An entry of a configuration that could not be used: where it stands and why, in plain words.

    `source` is the file; for a damaged one it goes on with line and column (``mcp.json:3:7``).
    """

    source: str
    place: str
    message: str


@dataclass(frozen=True, slots=True)
class ConfigReading:
    """What one configuration file gave: the servers that could be read and the entries that could not.

    `notes` are sentences about what was left out on purpose, such as parts of the client itself.
    """

    source: str
    client: str
    servers: tuple[ServerSpec, ...]
    problems: tuple[ConfigProblem, ...] = ()
    notes: tuple[str, ...] = ()
