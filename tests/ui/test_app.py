"""The app's frame: connecting, failures, saving, leaving, the palette, hostile servers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from textual.widgets import Input

from inspector.ui.app import InspectorApp
from inspector.ui.screens.tools import ToolsScreen
from inspector.ui.widgets.code_view import CodeView
from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.workspace.inputs import Inputs
from inspector.workspace.session import Session
from tests.ui.conftest import screen_text
from tests.ui.journeys import demo_toolset, opened, saved_listing, settle, type_text


async def test_a_failed_server_says_why_and_can_be_tried_again(tmp_path: Path) -> None:
    toolset = demo_toolset(tmp_path, '[servers.gone]\ncommand = "no-such-program-here"\n')
    async with opened(Inputs(toolset=str(toolset))) as (app, pilot):
        shown = screen_text(app)
        assert "Servers · 2 ready · 1 failed" in shown
        app.screen.query_one("#server-table", VirtualTable).move_to("server 2")
        await pilot.pause()
        shown = screen_text(app)
        assert "no-such-program-here" in shown
        assert "last stderr" in shown
        before = app.session.reports[2]
        await pilot.press("r")
        await settle(app, pilot)
        assert app.session.reports[2] is not before
        assert app.session.reports[2].state == "failed"


async def test_enter_on_a_server_shows_its_tools(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path)))) as (app, pilot):
        app.screen.query_one("#server-table", VirtualTable).move_to("server 1")
        await pilot.press("enter")
        await settle(app, pilot)
        assert isinstance(app.screen, ToolsScreen)
        assert "15 of 29 match" in screen_text(app)


async def test_saving_keeps_comments_and_a_backup(tmp_path: Path) -> None:
    toolset = demo_toolset(tmp_path, "# mine\n")
    before = toolset.read_text(encoding="utf-8")
    async with opened(Inputs(toolset=str(toolset)), first="tools") as (app, pilot):
        await pilot.press("p", "ctrl+s")
        await settle(app, pilot)
        assert app.session.unsaved is False
    after = toolset.read_text(encoding="utf-8")
    assert after.startswith(before.rstrip())
    assert "pin = true" in after
    assert toolset.with_name("toolset.toml.bak").read_text(encoding="utf-8") == before


async def test_saving_without_a_file_asks_for_a_name_and_never_takes_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tools = saved_listing(tmp_path, [{"name": "a", "inputSchema": {"type": "object"}}])
    taken = tmp_path / "taken.toml"
    taken.write_text("# somebody's\n", encoding="utf-8")
    async with opened(Inputs(listings=(("gate", str(tools)),)), first="tools") as (app, pilot):
        await pilot.press("p", "ctrl+s")
        await pilot.pause()
        app.screen.query_one(Input).value = "taken.toml"
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.session.unsaved is True
        assert taken.read_text(encoding="utf-8") == "# somebody's\n"
        await pilot.press("ctrl+s")
        await pilot.pause()
        app.screen.query_one(Input).value = "new.toml"
        await pilot.press("enter")
        await settle(app, pilot)
        assert "pin = true" in (tmp_path / "new.toml").read_text(encoding="utf-8")


async def test_leaving_asks_only_when_something_is_unsaved(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="tools") as (app, pilot):
        await pilot.press("p")
        await settle(app, pilot)
        await pilot.press("q")
        await pilot.pause()
        assert "Leave with unsaved changes?" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.is_running
        await pilot.press("u")
        await settle(app, pilot)
        await pilot.press("q")
        await pilot.pause()
        assert app.return_value == 0


async def test_the_palette_quits_no_less_carefully(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="tools") as (app, pilot):
        await pilot.press("p")
        await settle(app, pilot)
        await app.action_quit()
        await pilot.pause()
        assert "Leave with unsaved changes?" in screen_text(app)
        assert app.is_running
        await pilot.press("escape")


async def test_leaving_while_a_server_hangs_ends_its_process(tmp_path: Path) -> None:
    marker = f"hang-{tmp_path.name}"
    script = tmp_path / f"{marker}.py"
    script.write_text("import time\ntime.sleep(900)\n", encoding="utf-8")
    toolset = tmp_path / "hang.toml"
    toolset.write_text(f'[servers.hang]\ncommand = "${{TSI_PYTHON:-python3}}"\nargs = ["{script}"]\n', encoding="utf-8")
    app = InspectorApp(Session.begin(Inputs(toolset=str(toolset))))
    async with app.run_test() as pilot:
        await pilot.pause(1.5)
        assert _running(marker)
        await pilot.press("q")
        for _ in range(100):
            if app.return_value is not None:
                break
            await asyncio.sleep(0.1)
        assert app.return_value == 0
        assert not _running(marker)


def _running(marker: str) -> bool:
    """Whether any process has `marker` on its command line."""
    return any(marker in path.read_text(errors="replace") for path in _command_lines())


def _command_lines() -> Iterator[Path]:
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            path.read_bytes()
            yield path


async def test_number_keys_in_a_query_are_text(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="search") as (app, pilot):
        await type_text(pilot, "2 q")
        assert app.screen.query_one("#query", Input).value == "2 q"


async def test_the_palette_goes_to_a_tool(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path)))) as (app, pilot):
        await pilot.press("ctrl+p")
        await type_text(pilot, "searchFiles")
        await pilot.pause(0.5)
        await pilot.press("enter")
        await pilot.pause(0.3)
        await settle(app, pilot)
        assert isinstance(app.screen, ToolsScreen)
        assert app.screen.query_one("#tool-table", VirtualTable).cursor_key == "files/searchFiles"


async def test_prompt_marks_what_changed_since_the_save(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="tools") as (app, pilot):
        await pilot.press("4")
        await settle(app, pilot)
        assert "byte-identical to the last save" in screen_text(app)
        assert "## Deferred Tools" in screen_text(app)
        await pilot.press("2", "p", "4")
        await settle(app, pilot)
        assert "changed since the last save" in screen_text(app)
        await pilot.press("d")
        await pilot.pause()
        assert "@@" in screen_text(app)
        assert app.screen.query_one("#text-view", CodeView).text.startswith("--- deferred-tools")


HOSTILE = "[/x] [link=file:///]a[/] \x1b[2J\x1b]0;t\x07 \u202eevil\u202c zero\u200bwidth \x00 \ud83d\n" * 3


@pytest.mark.parametrize("screen", ["servers", "tools", "search", "prompt", "export"])
@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_hostile_servers_break_no_screen(tmp_path: Path, screen: str, size: tuple[int, int]) -> None:
    tools = [
        {
            "name": f"t{number} {HOSTILE}",
            "title": HOSTILE,
            "description": HOSTILE * 40,
            "inputSchema": {"type": "object", "properties": {HOSTILE: {"type": HOSTILE, "description": HOSTILE}}},
        }
        for number in range(3)
    ]
    listing = saved_listing(tmp_path, tools)
    async with opened(Inputs(listings=((HOSTILE, str(listing)),)), size=size, first=screen) as (app, pilot):
        for field in app.screen.query(Input):
            field.value = "evil"
        await pilot.pause(0.2)
        await settle(app, pilot)
        await pilot.press("escape", "down", "enter")
        await settle(app, pilot)
        shown = screen_text(app)
        assert not set(shown) & set("\x1b\x07\x00\u202e\u202c\u200b\ud83d")
        assert "[/x]" in shown or screen == "export"


async def test_nothing_to_show_says_so(tmp_path: Path) -> None:
    listing = saved_listing(tmp_path, [])
    for screen in ("servers", "tools", "search", "prompt", "export"):
        async with opened(Inputs(listings=(("empty", str(listing)),)), size=(80, 24), first=screen) as (app, _):
            assert "0 tools" in screen_text(app)
