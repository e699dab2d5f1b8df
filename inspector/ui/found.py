"""What one query found: the hits, other hosts beside them, and the words about both."""

from __future__ import annotations

import time
from dataclasses import dataclass

from textual.content import Content

from inspector.hosts import host
from inspector.workspace.host_comparison import HostComparison, compare_hosts
from inspector.workspace.rank_changes import Comparison, compare
from inspector.workspace.session import Session

SHOWN = 100
"""How many hits are shown; the host's own limit is drawn as a line among them."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one query gave: the hits with their rank changes, the other hosts beside them, and the time it took."""

    comparison: Comparison
    hosts: HostComparison | None
    seconds: float


def ask_hosts(query: str, session: Session, others: tuple[str, ...]) -> Found:
    """Return what `query` finds in the session's host, and in the `others` put beside it."""
    started = time.perf_counter()
    comparison = compare(query, session.inspection, session.inspection_as_saved, SHOWN)
    seconds = time.perf_counter() - started
    beside = [session.inspect(host(each), session.tuning) for each in others if each != session.host.id]
    compared = compare_hosts(query, (session.inspection, *beside), SHOWN) if beside else None
    return Found(comparison, compared, seconds)


def hits_title(found: Found | None) -> str:
    """Return the title of the hits."""
    if found is None or found.hosts is None:
        return "Hits"
    return f"Ranks · {found.hosts.agreed} shown by all · (n) is beyond the limit"


def found_facts(found: Found | None, session: Session) -> Content:
    """Return how many hits there are, how they were found, and how quickly."""
    limit = session.inspection.limit
    if found is None:
        return Content.styled(f"limit {limit}", "$muted")
    ranking = found.comparison.ranking
    count = f"{ranking.total:,} hits" if ranking.total != 1 else "1 hit"
    by = {"select": " by name", "names": " by name", "exact name": " by name", "prefix": " by prefix"}
    how = by.get(ranking.mode, "")
    return Content.styled(f"{count}{how} · {found.seconds * 1000:.1f} ms · limit {limit}", "$muted")
