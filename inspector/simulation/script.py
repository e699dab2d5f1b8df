"""Scripts of conversations: what the person says, what the model searches for, which tools it then calls."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inspector.errors import FileError, nearest

BY_NAME = "select:"
_EXAMPLE = '[[turn]] with say = "…", search = "…" and calls = ["server/tool"]'
_RESULT_TOKENS = 200
_KEYS = {"say", "search", "calls", "result", "again", "agent"}


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing the person says and what the model does about it.

    `search` are the queries for tools that are not loaded, tried in order until all are found (none: the words of
    `say`); ``select:`` alone asks for the tools by name and is passed over where the host cannot. `calls` are
    ``server/tool`` in the order they are called, `result` the tokens of each call's result. `again` makes the model
    search for tools that a search has already loaded, `agent` hands the turn to a sub-agent of the host.
    """

    say: str
    search: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    result: int = _RESULT_TOKENS
    again: bool = False
    agent: str = ""


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
    except (RecursionError, ValueError) as error:
        raise FileError(f"{source}: it cannot be read", "check that it is the right file") from error
    turns = document.get("turn")
    if not isinstance(turns, list) or not turns:
        raise FileError(f"{source}: no turn in it", f"write {_EXAMPLE}")
    title = document.get("title")
    read = tuple(_turn(turn, number, source) for number, turn in enumerate(turns, start=1))
    return Script(title if isinstance(title, str) else source, read)


def _turn(turn: Any, number: int, source: str) -> Turn:
    if not isinstance(turn, Mapping) or "say" not in turn:
        raise FileError(f"{source}: turn {number} has no “say”", f"write {_EXAMPLE}")
    if not isinstance(turn["say"], str):
        raise FileError(f"{source}: turn {number}: “say” is no text", "write what the person says, in quotes")
    search, result = turn.get("search", []), turn.get("result", _RESULT_TOKENS)
    again, agent = turn.get("again", False), turn.get("agent", "")
    queries = _texts([search] if isinstance(search, str) else search)
    calls = _texts(turn.get("calls", []))
    where = f"{source}: turn {number}:"
    if queries is None:
        raise FileError(f"{where} “search” is no query and no list of them", "write a query, or leave it out")
    if calls is None:
        raise FileError(f"{where} “calls” is no list of tools", 'write calls = ["server/tool"]')
    if not isinstance(result, int) or isinstance(result, bool) or result < 0:
        raise FileError(f"{where} “result” is no number of tokens", "write a number from 0 on")
    if not isinstance(again, bool):
        raise FileError(f"{where} “again” is neither true nor false", "write again = true, or leave it out")
    if not isinstance(agent, str):
        raise FileError(f"{where} “agent” is no name", 'write agent = "explore", or leave it out')
    if unknown := sorted(set(turn) - _KEYS):
        raise FileError(f"{where} “{unknown[0]}” means nothing here", f"{nearest(unknown[0], sorted(_KEYS))}")
    return Turn(turn["say"], tuple(each for each in queries if each), calls, result, again, agent)


def _texts(value: Any) -> tuple[str, ...] | None:
    """Return a list of texts as a tuple; None when it is none."""
    return tuple(value) if isinstance(value, list) and all(isinstance(each, str) for each in value) else None
