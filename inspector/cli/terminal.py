"""The one door to the terminal: everything printed goes through here, with foreign text disarmed.

Names, descriptions, errors and paths come from servers and files. Escape sequences, control characters,
bidirectional overrides and invisible characters in them are shown as visible stand-ins, never sent.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any, TextIO

# C0 and C1 controls, soft hyphen, bidi and zero-width marks, line separators, tags, variation selectors
# supplement, and lone surrogates. A zero-width joiner between emoji is shown too: harmless and honest.
_HOSTILE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def disarm(text: str) -> str:
    """Return `text` with everything that could move, hide or reorder terminal output made visible.

    Line feeds and tabs stay; ESC becomes ``␛``, other controls their picture or ``\\u{…}``.
    """
    return _HOSTILE.sub(_visible, text)


def one_line(text: str) -> str:
    """Return `text` disarmed and on one line."""
    return disarm(" ".join(text.split()))


def _visible(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"\\u{{{code:x}}}"


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
    _write(sys.stdout, _HOSTILE.sub(_json_escape, text) + "\n")


def write_notice(text: str) -> None:
    """Write `text` and a line feed to stderr, disarmed."""
    _write(sys.stderr, disarm(text) + "\n")


def _json_escape(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2))


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
    except UnicodeEncodeError:
        # A terminal that is not UTF-8 (LANG=C): question marks are better than no output.
        encoding = stream.encoding or "ascii"
        stream.write(text.encode(encoding, "replace").decode(encoding))
    stream.flush()
