"""Codex's own deferred tools: they share the index with MCP tools (words measured on 0.171.0 by asking for them).

What is searched of them is a short list of words, not their descriptions. They count in the statistics of every
search, whether or not they are to be shown.
"""

from __future__ import annotations

from inspector.search.bm25 import FieldedDocument
from inspector.search.english import english_tokens

_WORDS = {
    "spawn_agent": "spawn agent subagent sub-agent delegate delegation parallel work worker explorer no-apps fork "
    "model reasoning",
    "send_input": "send message existing agent subagent follow up interrupt redirect queue target",
    "resume_agent": "resume reopen closed agent subagent thread id target",
    "wait_agent": "wait agent subagent status final result complete timeout targets",
    "close_agent": "close shutdown stop agent subagent thread status target",
}


def builtin_documents() -> tuple[FieldedDocument, ...]:
    """Return what the index holds of the five."""
    return tuple(
        FieldedDocument(
            f"built-in/{name}", f"multi_agent_v1__{name}", (("search words", tuple(english_tokens(f"{name} {words}"))),)
        )
        for name, words in _WORDS.items()
    )
