"""Reading JSON Lines, one object a line, with damaged lines counted instead of ending everything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


def objects(text: str) -> Iterator[dict[str, Any] | None]:
    """Yield the object of every line that is not blank; None where the line is damaged or no object.

    The last line of a transcript that is being written may be cut in the middle.
    """
    for line in text.split("\n"):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            yield None
            continue
        yield value if isinstance(value, dict) else None


def text_of(value: Any) -> str:
    """Return `value` if it is a text, else an empty one."""
    return value if isinstance(value, str) else ""
