"""Diagnoses, and what they are made of: quotes of foreign texts, and the causes inside an exception."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST_QUOTE = 300
"""How many characters of a foreign text are quoted."""

_ESCAPE_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What went wrong, and what the person can do next.

    `sign_in` says that signing in to the server would help. `open_url` is an address to open in a browser,
    complete with its query: to be opened, never to be shown or stored.
    """

    problem: str
    hint: str = ""
    sign_in: bool = False
    open_url: str = ""


def quote(text: str) -> str:
    """Return foreign text on one line without colours, cut to a readable length."""
    line = " ".join(without_escapes(text).split())
    return line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + "…"


def without_escapes(text: str) -> str:
    """Return `text` without terminal escape sequences."""
    return _ESCAPE_SEQUENCE.sub("", text)


def leaves(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the exceptions inside nested groups, in order."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from leaves(inner)
    elif error is not None:
        yield error


def chain(error: BaseException) -> Iterator[BaseException]:
    """Yield `error` and what caused it, at most ten links."""
    link: BaseException | None = error
    for _ in range(10):
        if link is None:
            return
        yield link
        link = link.__cause__ or link.__context__
