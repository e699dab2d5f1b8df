"""Hits and their breakdown as table rows."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from inspector.search import Hit, spelled_points
from inspector.ui.bars import bar
from inspector.ui.states import TOOL_STATES
from inspector.ui.text import content_line
from inspector.ui.widgets.virtual_table import Cell, Column
from inspector.workspace.host_comparison import ComparedTool, HostComparison
from inspector.workspace.rank_changes import Comparison, RankedHit
from inspector.workspace.session import Session
from inspector.workspace.why_not import WhyNot

HitRow = tuple[str, Sequence[Cell]]
"""The key of a table row and its cells."""

_BAR = 8

_MOVED = Column("moved", "", width=3)
_COLUMNS = (
    Column("rank", "", width=3, align="right"),
    Column("name", "tool", minimum=20),
    Column("state", "", width=1),
    Column("score", "score", width=6, align="right"),
    Column("bar", "", width=_BAR, priority=1),
)

BREAKDOWN_COLUMNS = (
    Column("term", "term", minimum=8),
    Column("where", "where", width=12),
    Column("points", "points", width=6, align="right"),
)

MISS_COLUMNS = (
    Column("term", "term", width=14),
    Column("why", "why it earns nothing", minimum=10),
)


def hit_columns(edited: bool) -> tuple[Column, ...]:
    """Return the columns of the hit table; how far a hit moved has one only where something was edited."""
    return (_COLUMNS[0], _MOVED, *_COLUMNS[1:]) if edited else _COLUMNS


def hit_rows(comparison: Comparison, session: Session) -> tuple[list[HitRow], dict[int, str] | None]:
    """Return the rows of the hits, and the line drawn where the host's own limit ends."""
    limit = session.inspection.limit
    best = max((ranked.hit.score or 0 for ranked in comparison.hits), default=0) or 1
    rows: list[HitRow] = [(ranked.hit.key, _cells(ranked, comparison, session, best)) for ranked in comparison.hits]
    capped = comparison.ranking.mode in ("keywords", "prefix")
    if not capped or len(rows) <= limit:
        return rows, None
    rows.insert(limit, ("limit", ()))
    return rows, {limit: f"limit {limit}: the model sees what is above"}


def _cells(ranked: RankedHit, comparison: Comparison, session: Session, best: float) -> list[Cell]:
    hit = ranked.hit
    placement = session.inspection.placement(hit.key)
    look = TOOL_STATES[placement.state if placement is not None else "built-in"]
    return [
        str(hit.rank),
        *([_moved(ranked)] if comparison.edited else []),
        content_line(hit.name),
        Content.styled(look.symbol, f"${look.variable}"),
        points(hit.score),
        Content.styled(bar((hit.score or 0) / best, _BAR), "$score-bar"),
    ]


def _moved(ranked: RankedHit) -> Cell:
    """Return how far the hit moved since the saved tuning: ▲2, ▼1, ``new``, or nothing."""
    if ranked.before is None:
        return Content.styled("new", "$success")
    if ranked.moved > 0:
        return Content.styled(f"▲{ranked.moved}", "$success")
    return Content.styled(f"▼{-ranked.moved}", "$warning") if ranked.moved < 0 else ""


def breakdown_rows(hit: Hit | None) -> list[tuple[str, Sequence[Cell]]]:
    """Return one row per contribution, and the sum below them."""
    if hit is None:
        return []
    rows: list[tuple[str, Sequence[Cell]]] = [
        (str(at), [content_line(part.term), content_line(part.where), points(part.points)])
        for at, part in enumerate(hit.contributions)
    ]
    if rows:
        rows.append(("sum", [Content.styled("score", "bold"), "", Content.styled(points(hit.score), "bold")]))
    return rows


def miss_rows(answer: WhyNot) -> list[tuple[str, Sequence[Cell]]]:
    """Return one row per term that missed; its whole reason stands below the table."""
    return [(str(at), [content_line(miss.term), content_line(miss.why)]) for at, miss in enumerate(answer.misses)]


def compared_columns(comparison: HostComparison) -> tuple[Column, ...]:
    """Return the columns of a host comparison: the tool, then a rank for every host."""
    return (
        Column("tool", "tool", minimum=20),
        *(
            Column(f"host{at}", content_line(column.host).plain, width=min(max(len(column.host), 8), 14), align="right")
            for at, column in enumerate(comparison.columns)
        ),
    )


def compared_rows(comparison: HostComparison) -> list[HitRow]:
    """Return one row per tool: its rank in every host, whether that is better or worse than in the first."""
    return [
        (row.tool, [content_line(row.tool), *(_rank(comparison, row, at) for at in range(len(row.ranks)))])
        for row in comparison.rows
    ]


def _rank(comparison: HostComparison, row: ComparedTool, at: int) -> Cell:
    rank = row.ranks[at]
    if rank is None:
        return Content.styled("–", "$muted")
    shown = comparison.columns[at].shows(row.tool)
    # Beyond the limit the model does not see the tool: in brackets, so that no colour is needed to tell.
    number = Content(str(rank)) if shown else Content.styled(f"({rank})", "$muted")
    moved = row.moved(at) if at else 0
    if not moved:
        return number
    return (Content.styled("▲ ", "$success") if moved > 0 else Content.styled("▼ ", "$warning")) + number


def points(value: float | None) -> str:
    """Return points, ``–`` for look-ups by name, which give none."""
    return "–" if value is None else spelled_points(value)
