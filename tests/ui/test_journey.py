"""The way from the first screen to an export, at 80×24: each step takes six keys or fewer besides typed text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.widgets import Input

from inspector.ui.widgets.status_header import StatusHeader
from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.workspace.inputs import Inputs
from tests.ui.conftest import screen_text
from tests.ui.journeys import demo_toolset, opened, settle, type_text


async def test_pin_word_find_and_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    toolset = demo_toolset(tmp_path)
    async with opened(Inputs(toolset=str(toolset)), size=(80, 24)) as (app, pilot):
        assert "29 tools" in screen_text(app)

        # Pin: Tools screen, filter, pin — 4 keys besides the typed filter.
        await pilot.press("2", "slash")
        await type_text(pilot, "execute_query")
        await pilot.press("enter", "p")
        await settle(app, pilot)
        assert app.session.tuning.for_tool("analytics/execute_query").pin is True
        assert app.session.inspection.plan.by_tool["analytics/execute_query"].state == "pinned"
        assert "◆ pinned" in screen_text(app)
        header = app.screen.query_one(StatusHeader).values
        assert header is not None
        assert (header.pinned, header.unsaved) == (1, True)

        # Words: clear the filter, filter again, edit — 4 keys besides typed text.
        await pilot.press("slash", "ctrl+u")
        await type_text(pilot, "move-file")
        await pilot.press("enter", "e")
        await pilot.pause()
        await type_text(pilot, "relocate things")
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.session.tuning.for_tool("files/move-file").words == "relocate things"

        # Find it by a word only the tuning has — 1 key.
        await pilot.press("3")
        await type_text(pilot, "relocate")
        await pilot.pause(0.2)
        await settle(app, pilot)
        shown = screen_text(app)
        assert "files__move_file" in shown
        assert "new" in shown
        table = app.screen.query_one("#breakdown", VirtualTable)
        assert table.row_count == 2

        # Export to Foundry and write it — from the query: esc, 7, w, enter.
        await pilot.press("escape", "7")
        await settle(app, pilot)
        await pilot.press("w")
        await pilot.pause()
        await pilot.press("enter")
        await settle(app, pilot)
        body = json.loads((tmp_path / "foundry-toolbox.json").read_text(encoding="utf-8"))
        assert body["tools"][1]["tool_configs"] == {"execute_query": {"pin": True}}


async def test_words_move_a_rank_and_undo_moves_it_back(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="search") as (app, pilot):
        await type_text(pilot, "file")
        await pilot.pause(0.2)
        await settle(app, pilot)
        hits = app.screen.query_one("#hit-table", VirtualTable)
        last = app.session.inspection.search("file", 100).hits[-1].key
        await pilot.press("escape")
        hits.move_to(last)
        await pilot.press("e")
        await pilot.pause()
        await type_text(pilot, "file file folder")
        await pilot.press("enter")
        await settle(app, pilot)
        before = app.session.inspection_as_saved.search("file", 100)
        after = app.session.inspection.search("file", 100)
        ranks = [{hit.key: hit.rank for hit in ranking.hits}[last] for ranking in (before, after)]
        assert ranks[1] <= ranks[0]
        assert hits.cursor_key == last
        await pilot.press("u")
        await settle(app, pilot)
        assert app.session.unsaved is False
        await pilot.press("U")
        await settle(app, pilot)
        assert app.session.tuning.for_tool(last).words == "file file folder"


async def test_a_query_shows_its_breakdown_and_unmatched_words(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="search") as (app, pilot):
        await type_text(pilot, "read zzz")
        await pilot.pause(0.2)
        await settle(app, pilot)
        shown = screen_text(app)
        assert "no tool matches: zzz" in shown
        ranking = app.session.inspection.search("read zzz")
        rows = app.screen.query_one("#breakdown", VirtualTable).row_count
        assert rows == len(ranking.hits[0].contributions) + 1
        assert f"{ranking.total} hits" in shown
        assert "limit 5" in shown


async def test_host_window_and_model_change_the_plan(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path)))) as (app, pilot):
        assert app.session.inspection.plan.decision.deferred is True
        await pilot.press("W")
        await pilot.pause()
        app.screen.query_one(Input).value = "2M"
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.session.inspection.plan.decision.deferred is False
        await pilot.press("H")
        await pilot.pause()
        await type_text(pilot, "foundry")
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.session.host.id == "foundry"
        assert "foundry" in screen_text(app)
        await pilot.press("M")
        await pilot.pause()
        await type_text(pilot, "claude-sonnet-5")
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.session.inspection.model == "claude-sonnet-5"
        for _ in range(3):
            await pilot.press("u")
        await settle(app, pilot)
        assert (app.session.host.id, app.session.inspection.window.tokens) == ("x-code-cli", 20_000)


async def test_pinning_a_selection_is_one_step(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="tools") as (app, pilot):
        await pilot.press("space", "space", "space", "p")
        await settle(app, pilot)
        assert len(app.session.inspection.plan.of_state("pinned")) == 3
        assert len(app.session.history.past) == 1
        # The selection is spent: the next edit is about the row under the cursor alone.
        await pilot.press("h")
        await settle(app, pilot)
        assert len(app.session.inspection.plan.of_state("hidden")) == 1
        await pilot.press("u", "u")
        await settle(app, pilot)
        assert app.session.inspection.plan.of_state("pinned", "hidden") == ()


async def test_edits_never_reach_selected_tools_out_of_sight(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="tools") as (app, pilot):
        await pilot.press("space", "slash")
        await type_text(pilot, "analytics")
        await pilot.press("enter", "p", "E")
        await pilot.pause()
        await type_text(pilot, "sql")
        await pilot.press("enter")
        await settle(app, pilot)
        assert {tool.split("/")[0] for tool in app.session.tuning.edits} == {"analytics"}


async def test_server_words_and_server_pin(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="tools") as (app, pilot):
        await pilot.press("P")
        await settle(app, pilot)
        assert len(app.session.inspection.plan.of_state("pinned")) == 14
        await pilot.press("P", "E")
        await pilot.pause()
        await type_text(pilot, "disk")
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.session.tuning.edits["files/*"].words == "disk"
        assert app.session.inspection.search("disk").total == 14
