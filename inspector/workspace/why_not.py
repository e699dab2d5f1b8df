"""Why a query does not find a tool, or not far enough up, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.errors import UsageError, nearest
from inspector.search import Hit, Miss, spelled_points
from inspector.workspace.inspection import Inspection

_NAMED = 5


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Where `tool` stands for `query`: its hit beyond any limit (None: not found), what missed, and why in words.

    `verdict` is one sentence; `above` are the hits within the host's limit, which outrank the tool.
    """

    query: str
    tool: str
    name: str
    verdict: str
    hit: Hit | None
    misses: tuple[Miss, ...]
    above: tuple[Hit, ...] = ()


def why_not(inspection: Inspection, query: str, tool: str) -> WhyNot:
    """Return why `query` does not show `tool` to the model; raise `UsageError` for an unknown tool.

    `tool` is ``server/tool`` or the name the host's model sees.
    """
    key = _tool_id(inspection, tool)
    placement = inspection.plan.by_tool[key]
    if placement.state in ("hidden", "pinned", "refused"):
        return WhyNot(query, key, placement.name, _unsearched(placement.state, placement.reason), None, ())
    ranking = inspection.index.search(query, None)
    limit = inspection.limit
    hit = next((hit for hit in ranking.hits if hit.key == key), None)
    misses = inspection.index.misses(query, key)
    if ranking.notes and not ranking.hits:
        verdict = " ".join(ranking.notes.values())
    elif hit is None:
        verdict = _not_found(ranking.mode, ranking.hits)
    elif hit.rank > limit and ranking.mode in ("keywords", "prefix"):
        above = ranking.hits[:limit]
        return WhyNot(query, key, placement.name, _outranked(hit, above, limit), hit, misses, above)
    else:
        verdict = f"It is found, at rank {hit.rank:,}, within the limit of {limit}."
    return WhyNot(query, key, placement.name, verdict, hit, misses)


def reasons(inspection: Inspection, query: str, tools: Iterable[str]) -> dict[str, WhyNot]:
    """Return why `query` does not show each of `tools` to the model; tools that the catalog has not are left out."""
    return {tool: why_not(inspection, query, tool) for tool in tools if tool in inspection.catalog.by_id}


def _tool_id(inspection: Inspection, tool: str) -> str:
    if tool in inspection.catalog.by_id:
        return tool
    for key, name in inspection.names.items():
        if name == tool:
            return key
    raise UsageError(f"no tool is called “{tool}”", nearest(tool, list(inspection.catalog.by_id)))


def _unsearched(state: str, reason: str) -> str:
    consequence = {
        "hidden": "It is hidden, so no search finds it",
        "pinned": "It is pinned: the model has it from the start and no search needs to find it",
        "refused": "The host refuses it, so the model never sees it",
    }[state]
    return f"{consequence} ({reason})."


def _not_found(mode: str, hits: tuple[Hit, ...]) -> str:
    if mode in ("select", "names", "exact name", "prefix") and hits:
        return "The query was read as names of tools, and it names others: " + _listed(hits) + "."
    return "It is not found: no term of the query earns anything in it, or a required one is missing."


def _outranked(hit: Hit, above: tuple[Hit, ...], limit: int) -> str:
    own = "" if hit.score is None else f" with {spelled_points(hit.score)}"
    return f"Outranked: it comes at rank {hit.rank:,}{own}, and the limit is {limit}. Above it: {_listed(above)}."


def _listed(hits: tuple[Hit, ...]) -> str:
    named = [hit.name if hit.score is None else f"{hit.name} ({spelled_points(hit.score)})" for hit in hits[:_NAMED]]
    rest = len(hits) - len(named)
    return ", ".join(named) + (f" and {rest:,} more" if rest > 0 else "")
