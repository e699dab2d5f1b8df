"""How the Servers screen shows a server: its row, the words about it, and the threshold all of them count for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.content import Content

from inspector.hosts import Decision
from inspector.sources import ListingChange
from inspector.tuning.rebase import FileChange
from inspector.ui.bars import bar, grouped, percent, short_tokens
from inspector.ui.states import SERVER_STATES
from inspector.ui.text import content, content_line
from inspector.ui.widgets.threshold_gauge import GaugeValues, ThresholdGauge
from inspector.ui.widgets.virtual_table import Cell, Column
from inspector.workspace.server_rows import ServerRow

SERVER_COLUMNS = (
    Column("name", "server", minimum=10),
    Column("from", "from", width=16, priority=3),
    Column("via", "via", width=5, priority=4),
    Column("state", "state", width=13),
    Column("tools", "tools", width=5, align="right", priority=1),
    Column("tokens", "tokens", width=6, align="right"),
    Column("share", "share", width=7, align="right"),
    Column("bar", "", width=16, priority=2),
)

_PLACES = 5
"""How many places in a file are named."""

_NOTHING_LISTED = ("nothing is listed yet", "^o adds servers · m helps with one")


class ServersGauge(ThresholdGauge):
    """The gauge; without values it says why there are none."""

    def lines(self, width: int) -> Sequence[Content]:
        """Return the lines of the gauge."""
        if self.values is None:
            return [Content.styled(line, "$muted") for line in _NOTHING_LISTED]
        return super().lines(width)


def gauge_values(decision: Decision) -> GaugeValues:
    """Return what the gauge shows of a decision."""
    return GaugeValues(
        counted=decision.counted,
        limit=decision.limit,
        unit=decision.unit,
        deferred=decision.deferred,
        rule=decision.rule,
        flips=decision.flips,
        label=decision.label,
    )


SORTS: tuple[tuple[str, bool], ...] = (("tokens", True), ("tools", True), ("name", False), ("state", False))
"""The orders beside the configured one: column, and whether the largest comes first."""

_BY: dict[str, Callable[[ServerRow], Any]] = {
    "tokens": lambda row: -1 if row.tokens is None else row.tokens,
    "tools": lambda row: -1 if row.tools is None else row.tools,
    "name": lambda row: row.name.casefold(),
    "state": lambda row: list(SERVER_STATES).index(row.state),
}


def sorted_servers(rows: Sequence[ServerRow], order: tuple[str, bool] | None) -> list[ServerRow]:
    """Return the rows by a column, those equal in it as configured; `order` None means as configured."""
    return list(rows) if order is None else sorted(rows, key=_BY[order[0]], reverse=order[1])


def servers_title(rows: Sequence[ServerRow]) -> str:
    """Return the title of the list: how many servers are in which state."""
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.state] = counts.get(row.state, 0) + 1
    return "Servers · " + " · ".join(f"{count} {state}" for state, count in counts.items()) if rows else "Servers"


def server_cells(row: ServerRow) -> list[Cell]:
    """Return the cells of a server's row."""
    look = SERVER_STATES[row.state]
    word = f"{look.symbol} {row.state}" + (f" p{row.page + 1}" if row.state == "listing" and row.page else "")
    problem = row.problem and row.state == "ready"
    return [
        content_line(row.name),
        content_line(row.source.rsplit("/", 1)[-1]),
        row.transport,
        Content.styled(word + (" ⚠" if problem else " ●" if row.relisted else ""), f"${look.variable}"),
        "–" if row.tools is None else str(row.tools),
        "–" if row.tokens is None else short_tokens(row.tokens),
        "–" if row.share is None else percent(row.share),
        "" if row.share is None else Content.styled(bar(row.share, 16), "$cost-bar"),
    ]


def changes_in_words(change: ListingChange) -> str:
    """Return what a server changed of its tools: ``2 added, 1 changed``."""
    counts = (("added", change.added), ("changed", change.changed), ("removed", change.removed))
    return ", ".join(f"{len(names)} {word}" for word, names in counts if names)


def file_changes_in_words(found: Sequence[FileChange], taken: str = "taken over") -> str:
    """Return what somebody else wrote to the toolset's file, and where unsaved edits hold instead.

    `taken` says what became of the former.
    """
    theirs = [change.place for change in found if not change.overruled]
    kept = [change.place for change in found if change.overruled]
    lines = [f"{taken}: {_some(theirs)}"] if theirs else []
    return "\n".join([*lines, *([f"your unsaved edits hold: {_some(kept)}"] if kept else [])])


def _some(places: Sequence[str]) -> str:
    rest = len(places) - _PLACES
    return ", ".join(places[:_PLACES]) + (f" and {rest:,} more" if rest > 0 else "")


def server_detail(row: ServerRow, signing_in_at: str | None = None) -> Content:
    """Return what the pane says about a server; `signing_in_at` is the page of a sign-in that runs, empty at first."""
    lines: list[Content] = []
    if signing_in_at is not None:
        where = f"waiting for the browser, esc cancels; the page:\n{signing_in_at}" if signing_in_at else "signing in …"
        lines.append(content(where, "$heading"))
    if row.state == "untrusted":
        lines.append(content("Nothing was started or sent. Press t to see what it would do, and decide.", "$heading"))
    elif row.missing:
        lines.append(content(f"Press v to give {', '.join(row.missing)} for this sitting.", "$heading"))
    elif row.sign_in and signing_in_at is None:
        lines.append(content("Press s to open its page in your browser.", "$heading"))
    if row.problem:
        lines.append(content(row.problem, "$state-failed"))
    if row.hint and row.state != "untrusted":
        lines.append(content(row.hint))
    if row.relisted:
        lines.append(content(f"since connecting: {changes_in_words(row.relisted)}", "$warning"))
    if row.tools is not None and row.tokens is not None:
        lines.append(
            content(
                f"{row.tools} tools, {grouped(row.tokens)} tokens, listed in {row.seconds:.2f} s by {row.transport}"
            )
        )
    lines.append(content(f"{row.target or row.source}\nfrom {row.source}", "$muted"))
    if row.stderr:
        lines.append(content("last stderr:", "$heading"))
        lines += [content_line(line) for line in row.stderr[-12:]]
    elif row.state == "failed":
        lines.append(content("last stderr: (none)", "$muted"))
    return Content("\n").join(lines)
