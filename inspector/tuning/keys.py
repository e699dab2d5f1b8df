"""The keys of ``toolset.toml``: what each means and which values it takes. Errors and the README use this table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Check = Callable[[Any], str | None]
"""Takes a value and returns what is wrong with it, or None."""

LARGEST_COUNT = 10**12
"""The most tokens or results a toolset can ask for; anything above is a slip, and overflows what reckons with it."""

LARGEST_AMOUNT = 10**9
"""The same for rates and prices."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key: its `path` with ``*`` for names the person chooses, the `field` of `Tuning` it fills, if it is one."""

    path: tuple[str, ...]
    meaning: str
    check: Check
    field: str = ""

    @property
    def shown(self) -> str:
        """The path as written in the file, such as ``[tools."SERVER/TOOL"] pin``."""
        *table, last = [_PLACEHOLDERS.get((*self.path[:at], part), part) for at, part in enumerate(self.path)]
        return f"[{'.'.join(table)}] {last}" if table else last


def _text(value: Any) -> str | None:
    if not isinstance(value, str):
        return f"takes a text in quotes, not {kind(value)}"
    return None if value.strip() else "is empty"


def _any_text(value: Any) -> str | None:
    return None if isinstance(value, str) else f"takes a text in quotes, not {kind(value)}"


def _texts(value: Any) -> str | None:
    if not isinstance(value, list | tuple):
        return f'takes a list of texts such as ["a", "b"], not {kind(value)}'
    wrong = next((item for item in value if not isinstance(item, str) or not item), None)
    return None if wrong is None else f"takes a list of texts; one item is {kind(wrong) if wrong != '' else 'empty'}"


def _flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else f"takes true or false, not {kind(value)}"


def _whole(least: int) -> Check:
    def check(value: Any) -> str | None:
        if isinstance(value, bool) or not isinstance(value, int):
            return f"takes a whole number, not {kind(value)}"
        if value > LARGEST_COUNT:
            return f"is too large: {LARGEST_COUNT:,} is the most it can be"
        return None if value >= least else f"must be {least} or more, not {_told(value)}"

    return check


def _amount(above_zero: bool) -> Check:
    def check(value: Any) -> str | None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return f"takes a number, not {kind(value)}"
        # Whole numbers are finite, and may be too large to be asked.
        if isinstance(value, float) and not math.isfinite(value):
            return f"takes a number, not {value}"
        if value > LARGEST_AMOUNT:
            return f"is too large: {LARGEST_AMOUNT:,} is the most it can be"
        if above_zero and value <= 0:
            return f"must be more than 0, not {_told(value)}"
        return None if value >= 0 else f"must be 0 or more, not {_told(value)}"

    return check


def _share(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"takes a share of the window such as 0.10, not {kind(value)}"
    if 1 < value <= 100:
        share = f"{value / 100:.2f}" if value == round(value) else f"{value / 100:g}"
        return f"is a share of the window between 0 and 1: write {share} for {value:g} per cent"
    return None if 0 < value <= 1 else f"is a share of the window: more than 0 and at most 1, not {_told(value)}"


def _anything(value: Any) -> str | None:
    # Servers are checked one by one where they are read: a bad one hides no good ones.
    return None


def _table(value: Any) -> str | None:
    if not isinstance(value, Mapping):
        return f"is a table of its own, not {kind(value)}"
    return "holds a number that is too large: whole numbers in TOML have 64 bits" if _holds_huge(value) else None


def _holds_huge(value: Any) -> bool:
    if isinstance(value, Mapping | list):
        return any(map(_holds_huge, value.values() if isinstance(value, Mapping) else value))
    return isinstance(value, int) and not -(2**63) <= value < 2**63


def _told(value: float) -> str:
    """Return a number as a message can hold it; numbers may have thousands of digits."""
    return str(value) if -LARGEST_COUNT <= value <= LARGEST_COUNT else "a number beyond all use"


def kind(value: Any) -> str:
    """Return what a TOML value is, in plain words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    words: tuple[tuple[type | tuple[type, ...], str], ...] = (
        (str, "a text"),
        ((int, float), "a number"),
        ((list, tuple), "a list"),
        (Mapping, "a table"),
    )
    return next((word for types, word in words if isinstance(value, types)), "a date or time")


KEYS: tuple[Key, ...] = (
    Key(("default_host",), "the agent host to look through, `HOST` or `HOST@VARIANT`", _text, "host"),
    Key(("model",), "the model that decides window, price and token counter", _text, "model"),
    Key(("window",), "tokens of the context window", _whole(1), "window"),
    Key(("threshold",), "share of the window at which tools are deferred, such as 0.10", _share, "threshold"),
    Key(("tool_search",), "the host's own switch, such as true, false or auto:10 in Claude Code", _text, "tool_search"),
    Key(("limit",), "results per search", _whole(1), "limit"),
    Key(("core_tools",), "built-in tools of the host that stay loaded", _texts, "core_tools"),
    Key(("configs",), "configuration files to read servers from, relative to this file", _texts, "configs"),
    Key(("only", "*"), "the only servers to read of this file in `configs`, spelt as there", _texts),
    Key(("request", "system_prompt"), "tokens of the system prompt", _whole(0), "system_prompt"),
    Key(("request", "history"), "tokens of the conversation so far", _whole(0), "history"),
    Key(("request", "prefill_rate"), "tokens read per second, as you measured it", _amount(True), "prefill_rate"),
    Key(("price", "input"), "US dollars per million input tokens", _amount(False), "price_input"),
    Key(("price", "cached"), "US dollars per million cached input tokens", _amount(False), "price_cached"),
    Key(("servers", "*"), "a server: `command`, `args`, `env`, `cwd`, or `url`, `type`, `headers`", _anything),
    Key(("tools", "*", "pin"), "true: always in the tool list; false: not, whatever `*` says", _flag, "pin"),
    Key(("tools", "*", "hide"), "true: not offered to the model at all", _flag, "hide"),
    Key(("tools", "*", "words"), "additional search text: read by the search index only", _any_text, "words"),
    Key(("host", "*", "texts", "*"), "the exact text your own client sends in place of the built-in one", _any_text),
    Key(("export", "*"), "what one export target needs to know", _table),
)
"""Every key a toolset may have, in the order they are written."""

_PLACEHOLDERS = {
    ("only", "*"): "FILE",
    ("servers", "*"): "NAME",
    ("tools", "*"): '"SERVER/TOOL"',
    ("host", "*"): "HOST",
    ("host", "*", "texts", "*"): "TEXT",
    ("export", "*"): "TARGET",
}

BY_FIELD: Mapping[str, Key] = {key.field: key for key in KEYS if key.field}
"""The keys that fill one field of `Tuning` or `ToolEdits`, by the name of that field."""


def wrong_tool_key(key: str) -> str | None:
    """Return what is wrong with a name under ``[tools]``, or None: it is ``server/tool`` or ``server/*``."""
    server, slash, tool = key.partition("/")
    return None if server and slash and tool else "is no tool: write “server/tool”, or “server/*” for all its tools"
