"""The one door to the terminal: everything printed goes through here, with foreign text disarmed.

Names, descriptions, errors and paths come from servers and files. Escape sequences, control characters,
bidirectional overrides and invisible characters in them are shown as visible stand-ins, never sent.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any, TextIO

from inspector.foreign_text import HOSTILE, disarm
from inspector.foreign_text import one_line as one_line


def write_data(text: str) -> None:
    """Write `text` and a line feed to stdout, disarmed."""
    _write(sys.stdout, disarm(text) + "\n")


def write_raw(text: str) -> None:
    """Write generated text such as an exported file to stdout, byte for byte where stdout is no terminal."""
    _write(sys.stdout, disarm(text) if sys.stdout.isatty() else text)


def write_json(value: Any) -> None:
    """Write `value` to stdout as indented JSON; control characters are escaped by JSON itself."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    # JSON leaves these as they are; written as escapes they mean the same and disturb no terminal.
    _write(sys.stdout, HOSTILE.sub(_json_escape, text) + "\n")


def write_notice(text: str) -> None:
    """Write `text` and a line feed to stderr, disarmed."""
    _write(sys.stderr, disarm(text) + "\n")


def _json_escape(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2))


def _write(stream: TextIO | None, text: str) -> None:
    if stream is None:
        return  # started with the stream closed: nobody is there to read
    try:
        stream.write(text)
    except UnicodeEncodeError:
        # A terminal that is not UTF-8 (LANG=C): question marks are better than no output.
        encoding = stream.encoding or "ascii"
        stream.write(text.encode(encoding, "replace").decode(encoding))
    stream.flush()
