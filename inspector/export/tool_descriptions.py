"""Descriptions with search words in them, for targets that can replace a description but have no search text."""

from __future__ import annotations

from inspector.export.tool_decisions import ToolDecisions
from inspector.tuning.search_words import described_with


def described(tools: ToolDecisions) -> dict[str, dict[str, str]]:
    """Return the new description of every listed tool that has search words, by name; nothing else is replaced."""
    known = {name: words for name, words in tools.worded.items() if name in tools.tools}
    return {
        name: {"description": described_with(tools.tools[name].description, words)} for name, words in known.items()
    }
