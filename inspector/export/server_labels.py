"""Labels of servers in requests to model APIs: letters, digits, ``_`` and ``-``, each once."""

from __future__ import annotations

import re
from collections.abc import Iterable

LONGEST = 64
"""More than any label here needs; how long one may be is not documented."""

_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_-]+")


def label(text: str, taken: Iterable[str] = ()) -> str:
    """Return `text` as a label, different from all in `taken`."""
    used = set(taken)
    stem = _NOT_ALLOWED.sub("_", text)[:LONGEST] or "server"
    name, number = stem, 1
    while name in used:
        number += 1
        name = f"{stem[: LONGEST - len(str(number)) - 1]}_{number}"
    return name
