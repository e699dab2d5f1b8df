"""Codex CLI's session files: ``~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl``.

A line is ``{"timestamp", "type", "payload"}``; calls of the model are ``response_item`` with a ``function_call``
(namespace and name, or both in one name), and ends of MCP calls are events that tell raw server and tool.
"""

from __future__ import annotations

from typing import Any

from inspector.usage.calls import ToolCall, Transcript
from inspector.usage.json_lines import objects, text_of

FOLDER = "~/.codex/sessions"
PATTERN = "**/*.jsonl"


def read(text: str, name: str) -> Transcript:
    """Return the calls of one session; `name` stands for it where the file tells no id."""
    conversation = name
    calls: dict[str, ToolCall] = {}
    turns = damaged = 0
    for number, line in enumerate(objects(text)):
        if line is None:
            damaged += 1
            continue
        payload = line.get("payload")
        # Older files have no envelope: the item itself stands on the line.
        item = payload if isinstance(payload, dict) else line
        kind = text_of(item.get("type")) if isinstance(payload, dict) else text_of(line.get("type"))
        if text_of(line.get("type")) == "session_meta" or ("id" in line and "instructions" in line):
            conversation = text_of(item.get("id")) or conversation
        elif kind in ("function_call", "custom_tool_call") or (kind == "message" and item.get("role") == "assistant"):
            turns += kind == "message"
            call = _call(item, text_of(line.get("timestamp"))) if kind != "message" else None
            if call is not None:
                key = text_of(item.get("call_id")) or f"line {number}"
                calls[key] = _merged(calls.get(key), call)
        elif kind in ("mcp_tool_call_end", "mcp_tool_call_begin"):
            call = _invoked(item, text_of(line.get("timestamp")))
            if call is not None:
                key = text_of(item.get("call_id")) or f"line {number}"
                calls[key] = _merged(calls.get(key), call)
    found = tuple(ToolCall(call.name, conversation, call.time, call.server, call.tool) for call in calls.values())
    # A model turn ends in a message or in a call.
    return Transcript(found, {conversation: turns + len(found)} if turns or found else {}, damaged)


def _call(item: dict[str, Any], time: str) -> ToolCall | None:
    name = text_of(item.get("name"))
    if not name:
        return None
    namespace = text_of(item.get("namespace"))
    return ToolCall(f"{namespace}__{name}" if namespace else name, "", time)


def _invoked(item: dict[str, Any], time: str) -> ToolCall | None:
    invocation = item.get("invocation")
    if not isinstance(invocation, dict):
        return None
    server, tool = text_of(invocation.get("server")), text_of(invocation.get("tool"))
    return ToolCall(f"{server}/{tool}", "", time, server, tool) if server and tool else None


def _merged(known: ToolCall | None, new: ToolCall) -> ToolCall:
    """The same call, told by the model's item and by the event: raw names win, the first time stays."""
    if known is None:
        return new
    told = new if new.server is not None else known
    return ToolCall(told.name, "", known.time or new.time, told.server, told.tool)
