"""The rules of ToolHive's optimizer in words, for its card."""

from __future__ import annotations

from inspector.hosts.protocol import About, Rule
from inspector.hosts.toolhive.match_text import DROPPED

VERSION = "source e25de16"
DEFAULT_LIMIT, MAXIMUM_LIMIT = 8, 50


def _rule(about: About, text: str) -> Rule:
    return Rule(about, text, "documented", VERSION)


RULES = (
    _rule("names", "<server>_<tool>, the virtual server's prefix against conflicts"),
    _rule("refusals", "none; another tool of the same name in the virtual server would be a conflict"),
    _rule("definitions", "the item of tools/list: name, description, inputSchema"),
    _rule("searched text", "name and description; parameters are not searched"),
    _rule(
        "ranking",
        "SQLite FTS5 bm25 (k1 1.2, b 0.75) over Porter stems, any word enough; “_” separates, a word with it is a "
        f"phrase; {len(DROPPED)} words are deleted from queries, such as table, data, key; a word in half the tools or "
        "more counts almost nothing. With an embedding service half of the results come from vectors first, which is "
        "not imitated here",
    ),
    _rule(
        "results",
        f"{DEFAULT_LIMIT} unless maxToolsToReturn says otherwise, at most {MAXIMUM_LIMIT}; ties in no stated order",
    ),
    _rule("deferral", "with the optimizer every tool is behind find_tool; there is no threshold and no pin"),
    _rule("prompt", "no list of names: find_tool and call_tool only"),
)
"""What its source says; the numbers come from SQLite itself."""
