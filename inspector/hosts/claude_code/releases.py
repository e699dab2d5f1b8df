"""The releases of Claude Code that were measured, and where they differ; both rank alike."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Release:
    """One measured release. `description_limit` is in characters; `name_limit` drops longer full names (None: none).

    `flattens` tells whether combinators at the top of an input schema are flattened; else the tool is dropped.
    `refuses_boolean_properties` makes a property schema of true or false cost the whole server.
    """

    id: str
    version: str
    description_limit: int
    name_limit: int | None
    flattens: bool
    refuses_boolean_properties: bool
    builtins: tuple[str, ...]
    gates_claude_3: bool


_COMMON = (
    *("CronCreate", "CronDelete", "CronList", "EnterWorktree", "ExitWorktree", "NotebookEdit", "SendMessage"),
    *("TaskCreate", "TaskGet", "TaskList", "TaskStop", "TaskUpdate", "WebFetch", "WebSearch"),
)

NEWEST = Release(
    id="claude-code",
    version="2.1.332",
    description_limit=4096,
    name_limit=128,
    flattens=True,
    refuses_boolean_properties=False,
    builtins=(*_COMMON, "Monitor"),
    gates_claude_3=True,
)

OLDER = Release(
    id="claude-code@2.1.197",
    version="2.1.197",
    description_limit=2048,
    name_limit=None,
    flattens=False,
    refuses_boolean_properties=True,
    builtins=(*_COMMON, "ScheduleWakeup", "TaskOutput"),
    gates_claude_3=False,
)

RELEASES = (NEWEST, OLDER)
