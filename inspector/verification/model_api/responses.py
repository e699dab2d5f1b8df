"""The Responses API as Codex uses it: streamed turns with calls of its client-executed tool search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.verification.model_api.dialect import NOT_FOUND, Kind, Reply, Request, Turn, event_stream

_USAGE = {
    "input_tokens": 1,
    "input_tokens_details": None,
    "output_tokens": 1,
    "output_tokens_details": None,
    "total_tokens": 2,
}


class ResponsesApi:
    """See `Dialect`. Every call is a ``tool_search_call``: the scripted model knows no other tool."""

    def kind(self, request: Request) -> Kind:
        """See `Dialect.kind`: in code mode a turn has no tools, and nothing is asked beside the conversation."""
        return "turn" if request.method == "POST" and request.path.endswith("/responses") else "other"

    def turn(self, request: Request, calls: Turn, number: int) -> Reply:
        """See `Dialect.turn`."""
        items: list[dict[str, Any]] = [
            {
                "type": "tool_search_call",
                "call_id": call.id,
                "execution": "client",
                "status": "completed",
                "arguments": dict(call.arguments),
            }
            for call in calls
        ]
        if not items:
            said = [{"type": "output_text", "text": "done"}]
            items = [{"type": "message", "role": "assistant", "id": f"msg_tsi_{number:06d}", "content": said}]
        identity = f"resp_tsi_{number:06d}"
        events: list[tuple[str, Any]] = [
            ("response.created", {"type": "response.created", "response": {"id": identity}}),
            *(
                (
                    "response.output_item.done",
                    {"type": "response.output_item.done", "output_index": place, "item": item},
                )
                for place, item in enumerate(items)
            ),
            (
                "response.completed",
                {"type": "response.completed", "response": {"id": identity, "usage": _USAGE}},
            ),
        ]
        return event_stream(events)

    def count(self, tokens: int) -> Reply:
        """The client asks for no count."""
        return NOT_FOUND

    def counted(self, request: Request) -> Sequence[Any]:
        """The client asks for no count."""
        return ()
