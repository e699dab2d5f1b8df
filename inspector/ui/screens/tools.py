"""Tools: every tool with state and cost; pin, hide and word them, one or many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Input

from inspector.checks.finding import Finding
from inspector.ui.checking import BackgroundCheck, Findings
from inspector.ui.screens.tool_edits import ToolEdits
from inspector.ui.tool_cells import TOOL_COLUMNS, ToolSource, star_facts
from inspector.ui.widgets.code_view import CodeView
from inspector.ui.widgets.tool_detail import ToolDetail
from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.workspace.session import Session
from inspector.workspace.star_rows import StarRow, with_stars
from inspector.workspace.tool_filter import GROUPS, SORTS, ToolFilter, arranged, grouped_rows
from inspector.workspace.tool_rows import ToolRow, tool_rows

_DETAIL_SECONDS = 0.04
_PARTS = Binding.Group("detail", compact=True)
_NOTHING_LISTED = "No tool is listed. Press 1 to see the servers."
_CONNECTING = "No tool is listed yet: servers are still connecting. Press 1 to see them."
_NOTHING_MATCHES = "No tool matches. Press / and change the filter, or escape to clear it."


class ToolsScreen(ToolEdits):
    """A virtual table of all tools, a filter above it, and the tool under the cursor beside it."""

    NAME = "tools"
    CSS_PATH = "tools.tcss"
    BINDING_GROUP_TITLE = "Tools"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "filter", key_display="/", id="tools.filter", tooltip="Words, server:, problem: …"),
        Binding("s", "sort", "sort", id="tools.sort", tooltip="Sort by the next column"),
        Binding("g", "group", "group", id="tools.group", tooltip="Group by server, by state, or not"),
        Binding("A", "select_all", "select all", id="tools.select-all", tooltip="Select all tools that match, or none",
                show=False),
        Binding("d", "tab('detail-description')", "description", tooltip="The tool's description", group=_PARTS),
        Binding("a", "tab('detail-parameters')", "parameters", tooltip="The tool's parameters", group=_PARTS),
        Binding("x", "tab('detail-definition')", "as sent", tooltip="The definition as sent", group=_PARTS),
        Binding("c", "tab('detail-heat')", "cost", tooltip="Which part of the definition costs", group=_PARTS),
        Binding("b", "tab('detail-problems')", "problems", tooltip="What the checks found", group=_PARTS),
        Binding("v", "tab('detail-history')", "history", tooltip="What changed, and your edits", group=_PARTS),
        Binding("escape", "back", "back", show=False),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[ToolRow, ...] = ()
        self._filter = ToolFilter()
        self._sort: tuple[str, bool] | None = None
        self._group = ""
        self._stars: dict[str, StarRow] = {}
        self._wanted: str | None = None
        self._checking = BackgroundCheck()
        self._findings: Findings | None = None
        self._detail_timer: Timer | None = None

    def compose_body(self) -> ComposeResult:
        """Filter and table on the left, detail on the right."""
        with Horizontal():
            with Vertical(id="tools-pane", classes="pane"):
                yield Input(placeholder="filter: words  server:name  pinned  problem:  tokens>500", id="tool-filter")
                yield VirtualTable(
                    TOOL_COLUMNS,
                    id="tool-table",
                    can_select=True,
                    empty_text=_NOTHING_LISTED,
                )
            with Vertical(id="tool-side"):
                yield ToolDetail(id="tool-detail", keys=True)
                with Vertical(id="sent-pane", classes="pane"):
                    yield CodeView(id="sent-code", empty_text="The host refuses the tool: nothing is sent.")

    def on_mount(self) -> None:
        """Begin in the table, where the keys act."""
        self.query_one("#sent-pane").border_title = "As sent"
        self.query_one("#tool-table").focus()

    def show(self, session: Session) -> None:
        """Show the tools of `session`, cursor and selection kept."""
        self._take_rows(session)
        if not session.inspection.checked:
            self._check()

    def focus_tool(self, tool: str) -> None:
        """Put the cursor on `tool`, clearing a filter that hides it."""
        if not any(row.tool == tool for row in arranged(self._rows, self._filter, None)):
            self.set_filter("")
        self._wanted = tool
        self._touched = True
        self.query_one("#tool-table", VirtualTable).move_to(tool)
        self.query_one("#tool-table").focus()

    def set_filter(self, text: str) -> None:
        """Filter by `text`, as if it had been typed."""
        self.query_one("#tool-filter", Input).value = text
        self._filter = ToolFilter.parse(text)
        self._show_rows(self.inspector.shown)
        self.query_one("#tool-table").focus()

    @work(exclusive=True, group="check", exit_on_error=False)
    async def _check(self) -> None:
        """Check all tools beside the screen: for thousands of them that takes seconds."""
        session = self.inspector.shown
        await self._checking.find(session, lambda checked: checked is self.inspector.shown)
        if session is self.inspector.shown:
            self._take_rows(session)

    def _take_rows(self, session: Session) -> None:
        self._findings = self._checking.findings(session)
        self._rows = tool_rows(session.inspection, self._findings or {})
        self._show_rows(session)

    def _show_rows(self, session: Session) -> None:
        column, descending = self._sort or (None, False)
        found = arranged(self._rows, self._filter, column, descending)
        table = self.query_one("#tool-table", VirtualTable)
        table.sorted_by = self._sort
        table.empty_text = _NOTHING_MATCHES
        if not self._rows:
            table.empty_text = _CONNECTING if session.connecting else _NOTHING_LISTED
        elif self._filter.problem is not None and self._findings is None:
            table.empty_text = "The tools are being checked."
        by_id = session.inspection.catalog.by_id
        rows: Sequence[ToolRow | StarRow | str]
        if self._group == "server":
            rows = with_stars(found, lambda tool: by_id[tool].server, session.tuning)
        else:
            rows = grouped_rows(found, self._group, lambda tool: by_id[tool].server)
        self._stars = {row.key: row for row in rows if isinstance(row, StarRow)}
        table.show(
            ToolSource(rows, session.inspection, self.has_class("-wide"), session.changed_tools),
            keep_cursor=self.keep_cursor(),
        )
        if self._wanted is not None and table.move_to(self._wanted):
            self._wanted = None
        shown = f"{len(found):,} of {len(self._rows):,} match" if len(found) != len(self._rows) else f"{len(found):,}"
        self.query_one("#tools-pane").border_title = f"Tools · {shown}"
        self._show_detail()

    def shown_rows(self) -> Sequence[ToolRow]:
        """Return the tools that match the filter."""
        return [row for row in self._rows if self._filter.matches(row)]

    def star_rows(self) -> Sequence[StarRow]:
        """Return the servers' own rows."""
        return tuple(self._stars.values())

    def _show_detail(self) -> None:
        tool = self.tool_table.cursor_key
        session = self.inspector.shown
        detail = self.query_one(ToolDetail)
        if tool in self._stars:
            detail.show_server(str(tool), star_facts(self._stars[str(tool)]))
            self.query_one("#sent-code", CodeView).show("", "json")
            return
        facts = detail.show_tool(session, tool, self.inspector.approved, self._found(session, tool))
        if self.has_class("-wide"):
            self.query_one("#sent-code", CodeView).show("" if facts is None else facts.definition, "json")

    def _found(self, session: Session, tool: str | None) -> Sequence[Finding] | None:
        """Return what the checks found about a tool and its server; None while nothing was checked."""
        entry, known = session.inspection.catalog.by_id.get(tool or ""), self._findings
        if entry is None or known is None:
            return None
        return (*known.get(entry.id, ()), *known.get(entry.server, ()))

    @on(VirtualTable.RowHighlighted, "#tool-table")
    def _highlighted(self) -> None:
        # The detail measures and formats a whole definition: not for rows that a held key only passes.
        if self._detail_timer is not None:
            self._detail_timer.stop()
        self._detail_timer = self.set_timer(_DETAIL_SECONDS, self._show_detail)

    @on(VirtualTable.RowActivated, "#tool-table")
    def _activated(self) -> None:
        self.add_class("-detail")
        self.query_one(ToolDetail).focus_body()

    @on(VirtualTable.SelectionChanged, "#tool-table")
    def _selected(self, event: VirtualTable.SelectionChanged) -> None:
        count = len(event.keys)
        tokens = sum(row.tokens or 0 for row in self._rows if row.tool in event.keys) if count else 0
        words = f"{count:,} selected · pinned they cost {tokens:,} tokens in every request" if count else ""
        self.query_one("#tools-pane").border_subtitle = words

    @on(VirtualTable.HeaderClicked, "#tool-table")
    def _header_clicked(self, event: VirtualTable.HeaderClicked) -> None:
        if event.column in SORTS:
            descending = self._sort == (event.column, False)
            self._sort = (event.column, descending)
            self._show_rows(self.inspector.shown)

    @on(Input.Changed, "#tool-filter")
    def _filter_changed(self, event: Input.Changed) -> None:
        self._filter = ToolFilter.parse(event.value)
        if self.inspector.prepared:
            self._show_rows(self.inspector.shown)

    @on(Input.Submitted, "#tool-filter")
    def _filter_done(self) -> None:
        self.query_one("#tool-table").focus()

    def action_tab(self, tab: str) -> None:
        """Show a part of the detail, on a small screen in place of the table."""
        self.add_class("-detail")
        detail = self.query_one(ToolDetail)
        detail.show_tab(tab)
        if self.has_class("-narrow"):
            detail.focus_body()  # else the focus falls from the hidden table to the filter, which takes every key

    def action_filter(self) -> None:
        """Type a filter."""
        self.query_one("#tool-filter").focus()

    def action_back(self) -> None:
        """Leave the detail, then the filter, then clear it."""
        if self.has_class("-detail"):
            self.remove_class("-detail")
        elif not self.query_one("#tool-filter").has_focus:
            self.set_filter("")
        self.query_one("#tool-table").focus()

    def action_sort(self) -> None:
        """Sort by the next column: tokens first, since that is what one asks."""
        order: list[tuple[str, bool] | None] = [
            None,
            ("tokens", True),
            ("tool", False),
            ("state", False),
            ("problems", True),
            ("words", False),
        ]
        self._sort = order[(order.index(self._sort) + 1) % len(order)] if self._sort in order else None
        self._show_rows(self.inspector.shown)

    def action_group(self) -> None:
        """Group by the next of: nothing, server, state."""
        self._group = GROUPS[(GROUPS.index(self._group) + 1) % len(GROUPS)]
        self._show_rows(self.inspector.shown)

    def action_select_all(self) -> None:
        """Select every tool that matches the filter; when all are, none."""
        table = self.query_one("#tool-table", VirtualTable)
        matching = {row.tool for row in self._rows if self._filter.matches(row)}
        table.select(() if matching <= set(table.selected) else matching)


SCREEN = ToolsScreen
