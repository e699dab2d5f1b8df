"""Scripts of conversations: what the person says, what the model searches for, which tools it then calls."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inspector.errors import FileError

BY_NAME = "select:"
_EXAMPLE = '[[turn]] with say = "…", search = "…" and calls = ["server/tool"]'
_RESULT_TOKENS = 200


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing the person says and what the model does about it.

    `search` is the query for tools that are not loaded (empty: the words of `say`; ``select:`` alone: the tools by
    name, where the host can, else the words of `say`); `calls` are ``server/tool`` in
    the order they are called; `result` are the tokens of each call's result.
    """

    say: str
    search: str = ""
    calls: tuple[str, ...] = ()
    result: int = _RESULT_TOKENS

    @property
    def by_name(self) -> bool:
        """Whether the model asks for the tools by name."""
        return self.search.strip() == BY_NAME

    @property
    def query(self) -> str:
        """What is searched for in words."""
        return self.say if self.by_name else self.search or self.say


@dataclass(frozen=True, slots=True)
class Script:
    """A conversation: its title and its turns."""

    title: str
    turns: tuple[Turn, ...]

    @property
    def tools(self) -> tuple[str, ...]:
        """Every tool it calls, once, in the order of first use."""
        return tuple(dict.fromkeys(tool for turn in self.turns for tool in turn.calls))


def parse_script(text: str, source: str) -> Script:
    """Return the script in `text` (TOML); raise `FileError` naming the turn that cannot be used."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileError(f"{source}: {error}", f"a script has {_EXAMPLE}") from error
    turns = document.get("turn")
    if not isinstance(turns, list) or not turns:
        raise FileError(f"{source}: no turn in it", f"write {_EXAMPLE}")
    title = document.get("title")
    read = tuple(_turn(turn, number, source) for number, turn in enumerate(turns, start=1))
    return Script(title if isinstance(title, str) else source, read)


def _turn(turn: Any, number: int, source: str) -> Turn:
    if not isinstance(turn, Mapping) or not isinstance(turn.get("say"), str):
        raise FileError(f"{source}: turn {number} has no “say”", f"write {_EXAMPLE}")
    search, calls, result = turn.get("search", ""), turn.get("calls", []), turn.get("result", _RESULT_TOKENS)
    if not isinstance(search, str):
        raise FileError(f"{source}: turn {number}: “search” is no text", "write a query, or leave it out")
    if not isinstance(calls, list) or not all(isinstance(call, str) for call in calls):
        raise FileError(f"{source}: turn {number}: “calls” is no list of tools", 'write calls = ["server/tool"]')
    if not isinstance(result, int) or isinstance(result, bool) or result < 0:
        raise FileError(f"{source}: turn {number}: “result” is no number of tokens", "write a number from 0 on")
    return Turn(turn["say"], search, tuple(calls), result)
