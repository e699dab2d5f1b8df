"""Tools: every tool with state and cost; pin, hide and word them, one or many at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Input

from inspector.tuning.edits import Edit, SetHidden, SetPin, Together
from inspector.ui.checking import BackgroundCheck, Findings
from inspector.ui.screens.base import SessionScreen
from inspector.ui.tool_cells import TOOL_COLUMNS, ToolSource
from inspector.ui.widgets.tool_detail import ToolDetail
from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.ui.words import ask_for_words
from inspector.workspace.definition_heat import definition_heat
from inspector.workspace.session import Session
from inspector.workspace.tool_facts import ToolFacts, tool_facts
from inspector.workspace.tool_filter import GROUPS, SORTS, ToolFilter, arranged, grouped_rows
from inspector.workspace.tool_rows import ToolRow, tool_rows

_DETAIL_SECONDS = 0.04
_NOTHING_MATCHES = "No tool matches. Press / and change the filter, or escape to clear it."


class ToolsScreen(SessionScreen):
    """A virtual table of all tools, a filter above it, and the tool under the cursor beside it."""

    NAME = "tools"
    CSS_PATH = "tools.tcss"
    BINDING_GROUP_TITLE = "Tools"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "pin", "pin", id="tool.pin", tooltip="Pin the tool or the selected ones, or unpin"),
        Binding("h", "hide", "hide", id="tool.hide", tooltip="Hide from the model, or show again"),
        Binding("e", "words", "words", id="tool.words", tooltip="Edit the tool's search words"),
        Binding("E", "server_words", "server words", id="tool.server-words", tooltip="Words of all its server's tools",
                show=False),
        Binding("P", "pin_server", "pin server", id="tool.pin-server", tooltip="Pin all tools of the server, or unpin",
                show=False),
        Binding("slash", "filter", "filter", key_display="/", id="tools.filter", tooltip="Words, server:, problem: …"),
        Binding("s", "sort", "sort", id="tools.sort", tooltip="Sort by the next column"),
        Binding("g", "group", "group", id="tools.group", tooltip="Group by server, by state, or not"),
        Binding("A", "select_all", "select all", id="tools.select-all", tooltip="Select all tools that match, or none",
                show=False),
        Binding("d", "tab('detail-description')", "description", show=False, tooltip="The tool's description"),
        Binding("a", "tab('detail-parameters')", "parameters", show=False, tooltip="The tool's parameters"),
        Binding("x", "tab('detail-definition')", "as sent", show=False, tooltip="The definition as sent"),
        Binding("c", "tab('detail-heat')", "cost", show=False, tooltip="Which part of the definition costs"),
        Binding("b", "tab('detail-problems')", "problems", show=False, tooltip="What the checks found in the tool"),
        Binding("escape", "back", "back", show=False),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[ToolRow, ...] = ()
        self._filter = ToolFilter()
        self._sort: tuple[str, bool] | None = None
        self._group = ""
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
                    empty_text="No tool is listed yet. Press 1 to see the servers.",
                )
            yield ToolDetail(id="tool-detail", classes="pane")

    def on_mount(self) -> None:
        """Begin in the table, where the keys act."""
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
        connecting = "No tool is listed yet: servers are still connecting. Press 1 to see them."
        table.empty_text = connecting if session.connecting and not self._rows else _NOTHING_MATCHES
        if self._filter.problem is not None and self._findings is None:
            table.empty_text = "The tools are being checked."
        by_id = session.inspection.catalog.by_id
        rows = grouped_rows(found, self._group, lambda tool: by_id[tool].server)
        table.show(
            ToolSource(rows, session.inspection, self.has_class("-wide"), session.changed_tools),
            keep_cursor=self.keep_cursor(),
        )
        if self._wanted is not None and table.move_to(self._wanted):
            self._wanted = None
        shown = f"{len(found):,} of {len(self._rows):,} match" if len(found) != len(self._rows) else f"{len(found):,}"
        self.query_one("#tools-pane").border_title = f"Tools · {shown}"
        self._show_detail()

    def _show_detail(self) -> None:
        tool = self.query_one("#tool-table", VirtualTable).cursor_key
        session = self.inspector.shown
        detail = self.query_one(ToolDetail)
        detail.show(None if tool is None else self._facts(session, tool))
        detail.show_heat(partial(definition_heat, session.inspection, tool) if tool is not None else None)

    def _facts(self, session: Session, tool: str) -> ToolFacts | None:
        entry, known = session.inspection.catalog.by_id.get(tool), self._findings
        found = None
        if entry is not None and known is not None:
            found = (*known.get(tool, ()), *known.get(entry.server, ()))
        return tool_facts(session.inspection, tool, changed=tool in session.changed_tools, findings=found)

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
        self.query_one("#tools-pane").border_subtitle = f"{count:,} selected" if count else ""

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
        self.query_one(ToolDetail).show_tab(tab)

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

    def _targets(self) -> Sequence[ToolRow]:
        """Return the selected tools among those in sight, else the one under the cursor."""
        table = self.query_one("#tool-table", VirtualTable)
        shown = [row for row in self._rows if self._filter.matches(row)]
        chosen = [row for row in shown if row.tool in table.selected]
        return chosen or [row for row in shown if row.tool == table.cursor_key]

    def _under_cursor(self) -> str | None:
        """Return the key that speaks for all tools of the server under the cursor."""
        tool = self.query_one("#tool-table", VirtualTable).cursor_key
        return None if tool is None else self._star(tool)

    def action_pin(self) -> None:
        """Pin the targets; when all are pinned already, unpin them."""
        targets = self._targets()
        pin = not all(row.state == "pinned" for row in targets)
        self._do("pin" if pin else "unpin", [SetPin(row.tool, True if pin else self._off(row.tool)) for row in targets])

    def action_hide(self) -> None:
        """Hide the targets; when all are hidden already, show them again."""
        targets = self._targets()
        hide = not all(row.state == "hidden" for row in targets)
        edits = [SetHidden(row.tool, True if hide else self._shown_again(row.tool)) for row in targets]
        self._do("hide" if hide else "show", edits)

    def action_pin_server(self) -> None:
        """Pin all tools of the server under the cursor with one ``*`` entry, or take it back."""
        star = self._under_cursor()
        if star is not None:
            edits = self.inspector.session.tuning.edits.get(star)
            self._do("pin", [SetPin(star, None if edits is not None and edits.pin else True)])

    @work
    async def action_words(self) -> None:
        """Edit the search words of the targets."""
        targets = self._targets()
        if targets:
            await ask_for_words(self.inspector, [row.tool for row in targets])
            self.query_one("#tool-table", VirtualTable).select(())

    @work
    async def action_server_words(self) -> None:
        """Edit the search words of all tools of the server under the cursor."""
        star = self._under_cursor()
        if star is not None:
            await ask_for_words(self.inspector, [star])

    def _star(self, tool: str) -> str:
        """Return the key that speaks for all tools of the server of `tool`."""
        return f"{self.inspector.shown.inspection.catalog.by_id[tool].server}/*"

    def _off(self, tool: str) -> bool | None:
        """Return how to say “not pinned”: silence, unless the server or its ``*`` entry would pin the tool."""
        star = self.inspector.session.tuning.edits.get(self._star(tool))
        exact = self.inspector.session.tuning.edits.get(tool)
        by_other = (star is not None and star.pin) or exact is None or exact.pin is None
        return False if by_other else None

    def _shown_again(self, tool: str) -> bool | None:
        star = self.inspector.session.tuning.edits.get(self._star(tool))
        imported, name = self.inspector.session.tuning.rules_for(tool)
        return False if (star is not None and star.hide) or imported.hidden_reason(name) else None

    def _do(self, verb: str, edits: Sequence[Edit]) -> None:
        if not edits:
            return
        name = f"{verb} {len(edits)} tools" if len(edits) > 1 else ""
        self.inspector.edit(Together(tuple(edits), name))
        # The next edit is about the next tools: a selection left behind would take part unseen.
        self.query_one("#tool-table", VirtualTable).select(())


SCREEN = ToolsScreen
