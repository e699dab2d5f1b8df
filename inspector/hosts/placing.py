"""The placements of a plan: few tools are settled one by one, all others share their state and its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from inspector.catalog import Catalog, Tool
from inspector.hosts.protocol import Placement, State
from inspector.tuning.model import Tuning
from inspector.tuning.reach import edited_tools


def settled(
    catalog: Catalog, tuning: Tuning, others: Iterable[str], place: Callable[[Tool], Placement | None]
) -> dict[str, Placement]:
    """Return the placements that `place` gives, by tool id, asking it only about tools that may have one.

    Those are the tools the `tuning` says anything about, and `others`, which the product treats in its own way.
    """
    found: dict[str, Placement] = {}
    for tool_id in edited_tools(tuning, catalog).union(others):
        placement = place(catalog.by_id[tool_id])
        if placement is not None:
            found[tool_id] = placement
    return found


def placements(
    catalog: Catalog, host_id: str, names: Mapping[str, str], fixed: Mapping[str, Placement], state: State, rule: str
) -> tuple[Placement, ...]:
    """Return the placement of every tool in catalog order: the `fixed` ones, and `state` by `rule` for all others."""
    latest: dict[tuple[State, str], tuple[Placement, ...]] = catalog.derived(("open places", host_id), dict)
    everywhere = latest.get((state, rule))
    if everywhere is None:
        everywhere = tuple(Placement(tool.id, names[tool.id], state, rule) for tool in catalog)
        latest.clear()
        latest[state, rule] = everywhere
    if not fixed:
        return everywhere
    numbers = catalog.derived("numbers", lambda: {tool.id: number for number, tool in enumerate(catalog)})
    found = list(everywhere)
    for tool_id, placement in fixed.items():
        found[numbers[tool_id]] = placement
    return tuple(found)
