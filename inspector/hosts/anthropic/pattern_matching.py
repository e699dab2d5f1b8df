"""Python patterns as a search service runs them: refused when malformed or too long, stopped when too slow."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable
from typing import Any

from inspector.hosts.anthropic.editions import Edition

_SECONDS = 0.5
_FEW = 2
_REPEATS = re.compile(r"(?<![\\(])[*+?{]")
_REPEATED_GROUP = re.compile(r"(?<!\\)\)[*+?{]")
# What the module regex reads as its own syntax and re does not: such patterns stay with re.
_READ_DIFFERENTLY = re.compile(r"\[\[:|\{[^{}\d,][^{}]*\}")


class SearchError(Exception):
    """A search the API answers with an error block: its `code` and a `message`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


def check_length(edition: Edition, query: str) -> None:
    """Raise `SearchError` where `query` is longer than the search tool takes."""
    if len(query) > edition.longest:
        what = "pattern" if edition.uses_patterns else "query"
        raise SearchError(edition.too_long, f"{what} of {len(query)} characters, at most {edition.longest} are taken")


def matcher(edition: Edition, pattern: str) -> Callable[[str], Any]:
    """Return the function that searches a text for `pattern` and gives the match or None.

    Raises `SearchError`, as the function does when its time is over: all its calls together have half a second.
    A pattern with several repeats, or with a repeated group, runs in the module regex, which can be stopped.
    """
    check_length(edition, pattern)
    flags = re.IGNORECASE if edition.ignores_case else 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compiled = re.compile(pattern, flags)
        except (re.error, OverflowError, RecursionError) as error:
            raise SearchError(edition.invalid, f"Invalid regular expression pattern: {error}") from None
        if not _may_be_slow(pattern) or _READ_DIFFERENTLY.search(pattern):
            return compiled.search
        return _stoppable(edition, pattern, ignore_case=edition.ignores_case) or compiled.search


def _may_be_slow(pattern: str) -> bool:
    branches = [pattern] if "(" in pattern else pattern.split("|")
    return _REPEATED_GROUP.search(pattern) is not None or any(len(_REPEATS.findall(each)) >= _FEW for each in branches)


def _stoppable(edition: Edition, pattern: str, *, ignore_case: bool) -> Callable[[str], Any] | None:
    import regex

    try:
        compiled = regex.compile(pattern, regex.V0 | (regex.I if ignore_case else 0))  # type: ignore[attr-defined]
    except regex.error:  # type: ignore[attr-defined]
        return None
    end = time.monotonic() + _SECONDS

    def search(text: str) -> Any:
        try:
            return compiled.search(text, timeout=max(end - time.monotonic(), 0.001))
        except TimeoutError:
            raise SearchError(edition.timed_out, "the search took too long") from None

    return search
