"""Where a definition's tokens go: its parts by path, dearest first, so that one sees what to shorten."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.catalog import compact_json
from inspector.workspace.inspection import Inspection

_DEPTH = 8


@dataclass(frozen=True, slots=True)
class HeatLine:
    """One part of a definition: its path in words, how deep it stands, its tokens, and its share of the whole.

    Tokens are counted on the part's JSON alone, so parts need not sum exactly to the whole.
    """

    path: str
    depth: int
    tokens: int
    share: float


def definition_heat(inspection: Inspection, tool_id: str, smallest: float = 0.01) -> tuple[HeatLine, ...]:
    """Return the parts of a tool's definition as sent, parents before their parts, the dearest part first.

    Parts below the share `smallest` are left out; empty where the host refuses the tool.
    """
    definition = inspection.definitions.get(tool_id)
    if definition is None:
        return ()
    count = inspection.tokens.count
    whole = max(1, count(definition.text))
    lines = _parts(definition.value, "", 0, count)
    return tuple(
        HeatLine(path, depth, tokens, tokens / whole)
        for path, depth, tokens in _ordered(list(lines))
        if tokens / whole >= smallest
    )


_Line = tuple[str, int, int]


def _parts(value: Any, path: str, depth: int, count: Callable[[str], int]) -> Iterator[_Line]:
    """Yield (path, depth, tokens) of every key of `value`, depth first."""
    if not isinstance(value, Mapping) or depth > _DEPTH:
        return
    for key, inner in value.items():
        place = f"{path}.{key}" if path else str(key)
        yield place, depth, count(f"{compact_json(key)}:{compact_json(inner)}")
        if isinstance(inner, Mapping):
            yield from _parts(inner, place, depth + 1, count)
        elif isinstance(inner, list):
            for at, item in enumerate(inner):
                if isinstance(item, Mapping):
                    yield f"{place}[{at}]", depth + 1, count(compact_json(item))
                    yield from _parts(item, f"{place}[{at}]", depth + 2, count)


def _ordered(lines: list[_Line]) -> list[_Line]:
    """Return siblings by tokens, dearest first, each followed by its own parts."""
    if not lines:
        return []
    top = min(depth for _, depth, _ in lines)
    blocks: list[list[_Line]] = []
    for line in lines:
        if line[1] == top:
            blocks.append([line])
        else:
            blocks[-1].append(line)
    blocks.sort(key=lambda block: -block[0][2])
    return [line for block in blocks for line in (block[0], *_ordered(block[1:]))]
