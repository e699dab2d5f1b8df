"""The Servers screen: one menu with everything that can be done, switching off, source, log, sorting, what if."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from inspector.ui.screens.servers import ServersScreen
from inspector.ui.typed_numbers import typed_share, typed_tokens
from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.workspace.inputs import Inputs
from tests.ui.conftest import HOSTILE, screen_text
from tests.ui.journeys import demo_toolset, opened, settle, type_text

SIZES = [(80, 24), (120, 36)]
BROKEN = "import sys; sys.stderr.write(sys.argv[1] + chr(10)); sys.exit(3)"


def order(app) -> list[str]:
    table = app.screen.query_one("#server-table", VirtualTable)
    return [str(table._source.cells(row)[0]) for row in range(table.row_count)]


@pytest.mark.parametrize("size", SIZES)
async def test_the_menu_offers_what_applies_and_does_it(tmp_path: Path, size: tuple[int, int]):
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), size=size) as (app, pilot):
        await pilot.press("m")
        await pilot.pause()
        shown = screen_text(app)
        assert "reconnect" in shown
        assert "disable for this sitting" in shown
        assert "sign in" not in shown, "this server needs none"
        await type_text(pilot, "disable")
        await pilot.press("enter")
        await settle(app, pilot)
        assert "– disabled" in screen_text(app)
        assert [server.name for server in app.shown.inspection.catalog.servers] == ["analytics"]
        assert "d enable" in screen_text(app)
        await pilot.press("d")
        await settle(app, pilot)
        assert len(app.shown.inspection.catalog.servers) == 2


async def test_a_server_switched_off_stays_off_when_the_files_are_read_again(tmp_path: Path):
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path)))) as (app, pilot):
        await pilot.press("d")
        await settle(app, pilot)
        await pilot.press("down", "r")
        await settle(app, pilot)
        await settle(app, pilot)
        assert [server.name for server in app.shown.inspection.catalog.servers] == ["analytics"]
        assert not app.session.unsaved, "it holds for the sitting and is no edit of the toolset"


@pytest.mark.parametrize("size", SIZES)
async def test_source_and_log_are_shown_disarmed_and_without_secrets(tmp_path: Path, size: tuple[int, int]):
    written = HOSTILE.replace("\x00", "").replace("\ud800", "")
    entry = {"command": sys.executable, "args": ["-c", BROKEN, written], "env": {"API_TOKEN": "s3cr3t-value-123"}}
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"mcpServers": {"bad": entry}}), encoding="utf-8")
    async with opened(Inputs(configs=(str(config),)), size=size) as (app, pilot):
        await pilot.press("f")
        await pilot.pause()
        shown = screen_text(app)
        assert "API_TOKEN" in shown
        assert "s3cr3t" not in shown
        assert "which is" in shown
        await pilot.press("escape", "l")
        await pilot.pause()
        shown = screen_text(app)
        assert "stderr of bad" in shown
        assert "[link=file:///etc/passwd]click" in shown, "markup is text"
        assert "\x1b" not in shown
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ServersScreen)


async def test_servers_are_sorted_by_key_and_by_click(tmp_path: Path):
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path)))) as (app, pilot):
        assert order(app) == ["files", "analytics"]
        await pilot.press("o")
        assert order(app) == ["analytics", "files"], "the most tokens first"
        await pilot.press("o", "o")
        assert order(app) == ["analytics", "files"], "by name"
        table = app.screen.query_one("#server-table", VirtualTable)
        place = next(place for place in table._places(table._width) if place.column.key == "name")
        await pilot.click("#server-table", offset=(place.x + 1, 0))
        assert order(app) == ["files", "analytics"], "a second click turns it round"


@pytest.mark.parametrize("size", SIZES)
async def test_what_if_shows_the_decision_at_once_and_changes_nothing(tmp_path: Path, size: tuple[int, int]):
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), size=size) as (app, pilot):
        assert "○ deferred" in screen_text(app)
        await pilot.press("i")
        await type_text(pilot, "1M")
        await settle(app, pilot)
        shown = screen_text(app)
        assert "what if" in shown
        assert "● loaded" in shown
        assert "flips at" in shown
        assert app.session.tuning.window == 20000, "it is only tried"
        await pilot.press("escape")
        await settle(app, pilot)
        assert "○ deferred" in screen_text(app)
        assert not app.session.unsaved


async def test_what_if_is_taken_over_as_one_step(tmp_path: Path):
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path)))) as (app, pilot):
        await pilot.press("i")
        await type_text(pilot, "64k")
        await pilot.press("down")
        await type_text(pilot, "5")
        await pilot.press("down")
        await type_text(pilot, "claude-code")
        await settle(app, pilot)
        assert "3,200" in screen_text(app), "5 % of 64,000"
        await pilot.press("enter")
        await settle(app, pilot)
        assert (app.session.tuning.window, app.session.tuning.threshold) == (64000, 0.05)
        assert app.shown.host.id == "claude-code"
        await pilot.press("u")
        await settle(app, pilot)
        assert (app.session.tuning.window, app.shown.host.id) == (20000, "x-code-cli")


async def test_what_cannot_be_meant_is_said(tmp_path: Path):
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path)))) as (app, pilot):
        await pilot.press("i")
        await type_text(pilot, "many")
        await settle(app, pilot)
        assert "is no number of tokens" in screen_text(app)
        await pilot.press("enter")
        await settle(app, pilot)
        assert not app.session.unsaved


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("128k", 128000), ("1M", 1000000), ("12 800", 12800), ("0", None), ("x", None), ("1e400", None)],
)
def test_numbers_of_tokens_as_they_are_typed(text: str, tokens: int | None):
    assert typed_tokens(text) == tokens


@pytest.mark.parametrize(("text", "share"), [("10", 0.1), ("2.5 %", 0.025), ("0", 0.0), ("101", None), ("-1", None)])
def test_shares_as_they_are_typed(text: str, share: float | None):
    assert typed_share(text) == share
