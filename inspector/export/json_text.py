"""Exported JSON as text: readable, and storable whatever the foreign texts in it hold."""

from __future__ import annotations

import json
from typing import Any


def json_text(value: Any) -> str:
    """Return `value` as indented JSON with a closing line feed, non-ASCII characters as they are."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    try:
        text.encode()
    except UnicodeEncodeError:
        # Half of a surrogate pair in a foreign text: only the escaped form can be stored.
        text = json.dumps(value, indent=2)
    return text + "\n"
