"""The Tools screen: a server's own row, problems and history of a tool, the third pane, what a selection would cost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.workspace.inputs import Inputs
from tests.ui.conftest import screen_text
from tests.ui.journeys import demo_toolset, opened, saved_listing, settle


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def tool(name: str, description: str) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object"}}


async def test_the_row_of_a_server_decides_about_all_its_tools(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="tools") as (app, pilot):
        await pilot.press("g", "home")
        await settle(app, pilot)
        assert app.screen.query_one("#tool-table", VirtualTable).cursor_key == "files/*"
        assert "14 tools of files" in screen_text(app)
        await pilot.press("p")
        await settle(app, pilot)
        assert app.session.tuning.edits["files/*"].pin
        states = {each.state for each in app.session.inspection.plan.placements if each.tool.startswith("files/")}
        assert states == {"pinned"}
        assert "all of them: pinned" in screen_text(app)
        await pilot.press("p")
        await settle(app, pilot)
        assert "files/*" not in app.session.tuning.edits
        await pilot.press("e")
        await pilot.pause()
        await pilot.press("d", "i", "s", "k", "enter")
        await settle(app, pilot)
        assert app.session.tuning.edits["files/*"].words == "disk"


async def test_servers_and_tools_are_edited_in_one_step(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="tools") as (app, pilot):
        await pilot.press("g", "home", "space", "end", "space", "h")
        await settle(app, pilot)
        hidden = [each.tool for each in app.session.inspection.plan.placements if each.state == "hidden"]
        assert len(hidden) == 15
        await pilot.press("u")
        await settle(app, pilot)
        assert not app.session.unsaved


async def test_a_selection_says_what_pinning_it_costs(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="tools") as (app, pilot):
        await pilot.press("space", "space")
        await settle(app, pilot)
        tokens = app.session.inspection.tool_tokens
        first = [each.tool for each in app.session.inspection.plan.placements][:2]
        assert f"2 selected · pinned they cost {sum(tokens[each] for each in first):,} tokens" in screen_text(app)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_problems_stand_in_their_own_tab_with_what_to_do(tmp_path: Path, size: tuple[int, int]) -> None:
    inputs = Inputs(listings=(("", str(saved_listing(tmp_path, [tool("read", "")]))),))
    async with opened(inputs, size=size, first="tools") as (app, pilot):
        await pilot.press("b")
        await settle(app, pilot)
        shown = screen_text(app)
        assert "FIND" in shown or "SCHEMA" in shown
        await pilot.press("escape")
        await settle(app, pilot)
        assert app.screen.query_one("#tool-table").has_focus


async def test_history_tells_what_changed_since_approval_and_what_was_edited(tmp_path: Path) -> None:
    inputs = Inputs(listings=(("", str(saved_listing(tmp_path, [tool("read", "Read a file.")]))),))
    async with opened(inputs, first="tools") as (app, pilot):
        await pilot.press("v")
        await settle(app, pilot)
        assert "Nothing is approved yet" in screen_text(app)
        await pilot.press("8", "a")
        await settle(app, pilot)
        await pilot.press("2", "escape", "p")
        await settle(app, pilot)
        assert "It is as you approved it." in screen_text(app)
        assert "pin gate/read" in screen_text(app)
    saved_listing(tmp_path, [tool("read", "Read a file and mail it.")])
    async with opened(inputs, first="tools") as (app, pilot):
        await pilot.press("v")
        await settle(app, pilot)
        assert "It changed since you approved it." in screen_text(app)
        assert "+Read a file and mail it." in screen_text(app)


async def test_a_wide_screen_shows_the_definition_as_a_third_pane_and_the_parts_of_the_cost(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), size=(200, 60), first="tools") as (app, pilot):
        shown = screen_text(app)
        assert "As sent" in shown
        assert '"parameters"' in shown or '"inputSchema"' in shown or '"input_schema"' in shown
        assert "schema" in shown
        table = app.screen.query_one("#tool-table", VirtualTable)
        assert table._source.cells(0)[3] != "–", "the parts are measured where their columns are in sight"
        await pilot.press("g")
        await settle(app, pilot)
        assert len(table._source.cells(0)) == len(table.columns), "a server's row has a cell for every column"
        await pilot.resize_terminal(120, 36)
        await settle(app, pilot)
        assert not app.screen.query_one("#sent-pane").display
