"""Errors meant for the person at the keyboard: what happened, where, and what to do about it."""

from __future__ import annotations


class InspectorError(Exception):
    """A mistake or failure that a person can act on; shown as one line, never as a traceback.

    `message` says what happened and where, `hint` says what to do next (may be empty).
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(InspectorError):
    """The request itself is wrong: unknown host, tool, option value, or nothing to inspect (exit code 2)."""


class ServerError(InspectorError):
    """A server that was needed could not be reached or listed (exit code 3)."""


class FileError(InspectorError):
    """A file could not be read, understood or written (exit code 4)."""


def nearest(word: str, known: list[str], count: int = 3) -> str:
    """Return a sentence fragment naming the known words closest to `word`, or all when few, for hints."""
    from difflib import get_close_matches

    close = get_close_matches(word, known, n=count, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join(close) + "?"
    if not known:
        return "none is known here"
    shown = ", ".join(known[:12])
    return f"known: {shown}" + (f" … ({len(known)} in all)" if len(known) > 12 else "")
