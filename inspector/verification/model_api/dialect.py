"""What a protocol of a model API has to answer, and the script it plays."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Kind = Literal["turn", "side", "count", "other"]
"""A request for the next turn of the conversation, one beside it (a title, a check), a token count, anything else."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the scripted model makes: `id` is unique in the run, `name` the client's own tool."""

    id: str
    name: str
    arguments: Mapping[str, Any]


Turn = tuple[ToolCall, ...]
"""The calls of one answer of the model; none ends the conversation."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it came: the method, the path without its query, and the JSON body ({} where there is none)."""

    method: str
    path: str
    body: Mapping[str, Any]

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The objects of the request's tools array, empty where it has none."""
        found = self.body.get("tools")
        return [tool for tool in found if isinstance(tool, dict)] if isinstance(found, list) else []


@dataclass(frozen=True, slots=True)
class Reply:
    """What goes back: the status, the content type and the body."""

    status: int
    content_type: str
    body: bytes


class Dialect(Protocol):
    """One protocol: which requests it has, and how a turn is written in it."""

    def kind(self, request: Request) -> Kind:
        """Return what is asked for."""
        ...

    def turn(self, request: Request, calls: Turn, number: int) -> Reply:
        """Return the answer that makes `calls`, or ends the conversation where there are none."""
        ...

    def count(self, tokens: int) -> Reply:
        """Return the answer to a token count."""
        ...

    def counted(self, request: Request) -> Sequence[Any]:
        """Return the tool definitions whose tokens a count asks for."""
        ...


def json_reply(value: Any, status: int = 200) -> Reply:
    """Return `value` as a JSON answer."""
    return Reply(status, "application/json", json.dumps(value).encode())


def event_stream(events: Sequence[tuple[str, Any]]) -> Reply:
    """Return server-sent events; an empty event name leaves the ``event:`` line out."""
    text = "".join((f"event: {name}\n" if name else "") + f"data: {json.dumps(data)}\n\n" for name, data in events)
    return Reply(200, "text/event-stream", text.encode())


NOT_FOUND = json_reply({"error": {"type": "not_found_error", "message": "not served here"}}, 404)
"""The answer to what no script needs."""

Counting = Callable[[str], int]
"""Tokens of a text."""
