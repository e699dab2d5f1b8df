"""The coded warnings of exports: what a target cannot express, and for which tools."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Code = Literal[
    "PIN_SERVER_ONLY",
    "PIN_DROPPED",
    "PIN_SEARCH_ONLY",
    "WORDS_DROPPED",
    "WORDS_VISIBLE",
    "WORDS_UNDOCUMENTED",
    "DEFER_GLOBAL",
    "HIDE_SOFT",
    "HIDE_DROPPED",
    "DESC_DROPPED",
    "RENAME_DROPPED",
    "STDIO_DROPPED",
    "HEADERS_DROPPED",
    "HEADERS_HELPER",
    "SETTING_DROPPED",
    "SSE_UNSUPPORTED",
    "SECRET_INLINE",
    "LIST_TOO_LONG",
    "NAME_CHANGED",
    "UNKNOWN_TOOL",
    "UNKNOWN_SERVER",
    "NOT_LISTED",
    "TOOL_REFUSED",
    "NO_SEARCH_SWITCH",
    "STAR_PIN",
]
"""Stable codes; tools and scripts may rely on them."""


@dataclass(frozen=True, slots=True)
class ExportWarning:
    """One loss or doubt: its code, one sentence, and the tools (``server/tool``) or servers it concerns."""

    code: Code
    message: str
    tools: tuple[str, ...] = ()
