"""The Messages API as Claude Code uses it: turns, streamed or not, and ``count_tokens``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from inspector.verification.model_api.dialect import Kind, Reply, Request, Turn, event_stream, json_reply

_USAGE = {"input_tokens": 1, "output_tokens": 1, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}


class MessagesApi:
    """See `Dialect`."""

    def kind(self, request: Request) -> Kind:
        """A request without tools is one beside the conversation: a title, a check of the key."""
        if request.method != "POST":
            return "other"
        if request.path.endswith("/count_tokens"):
            return "count"
        if not request.path.endswith("/messages"):
            return "other"
        return "turn" if request.body.get("tools") else "side"

    def turn(self, request: Request, calls: Turn, number: int) -> Reply:
        """Every answer has an id of its own: the client merges answers of the same id."""
        blocks: list[dict[str, Any]] = [
            {"type": "tool_use", "id": call.id, "name": call.name, "input": dict(call.arguments)} for call in calls
        ] or [{"type": "text", "text": "done"}]
        message = {
            "id": f"msg_tsi_{number:06d}",
            "type": "message",
            "role": "assistant",
            "model": request.body.get("model", ""),
            "content": blocks,
            "stop_reason": "tool_use" if calls else "end_turn",
            "stop_sequence": None,
            "usage": _USAGE,
        }
        return event_stream(list(_events(message))) if request.body.get("stream") else json_reply(message)

    def count(self, tokens: int) -> Reply:
        """See `Dialect.count`."""
        return json_reply({"input_tokens": tokens})

    def counted(self, request: Request) -> Sequence[Any]:
        """See `Dialect.counted`."""
        tools = request.body.get("tools")
        return tools if isinstance(tools, list) else []


def _events(message: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    begun = {**message, "content": [], "stop_reason": None}
    yield "message_start", {"type": "message_start", "message": begun}
    for place, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield "content_block_start", {"type": "content_block_start", "index": place, "content_block": empty}
        yield "content_block_delta", {"type": "content_block_delta", "index": place, "delta": delta}
        yield "content_block_stop", {"type": "content_block_stop", "index": place}
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield "message_delta", {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 1}}
    yield "message_stop", {"type": "message_stop"}
