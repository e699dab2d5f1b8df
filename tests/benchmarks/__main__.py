"""Measure on the saved listings of a folder and print one table: ``python -m tests.benchmarks FOLDER [HOST …]``.

Each figure is a median; nothing here is asserted, since times on shared machines vary by a third.
"""

from __future__ import annotations

import asyncio
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.hosts import host, hosts
from inspector.workspace.connecting import gathered
from inspector.workspace.inputs import Inputs, Overrides
from inspector.workspace.inspecting import Inspector
from inspector.workspace.inspection import Inspection
from inspector.workspace.opening import open_inputs
from inspector.workspace.rank_changes import compare

if TYPE_CHECKING:
    from textual.pilot import Pilot

QUERIES = ("list", "create issue", "search the web for documents", "spot ticker", "read a file", "the a of to")
SHOWN = 100


def main() -> None:
    """Print the table; the app is measured in a process of its own, since its memory is a figure too."""
    folder, *names = sys.argv[1:]
    inputs = Inputs(listings=tuple(("", str(path)) for path in sorted(Path(folder).glob("*.json"))))
    if names == ["app"]:
        _print_app(inputs)
        return
    opened = open_inputs(inputs)
    catalog = gathered(opened, ()).catalog
    print(f"{len(catalog):,} tools of {len(catalog.servers)} servers")
    baseline = _get_scores(Inspector(catalog, Overrides()).inspect(host("foundry"), opened.tuning))
    print(f"rank_bm25 get_scores and argsort {baseline:>21.1f} ms, the measure of the ratios")
    for name in names or hosts():
        _print_host(name, Inspector(catalog, Overrides()).inspect(host(name), opened.tuning), baseline)
    subprocess.run([sys.executable, "-m", "tests.benchmarks", folder, "app"], check=True)


def _get_scores(fresh: Inspection) -> float:
    """Return the median milliseconds of BM25Okapi.get_scores and argsort over every tool's tokens."""
    from rank_bm25 import BM25Okapi

    from inspector.hosts.foundry.search import document
    from inspector.search.name_parts import tokenise

    corpus = [document(tool, fresh.names[tool.id], "").tokens() for tool in fresh.catalog]
    okapi = BM25Okapi(corpus)  # type: ignore[no-untyped-call]
    return statistics.median(
        _median(lambda query=query: okapi.get_scores(tokenise(query)).argsort()) for query in QUERIES
    )


def _print_host(name: str, fresh: Inspection, baseline: float) -> None:
    print(name)
    for what, act in _steps(fresh).items():
        print(f"  {what:<42}{_once(act):>9.1f} ms")
    times = [_median(partial(compare, query, fresh, fresh, SHOWN)) for query in QUERIES]
    median = statistics.median(times)
    ratio = f"{baseline / median:.1f} × faster than get_scores" if median else ""
    print(f"  {'query, 100 hits with breakdown':<42}{median:>9.1f} ms, worst {max(times):.1f} ms, {ratio}")


def _print_app(inputs: Inputs) -> None:
    print("app")
    for what, milliseconds in asyncio.run(_app(inputs)).items():
        print(f"  {what:<42}{milliseconds:>9.1f} ms")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  {'peak memory':<42}{peak:>9.0f} MB")


def _steps(fresh: Inspection) -> dict[str, Callable[[], object]]:
    return {
        "names and plan": lambda: fresh.plan,
        "definitions": lambda: fresh.definitions,
        "tokens of all definitions": lambda: fresh.tool_tokens,
        "index": lambda: fresh.index,
        "texts": lambda: fresh.texts,
    }


async def _app(inputs: Inputs) -> dict[str, float]:
    """Run the app headless: first screen, everything derived, keys to results, scrolling."""
    from inspector.ui.app import InspectorApp
    from inspector.workspace.session import Session

    class Timed(InspectorApp):
        ready_at = 0.0

        def on_ready(self) -> None:
            self.ready_at = time.perf_counter()

    found: dict[str, float] = {}
    started = time.perf_counter()
    app = Timed(Session.begin(inputs), first="search")
    async with app.run_test(size=(120, 36)) as pilot:
        await app.settled()
        found["reading files and first screen"] = (app.ready_at - started) * 1000
        found["… until all is derived"] = _since(started)
        found["a key that does nothing (the ground)"] = await _median_key(pilot, "f9")
        for key in "list":
            await pilot.press(key)
        started = time.perf_counter()
        await pilot.press("s")
        await app.settled()
        found["last key to results, 90 ms of it wait"] = _since(started)
        await pilot.press("escape", "2")
        await app.settled()
        found["page down in the tool table, with detail"] = await _median_key(pilot, "pagedown")
        await pilot.press("slash")
        started = time.perf_counter()
        await pilot.press("g")
        await pilot.pause()
        found["filter key to filtered table"] = _since(started)
        await pilot.press("escape", "escape")
        started = time.perf_counter()
        await pilot.press("p")
        while app.shown is not app.session:
            await asyncio.sleep(0.001)
        found["pin to its new state shown"] = _since(started)
    return found


async def _median_key(pilot: Pilot[int], key: str) -> float:
    times = []
    for _ in range(20):
        started = time.perf_counter()
        await pilot.press(key)
        times.append(_since(started))
    return statistics.median(times)


def _once(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return _since(started)


def _median(act: Callable[[], object], times: int = 15) -> float:
    return statistics.median(_once(act) for _ in range(times))


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    main()
