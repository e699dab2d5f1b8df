"""Servers: what is connected, what each costs, whether the threshold is crossed, and why a server failed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import ProgressBar, Static

from inspector.ui.bars import bar, grouped, percent, short_tokens
from inspector.ui.screens.base import SessionScreen
from inspector.ui.states import SERVER_STATES
from inspector.ui.text import content, content_line
from inspector.ui.widgets.threshold_gauge import GaugeValues, ThresholdGauge
from inspector.ui.widgets.virtual_table import Cell, Column, Rows, VirtualTable
from inspector.workspace.server_rows import ServerRow, server_rows
from inspector.workspace.session import Session

_COLUMNS = (
    Column("name", "server", minimum=10),
    Column("from", "from", width=16, priority=3),
    Column("via", "via", width=5, priority=4),
    Column("state", "state", width=13),
    Column("tools", "tools", width=5, align="right", priority=1),
    Column("tokens", "tokens", width=6, align="right"),
    Column("share", "share", width=6, align="right"),
    Column("bar", "", width=16, priority=2),
)


class ServersScreen(SessionScreen):
    """The servers with a gauge of the threshold and a pane about the one under the cursor."""

    NAME = "servers"
    CSS_PATH = "servers.tcss"
    BINDING_GROUP_TITLE = "Servers"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "reconnect", "reconnect", id="server.reconnect", tooltip="Connect to this server again"),
        Binding("enter", "open", "its tools", id="server.tools", tooltip="Show the tools of this server"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[str, ServerRow] = {}

    def compose_body(self) -> ComposeResult:
        """Table and gauge side by side, details below."""
        with Horizontal(id="servers-top"):
            with Vertical(id="servers-pane", classes="pane"):
                yield ProgressBar(id="connecting", show_eta=False)
                yield VirtualTable(
                    _COLUMNS,
                    id="server-table",
                    empty_text="No server is configured here: start with --config FILE. Press q to leave.",
                )
            yield ThresholdGauge(id="threshold-gauge", classes="pane")
        with VerticalScroll(id="server-detail", classes="pane"):
            yield Static(id="server-detail-text")

    def on_mount(self) -> None:
        """Give the panes their titles."""
        self.query_one("#threshold-gauge").border_title = "Threshold"
        self.query_one("#server-table").focus()

    def show(self, session: Session) -> None:
        """Show the servers, the decision, and the server under the cursor."""
        rows = server_rows(session)
        self._rows = {row.key: row for row in rows}
        busy = sum(row.busy for row in rows)
        bar = self.query_one(ProgressBar)
        bar.update(total=max(len(rows), 1), progress=len(rows) - busy)
        bar.display = busy > 0
        self.query_one("#servers-pane").border_title = _title(rows)
        table = self.query_one("#server-table", VirtualTable)
        table.show(Rows([(row.key, _cells(row)) for row in rows]))
        decision = session.inspection.plan.decision
        gauge = self.query_one(ThresholdGauge)
        gauge.show(
            GaugeValues(
                counted=decision.counted,
                limit=decision.limit,
                unit=decision.unit,
                deferred=decision.deferred,
                rule=decision.rule,
                flips=decision.flips,
                label=decision.label,
            )
        )
        self._show_detail()

    @on(VirtualTable.RowHighlighted, "#server-table")
    def _highlighted(self) -> None:
        self._show_detail()

    @on(VirtualTable.RowActivated, "#server-table")
    def action_open(self) -> None:
        """Go to the tools of the server under the cursor."""
        row = self._current()
        if row is not None and row.tools is not None:
            self.inspector.go_to_server(row.name)

    def action_reconnect(self) -> None:
        """Connect to the server under the cursor again."""
        row = self._current()
        if row is not None and row.position is not None and not row.busy:
            self.inspector.reconnect(row.position)

    def _current(self) -> ServerRow | None:
        key = self.query_one("#server-table", VirtualTable).cursor_key
        return self._rows.get(key) if key is not None else None

    def _show_detail(self) -> None:
        row = self._current()
        pane = self.query_one("#server-detail")
        # On a small screen the list of servers needs the room; a failure is worth it.
        pane.display = row is not None and (bool(row.problem) or not self.has_class("-narrow"))
        if row is not None:
            pane.border_title = content_line(f"{row.name} · {row.state}")
            self.query_one("#server-detail-text", Static).update(_detail(row))


def _title(rows: Sequence[ServerRow]) -> str:
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.state] = counts.get(row.state, 0) + 1
    return "Servers · " + " · ".join(f"{count} {state}" for state, count in counts.items()) if rows else "Servers"


def _cells(row: ServerRow) -> list[Cell]:
    look = SERVER_STATES[row.state]
    word = f"{look.symbol} {row.state}" + (f" p{row.page + 1}" if row.state == "listing" and row.page else "")
    problem = row.problem and row.state == "ready"
    return [
        content_line(row.name),
        content_line(row.source.rsplit("/", 1)[-1]),
        row.transport,
        Content.styled(word + (" ⚠" if problem else ""), f"${look.variable}"),
        "–" if row.tools is None else str(row.tools),
        "–" if row.tokens is None else short_tokens(row.tokens),
        "–" if row.share is None else percent(row.share),
        "" if row.share is None else Content.styled(bar(row.share, 16), "$cost-bar"),
    ]


def _detail(row: ServerRow) -> Content:
    lines: list[Content] = []
    if row.problem:
        lines.append(content(row.problem, "$state-failed"))
    if row.hint:
        lines.append(content(row.hint))
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


SCREEN = ServersScreen
