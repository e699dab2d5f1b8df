"""Tool calls as found in transcripts, and their counts per tool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from inspector.errors import FileError


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call: the name the model used, its conversation, and when (ISO 8601, empty where not told).

    `server` and `tool` are the raw names where the transcript tells them; else the name has to be mapped back.
    `times` counts a summary row that stands for many calls.
    """

    name: str
    conversation: str
    time: str = ""
    server: str | None = None
    tool: str | None = None
    times: int = 1


@dataclass(frozen=True, slots=True)
class Transcript:
    """What one file told: its calls, its conversations with the number of model turns in each, unreadable lines.

    `problems` names what is wrong with lines that people write, as in a CSV; they are among the `damaged` ones.
    """

    calls: tuple[ToolCall, ...]
    turns: Mapping[str, int]
    damaged: int = 0
    problems: tuple[FileError, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolUse:
    """How often a tool was called, in how many conversations, and when last (empty: not told)."""

    tool: str
    calls: int
    conversations: int
    last: str


@dataclass(frozen=True, slots=True)
class Usage:
    """The uses of every tool of a catalog that was used, most used first; names that no tool has, with their calls.

    `conversations` and `turns` count all that was read, with and without tool calls.
    """

    tools: tuple[ToolUse, ...]
    unknown: tuple[tuple[str, int], ...]
    conversations: int
    turns: int

    @property
    def turns_per_conversation(self) -> float | None:
        """Model turns of the average conversation; None where the files tell none."""
        return self.turns / self.conversations if self.conversations and self.turns else None


def tally(transcripts: Iterable[Transcript], ids: Iterable[str], names: Mapping[str, str]) -> Usage:
    """Count the calls of `transcripts` per tool id; `names` maps the names models see to ids.

    A call that tells its raw server and tool counts for ``server/tool`` if there is one, else its name is looked
    up. What matches no tool (built-ins of the client, servers that are gone) is counted as unknown.
    """
    known = set(ids)
    found: dict[str, list[ToolCall]] = {}
    unknown: dict[str, int] = {}
    turns: dict[str, int] = {}
    for transcript in transcripts:
        for conversation, count in transcript.turns.items():
            turns[conversation] = turns.get(conversation, 0) + count
        for call in transcript.calls:
            turns.setdefault(call.conversation, 0)
            key = f"{call.server}/{call.tool}"
            tool = key if key in known else names.get(call.name, call.name if call.name in known else None)
            if tool is None:
                unknown[call.name] = unknown.get(call.name, 0) + call.times
            else:
                found.setdefault(tool, []).append(call)
    uses = [
        ToolUse(
            tool,
            sum(call.times for call in calls),
            len({call.conversation for call in calls}),
            max(call.time for call in calls),
        )
        for tool, calls in found.items()
    ]
    return Usage(
        tuple(sorted(uses, key=lambda use: (-use.calls, use.tool))),
        tuple(sorted(unknown.items(), key=lambda item: (-item[1], item[0]))),
        len(turns),
        sum(turns.values()),
    )
