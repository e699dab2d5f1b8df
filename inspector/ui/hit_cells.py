"""Hits and their breakdown as table rows."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from inspector.search import Hit
from inspector.ui.bars import bar
from inspector.ui.states import TOOL_STATES
from inspector.ui.text import content_line
from inspector.ui.widgets.virtual_table import Cell, Column
from inspector.workspace.rank_changes import Comparison, RankedHit
from inspector.workspace.session import Session

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


def points(value: float | None) -> str:
    """Return points: whole ones as they are, others with three decimals, ``–`` for look-ups by name."""
    if value is None:
        return "–"
    return f"{value:g}" if value % 1 == 0 else f"{value:.3f}"
