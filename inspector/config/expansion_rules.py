"""How each client writes a variable in its files, as data: form, fields, and what an unset one becomes.

Sources are the clients' own documentation and published code; where they leave a gap the
rule names the variable as missing rather than send an empty value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from inspector.config.model import Expansion

Undefined = Literal["missing", "keep", "empty"]
"""An unset variable stops the connection, stays in the text as it was written, or leaves nothing."""

FIELDS = frozenset({"command", "args", "env", "cwd", "url", "headers"})
"""The parts of a server in which variables may stand."""


@dataclass(frozen=True, slots=True)
class ExpansionRule:
    """One client's rule. The groups of `pattern` say what was found:

    ``env`` (or ``bare``) a variable's name with an optional ``default``, ``file`` a file whose content is meant,
    ``place`` a folder of the client's own (``workspaceFolder`` …), ``own`` something only the client knows, such as
    an answer it asks for or a secret in its keyring. `undefined_env` replaces `undefined` inside the env block;
    with `own_env` the values of that block are looked up before the environment.
    """

    pattern: re.Pattern[str]
    undefined: Undefined = "missing"
    fields: frozenset[str] = FIELDS
    undefined_env: Undefined | None = None
    own_env: bool = False

    @property
    def has_default(self) -> bool:
        """Whether the client lets people write a default."""
        return "default" in self.pattern.groupindex


_NAME = "[A-Za-z_][A-Za-z0-9_]*"
_DEFAULT = "(?::-(?P<default>[^}]*))?"
_PLACES = "userHome|workspaceFolderBasename|workspaceFolder|pathSeparator|/"

RULES: Mapping[Expansion, ExpansionRule | None] = MappingProxyType(
    {
        # Claude Desktop, Codex, Cline, Zed, LM Studio document none; Foundry has none.
        "none": None,
        # Claude Code, documented: ${VAR} and ${VAR:-default} in command, args, env, url, headers.
        "braces": ExpansionRule(re.compile(rf"\$\{{(?P<env>{_NAME}){_DEFAULT}\}}")),
        # Cursor's table of interpolations; an unset variable is not described.
        "cursor": ExpansionRule(re.compile(rf"\$\{{env:(?P<env>[^}}]+)\}}|\$\{{(?P<place>{_PLACES})\}}")),
        # VS Code's variable resolver: an unset ${env:X} is an empty text, ${input:x} is asked for and kept as a secret.
        "vscode": ExpansionRule(
            re.compile(
                rf"\$\{{env:(?P<env>[^}}]+)\}}|\$\{{(?P<place>{_PLACES}|cwd)\}}"
                r"|\$\{(?P<own>(?:input|command|config):[^}]+|[A-Za-z]+)\}"
            ),
            undefined="empty",
        ),
        # Gemini CLI's envVarResolver.ts over the whole file keeps what it cannot fill; the env block is filled again.
        "gemini": ExpansionRule(
            re.compile(rf"\$(?P<bare>\w+)|\$\{{(?P<env>[^}}:]+){_DEFAULT}\}}"),
            undefined="keep",
            undefined_env="empty",
        ),
        "windsurf": ExpansionRule(re.compile(r"\$\{env:(?P<env>[^}]+)\}|\$\{file:(?P<file>[^}]+)\}")),
        # Roo Code's src/utils/config.ts: every text of the entry; what has no value stays.
        "roo": ExpansionRule(re.compile(r"\$\{env:(?P<env>\w+)\}|\$\{(?P<place>workspaceFolder)\}"), undefined="keep"),
        # Goose fills header values of remote extensions from the extension's own variables.
        "goose": ExpansionRule(
            re.compile(rf"\$(?P<bare>{_NAME})|\$\{{\s*(?P<env>{_NAME})\s*\}}"),
            undefined="keep",
            fields=frozenset({"headers"}),
            own_env=True,
        ),
        "continue": ExpansionRule(re.compile(r"\$\{\{\s*(?:secrets|inputs)\.(?P<env>[\w.-]+)\s*\}\}")),
        # opencode's config loader: process.env[X] || "", files relative to the configuration.
        "opencode": ExpansionRule(re.compile(r"\{env:(?P<env>[^}]+)\}|\{file:(?P<file>[^}]+)\}"), undefined="empty"),
        # Kiro fills in only names its owner approved, and leaves the others standing.
        "kiro": ExpansionRule(
            re.compile(rf"\$\{{(?P<env>{_NAME})\}}"), undefined="keep", fields=frozenset({"env", "headers", "url"})
        ),
        "copilot": ExpansionRule(
            re.compile(rf"\$(?P<bare>{_NAME})|\$\{{(?P<env>{_NAME}){_DEFAULT}\}}"),
            fields=frozenset({"command", "args", "env", "headers"}),
        ),
        # x-code-cli's documentation: an unset variable marks the server as failed.
        "x-code": ExpansionRule(re.compile(rf"\$\{{(?:env:)?(?P<env>{_NAME})\}}")),
        "mcpproxy": ExpansionRule(re.compile(r"\$\{env:(?P<env>[^}]+)\}|\$\{(?P<own>keyring:[^}]+)\}")),
    }
)
"""The rule of every kind of file; None where nothing is filled in."""
