"""While the app is open, a server that announces changed tools is listed again, and what changed is marked."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from textual.pilot import Pilot

from inspector.tuning.edits import SetPin
from inspector.ui.app import InspectorApp
from inspector.workspace.inputs import Inputs
from tests.ui.conftest import screen_text
from tests.ui.journeys import opened, settle

SERVER = Path(__file__).parents[1] / "fixtures" / "servers" / "misbehave.py"


def changing(folder: Path, behaviour: str = "changes") -> Inputs:
    """A server that has one more tool at each listing, tells so, and ends after the third; or another one."""
    path = folder / "toolset.toml"
    path.write_text(
        f'[servers.lively]\ncommand = "{sys.executable}"\nargs = ["{SERVER}", "{behaviour}"]\n', encoding="utf-8"
    )
    return Inputs(toolset=str(path))


async def until_listed(app: InspectorApp, pilot: Pilot[int], tool: str) -> None:
    async with asyncio.timeout(20):
        while tool not in app.session.gathered.catalog.by_id:
            await pilot.pause(0.05)
    await settle(app, pilot)


async def test_new_and_changed_tools_are_marked_and_edits_stay(tmp_path: Path) -> None:
    async with opened(changing(tmp_path), first="servers") as (app, pilot):
        app.edit(SetPin("lively/read", True))
        await until_listed(app, pilot, "lively/new_2")
        assert {"lively/new_1", "lively/new_2", "lively/read"} <= app.session.changed_tools
        assert app.session.inspection.plan.by_tool["lively/read"].state == "pinned"
        assert "since connecting: 2 added, 1 changed" in screen_text(app)
        await pilot.press("2")
        await settle(app, pilot)
        assert "● lively/read" in screen_text(app)


async def test_a_connection_that_ends_later_takes_no_tools_away(tmp_path: Path) -> None:
    async with opened(changing(tmp_path), first="servers") as (app, pilot):
        await until_listed(app, pilot, "lively/new_2")
        async with asyncio.timeout(20):
            while not any(report.problem for report in app.session.reports.values()):
                await pilot.pause(0.05)
        await settle(app, pilot)
        assert "lively/new_2" in app.session.gathered.catalog.by_id
        assert "then the connection ended" in next(iter(app.session.reports.values())).problem


async def test_reconnecting_and_leaving_end_what_was_followed(tmp_path: Path) -> None:
    async with opened(changing(tmp_path, "announces"), first="servers") as (app, pilot):
        first = app.connections.followed[0]
        app.connections.reconnect(0)
        await settle(app, pilot)
        assert first.done()
        assert app.connections.followed[0] is not first
        await app.connections.end()
        assert not app.connections.followed


async def test_a_server_asked_for_twice_at_once_is_connected_to_once(tmp_path: Path) -> None:
    async with opened(changing(tmp_path, "announces"), first="servers") as (app, pilot):
        started: list[asyncio.Task[None]] = []
        app.connections.followed = _Noting(started)
        app.connections.connect([0])
        app.connections.connect([0])
        await settle(app, pilot)
        assert len(started) == 2
        assert [task.done() for task in started] == [True, False]


class _Noting(dict[int, asyncio.Task[None]]):
    """Notes every task that is put into it."""

    def __init__(self, noted: list[asyncio.Task[None]]) -> None:
        super().__init__()
        self._noted = noted

    def __setitem__(self, position: int, task: asyncio.Task[None]) -> None:
        self._noted.append(task)
        super().__setitem__(position, task)
