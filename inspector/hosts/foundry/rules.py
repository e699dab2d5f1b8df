"""The rules of the Foundry toolbox in words, for its card."""

from __future__ import annotations

from inspector.hosts.foundry.search import DEFAULT_LIMIT, MAXIMUM_LIMIT
from inspector.hosts.protocol import Rule

_LEARN = "Microsoft Learn, “Tool search in a toolbox”, 2026-07"
_STANDIN = "rank_bm25's defaults stand in for what is not published"

RULES = (
    Rule("names", "<server_label>.<tool>", "documented", _LEARN),
    Rule("refusals", "none documented", "documented", _LEARN),
    Rule("definitions", "the item of tools/list: name, description, inputSchema", "documented", _LEARN),
    Rule("searched text", "name, description, parameters, additional_search_text", "documented", _LEARN),
    Rule("ranking", "BM25 (k1 1.5, b 0.75); names cut at _ - . and camelCase; no stems", "approximated", _STANDIN),
    Rule("results", f"{DEFAULT_LIMIT} by default, at most {MAXIMUM_LIMIT}", "documented", _LEARN),
    Rule(
        "deferral",
        "with toolbox_search every tool that is not pinned is hidden from tools/list; much-used tools are pinned "
        "automatically per user, which is not predicted here",
        "documented",
        _LEARN,
    ),
    Rule(
        "prompt",
        "no list of names: the meta-tools tool_search and call_tool, and pinned tools",
        "documented",
        _LEARN,
    ),
)
"""What the service documents, and what stands in where it does not."""
