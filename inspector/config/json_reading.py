"""Reading JSON that people wrote: strictly first, else with comments and trailing commas."""

from __future__ import annotations

import json
import os
import re
from typing import Any

from inspector.errors import FileError
from inspector.storage import read_text

_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|/\*.*?\*/|//[^\r\n]*', re.DOTALL)
_TRAILING_COMMA = re.compile(r'"(?:\\.|[^"\\])*"|,(?=\s*[\]}])', re.DOTALL)

_REASONS = {
    "Expecting ',' delimiter": "a comma or a closing bracket is missing here",
    "Expecting ':' delimiter": "a colon is missing here",
    "Expecting value": "a value is missing here",
    "Expecting property name enclosed in double quotes": "a name in double quotes is missing here",
    "Unterminated string starting at": "the text that starts here has no closing quote",
    "Extra data": "something follows after the end of the JSON value",
    "Invalid control character at": "a line break or control character stands inside a text",
    "Invalid \\escape": "a backslash inside a text has to be written twice",
}


def read_json(path: str | os.PathLike[str]) -> Any:
    """Return the JSON value in the file at `path`; raise `FileError` with file:line:column when damaged."""
    return parse_json(read_text(path), os.fspath(path))


class DamagedFile(FileError):
    """A file that is not what its format asks for: `line` and `column` of the first mistake, and the `reason`."""

    def __init__(self, source: str, line: int, column: int, reason: str) -> None:
        hint = f"correct line {line} of the file and try again"
        super().__init__(f"{source}:{line}:{column}: {reason}", hint)
        self.source = source
        self.line = line
        self.column = column
        self.reason = reason


def recover_json(text: str) -> Any:
    """Return what can still be read of a damaged JSON text, with `DamagedObject` where something is broken."""
    from inspector.config.json_recovery import recover

    return recover(without_comments(text.removeprefix("\ufeff")))


def parse_json(text: str, source: str) -> Any:
    """Return the value of `text`, which may hold comments, trailing commas and a byte order mark.

    Raises `FileError` naming `source`, line, column and reason when it is neither JSON nor JSONC.
    """
    import jsonc

    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise FileError(f"{source}:1:1: the file is empty", "it should hold a JSON object")
    try:
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            return jsonc.loads(text)
    except json.JSONDecodeError as error:
        raise _damaged(text, source, error) from None
    except RecursionError:
        raise FileError(
            f"{source}: the JSON is nested too deeply to be read", "check that it is the right file"
        ) from None
    except ValueError as error:
        raise FileError(f"{source}: a number cannot be read: {error}", "correct the number") from None


def _damaged(text: str, source: str, error: json.JSONDecodeError) -> FileError:
    # jsonc removes comments before parsing, so its positions are not those of the file; blanks keep them.
    try:
        json.loads(without_comments(text))
    except json.JSONDecodeError as placed:
        error = placed
    return DamagedFile(source, error.lineno, error.colno, _REASONS.get(error.msg, error.msg))


def without_comments(text: str, *, commas: bool = True) -> str:
    """Return `text` with blanks in place of comments and (with `commas`) trailing commas, as long as it was."""
    bare = _COMMENT.sub(_blank, text)
    return _TRAILING_COMMA.sub(_blank, bare) if commas else bare


def _blank(match: re.Match[str]) -> str:
    found = match.group()
    return found if found.startswith('"') else re.sub(r"[^\r\n]", " ", found)
