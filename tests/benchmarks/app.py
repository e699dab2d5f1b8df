"""What the app takes with every tool of a folder, run headless: screens, keys, memory, and a DataTable beside it."""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import TYPE_CHECKING

from inspector.workspace.inputs import Inputs
from tests.benchmarks.timing import megabytes, since

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from inspector.ui.app import InspectorApp


async def app_figures(inputs: Inputs) -> dict[str, float]:
    """Return milliseconds: first screen, everything derived, keys to results, scrolling."""
    from inspector.ui.allocator import give_back_freed_memory
    from inspector.ui.app import InspectorApp
    from inspector.workspace.session import Session

    class Timed(InspectorApp):
        ready_at = 0.0

        def on_ready(self) -> None:
            self.ready_at = time.perf_counter()

    give_back_freed_memory()
    found: dict[str, float] = {}
    started = time.perf_counter()
    app = Timed(Session.begin(inputs), first="search")
    async with app.run_test(size=(120, 36)) as pilot:
        await app.settled()
        found["reading files and first screen"] = (app.ready_at - started) * 1000
        found["… until all is derived"] = since(started)
        found["a key that does nothing (the ground)"] = await _median_key(pilot, "f9")
        for key in "list":
            await pilot.press(key)
        started = time.perf_counter()
        await pilot.press("s")
        await app.settled()
        found["last key to results, 90 ms of it wait"] = since(started)
        await pilot.press("escape")
        started = time.perf_counter()
        table = asyncio.create_task(_table_shown(app, started))  # a press returns when nothing is left to do
        await pilot.press("2")
        found["tool table shown"] = await table
        await app.settled()
        found["… until all tools are checked beside it"] = since(started)
        found["page down in the tool table, with detail"] = await _median_key(pilot, "pagedown")
        await pilot.press("slash")
        started = time.perf_counter()
        await pilot.press("g")
        await pilot.pause()
        found["filter key to filtered table"] = since(started)
        await pilot.press("escape", "escape")
        found["pin to its new state shown"] = statistics.median([await _pin(app, pilot) for _ in range(5)])
        found["memory, MB"] = megabytes("VmRSS")
        found["memory at its peak, MB"] = megabytes("VmHWM")
    return found


async def data_table_figures(inputs: Inputs) -> dict[str, float]:
    """Return milliseconds of filling Textual's DataTable with the same rows, and of one page down in it."""
    from textual.app import App, ComposeResult
    from textual.widgets import DataTable

    from inspector.workspace.session import Session
    from inspector.workspace.tool_rows import tool_rows

    rows = tool_rows(Session.begin(inputs).inspection)

    class Plain(App[None]):
        def compose(self) -> ComposeResult:
            yield DataTable()

    app = Plain()
    async with app.run_test(size=(120, 36)) as pilot:
        table = app.query_one(DataTable)
        table.add_columns("tool", "state", "tokens", "words")
        started = time.perf_counter()
        for row in rows:
            table.add_row(row.tool, row.state, str(row.tokens), row.words)
        await pilot.pause()
        return {
            "DataTable filled with the same rows": since(started),
            "page down in the DataTable": await _median_key(pilot, "pagedown"),
        }


async def _table_shown(app: InspectorApp, started: float) -> float:
    """Return the milliseconds from `started` until the table of tools is drawn with its rows."""
    from inspector.ui.widgets.virtual_table import VirtualTable

    while not any(table.row_count for table in app.screen.query("#tool-table").results(VirtualTable)):
        await asyncio.sleep(0.001)
    drawn = asyncio.Event()
    app.screen.call_after_refresh(drawn.set)
    await drawn.wait()
    return since(started)


async def _pin(app: object, pilot: Pilot[int]) -> float:
    started = time.perf_counter()
    await pilot.press("p")
    while app.shown is not app.session:  # type: ignore[attr-defined]
        await asyncio.sleep(0.001)
    return since(started)


async def _median_key(pilot: Pilot[int], key: str) -> float:
    times = []
    for _ in range(20):
        started = time.perf_counter()
        await pilot.press(key)
        times.append(since(started))
    return statistics.median(times)
