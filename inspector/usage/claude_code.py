"""Claude Code's transcripts: ``~/.claude/projects/<project>/<session>.jsonl``.

A line of type ``assistant`` holds a message of the API; its content has ``tool_use`` blocks with an id. One message
is written in several lines while it streams, and a resumed session repeats earlier lines: ids are counted once.
"""

from __future__ import annotations

from typing import Any

from inspector.usage.calls import ToolCall, Transcript
from inspector.usage.json_lines import objects, text_of

FOLDER = "~/.claude/projects"
PATTERN = "**/*.jsonl"


def read(text: str, name: str) -> Transcript:
    """Return the calls of one transcript; `name` stands for the conversation where lines tell no session."""
    calls: dict[str, ToolCall] = {}
    messages: dict[str, set[str]] = {}
    damaged = 0
    for number, line in enumerate(objects(text)):
        if line is None:
            damaged += 1
            continue
        message = line.get("message")
        if line.get("type") != "assistant" or not isinstance(message, dict):
            continue
        conversation = text_of(line.get("sessionId")) or name
        messages.setdefault(conversation, set()).add(text_of(message.get("id")) or f"line {number}")
        for at, block in enumerate(_blocks(message)):
            called = text_of(block.get("name"))
            if block.get("type") == "tool_use" and called:
                key = text_of(block.get("id")) or f"line {number}, block {at}"
                calls.setdefault(key, ToolCall(called, conversation, text_of(line.get("timestamp"))))
    turns = {conversation: len(ids) for conversation, ids in messages.items()}
    return Transcript(tuple(calls.values()), turns, damaged)


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message.get("content")
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
