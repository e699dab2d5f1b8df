"""Where definitions differ, told by the first place that does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from inspector.catalog import compact_json
from inspector.verification.agreement import DefinitionDifference

_SHOWN = 160


def definition_differences(
    expected: Mapping[str, Any], observed: Mapping[str, Any]
) -> tuple[DefinitionDifference, ...]:
    """Return how the definitions of `observed` differ from `expected`, by name; key order counts, it costs tokens."""
    found = []
    for name in dict.fromkeys((*expected, *observed)):
        if name not in observed:
            found.append(DefinitionDifference(name, "", "sent", "not sent"))
        elif name not in expected:
            found.append(DefinitionDifference(name, "", "not sent", "sent"))
        elif compact_json(expected[name]) != compact_json(observed[name]):
            found.append(DefinitionDifference(name, *first_difference(expected[name], observed[name])))
    return tuple(found)


def first_difference(expected: Any, observed: Any, where: str = "") -> tuple[str, str, str]:
    """Return the JSON pointer of the first place where two values differ, and both sides there, shortened."""
    if isinstance(expected, dict) and isinstance(observed, dict):
        for key in (*expected, *(key for key in observed if key not in expected)):
            place = f"{where}/{str(key).replace('~', '~0').replace('/', '~1')}"
            if key not in expected or key not in observed:
                mine, theirs = (_shown(side[key]) if key in side else "missing" for side in (expected, observed))
                return place, mine, theirs
            if compact_json(expected[key]) != compact_json(observed[key]):
                return first_difference(expected[key], observed[key], place)
        return where or "/", f"keys in the order {', '.join(expected)}", f"keys in the order {', '.join(observed)}"
    if isinstance(expected, list) and isinstance(observed, list):
        for at, (mine, theirs) in enumerate(zip(expected, observed, strict=False)):
            if compact_json(mine) != compact_json(theirs):
                return first_difference(mine, theirs, f"{where}/{at}")
        return where or "/", f"{len(expected)} items", f"{len(observed)} items"
    if isinstance(expected, str) and isinstance(observed, str):
        return where or "/", *_texts(expected, observed)
    return where or "/", _shown(expected), _shown(observed)


def _texts(expected: str, observed: str) -> tuple[str, str]:
    """Return both texts from a little before where they part."""
    alike = next(
        (at for at, pair in enumerate(zip(expected, observed, strict=False)) if pair[0] != pair[1]),
        min(len(expected), len(observed)),
    )
    begin = max(0, alike - 20)
    before = "…" if begin else ""
    return _shown(before + expected[begin:]), _shown(before + observed[begin:])


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text):,} characters)"
