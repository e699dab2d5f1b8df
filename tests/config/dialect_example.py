"""What an example of a dialect is, and how the tables write down what it means."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from inspector.config import ServerSpec, ToolRules

SECRET = "canary-8f41-value"
"""A secret written into the examples: it may appear nowhere but in the values of specs."""


@dataclass(frozen=True)
class Example:
    """A file of one client. `place` is where it usually stands, `servers` what it means by field of `ServerSpec`.

    `sniffed` tells that the content alone gives the client away. `opening` is the text after which a server can be
    added; `broken` is a damaged one.
    """

    client: str
    place: str
    text: str
    servers: tuple[dict[str, Any], ...]
    opening: str = '"mcpServers": {'
    broken: str = '"broken": {"command": "uvx" "args": []},'
    expansion: str = "none"
    sniffed: bool = True
    directory: str = "."
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    id: str = field(default="")


def stdio(name: str = "notes", **more: Any) -> dict[str, Any]:
    """The fields of the usual child process."""
    return {"name": name, "transport": "stdio", "command": "uvx", "args": ("notes-mcp",), **more}


def remote(name: str = "ledger", **more: Any) -> dict[str, Any]:
    """The fields of the usual remote server."""
    return {"name": name, "transport": "http", "url": "https://ledger.example.test/mcp", **more}


def rules(**more: Any) -> ToolRules:
    """Rules whose source is filled in by the test."""
    return ToolRules(source="SOURCE", **more)


BEARER = "Bearer ${LEDGER_TOKEN}"


def spec_of(example: Example, fields: dict[str, Any], source: str, directory: str) -> ServerSpec:
    """The spec one server of `example` has to become; `raw` is left out of the comparison."""
    rules = fields.get("rules")
    filled = {} if rules is None else {"rules": ToolRules(**{**_fields(rules), "source": source})}
    return ServerSpec(
        **{"source": source, "directory": directory, "client": example.client, "expansion": example.expansion}
        | fields
        | filled
    )


def _fields(rules: ToolRules) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in ToolRules.__dataclass_fields__}
