"""The detail of one tool: state, cost by part, description, parameters, and the definition as sent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static, TabbedContent, TabPane

from inspector.checks.finding import Finding
from inspector.ui.bars import bar, grouped
from inspector.ui.problem_cells import problem_line, problem_lines
from inspector.ui.states import TOOL_STATES
from inspector.ui.text import content, content_line, disarmed_line
from inspector.ui.tool_texts import history_text
from inspector.ui.widgets.code_view import CodeView
from inspector.ui.widgets.token_bar import TokenBar
from inspector.ui.widgets.virtual_table import Cell, Column, Rows, VirtualTable
from inspector.workspace.approved_at_hand import ApprovedAtHand
from inspector.workspace.definition_heat import HeatLine, definition_heat
from inspector.workspace.session import Session
from inspector.workspace.tool_facts import ParameterLine, ToolFacts, tool_facts
from inspector.workspace.tool_history import tool_history

_HEAT_BAR = 10
_LATER = ("detail-heat", "detail-history")
_HOT, _WARM = 0.3, 0.1
_NO_TOOL = "No tool under the cursor. Press / and try other words, or 1 to see the servers."
_TABS = {
    "detail-description": ("d", "Description", "Text"),
    "detail-parameters": ("a", "Parameters", "Params"),
    "detail-definition": ("x", "As sent", "Sent"),
    "detail-heat": ("c", "Cost", "Cost"),
    "detail-problems": ("b", "Problems", "Problems"),
    "detail-history": ("v", "History", "History"),
}
"""The tabs with their keys, and their labels where room is scarce."""

_ROOM = 74
"""Columns that keys and long labels take, the number of problems included."""
_HEAT_COLUMNS = (
    Column("path", "part", minimum=12),
    Column("tokens", "tokens", width=7, align="right"),
    Column("bar", "", width=_HEAT_BAR, priority=1),
)


class Later(NamedTuple):
    """What takes a moment to find out about a tool: asked off the loop, and only for the tab in front."""

    heat: Callable[[], tuple[HeatLine, ...]]
    history: Callable[[], Content]


class ToolDetail(Vertical):
    """Shows `ToolFacts`; without a tool it says so. `keys`: whether the screen has the tabs' keys."""

    DEFAULT_CSS = """
    ToolDetail.-tight Tab { padding: 0 1 0 0; }
    """

    _later: Later | None = None
    _problems = 0

    def __init__(self, id: str, *, keys: bool) -> None:
        super().__init__(id=id, classes="pane")
        self._keys = keys

    def compose(self) -> ComposeResult:
        """Facts on top, tabs below."""
        yield Static(id="detail-facts")
        yield TokenBar(id="detail-cost")
        with TabbedContent(id="detail-tabs"):
            with TabPane("Description", id="detail-description"), VerticalScroll():
                yield Static(id="detail-description-text")
            with TabPane("Parameters", id="detail-parameters"), VerticalScroll():
                yield Static(id="detail-parameters-text")
            with TabPane("As sent", id="detail-definition"):
                yield CodeView(id="detail-definition-code", empty_text="The host refuses the tool.")
            with TabPane("Cost", id="detail-heat"):
                yield VirtualTable(_HEAT_COLUMNS, id="heat-table", empty_text="The host refuses the tool.")
            with TabPane("Problems", id="detail-problems"), VerticalScroll():
                yield Static(id="detail-problems-text")
            with TabPane("History", id="detail-history"), VerticalScroll():
                yield Static(id="detail-history-text")

    def show(self, facts: ToolFacts | None) -> None:
        """Show `facts`, or that there is no tool under the cursor."""
        self.border_title = "Tool" if facts is None else content_line(facts.tool)
        for part in ("#detail-cost", "#detail-tabs"):
            self.query_one(part).display = facts is not None
        if facts is None:
            self.query_one("#detail-facts", Static).update(content(_NO_TOOL, "$muted"))
            return
        self.query_one("#detail-facts", Static).update(_facts(facts))
        cost = self.query_one(TokenBar)
        cost.display = facts.measurement is not None
        if facts.measurement is not None:
            cost.show(facts.measurement.parts, exact=facts.exact)
        self.query_one("#detail-description-text", Static).update(
            content(facts.description) if facts.description else Content.styled("The server gives none.", "$muted")
        )
        self.query_one("#detail-parameters-text", Static).update(_parameters(facts.parameters))
        self.query_one("#detail-definition-code", CodeView).show(facts.definition, "json")
        self._show_problems(facts)

    def _show_problems(self, facts: ToolFacts) -> None:
        self._problems = len(facts.findings)
        self._label_tabs()
        told = problem_lines(facts.findings, facts.tool) if facts.findings else content("Nothing found.", "$muted")
        self.query_one("#detail-problems-text", Static).update(told)

    def on_resize(self) -> None:
        """Write the tabs so that all of them are in sight."""
        self.set_class(self.content_size.width < _ROOM, "-tight")
        self._label_tabs()

    def _label_tabs(self) -> None:
        tabs = self.query_one("#detail-tabs", TabbedContent)
        tight = self.has_class("-tight")
        for tab, (key, label, short) in _TABS.items():
            count = f" {self._problems:,}" if self._problems and tab == "detail-problems" else ""
            name = short if tight else f"{key} {label}" if self._keys else label
            tabs.get_tab(tab).label = Content(name + count)

    def show_tool(
        self,
        session: Session,
        tool: str | None,
        approved: ApprovedAtHand,
        findings: Sequence[Finding] | None = None,
    ) -> ToolFacts | None:
        """Show `tool` as `session` has it and return its facts; None shows that there is none.

        `findings` are what the checks of all tools found; without them the tool is checked by itself.
        """
        known = session.inspection
        found = None if findings is None else tuple(findings)
        changed = tool in session.changed_tools
        facts = None if tool is None else tool_facts(known, tool, changed=changed, findings=found)
        self.show(facts)
        self._later = None
        if tool is not None and facts is not None:
            self._later = Later(
                heat=partial(definition_heat, known, tool),
                history=lambda: history_text(tool_history(session, tool, approved.of(session))),
            )
        self._fill()
        return facts

    def show_server(self, title: str, facts: Content) -> None:
        """Show what is said about all tools of a server."""
        self.show(None)
        self._later = None
        self.border_title = content_line(title)
        self.query_one("#detail-facts", Static).update(facts)

    @on(TabbedContent.TabActivated)
    def _fill(self) -> None:
        if self._later is not None and self.query_one("#detail-tabs", TabbedContent).active in _LATER:
            # On the screen, whose workers are waited for, and whose errors are said.
            fill: Callable[[], Awaitable[None]] = partial(self._fill_tab, self._later)
            self.screen.run_worker(fill, group="detail", exclusive=True, exit_on_error=False)

    async def _fill_tab(self, later: Later) -> None:
        tab = self.query_one("#detail-tabs", TabbedContent).active
        if tab == "detail-heat":
            rows = [(line.path, _heat_cells(line)) for line in await asyncio.to_thread(later.heat)]
            self.query_one("#heat-table", VirtualTable).show(Rows(rows), keep_cursor=False)
        elif tab == "detail-history":
            self.query_one("#detail-history-text", Static).update(await asyncio.to_thread(later.history))

    def focus_body(self) -> None:
        """Give the focus to the tabs, for reading with the keyboard."""
        tabs = self.query_one("#detail-tabs", TabbedContent)
        if tabs.display:
            tabs.query_one("Tabs").focus()

    def show_tab(self, tab: str) -> None:
        """Show a tab by its id."""
        self.query_one("#detail-tabs", TabbedContent).active = tab


def _heat_cells(line: HeatLine) -> Sequence[Cell]:
    name = line.path.rsplit(".", 1)[-1] if line.depth else line.path
    colour = "$error" if line.share >= _HOT else "$warning" if line.share >= _WARM else "$muted"
    return (
        Content("  " * line.depth) + content_line(name),
        grouped(line.tokens),
        Content.styled(bar(line.share, _HEAT_BAR), colour),
    )


def _facts(facts: ToolFacts) -> Content:
    look = TOOL_STATES[facts.state]
    lines = [
        Content.assemble(Content.styled(look.text, f"${look.variable}"), "  ", content(facts.reason, "$muted")),
        Content.assemble(Content.styled("seen as ", "$muted"), content_line(facts.name)),
    ]
    if facts.title:
        lines.append(Content.assemble(Content.styled("title   ", "$muted"), content_line(facts.title)))
    if facts.words:
        lines.append(Content.assemble(Content.styled("words   ", "$muted"), content_line(facts.words)))
    if facts.measurement is not None:
        tokens = grouped(facts.measurement.total)
        verb = "costs" if facts.state in ("pinned", "loaded") else "pinned it would cost"
        sign = "" if facts.exact else "≈ "
        lines.append(content(f"{verb} {sign}{tokens} tokens in every request"))
    lines += [Content.styled("⚠ ", "$warning") + content(notice) for notice in facts.notices]
    if facts.findings:
        lines.append(problem_line(facts.findings, "b"))
    return Content("\n").join(lines)


def _parameters(parameters: tuple[ParameterLine, ...]) -> Content:
    if not parameters:
        return Content.styled("It takes none.", "$muted")
    lines = []
    for line in parameters:
        mark = Content.styled("*", "$warning") if line.required else Content(" ")
        head = Content.assemble(
            "  " * line.depth,
            mark,
            Content.styled(disarmed_line(line.name), "bold"),
            "  ",
            content_line(line.kind, 60, "$muted"),
        )
        lines.append(head)
        if line.description:
            lines.append(Content("  " * line.depth + "   ") + content_line(line.description))
    lines.append(Content.styled("\n* required", "$muted"))
    return Content("\n").join(lines)
