"""The Servers screen beyond looking: agreeing, giving values, reading the files again."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from inspector.ui.app import InspectorApp
from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.workspace.inputs import Inputs
from inspector.workspace.session import Session
from tests.ui.conftest import screen_text
from tests.ui.journeys import demo_toolset, opened, saved_listing, settle

SIZES = [(80, 24), (120, 36)]

SERVER = """
import json, os, sys
tools = sys.argv[1].split(",")
if "WANTED" in os.environ and os.environ["WANTED"] != "sesame": sys.exit("wrong value")
for line in sys.stdin:
    message = json.loads(line)
    method, number = message.get("method"), message.get("id")
    if method == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                  "serverInfo": {"name": "s", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": tool, "inputSchema": {"type": "object"}} for tool in tools]}
    elif number is not None:
        print(json.dumps({"jsonrpc": "2.0", "id": number, "error": {"code": -32601, "message": "no"}}), flush=True)
        continue
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}), flush=True)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder somebody else wrote, with a server script in it, that is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "server.py").write_text(SERVER, encoding="utf-8")
    return tmp_path


def entry(name: str, tools: str = "one", *more: str) -> str:
    """A server of the script, as it stands in a toolset."""
    arguments = json.dumps(["server.py", tools, *more])
    return f"[servers.{name}]\ncommand = {json.dumps(sys.executable)}\nargs = {arguments}\n"


def cursor(app: InspectorApp) -> VirtualTable:
    """The table of the screen."""
    return app.screen.query_one("#server-table", VirtualTable)


def states(app: InspectorApp) -> list[str]:
    """The states of all servers, in order."""
    return [app.session.reports[place].state for place in sorted(app.session.reports)]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The notices of the app, title and text."""
    heard: list[str] = []
    monkeypatch.setattr(InspectorApp, "say", lambda self, text, title="", severity="": heard.append(f"{title}: {text}"))
    return heard


async def until(pilot: Pilot[int], words: str) -> str:
    """Wait until `words` are on the screen, and return it."""
    for _ in range(100):
        shown = screen_text(pilot.app)
        if words in shown:
            return shown
        await pilot.pause(0.05)
    raise AssertionError(f"{words!r} did not come:\n{shown}")


def unwrapped(shown: str) -> str:
    """Return a screen's text without spaces, borders and line ends: where a long path wraps depends on the folder."""
    return re.sub(r"[\s│┃]+", "", shown)


@pytest.mark.parametrize("size", SIZES)
async def test_a_projects_server_starts_only_after_a_yes(project: Path, size: tuple[int, int]) -> None:
    (project / "toolset.toml").write_text(entry("mine", "one", "--token", "hunter2hunter2"), encoding="utf-8")
    async with opened(Inputs(), size=size) as (app, pilot):
        shown = screen_text(app)
        assert states(app) == ["untrusted"]
        assert "Nothing was started" in shown
        assert "t trust" in shown
        assert "T trust all" not in shown
        await pilot.press("t")
        shown = await until(pilot, "Start “mine”?")
        assert "server.pyone--token•••" in unwrapped(shown)
        assert "hunter2" not in shown
        await pilot.press("enter")
        await settle(app, pilot)
        assert states(app) == ["untrusted"]
        await pilot.press("t")
        await until(pilot, "Start “mine”?")
        await pilot.press("y")
        await settle(app, pilot)
        assert states(app) == ["ready"]
        assert "t trust" not in screen_text(app)
    async with opened(Inputs(), size=size) as (app, _):
        assert states(app) == ["ready"]


async def test_all_of_a_file_are_shown_before_they_are_agreed_to(project: Path) -> None:
    (project / "toolset.toml").write_text(entry("a", "one") + entry("b", "two"), encoding="utf-8")
    async with opened(Inputs()) as (app, pilot):
        assert "T trust all" in screen_text(app)
        await pilot.press("T")
        shown = await until(pilot, "Start these 2 servers?")
        assert "server.pyone" in unwrapped(shown)
        assert "you have not agreed to it before" in shown
        await pilot.press("y")
        await settle(app, pilot)
        assert states(app) == ["ready", "ready"]


async def test_only_the_command_that_was_shown_is_agreed_to(project: Path) -> None:
    (project / "toolset.toml").write_text(entry("a"), encoding="utf-8")
    async with opened(Inputs()) as (app, pilot):
        await pilot.press("t")
        await until(pilot, "Start “a”?")
        (project / "toolset.toml").write_text(entry("a", "other"), encoding="utf-8")
        await pilot.press("y")
        await settle(app, pilot)
        assert states(app) == ["ready"]
        assert [tool.id for tool in app.session.inspection.catalog.tools] == ["a/one"]
        await pilot.press("r")
        await settle(app, pilot)
        assert states(app) == ["untrusted"]
        await pilot.press("t")
        assert "changed since you agreed" in await until(pilot, "Start “a”?")


async def test_an_agreement_that_cannot_be_kept_holds_for_the_sitting(
    project: Path, own_data: Path, said: list[str]
) -> None:
    (project / "toolset.toml").write_text(entry("a"), encoding="utf-8")
    shutil.rmtree(own_data, ignore_errors=True)
    own_data.parent.mkdir(parents=True, exist_ok=True)
    own_data.write_text("a file where the folder should be", encoding="utf-8")
    async with opened(Inputs()) as (app, pilot):
        await pilot.press("t")
        await until(pilot, "Start “a”?")
        await pilot.press("y")
        await settle(app, pilot)
        assert said[0].startswith("Agreed for this sitting only: It could not be remembered")
        assert states(app) == ["ready"]


@pytest.mark.parametrize("size", SIZES)
async def test_missing_values_are_asked_for_and_kept_in_memory(project: Path, size: tuple[int, int]) -> None:
    toolset = project / "toolset.toml"
    toolset.write_text(entry("a") + 'env = { WANTED = "${TSI_TEST_WANTED}" }\n' + entry("b"), encoding="utf-8")
    async with opened(Inputs(toolset="toolset.toml"), size=size) as (app, pilot):
        assert states(app) == ["failed", "ready"]
        assert "v values" in screen_text(app)
        assert "Press v to give TSI_TEST_WANTED" in screen_text(app)
        await pilot.press("v")
        await until(pilot, "Value of TSI_TEST_WANTED")
        await pilot.press("enter", *"sesame")
        assert app.screen.query_one(Input).value == "sesame"
        assert "sesame" not in screen_text(app)
        await pilot.press("enter")
        await settle(app, pilot)
        assert states(app) == ["ready", "ready"]
        assert "v values" not in screen_text(app)
        await pilot.press("r")
        await settle(app, pilot)
        assert states(app) == ["ready", "ready"]
        assert "sesame" not in toolset.read_text(encoding="utf-8")
        assert "sesame" not in repr(app.session)


async def test_turning_away_from_a_value_changes_nothing(project: Path) -> None:
    (project / "toolset.toml").write_text(entry("a", "${TSI_TEST_X},${TSI_TEST_Y}"), encoding="utf-8")
    async with opened(Inputs(toolset="toolset.toml")) as (app, pilot):
        await pilot.press("v")
        await until(pilot, "(1 of 2)")
        await pilot.press("x", "enter")
        await until(pilot, "(2 of 2)")
        before = app.session
        await pilot.press("escape")
        await settle(app, pilot)
        assert app.session is before


async def test_reading_again_uses_the_edited_command_and_keeps_the_rest(project: Path) -> None:
    toolset = project / "toolset.toml"
    toolset.write_text(entry("a") + entry("b", "two"), encoding="utf-8")
    async with opened(Inputs(toolset="toolset.toml"), first="tools") as (app, pilot):
        await pilot.press("p", "1")
        await settle(app, pilot)
        assert app.session.unsaved
        kept = app.session.reports[1]
        toolset.write_text(entry("new", "three") + entry("a", "one,four") + entry("b", "two"), encoding="utf-8")
        await pilot.press("r")
        await settle(app, pilot)
        await settle(app, pilot)
        assert cursor(app).cursor_key == "server 1"
        tools = sorted(tool.id for tool in app.session.inspection.catalog.tools)
        assert tools == ["a/four", "a/one", "b/two", "new/three"]
        assert app.session.reports[2] is kept
        assert app.session.unsaved
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        text = toolset.read_text(encoding="utf-8")
        assert "four" in text
        assert "pin = true" in text


async def test_what_somebody_else_wrote_is_shown_beside_unsaved_edits(project: Path, said: list[str]) -> None:
    toolset = project / "toolset.toml"
    toolset.write_text("window = 1000\nlimit = 3\n" + entry("a"), encoding="utf-8")
    async with opened(Inputs(toolset="toolset.toml"), first="tools") as (app, pilot):
        await pilot.press("p", "1")
        app.set_value("limit", 4)
        await settle(app, pilot)
        toolset.write_text("window = 2000\nlimit = 5\n" + entry("a"), encoding="utf-8")
        await pilot.press("r")
        await settle(app, pilot)
        await settle(app, pilot)
        tuning = app.session.tuning
        assert (tuning.window, tuning.limit, tuning.for_tool("a/one").pin) == (2000, 4, True)
        assert "taken over: window" in said[-1]
        assert "your unsaved edits hold: limit" in said[-1]
        await pilot.press("u", "u")
        await settle(app, pilot)
        assert not app.session.unsaved
        assert app.session.tuning.limit == 5


async def test_files_that_cannot_be_read_change_nothing(project: Path, said: list[str]) -> None:
    toolset = project / "toolset.toml"
    toolset.write_text(entry("a"), encoding="utf-8")
    async with opened(Inputs(toolset="toolset.toml")) as (app, pilot):
        before = app.session
        toolset.write_text("[servers", encoding="utf-8")
        await pilot.press("r")
        await settle(app, pilot)
        assert said[0].startswith("Not done: ")
        assert app.session is before
        toolset.write_text(entry("b"), encoding="utf-8")
        await pilot.press("r")
        await settle(app, pilot)
        await settle(app, pilot)
        assert "a is no longer in" in said[1]
        assert [spec.name for spec in app.session.opened.specs] == ["b"]
        assert states(app) == ["ready"]


async def test_configurations_saved_into_a_toolset_are_not_read_twice(project: Path) -> None:
    config = project / "mcp.json"
    config.write_text(
        json.dumps({"mcpServers": {"c": {"command": sys.executable, "args": ["server.py", "one"]}}}), encoding="utf-8"
    )
    (project / "toolset.toml").write_text(entry("a"), encoding="utf-8")
    inputs = Inputs(toolset="toolset.toml", configs=("mcp.json",))
    async with opened(inputs, first="tools") as (app, pilot):
        await pilot.press("p", "ctrl+s", "1")
        await settle(app, pilot)
        for _ in range(2):
            await pilot.press("r")
            await settle(app, pilot)
            await settle(app, pilot)
            assert [spec.name for spec in app.session.opened.specs] == ["a", "c"]
            assert not app.session.unsaved


async def test_the_cursor_stays_in_sight_when_the_detail_appears(tmp_path: Path) -> None:
    more = "".join(f'[servers.gone{number}]\ncommand = "no-such-program-here"\n' for number in range(8))
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path, more))), size=(80, 24)) as (app, pilot):
        for number in range(10):
            await pilot.pause()
            table = cursor(app)
            row = table.cursor_row
            assert row == number
            assert row is not None
            height = table.scrollable_content_region.height - 1
            assert table.scroll_y <= row < table.scroll_y + height, (row, table.scroll_y, height)
            await pilot.press("down")


async def test_saved_listings_offer_no_reconnect(tmp_path: Path) -> None:
    listing = saved_listing(tmp_path, [{"name": "a", "inputSchema": {"type": "object"}}])
    toolset = demo_toolset(tmp_path)
    async with opened(Inputs(toolset=str(toolset), listings=(("gate", str(listing)),))) as (app, pilot):
        assert "r reconnect" in screen_text(app)
        await pilot.press("end")
        await pilot.pause()
        assert "r reconnect" not in screen_text(app)
        before = app.session
        await pilot.press("r", "t", "s", "v")
        await settle(app, pilot)
        assert app.session is before


async def test_no_decision_is_shown_before_anything_is_listed(project: Path) -> None:
    (project / "slow.py").write_text("import time\ntime.sleep(30)\n", encoding="utf-8")
    text = f'[servers.slow]\ncommand = {json.dumps(sys.executable)}\nargs = ["slow.py"]\n'
    (project / "toolset.toml").write_text(text, encoding="utf-8")
    app = InspectorApp(Session.begin(Inputs(toolset="toolset.toml")))
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await until(pilot, "nothing is listed yet")
        assert "decision" not in shown
        assert "r reconnect" not in shown
