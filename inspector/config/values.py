"""Taking typed values out of what others wrote, with the exact place and no value in every complaint."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


class Wrong(Exception):
    """What is wrong with an entry, and below which of its keys."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.key = key


def text(entry: Mapping[str, Any], key: str) -> str:
    """Return the text under `key`, empty where there is none; raise `Wrong` for anything else."""
    value = entry.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Wrong(f"a text is expected, not {kind(value)}", key)
    return value


def texts(entry: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return the list of texts under `key`, empty where there is none; raise `Wrong` for anything else."""
    value = entry.get(key)
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise Wrong(f"a list of texts is expected, not {kind(value)}", key)
    for position, item in enumerate(value):
        if not isinstance(item, str):
            raise Wrong(f"a text is expected, not {kind(item)}: write it in quotes", f"{key}[{position}]")
    return tuple(value)


def text_map(entry: Mapping[str, Any], key: str) -> Mapping[str, str]:
    """Return the texts by name under `key`, empty where there are none; raise `Wrong` for anything else."""
    value = entry.get(key)
    if value is None:
        return MappingProxyType({})
    if not isinstance(value, Mapping):
        raise Wrong(f"an object of texts is expected, not {kind(value)}", key)
    for name, item in value.items():
        if not isinstance(item, str):
            raise Wrong(f"a text is expected, not {kind(item)}: write it in quotes", f"{key}.{name}")
    return MappingProxyType({str(name): item for name, item in value.items()})


def flag(entry: Mapping[str, Any], key: str) -> bool | None:
    """Return the true or false under `key`, None where there is none; raise `Wrong` for anything else."""
    value = entry.get(key)
    if value is None or isinstance(value, bool):
        return value
    raise Wrong(f"true or false is expected, not {kind(value)}", key)


def table(value: Any) -> Mapping[str, Any]:
    """Return `value` where it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def kind(value: Any) -> str:
    """Return what a value is, in plain words."""
    if isinstance(value, Mapping):
        return "an object"
    names = {bool: "true or false", int: "a number", float: "a number", str: "a text", list: "a list"}
    return "null" if value is None else names.get(type(value), "something else")
