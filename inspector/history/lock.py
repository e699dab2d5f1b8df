"""A lock: the tools a person approved, by digest. What differs from it later was changed without being seen.

The file is JSON with sorted keys, one tool a line, so that a change of it reads well in version control.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from inspector.catalog import Catalog, text_digest
from inspector.errors import FileError

FORMAT = 1
DEFAULT_NAME = "tools.lock.json"


@dataclass(frozen=True, slots=True)
class Lock:
    """The digest of every approved tool by id, and of every server's instructions by name."""

    tools: Mapping[str, str]
    instructions: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that is not as approved: a tool by id, or a server's instructions by the server's name."""

    kind: Literal["changed", "added", "removed", "instructions changed"]
    subject: str


def lock_of(catalog: Catalog) -> Lock:
    """Return the lock that approves `catalog` as it is."""
    return Lock(
        {tool.id: tool.digest for tool in catalog},
        {server.name: text_digest(server.instructions or "") for server in catalog.servers},
    )


def keeping(earlier: Lock, now: Lock, unlisted: tuple[str, ...]) -> Lock:
    """Return `now` with what `earlier` approved of servers that are `unlisted` and that `now` does not say."""
    within = tuple(f"{name}/" for name in unlisted)
    tools = {tool: known for tool, known in earlier.tools.items() if tool.startswith(within)}
    instructions = {server: known for server, known in earlier.instructions.items() if server in unlisted}
    return Lock(tools | dict(now.tools), instructions | dict(now.instructions))


def violations(lock: Lock, catalog: Catalog, unlisted: tuple[str, ...] = ()) -> tuple[Violation, ...]:
    """Return what differs from `lock`, changed definitions first; servers that could not be listed are left out."""
    now = lock_of(catalog)
    skipped = tuple(f"{name}/" for name in unlisted)
    changed = [Violation("changed", tool) for tool, known in lock.tools.items() if now.tools.get(tool, known) != known]
    instructions = [
        Violation("instructions changed", server)
        for server, known in lock.instructions.items()
        if now.instructions.get(server, known) != known
    ]
    added = [Violation("added", tool) for tool in now.tools if tool not in lock.tools]
    removed = [
        Violation("removed", tool) for tool in lock.tools if tool not in now.tools and not tool.startswith(skipped)
    ]
    return (*changed, *instructions, *added, *removed)


def render_lock(lock: Lock) -> str:
    """Return the file's text."""
    document = {
        "format": FORMAT,
        "instructions": dict(sorted(lock.instructions.items())),
        "tools": dict(sorted(lock.tools.items())),
    }
    return json.dumps(document, indent=1) + "\n"


def read_lock(text: str, name: str) -> Lock:
    """Return the lock in `text`; raise `FileError` naming the file where it is none."""
    hint = "tsi snapshot --lock FILE writes one"
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{name} is no lock: {error}", hint) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FileError(f"{name} is no lock of format {FORMAT}", hint)
    tools, instructions = document.get("tools"), document.get("instructions", {})
    for part in (tools, instructions):
        if not isinstance(part, dict) or not all(isinstance(value, str) for value in part.values()):
            raise FileError(f"{name} is no lock: “tools” and “instructions” hold digests by name", hint)
    return Lock(dict(tools or {}), dict(instructions))
