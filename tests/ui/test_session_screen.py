"""The Session screen: the bundled script, other hosts, other scripts, and nothing to play."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.workspace.inputs import Inputs
from tests.ui.conftest import screen_text
from tests.ui.journeys import opened, saved_listing, settle, type_text

TICKER = {"name": "cex_spot_get_ticker", "description": "price", "inputSchema": {"type": "object"}}


def exchange(folder: Path) -> Inputs:
    (folder / "toolset.toml").write_text('default_host = "x-code-cli@article"\nwindow = 100\n', encoding="utf-8")
    listing = saved_listing(folder, [TICKER], "exchange")
    return Inputs(toolset=str(folder / "toolset.toml"), listings=(("", str(listing)),))


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_bundled_script_is_played(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(exchange(tmp_path), size=size, first="session") as (app, pilot):
        await settle(app, pilot)
        assert app.screen.query_one("#request-table", VirtualTable).row_count == 5
        shown = screen_text(app)
        assert "✕ miss" in shown
        assert "as decided" in shown
        await pilot.press("down")
        await settle(app, pilot)
        assert "exchange/cex_spot_get_ticker" in screen_text(app)


async def test_another_host_plays_it_anew(tmp_path: Path) -> None:
    async with opened(exchange(tmp_path), first="session") as (app, pilot):
        app.set_value("host", "claude-code")
        await settle(app, pilot)
        assert "miss" not in screen_text(app).replace("misses", "")


async def test_another_script_and_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text('title = "mine"\n[[turn]]\nsay = "hello"\n', encoding="utf-8")
    async with opened(exchange(tmp_path), first="session") as (app, pilot):
        for name in ("nothing", str(tmp_path / "s.toml")):
            await pilot.press("o")
            await pilot.pause()
            await type_text(pilot, name)
            await pilot.press("enter")
            await settle(app, pilot)
        assert app.screen.query_one("#request-table", VirtualTable).row_count == 1
        assert "mine" in screen_text(app)


async def test_without_a_fitting_script_it_says_what_to_do(tmp_path: Path) -> None:
    listing = saved_listing(tmp_path, [{"name": "a", "inputSchema": {"type": "object"}}], "s")
    async with opened(Inputs(listings=(("", str(listing)),)), first="session") as (app, pilot):
        await settle(app, pilot)
        assert "Press o" in screen_text(app)
