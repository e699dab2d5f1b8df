"""The two tools the optimizer shows, and its answers. Only sentences are ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from inspector.catalog import compact_json

TEXT_IDS = ("find_tool", "call_tool")


def meta_tools(own: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the definitions of ``find_tool`` and ``call_tool``."""
    return [
        {
            "name": "find_tool",
            "description": own.get("find_tool") or "Finds tools for a task: describe it, and name keywords if you can.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "tool_description": {"type": "string", "description": "The task a tool is needed for"},
                    "tool_keywords": {
                        "type": "array",
                        "items": {"type": "string"},
                        "description": "Words to look for; they take the place of the description",
                    },
                },
                "required": ["tool_description"],
            },
        },
        {
            "name": "call_tool",
            "description": own.get("call_tool") or "Calls a tool that find_tool found.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "tool_name": {"type": "string", "description": "Name of the tool"},
                    "parameters": {"type": "object", "description": "Its arguments"},
                },
                "required": ["tool_name", "parameters"],
            },
        },
    ]


def answer(found: list[Any], everything: Callable[[], list[Any]]) -> str:
    """Return the JSON of an answer: the tools, and the token metrics the product adds (JSON bytes ÷ 4)."""
    baseline = sum(_tokens(tool) for tool in everything())
    returned = sum(_tokens(tool) for tool in found)
    saved = 100 * (baseline - returned) / baseline if baseline else 0.0
    metrics = {"baseline_tokens": baseline, "returned_tokens": returned, "savings_percent": round(saved, 2)}
    return compact_json({"tools": found, "token_metrics": metrics})


def _tokens(tool: Any) -> int:
    return len(compact_json(tool).encode("utf-8", "replace")) // 4
