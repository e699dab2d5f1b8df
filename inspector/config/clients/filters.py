"""The parts of an entry that people spell in few ways: tool lists, timeouts, programs to sign in as.

Wrong ones are noted, not fatal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from inspector.config.model import SignInClient
from inspector.config.tool_rules import ToolList


def tool_list(entry: Mapping[str, Any], key: str, notes: list[str]) -> ToolList | None:
    """Return the tool names under `key`, None where there are none; a wrong value is noted and left out."""
    value = entry.get(key)
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        notes.append(f"{key} is no list of tool names, so it was not read")
        return None
    return ToolList(key, tuple(value))


def nonempty(tools: ToolList | None) -> ToolList | None:
    """Return `tools`, or None where the list is empty and the client takes that as “all”."""
    return tools if tools is not None and tools.names else None


def seconds(entry: Mapping[str, Any], key: str, per_second: int = 1) -> float | None:
    """Return the time under `key` in seconds (`per_second` 1000 for milliseconds), None where it is no number."""
    value = entry.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e9:
        return None
    return value / per_second


def sign_in_client(
    client_id: Any, port: Any, notes: list[str], host: Literal["127.0.0.1", "localhost"] = "127.0.0.1"
) -> SignInClient | None:
    """Return the program to sign in as, None where no id is given; a port that is none is noted and left out."""
    if not isinstance(client_id, str) or not client_id.strip():
        return None
    if port is not None and (isinstance(port, bool) or not isinstance(port, int) or not 0 < port < 65536):
        notes.append("its callback port is no number from 1 to 65535, so it was not read")
        port = None
    return SignInClient(client_id, port, host)


def as_text(value: Any) -> Any:
    """Return a number or true/false as the text a client makes of it, anything else as it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


def without(entry: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Return `entry` without `keys`."""
    return {key: value for key, value in entry.items() if key not in keys}
