"""The developer message in which Codex tells what is deferred: a line a server, no tool by name.

Measured on 0.171.0, where models search and in code mode (tools are called from code, and no definition is sent).
"""

from __future__ import annotations

from collections.abc import Iterable

from inspector.catalog import Catalog, Server
from inspector.hosts.codex.naming import split_name
from inspector.hosts.protocol import HostText, Placement

CODE_MODE = (
    *("gpt-5.6-sol", "gpt-5.6-terra", "gpt-5.6-luna"),
    *("gpt-6-sol", "gpt-6-astra", "gpt-6-luna", "gpt-6.1-sol", "gpt-6.1-terra", "gpt-6.2-sol", "gpt-6.2-astra"),
)
"""The models that run in code mode: those of this kind that the client's own catalog names."""

LONGEST_WORDS = 250
"""Characters of a server's words; longer ones are cut to this length, three dots included."""

_OWN = "- multi_agent_v1: Tools for spawning and managing sub-agents."


def message(catalog: Catalog, deferred: Iterable[Placement], *, own: bool) -> HostText:
    """Return the message for the `deferred` tools; `own` adds the line of the client's own tools."""
    servers: dict[str, Server | None] = {}
    for each in deferred:
        tool = catalog.by_id[each.tool]
        servers[split_name(tool, each.name)[0]] = catalog.server(tool.server)
    lines = [f"- {name}{_words(servers[name])}" for name in sorted(servers)]
    return HostText(
        "deferred-namespaces",
        "Developer message with deferred namespaces",
        "\n".join(["<tools>", "Deferred tool namespaces:", *lines, *([_OWN] if own else []), "</tools>"]),
        "measured on 0.171.0",
        every_turn=True,
    )


def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of servers in a message, without their dash; none where `text` is none."""
    if "<tools>\nDeferred tool namespaces:\n" not in text:
        return ()
    body = text.partition("Deferred tool namespaces:\n")[2].partition("\n</tools>")[0]
    return tuple(line.removeprefix("- ") for line in body.split("\n"))


def _words(server: Server | None) -> str:
    instructions = (server.instructions if server is not None else None) or ""
    words = next((line.strip() for line in instructions.splitlines() if line.strip()), "")
    if len(words) > LONGEST_WORDS:
        words = f"{words[: LONGEST_WORDS - 3]}..."
    return f": {words}" if words else ""
