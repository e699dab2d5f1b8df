"""How an edit moves the ranks of one query: the same search before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.search import Hit, Ranking
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


def _search(inspection: Inspection, query: str, limit: int | None) -> Ranking:
    most = inspection.host.maximum_limit
    return inspection.index.search(query, limit if most is None or limit is None else min(limit, most))
