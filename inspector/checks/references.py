"""Whether a ``$ref`` in a schema points to something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote


def dangling(reference: Any, root: Any) -> str | None:
    """Return why the value of a ``$ref`` points nowhere within `root`, or None where it points to a schema."""
    if not isinstance(reference, str):
        return "a “$ref” is no text"
    if reference in ("#", ""):
        return None
    if not reference.startswith("#"):
        own = root.get("$id") if isinstance(root, Mapping) else None
        if isinstance(own, str) and reference.split("#")[0] == own:
            return dangling("#" + reference.partition("#")[2], root)
        return f"“{reference}” lies outside the schema, where no model and no client looks"
    pointer = unquote(reference[1:])
    if not pointer.startswith("/"):
        return None if _has_anchor(root, pointer) else f"no schema has the anchor “{pointer}”"
    target = root
    for step in pointer[1:].split("/"):
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(target, Mapping) and key in target:
            target = target[key]
        elif isinstance(target, list) and key.isdecimal() and int(key) < len(target):
            target = target[int(key)]
        else:
            return f"“{reference}” is not in the schema"
    return None


def _has_anchor(root: Any, name: str) -> bool:
    waiting = [root]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            if name in (value.get("$anchor"), value.get("$dynamicAnchor")) or value.get("$id") == f"#{name}":
                return True
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return False
