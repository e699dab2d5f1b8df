"""Making a host's search index, from the one before it where only edits of single tools lie between.

What an index holds of a tool depends on the tool, its name and its search words alone; whether it is searched, on its
state. So after an edit only the tools it is about are read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from inspector.catalog import Catalog
from inspector.hosts.protocol import Conditions, DeferralPlan, Placement, State
from inspector.search import SearchIndex
from inspector.search.slots import Slots
from inspector.tuning.reach import tools_edited_between

SEARCHED: tuple[State, ...] = ("deferred", "loaded")
"""The states of the tools a search is over: neither refused, hidden nor pinned."""


class _Named(Protocol):
    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...


D = TypeVar("D")


class UpdatableIndex(SearchIndex, Protocol):
    """A search index that gives the one after an edit."""

    def updated(self, changes: Mapping[str, Any]) -> SearchIndex:
        """Return the index with other documents by tool id, None for a tool that is left out."""
        ...


@dataclass(frozen=True, slots=True)
class Indexed:
    """A search index with what it was made for."""

    catalog: Catalog
    conditions: Conditions
    plan: DeferralPlan
    index: SearchIndex

    def edited_since(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> frozenset[str] | None:
        """Return the tools whose document may be another one now; None where more than edits changed."""
        if self.catalog is not catalog or _apart_from_edits(self.conditions) != _apart_from_edits(conditions):
            return None
        moved = {
            now.tool
            for before, now in zip(self.plan.placements, plan.placements, strict=True)
            if before.state != now.state and (before.state in SEARCHED) != (now.state in SEARCHED)
        }
        return tools_edited_between(self.conditions.tuning, conditions.tuning, catalog) | moved


def index_of(
    catalog: Catalog,
    conditions: Conditions,
    plan: DeferralPlan,
    earlier: Indexed | None,
    *,
    document: Callable[[Placement], D | None],
    build: Callable[[Slots[D]], UpdatableIndex],
    builtins: Iterable[_Named] = (),
    order: Callable[[str], Any] | None = None,
    states: tuple[State, ...] = SEARCHED,
) -> SearchIndex:
    """Return the index of the tools in `states`: what `build` makes of their documents, or `earlier` updated.

    `builtins` are documents of the host's own, which stand first. Ties are in catalog order, or in the `order` of
    names.
    """
    edited = None if earlier is None else earlier.edited_since(catalog, conditions, plan)
    if earlier is not None and edited is not None:
        now = (plan.by_tool[tool] for tool in edited)
        index: Any = earlier.index
        updated: SearchIndex = index.updated(
            {each.tool: document(each) if each.state in states else None for each in now}
        )
        return updated
    found: list[tuple[str, str, Any]] = [(each.key, each.name, each) for each in builtins]
    found += [(each.tool, each.name, document(each) if each.state in states else None) for each in plan.placements]
    if order is not None:
        found.sort(key=lambda entry: order(entry[1]))
    return build(Slots.of((key, each) for key, _, each in found))


def words_for(conditions: Conditions, tool: str) -> str:
    """Return the additional search text of a tool, empty where it has none."""
    return conditions.tuning.for_tool(tool).words or ""


def _apart_from_edits(conditions: Conditions) -> tuple[object, ...]:
    """Return everything but edits of tools that an index or its plan may depend on."""
    tuning = conditions.tuning
    return (
        conditions.builtins,
        conditions.subagent,
        conditions.model,
        tuning.core_tools,
        tuning.tool_search,
        tuning.threshold,
        tuning.imported,
    )
