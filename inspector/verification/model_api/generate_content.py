"""The Gemini API as Gemini CLI uses it: ``generateContent``, streamed or not, and ``countTokens``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.verification.model_api.dialect import Kind, Reply, Request, Turn, event_stream, json_reply

_USAGE = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}


class GenerateContentApi:
    """See `Dialect`."""

    def kind(self, request: Request) -> Kind:
        """See `Dialect.kind`."""
        action = request.path.rpartition(":")[2]
        if request.method != "POST":
            return "other"
        if action == "countTokens":
            return "count"
        if action not in ("generateContent", "streamGenerateContent"):
            return "other"
        return "turn" if request.body.get("tools") else "side"

    def turn(self, request: Request, calls: Turn, number: int) -> Reply:
        """See `Dialect.turn`."""
        parts: list[dict[str, Any]] = [
            {"functionCall": {"id": call.id, "name": call.name, "args": dict(call.arguments)}} for call in calls
        ] or [{"text": "done"}]
        candidate = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
        value = {"candidates": [candidate], "usageMetadata": _USAGE}
        return event_stream([("", value)]) if request.path.endswith(":streamGenerateContent") else json_reply(value)

    def count(self, tokens: int) -> Reply:
        """See `Dialect.count`."""
        return json_reply({"totalTokens": tokens})

    def counted(self, request: Request) -> Sequence[Any]:
        """See `Dialect.counted`."""
        tools = request.body.get("tools")
        return [each for group in tools for each in group.get("functionDeclarations", ())] if tools else []
