"""Session: a conversation request by request, with what stands in the tools array, what it costs, and cache misses."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from inspector.errors import InspectorError
from inspector.simulation.requests import Request
from inspector.simulation.script import Script
from inspector.ui.bars import bar, grouped
from inspector.ui.dialogs.edit_text import EditText
from inspector.ui.screens.base import SessionScreen
from inspector.ui.text import content, content_line
from inspector.ui.widgets.virtual_table import Cell, Column, Rows, VirtualTable
from inspector.workspace.session import Session
from inspector.workspace.simulating import BUNDLED, Comparison, Played, play, read_script

_BAR = 12
_REQUESTS = (
    Column("number", "", width=2, align="right"),
    Column("turn", "turn", width=4, align="right"),
    Column("action", "the model", minimum=20),
    Column("tools", "tools", width=5, align="right"),
    Column("tokens", "tokens", width=8, align="right"),
    Column("bar", "", width=_BAR, priority=2),
    Column("cache", "cache", width=6),
)
_WAYS = (
    Column("way", "", minimum=12),
    Column("searches", "searches", width=8, align="right"),
    Column("misses", "misses", width=6, align="right"),
    Column("tokens", "tokens", width=9, align="right"),
    Column("fresh", "full price", width=10, align="right", priority=1),
    Column("price", "price", width=8, align="right", priority=2),
)
_CACHE = {"cold": ("○ cold", "$muted"), "hit": ("✓ hit", "$success"), "miss": ("✕ miss", "$warning")}
_NO_SCRIPT = "No script is open. Press o and name one: a TOML file with [[turn]] tables, or btc, which comes along."


class SessionTurnsScreen(SessionScreen):
    """The requests in a table, three ways to play the script below, and the request under the cursor beside it."""

    NAME = "session"
    CSS_PATH = "session.tcss"
    BINDING_GROUP_TITLE = "Session"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "open", "script", id="session.open", tooltip="Play another script"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._script: Script | None = None
        self._comparison: Comparison | None = None

    def compose_body(self) -> ComposeResult:
        """Requests, ways to play them, the one under the cursor."""
        with Horizontal(id="session-body"):
            with Vertical(id="session-left"):
                with Vertical(id="requests-pane", classes="pane"):
                    yield VirtualTable(_REQUESTS, id="request-table", empty_text=_NO_SCRIPT)
                with Vertical(id="ways-pane", classes="pane"):
                    yield VirtualTable(_WAYS, id="way-table", empty_text="Nothing is played yet.")
            with Vertical(id="request-pane", classes="pane"):
                yield Static(id="request-facts")

    def on_mount(self) -> None:
        """Give the panes their titles; the bundled script is played where its tools are there."""
        self.query_one("#ways-pane").border_title = "Three ways"
        self.query_one("#request-pane").border_title = "Request"
        self.query_one("#requests-pane").border_title = "Requests"
        self.query_one("#request-table").focus()

    def show(self, session: Session) -> None:
        """Play the script again: host, tuning or tools may have changed."""
        if self._script is None:
            bundled = read_script(BUNDLED[0])
            if all(tool in session.inspection.catalog.by_id for tool in bundled.tools):
                self._script = bundled
        self._play(session)

    @work(exclusive=True, group="session", exit_on_error=False)
    async def _play(self, session: Session) -> None:
        if self._script is not None:
            self._show_comparison(await asyncio.to_thread(play, self._script, session.inspection))

    def _show_comparison(self, comparison: Comparison) -> None:
        self._comparison = comparison
        requests = comparison.decided.simulation.requests
        most = max((each.tokens for each in requests), default=1)
        rows = [(str(each.number), _request_cells(each, most)) for each in requests]
        self.query_one("#request-table", VirtualTable).show(Rows(rows), keep_cursor=self.keep_cursor())
        ways = (comparison.decided, comparison.everything, comparison.pinned)
        self.query_one("#way-table", VirtualTable).show(Rows([(each.name, _way_cells(each)) for each in ways]))
        self.query_one("#requests-pane").border_title = content_line(f"Requests · {comparison.script.title}")
        self._show_request()

    @on(VirtualTable.RowHighlighted, "#request-table")
    def _highlighted(self) -> None:
        self._show_request()

    def _show_request(self) -> None:
        key = self.query_one("#request-table", VirtualTable).cursor_key
        comparison = self._comparison
        if comparison is None or key is None or not key.isdecimal():
            self.query_one("#request-facts", Static).update(Content(""))
            return
        request = comparison.decided.simulation.requests[int(key) - 1]
        self.query_one("#request-facts", Static).update(_facts(request, comparison))

    @work(exit_on_error=False)
    async def action_open(self) -> None:
        """Ask for a script and play it."""
        name = await self.inspector.push_screen_wait(
            EditText(
                "Play which script?",
                "",
                placeholder="btc",
                help="A TOML file with [[turn]] tables: say, search, calls; btc comes along",
            )
        )
        if not name or not name.strip():
            return
        try:
            self._script = await asyncio.to_thread(read_script, name.strip())
        except InspectorError as error:
            self.inspector.say_problem(error)
            return
        self._play(self.inspector.shown)


def _request_cells(request: Request, most: int) -> list[Cell]:
    word, colour = _CACHE[request.cache]
    return [
        str(request.number),
        str(request.turn),
        content_line(request.action),
        str(request.tools),
        grouped(request.tokens),
        Content.styled(bar(request.tokens / most, _BAR), "$cost-bar"),
        Content.styled(word, colour),
    ]


def _way_cells(played: Played) -> list[Cell]:
    simulation = played.simulation
    return [
        played.name,
        str(simulation.searches),
        str(simulation.misses),
        grouped(simulation.tokens),
        grouped(simulation.fresh),
        "–" if played.price is None else f"${played.price:.4f}",
    ]


def _facts(request: Request, comparison: Comparison) -> Content:
    meanings = {
        "cold": "the first request: nothing is cached yet",
        "hit": "the request before is its beginning, so that part is read at the cached price",
        "miss": "the tools array grew, so everything is read at the full price once",
    }
    lines = [
        content(f"request {request.number}, turn {request.turn}: the model {request.action}", "bold"),
        content(f"{request.tools} tools in the tools array, {grouped(request.tokens)} tokens in all"),
        content(f"{grouped(request.cached)} of them from the cache: {meanings[request.cache]}"),
    ]
    if request.activated:
        lines.append(content(f"found just before: {', '.join(request.activated)}", "$success"))
    if request.unfound:
        lines.append(content(f"not found, so not called: {', '.join(request.unfound)}", "$warning"))
    if comparison.unknown:
        lines.append(content(f"not in this catalog: {', '.join(comparison.unknown)}", "$warning"))
    lines.append(content("results of calls are assumed to have 200 tokens unless the script says so", "$muted"))
    return Content("\n").join(lines)


SCREEN = SessionTurnsScreen
