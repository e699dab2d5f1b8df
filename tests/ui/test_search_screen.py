"""The Search screen beside its hits: why not a tool, hosts side by side, earlier queries."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input, Static

from inspector.ui.app import InspectorApp
from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.workspace.inputs import Inputs
from tests.ui.conftest import screen_text
from tests.ui.journeys import demo_toolset, opened, saved_listing, settle, type_text

TOOLS = [
    {"name": name, "description": text, "inputSchema": {"type": "object"}}
    for name, text in [
        ("create_issue", "make an issue"),
        ("list_issues", "every issue"),
        ("close", "close an issue"),
        ("ping", "says nothing; issues a pong"),
    ]
]


def listing(folder: Path) -> Inputs:
    return Inputs(listings=(("", str(saved_listing(folder, TOOLS, "s"))),))


async def test_why_not_names_the_reason_for_every_term(tmp_path: Path) -> None:
    async with opened(listing(tmp_path), first="search") as (app, pilot):
        await type_text(pilot, "create issue")
        await settle(app, pilot)
        await pilot.press("enter", "y")
        await pilot.pause()
        await type_text(pilot, "ping")
        await pilot.press("enter")
        await settle(app, pilot)
        shown = screen_text(app)
        assert "Why not s__ping" in shown
        assert "It is not found" in shown
        assert "issues" in str(app.screen.query_one("#why-row", Static).render()) or "create" in shown
        await pilot.press("down")
        await settle(app, pilot)
        assert "Why not" not in screen_text(app)


async def test_why_not_is_readable_at_80_columns(tmp_path: Path) -> None:
    async with opened(listing(tmp_path), size=(80, 24), first="search") as (app, pilot):
        await type_text(pilot, "create issue")
        await settle(app, pilot)
        await pilot.press("enter", "y")
        await pilot.pause()
        await type_text(pilot, "ping")
        await pilot.press("enter")
        await settle(app, pilot)
        assert "It is not found" in screen_text(app)


async def test_hosts_stand_side_by_side_and_go_away_again(tmp_path: Path) -> None:
    async with opened(listing(tmp_path), first="search") as (app, pilot):
        await type_text(pilot, "issues")
        await settle(app, pilot)
        await pilot.press("enter")
        for host in ("codex", "foundry"):
            await pilot.press("c")
            await pilot.pause()
            await type_text(pilot, host)
            await pilot.press("enter")
            await settle(app, pilot)
        table = app.screen.query_one("#hit-table", VirtualTable)
        assert [column.label for column in table.columns] == ["tool", "x-code-cli", "codex", "foundry"]
        # x-code-cli compares whole words; the stems of codex find the others too.
        assert table.row_count == 4
        shown = screen_text(app)
        assert "s/close" in shown
        assert "shown by all" in shown
        await pilot.press("c")
        await pilot.pause()
        await type_text(pilot, "codex")
        await pilot.press("enter")
        await settle(app, pilot)
        assert [column.label for column in table.columns] == ["tool", "x-code-cli", "foundry"]


async def test_earlier_queries_come_back(tmp_path: Path) -> None:
    async with opened(listing(tmp_path), first="search") as (app, pilot):
        await type_text(pilot, "create")
        await pilot.press("enter", "slash", "ctrl+u")
        await type_text(pilot, "ping")
        await pilot.press("enter", "slash", "ctrl+u")
        await type_text(pilot, "x")
        query = app.screen.query_one("#query")
        await pilot.press("up")
        assert query.value == "ping"  # type: ignore[attr-defined]
        await pilot.press("up", "up")
        assert query.value == "create"  # type: ignore[attr-defined]
        await pilot.press("down", "down")
        assert query.value == "x"  # type: ignore[attr-defined]


async def test_earlier_queries_and_those_of_the_suite_can_be_asked_again(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="search") as (app, pilot):
        await type_text(pilot, "run a query")
        await pilot.press("enter", "plus")
        await settle(app, pilot)
        await pilot.press("slash", "ctrl+u")
        await type_text(pilot, "read file")
        await settle(app, pilot)
        await pilot.press("enter", "r")
        await settle(app, pilot)
        assert "asked before" in screen_text(app)
        await type_text(pilot, "run")
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.screen.query_one("#query", Input).value == "run a query"


async def test_a_wide_screen_shows_the_tool_of_the_hit_too(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), size=(200, 60), first="search") as (app, pilot):
        await type_text(pilot, "write file")
        await pilot.press("enter")
        await settle(app, pilot)
        key = app.screen.query_one("#hit-table", VirtualTable).cursor_key
        assert key is not None
        assert str(app.screen.query_one("#hit-detail").border_title) == key
        assert "History" in screen_text(app)


async def test_the_words_dialog_tells_where_words_move_the_tool_for_the_query(tmp_path: Path) -> None:
    async with opened(listing(tmp_path), first="search") as (app, pilot):
        await type_text(pilot, "issue tracker red board")
        await settle(app, pilot)
        await pilot.press("enter")
        table = app.screen.query_one("#hit-table", VirtualTable)
        assert table.move_to("s/close")
        await settle(app, pilot)
        hits = app.screen._hits  # type: ignore[attr-defined]
        assert hits["s/close"].rank == 3
        await pilot.press("e")
        await told(app, pilot, "for “issue tracker red board”:\nrank 3, as before")
        await type_text(pilot, "red tracker board")
        await told(app, pilot, "for “issue tracker red board”:\n▲ rank 3 → rank 2")
        assert not app.session.unsaved
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.screen._hits["s/close"].rank == 2  # type: ignore[attr-defined]


async def told(app: InspectorApp, pilot: Pilot[int], words: str) -> None:
    """Wait until the words dialog says `words`."""
    for _ in range(100):
        await pilot.pause(0.05)
        shown = app.screen.query("#words-effect").results(Static)
        if words in "".join(str(each.render()) for each in shown):
            return
    raise AssertionError(screen_text(app))


async def test_the_tool_of_a_hit_names_no_keys_that_mean_something_else_here(tmp_path: Path) -> None:
    async with opened(listing(tmp_path), size=(200, 60), first="search") as (app, pilot):
        await type_text(pilot, "issue")
        await settle(app, pilot)
        shown = screen_text(app)
        assert "Description  Parameters  As sent  Cost  Problems" in shown
        assert "c Cost" not in shown
