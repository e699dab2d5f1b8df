"""Unsaved edits outlive a crash of the app: they are offered, and come back as one step."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from inspector.tuning.edits import SetPin
from inspector.ui.app import InspectorApp
from inspector.ui.drafting import DraftKeeper
from inspector.workspace.drafts import draft_path
from inspector.workspace.inputs import Inputs
from inspector.workspace.session import Session
from tests.ui.conftest import screen_text
from tests.ui.journeys import saved_listing, settle

TOOLS = [{"name": name, "inputSchema": {"type": "object"}} for name in ("a", "b")]


@asynccontextmanager
async def kept(folder: Path) -> AsyncIterator[tuple[InspectorApp, Pilot[int]]]:
    """The app as `tsi ui` runs it, over a toolset and a listing."""
    toolset = folder / "toolset.toml"
    if not toolset.exists():
        toolset.write_text("window = 9000\n", encoding="utf-8")
    inputs = Inputs(toolset=str(toolset), listings=(("", str(saved_listing(folder, TOOLS, "s"))),))
    app = InspectorApp(Session.begin(inputs))
    app.drafts = DraftKeeper(app)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        yield app, pilot


async def crash_with_an_edit(folder: Path) -> None:
    async with kept(folder) as (app, pilot):
        app.edit(SetPin("s/a", True))
        await settle(app, pilot)
        assert app.drafts is not None
        await app.drafts.now()
        assert draft_path(app.session).exists()
    # Leaving the block ends the app without asking, as a crash does.


@pytest.mark.parametrize("choice", ["restore", "discard", "later"])
async def test_edits_of_a_crash_are_offered(tmp_path: Path, choice: str) -> None:
    await crash_with_an_edit(tmp_path)
    async with kept(tmp_path) as (app, pilot):
        assert "Restore unsaved edits?" in screen_text(app)
        app.screen.dismiss(choice)
        await settle(app, pilot)
        await pilot.pause(0.1)
        edits = app.session.tuning.for_tool("s/a")
        assert bool(edits.pin) == (choice == "restore")
        assert draft_path(app.session).exists() == (choice != "discard")
        if choice == "restore":
            assert app.session.unsaved


async def test_leaving_without_saving_leaves_no_draft(tmp_path: Path) -> None:
    async with kept(tmp_path) as (app, pilot):
        app.edit(SetPin("s/a", True))
        await settle(app, pilot)
        assert app.drafts is not None
        await app.drafts.now()
        await pilot.press("q")
        await pilot.pause()
        app.screen.dismiss("discard")
        await pilot.pause(0.3)
        assert not draft_path(app.session).exists()


async def test_saving_removes_the_draft(tmp_path: Path) -> None:
    async with kept(tmp_path) as (app, pilot):
        app.edit(SetPin("s/a", True))
        assert app.drafts is not None
        await app.drafts.now()
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        await app.drafts.now()
        assert not draft_path(app.session).exists()
