"""Whether a query can find a tool in this host at all, and whether others stand in its way."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.catalog import Tool
from inspector.checks.finding import Checked, Finding

_NUMBERED = re.compile(r"^(?:tool|function|func|action|method|api|endpoint|op)?[_-]?\d+$", re.IGNORECASE)
_VAGUE = re.compile(
    r"^(?:a |the )?(?:tool|function|helper|utility|does stuff|todo|tbd|n/?a|none|test|description)\W*$", re.I
)
_ASKED_WORDS = 6


def findability(checked: Checked) -> Iterator[Finding]:
    """Yield FIND001 to FIND005."""
    texts: dict[str, str] = {}
    for tool in checked.catalog:
        description = tool.description.strip()
        if not description:
            yield Finding(
                "FIND001", "warning", tool.id, "it has no description", "say what it does, in the user's words"
            )
        elif _VAGUE.match(description) or len(description) < len("List x"):
            reason = f"its description says little: “{description[:40]}”"
            yield Finding("FIND002", "warning", tool.id, reason, "say what it does, and with what", "description")
        if _NUMBERED.match(tool.name):
            reason = f"“{tool.name}” says nothing about what it does"
            yield Finding("FIND003", "warning", tool.id, reason, "name it by verb and object", "name")
        key = " ".join(description.lower().split())
        if len(key.split()) > _ASKED_WORDS and key in texts and not _told_apart(tool, texts[key], checked):
            reason = f"its description is that of {texts[key]}: no query tells them apart but by name"
            yield Finding("FIND005", "warning", tool.id, reason, "say what is different", "description")
        texts.setdefault(key, tool.id)
        yield from _unreachable(tool, checked)


def _told_apart(tool: Tool, other: str, checked: Checked) -> bool:
    """Whether the two are the same tool of two servers: then the server's name is the difference."""
    return checked.catalog.by_id[other].server != tool.server


def _unreachable(tool: Tool, checked: Checked) -> Iterator[Finding]:
    """Yield FIND004 where the words of a description in another script match nothing in this host."""
    if tool.description.isascii() or checked.plan.by_tool[tool.id].state not in ("deferred", "loaded"):
        return
    words = [word for word in tool.description.split() if any(c.isalpha() for c in word)][:_ASKED_WORDS]
    if not words or any(word.isascii() for word in words):
        return
    missed = {miss.term.lower() for miss in checked.index().misses(" ".join(words), tool.id)}
    if all(word.lower() in missed for word in words):
        reason = f"no word of its description can be searched for in {checked.host.id}: “{' '.join(words)[:60]}”"
        fix = "add English words to the description or as search words; names work"
        yield Finding("FIND004", "warning", tool.id, reason, fix, "description")
