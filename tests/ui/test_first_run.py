"""The app's first run: what is on this computer is shown, nothing is started before the person picked it."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from inspector.suites import Case
from inspector.tuning.edits import SetPin
from inspector.ui.app import InspectorApp
from inspector.ui.dialogs.first_run import FirstRun
from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.workspace.inputs import Inputs
from inspector.workspace.open_suite import OpenSuite
from inspector.workspace.saving import save
from inspector.workspace.session import Session
from tests.ui.conftest import screen_text
from tests.ui.journeys import opened, saved_listing, settle, type_text


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder where Cursor knows two servers, one of them switched off, and an empty current folder."""
    folder = tmp_path / "home"
    (folder / ".cursor").mkdir(parents=True)
    demo = {"command": sys.executable, "args": ["-m", "inspector.demo", "files"], "env": {"TOKEN": "canary-secret"}}
    marker = {"command": "touch", "args": [str(tmp_path / "started")]}
    (folder / ".cursor" / "mcp.json").write_text(json.dumps({"mcpServers": {"files": demo, "marker": marker}}))
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / ".config"))
    monkeypatch.chdir(here)
    return folder


@asynccontextmanager
async def first_run(size: tuple[int, int] = (100, 30)) -> AsyncIterator[tuple[InspectorApp, Pilot[int]]]:
    app = InspectorApp(Session.begin(Inputs(), may_be_empty=True))
    app.animation_level = "none"
    app.begins_empty = True
    async with app.run_test(size=size) as pilot:
        await asked(app, pilot)
        yield app, pilot


async def asked(app: InspectorApp, pilot: Pilot[int]) -> None:
    for _ in range(100):
        await pilot.pause(0.05)
        if isinstance(app.screen, FirstRun) and app.screen.query_one("#first-options", VirtualTable).row_count:
            return
    raise AssertionError("the first question was not asked")


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_what_is_found_is_listed_and_nothing_is_started(
    home: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    async with first_run(size) as (app, pilot):
        shown = screen_text(app)
        for expected in ("Demo servers", "Open a file", "files", "marker", "mcp.json"):
            assert expected in shown
        assert "canary" not in shown
        await pilot.press("escape")
        await settle(app, pilot)
        assert not (tmp_path / "started").exists()
        assert len(app.session.opened.specs) == 0


async def test_picked_servers_are_connected_to_and_saved_as_picked(home: Path, tmp_path: Path) -> None:
    async with first_run() as (app, pilot):
        table = app.screen.query_one("#first-options", VirtualTable)
        table.move_to("0")
        await pilot.press("space", "enter")
        await settle(app, pilot)
        assert [spec.name for spec in app.session.opened.specs] == ["files"]
        assert app.session.inspection.catalog.server("files") is not None
        assert not (tmp_path / "started").exists()
        save(app.session, str(tmp_path / "toolset.toml"))
    again = Session.begin(Inputs(toolset=str(tmp_path / "toolset.toml")))
    assert [spec.name for spec in again.opened.specs] == ["files"]


async def test_a_file_can_be_opened_and_a_mistake_asks_again(home: Path, tmp_path: Path) -> None:
    listing = saved_listing(tmp_path, [{"name": "a", "inputSchema": {"type": "object"}}], "s")
    async with first_run() as (app, pilot):
        for path in (tmp_path / "missing.json", listing):
            app.screen.query_one("#first-options", VirtualTable).move_to("file")
            await pilot.press("enter")
            await pilot.pause(0.1)
            await type_text(pilot, str(path))
            await pilot.press("enter")
            if path == listing:
                break
            await asked(app, pilot)
        await settle(app, pilot)
        assert list(app.session.inspection.catalog.by_id) == ["s/a"]


@pytest.mark.parametrize(("answer", "left"), [("o", True), ("s", False)])
async def test_opening_something_else_asks_about_what_is_unsaved(
    home: Path, tmp_path: Path, answer: str, left: bool
) -> None:
    one, two = (saved_listing(tmp_path, [{"name": "a", "inputSchema": {"type": "object"}}], name) for name in "st")
    async with opened(Inputs(listings=(("", str(one)),))) as (app, pilot):
        app.edit(SetPin("s/a", True))
        app.suite = OpenSuite().adding(Case("q", ("s/a",)))
        await settle(app, pilot)
        app.action_begin()
        await asked(app, pilot)
        app.screen.query_one("#first-options", VirtualTable).move_to("file")
        await pilot.press("enter")
        await pilot.pause(0.1)
        await type_text(pilot, str(two))
        await pilot.press("enter")
        for question in ("Leave with unsaved changes?", "Leave the suite unwritten?"):
            await pilot.pause(0.2)
            assert question in screen_text(app)
            await pilot.press(answer)
            if not left:
                break
        await settle(app, pilot)
        assert list(app.session.inspection.catalog.by_id) == (["s/a", "t/a"] if left else ["s/a"])
        assert (app.suite is None) is left
        assert app.session.unsaved is not left


async def test_the_demo_is_one_key_away(home: Path) -> None:
    async with first_run() as (app, pilot):
        await pilot.press("enter")
        await settle(app, pilot)
        assert len(app.session.inspection.catalog) == 481
