"""Whether two entries of one name start or reach the same server, however their secrets are written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

_REFERENCE = re.compile(r"\$\{[^}]*\}|\{(?:env|file):[^}]*\}|\$[A-Za-z_]\w*")
_ADDRESSES = ("url", "httpUrl", "serverUrl", "uri", "endpoint")
_COMMANDS = ("command", "cmd")


def same_server(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Return whether both run the same command line or reach the same address.

    References match anything; user information, query and fragment of an address do not count: there are the secrets.
    """
    commands = _command(old), _command(new)
    addresses = _address(old), _address(new)
    if all(commands):
        first, second = commands
        return len(first) == len(second) and all(map(_alike, first, second))
    return all(addresses) and _alike(*addresses)


def _command(entry: Mapping[str, Any]) -> list[str]:
    program = next((entry[key] for key in _COMMANDS if entry.get(key)), None)
    if program is None:
        return []
    line = list(program) if isinstance(program, list) else [program]
    arguments = entry.get("args")
    return [str(part) for part in (*line, *(arguments if isinstance(arguments, list) else ()))]


def _address(entry: Mapping[str, Any]) -> str:
    url = next((entry[key] for key in _ADDRESSES if isinstance(entry.get(key), str)), "")
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}" if parts.scheme else url


def _alike(first: str, second: str) -> bool:
    return first == second or _fits(first, second) or _fits(second, first)


def _fits(pattern: str, text: str) -> bool:
    parts = _REFERENCE.split(pattern)
    return len(parts) > 1 and re.fullmatch(".*".join(map(re.escape, parts)), text, re.DOTALL) is not None
