"""One query in several hosts: where each of them puts the same tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.search import Ranking
from inspector.workspace.inspection import Inspection

MOST_HOSTS = 4
"""How many hosts stand side by side at most, the one looked through included."""


@dataclass(frozen=True, slots=True)
class HostColumn:
    """One host's answer: its id, label, limit, and the rank of every tool it finds."""

    host: str
    label: str
    limit: int
    ranking: Ranking
    ranks: Mapping[str, int]

    def shows(self, tool: str) -> bool:
        """Whether the host's model sees `tool` for this query: it is found within the limit."""
        rank = self.ranks.get(tool)
        # Selections by name are not capped.
        return rank is not None and (rank <= self.limit or self.ranking.mode not in ("keywords", "prefix"))


@dataclass(frozen=True, slots=True)
class ComparedTool:
    """One tool across the hosts: its rank in each (None: not found), in the order of the columns."""

    tool: str
    ranks: tuple[int | None, ...]

    def moved(self, column: int) -> int | None:
        """Return how many places better (positive) or worse than in the first host; None where either lacks it."""
        first, other = self.ranks[0], self.ranks[column]
        return None if first is None or other is None else first - other


@dataclass(frozen=True, slots=True)
class HostComparison:
    """Hosts as columns and tools as rows: the first host's order, then what only others show."""

    query: str
    columns: tuple[HostColumn, ...]
    rows: tuple[ComparedTool, ...]

    @property
    def agreed(self) -> int:
        """How many tools every host shows its model for this query."""
        return sum(all(column.shows(row.tool) for column in self.columns) for row in self.rows)


def compare_hosts(query: str, inspections: Sequence[Inspection], shown: int) -> HostComparison:
    """Return `query` in every inspection, the first `shown` tools of the first and what the others show besides."""
    columns = tuple(_column(query, inspection) for inspection in inspections)
    order: dict[str, None] = {hit.key: None for hit in columns[0].ranking.hits[:shown]}
    for column in columns[1:]:
        for hit in column.ranking.hits:
            if column.shows(hit.key):
                order.setdefault(hit.key)
    rows = tuple(ComparedTool(tool, tuple(column.ranks.get(tool) for column in columns)) for tool in order)
    return HostComparison(query, columns, rows)


def _column(query: str, inspection: Inspection) -> HostColumn:
    ranking = inspection.index.search(query, None)
    ranks = {hit.key: hit.rank for hit in ranking.hits}
    return HostColumn(inspection.host.id, inspection.host.label, inspection.limit, ranking, ranks)
