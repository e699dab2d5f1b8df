"""The Session screen: the bundled script, other hosts, other scripts, and nothing to play."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from inspector.ui.app import InspectorApp
from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.workspace.inputs import Inputs
from tests.ui.conftest import screen_text
from tests.ui.journeys import opened, saved_listing, settle, type_text

TICKER = {"name": "cex_spot_get_ticker", "description": "price", "inputSchema": {"type": "object"}}


def exchange(folder: Path) -> Inputs:
    (folder / "toolset.toml").write_text('default_host = "x-code-cli@article"\nwindow = 100\n', encoding="utf-8")
    listing = saved_listing(folder, [TICKER], "exchange")
    return Inputs(toolset=str(folder / "toolset.toml"), listings=(("", str(listing)),))


async def choose(app: InspectorApp, pilot: Pilot[None], option: str, file: str = "") -> None:
    await settle(app, pilot)
    await pilot.press("o")
    for text in (option, file) if file else (option,):
        await pilot.pause()
        await type_text(pilot, text)
        await pilot.pause()
        await pilot.press("enter")
    await settle(app, pilot)


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
        await pilot.press("enter")
        await settle(app, pilot)
        shown = screen_text(app)
        assert "Request 2 of 5 · turn 1" in shown
        assert "joins the tools array" in shown
        # On a small screen the request stands in place of the table, until esc.
        assert ("the model  " in shown) == (size[0] > 80)
        await pilot.press("escape")
        await settle(app, pilot)
        assert "the model  " in screen_text(app)


async def test_everything_shows_on_a_large_screen(tmp_path: Path) -> None:
    async with opened(exchange(tmp_path), size=(200, 60), first="session") as (app, pilot):
        await settle(app, pilot)
        shown = screen_text(app)
        assert [label in shown for label in ("so far", "full price", "per request", "░ cached █ new")] == [True] * 4


async def test_the_key_opens_it(tmp_path: Path) -> None:
    async with opened(exchange(tmp_path), first="tools") as (app, pilot):
        await settle(app, pilot)
        await pilot.press("6")
        await settle(app, pilot)
        assert "Three ways" in screen_text(app)


async def test_another_host_plays_it_anew(tmp_path: Path) -> None:
    async with opened(exchange(tmp_path), first="session") as (app, pilot):
        app.set_value("host", "claude-code")
        await settle(app, pilot)
        assert "miss" not in screen_text(app).replace("misses", "")


async def test_another_script_and_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text('title = "mine"\n[[turn]]\nsay = "hello"\n', encoding="utf-8")
    async with opened(exchange(tmp_path), first="session") as (app, pilot):
        for name in ("nothing", str(tmp_path / "s.toml")):
            await choose(app, pilot, "a file", name)
        assert app.screen.query_one("#request-table", VirtualTable).row_count == 1
        assert "mine" in screen_text(app)


async def test_a_bundled_script_that_does_not_fit_says_what_is_left_out(tmp_path: Path) -> None:
    async with opened(exchange(tmp_path), first="session") as (app, pilot):
        await choose(app, pilot, "explore")
        shown = screen_text(app)
        assert "explore: reports" in shown
        assert "left out, not in this catalog: github/create_issue" in shown


async def test_foreign_text_of_a_script_is_disarmed(tmp_path: Path) -> None:
    script = 'title = "[red]x[/] \\u001b[31m"\n[[turn]]\nsay = "[/x] \\u202e hi"\nsearch = "[bold]"\n'
    (tmp_path / "s.toml").write_text(script + 'calls = ["exchange/cex_spot_get_ticker"]\n', encoding="utf-8")
    async with opened(exchange(tmp_path), first="session") as (app, pilot):
        await choose(app, pilot, "a file", str(tmp_path / "s.toml"))
        shown = screen_text(app)
        assert "[red]x[/]" in shown
        assert "[/x]" in shown
        assert "“[bold]”" in shown
        assert not {"\x1b", "\u202e"} & set(shown)


async def test_without_a_fitting_script_it_says_what_to_do(tmp_path: Path) -> None:
    listing = saved_listing(tmp_path, [{"name": "a", "inputSchema": {"type": "object"}}], "s")
    async with opened(Inputs(listings=(("", str(listing)),)), first="session") as (app, pilot):
        await settle(app, pilot)
        assert "Press o" in screen_text(app)
