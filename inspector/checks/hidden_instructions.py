"""Instructions to the model that the person is not meant to see, and markup that plays the conversation's own.

The patterns are about what is said to be kept from the person, what overrides other instructions, and which secrets
are asked for. A tool that merely says when to use it, however loudly, is not among them.
"""

from __future__ import annotations

import re

_PEOPLE = ("user", "human", "person", "customer", "operator")
_PERSON = r"(?:the\s+)?(?:user|human|person|customer|operator)s?"
_RULES = r"(?:instruction|direction|prompt|rule|guideline|message|command)s?"

_DENYING = ("not", "don't", "don’t", "dont", "never", "without")
_Gate = tuple[tuple[str, ...], ...]

PATTERNS: tuple[tuple[str, _Gate, re.Pattern[str]], ...] = tuple(
    (said, gate, re.compile(pattern, re.IGNORECASE | re.DOTALL))
    for said, gate, pattern in (
        (
            "it asks to keep something from the person",
            (_DENYING, ("tell", "mention", "inform", "notif", "reveal", "alert"), _PEOPLE),
            rf"(?:do\s+not|don['’]?t|never|must\s+not|without)\s+(?:\w+\s+){{0,2}}?"
            rf"(?:tell|telling|mention|mentioning|inform|informing|notify|notifying|reveal|revealing|alert|alerting)"
            rf"\s+(?:\w+\s+){{0,6}}?(?:to\s+)?{_PERSON}\b",
        ),
        (
            "it asks to keep something secret from the person",
            (("hide", "conceal", "keep"), ("from",), _PEOPLE),
            rf"\b(?:hide|conceal|keep)\s+(?:this|it|that|these)\s+(?:\w+\s+){{0,2}}?from\s+{_PERSON}\b",
        ),
        (
            "it overrides other instructions",
            (
                ("ignore", "disregard", "forget", "override"),
                ("instruction", "direction", "prompt", "rule", "guideline", "message", "command"),
            ),
            rf"\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|other\s+|these\s+|my\s+)*"
            rf"(?:previous|prior|earlier|above|preceding|other|system|safety)\s+(?:\w+\s+)?{_RULES}\b",
        ),
        (
            "it asks for the model's own instructions",
            (("system prompt",),),
            r"\b(?:reveal|print|output|send|include|repeat|pass|provide)\s+(?:\w+\s+){0,3}?"
            r"(?:your|the\s+(?:full|entire|complete|model['’]?s|assistant['’]?s))\s+system\s+prompt",
        ),
        (
            "it asks for a file with secrets",
            (("/.", "/etc/"),),
            r"\b(?:read|open|load|cat|copy|send|pass|include|attach|upload|fetch|provide|put|give)\b[^.!?\n]{0,60}?"
            r"(?:(?:~|\$HOME|/home/\w+|/root)/\.(?:ssh/(?:id_\w+(?!\w|\.pub)|authorized_keys|config)|aws/credentials|netrc|cursor/mcp\.json|"
            r"claude\.json|gnupg/|kube/config|npmrc|bash_history|zsh_history)|/etc/(?:passwd|shadow)\b)",
        ),
        (
            "it plays a part of the conversation itself",
            (("<", "inst]"),),
            r"</?(?:system[-_]reminder|system[-_]prompt|tool_result|function_results?|function_calls|antml:\w+)>|"
            r"</(?:system|assistant|human|user)>|<(important|hidden|secret|instructions?)>.+?</\1>|"
            r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id)\|>|"
            r"\[/?INST\]|<</?SYS>>",
        ),
        (
            "it asks for the whole conversation",
            (("conversation", "chat"), ("entire", "full", "whole", "complete")),
            r"\b(?:send|pass|include|provide|copy|forward|attach)\s+(?:\w+\s+){0,3}?(?:entire|full|whole|complete)\s+"
            r"(?:conversation|chat)(?:\s+(?:history|log|context))?\b",
        ),
    )
)
"""What is said, texts of which one of each group must occur (quick to ask), and the pattern that finds it."""

MARKUP: tuple[tuple[str, _Gate, re.Pattern[str]], ...] = tuple(
    (said, gate, re.compile(pattern, re.IGNORECASE | re.DOTALL))
    for said, gate, pattern in (
        # A comment that is not closed hides all that follows it.
        ("a comment that no rendering shows", (("<!--",),), r"<!--(?!\s*-->).+?(?:-->|\Z)"),
        (
            "something that a screen would load or run",
            (("<", "!["), ("http", "script")),
            # A description may well speak of <img> or <script>: what counts is one that fetches or holds something.
            r"<(?:script|iframe|img|object|embed)\b[^>]*\b(?:src|data)\s*=\s*\W{0,2}https?://|"
            r"<script\b[^>]*>[^<]+</script>|!\[[^\]]*\]\(https?://",
        ),
    )
)
"""What the markup is, and how it is found, as in `PATTERNS`."""


_WINDOW = 8_000
_OVERLAP = 1_000
"""Longer texts are looked at piece by piece: a text made for it would keep a pattern busy for minutes."""


def instruction(text: str) -> tuple[str, str] | None:
    """Return (what is said, the words) of the first hidden instruction in `text`, or None."""
    return _first(PATTERNS, text)


def markup(text: str) -> tuple[str, str] | None:
    """Return (what it is, the markup) of the first suspicious markup in `text`, or None."""
    return _first(MARKUP, text)


def _first(patterns: tuple[tuple[str, _Gate, re.Pattern[str]], ...], text: str) -> tuple[str, str] | None:
    lowered = text.lower()
    for said, gate, pattern in patterns:
        if all(any(each in lowered for each in group) for group in gate):
            for start in range(0, max(1, len(text) - _OVERLAP), _WINDOW - _OVERLAP):
                found = pattern.search(text, start, start + _WINDOW)
                if found is not None:
                    return said, found.group()
    return None
