"""How an edit moves the ranks of one query: the same search before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.search import Hit, Ranking
from inspector.tuning.edits import Edit
from inspector.workspace.inspection import Inspection


@dataclass(frozen=True, slots=True)
class RankedHit:
    """A hit with the rank it had under the saved tuning; None where it was not found then."""

    hit: Hit
    before: int | None

    @property
    def moved(self) -> int:
        """Places gained (positive) or lost since then; 0 where it was not found before."""
        return 0 if self.before is None else self.before - self.hit.rank


@dataclass(frozen=True, slots=True)
class Comparison:
    """The hits for one query with their earlier ranks; `edited` tells whether the two tunings differ at all."""

    ranking: Ranking
    hits: tuple[RankedHit, ...]
    edited: bool


def compare(query: str, now: Inspection, before: Inspection, shown: int) -> Comparison:
    """Return the first `shown` hits for `query`, each with its rank under `before`.

    Hits beyond the host's own limit are included: one wants to see how near a tool is.
    """
    ranking = _search(now, query, shown)
    if now is before:
        return Comparison(ranking, tuple(RankedHit(hit, hit.rank) for hit in ranking.hits), edited=False)
    earlier = {hit.key: hit.rank for hit in _search(before, query, None).hits}
    return Comparison(ranking, tuple(RankedHit(hit, earlier.get(hit.key)) for hit in ranking.hits), edited=True)


@dataclass(frozen=True, slots=True)
class RankMove:
    """The rank of one tool for one query before and after an edit; None where it is not found at all."""

    before: int | None
    after: int | None


def tried(query: str, tool: str, now: Inspection, edit: Edit) -> RankMove:
    """Return how `edit` would move `tool` (an id) for `query`, searched with and without it; the edit is not made."""
    after = now.with_tuning(edit.apply(now.tuning))
    return RankMove(_rank(now, query, tool), _rank(after, query, tool))


def _rank(inspection: Inspection, query: str, tool: str) -> int | None:
    return next((hit.rank for hit in _search(inspection, query, None).hits if hit.key == tool), None)


def _search(inspection: Inspection, query: str, limit: int | None) -> Ranking:
    most = inspection.host.maximum_limit
    return inspection.index.search(query, limit if most is None or limit is None else min(limit, most))
