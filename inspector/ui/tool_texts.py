"""The history of a tool in words: what its server changed, and what was edited here."""

from __future__ import annotations

from textual.content import Content

from inspector.ui.text import content
from inspector.workspace.tool_history import ToolHistory


def history_text(history: ToolHistory) -> Content:
    """Return what its server changed, and what was edited here."""
    lines = [content(history.verdict, "$heading")]
    if history.relisted:
        lines.append(content("Its server changed it since connecting.", "$warning"))
    lines += [content(line, _colour(line)) for line in history.lines.splitlines()]
    if history.edits:
        lines += [Content(""), content("Edited in this sitting:", "$heading")]
        lines += [content(f"  {label}") for label in history.edits]
    return Content("\n").join(lines)


def _colour(line: str) -> str:
    return {"+": "$diff-added", "-": "$diff-removed", "@": "$diff-place"}.get(line[:1], "$muted")
