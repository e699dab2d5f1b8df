"""A long sitting in minutes: ``python -m tests.benchmarks.soak FOLDER [ROUNDS]``.

Edits, queries, host and model switches, undo, screens and reconnects in the running app, over saved listings of a
folder and two real demo servers. Every host and every screen is looked at once before round 0, so that what is loaded
at a first use is there. Prints memory, threads, tasks, open files and children as it goes: all must stay flat.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import sys
import tempfile
import threading
from pathlib import Path

from inspector.hosts import hosts
from inspector.tuning.edits import SetHidden, SetPin, SetWords
from inspector.ui.allocator import give_back_freed_memory
from inspector.ui.app import InspectorApp
from inspector.workspace.inputs import Inputs
from inspector.workspace.session import Session

SERVERS = """
[servers.files]
command = "{python}"
args = ["-m", "inspector.demo", "files"]
[servers.analytics]
command = "{python}"
args = ["-m", "inspector.demo", "analytics"]
"""
SCREENS = "12345678"
WORDS = ("create issue", "list files", "spot price", "search the web", "a", "delete", "")


def main() -> None:
    """Run the sitting."""
    folder, *more = sys.argv[1:]
    rounds = int(more[0]) if more else 300
    listings = tuple(("", str(path)) for path in sorted(Path(folder).glob("*.json"))[:12])
    with tempfile.TemporaryDirectory() as place:
        toolset = Path(place) / "toolset.toml"
        toolset.write_text(SERVERS.format(python=sys.executable), encoding="utf-8")
        asyncio.run(_sitting(Inputs(toolset=str(toolset), listings=listings), rounds))


async def _sitting(inputs: Inputs, rounds: int) -> None:
    chosen = random.Random(7)
    give_back_freed_memory()
    app = InspectorApp(Session.begin(inputs))
    app.animation_level = "none"
    async with app.run_test(size=(120, 36)) as pilot:
        await app.settled()
        tools = list(app.session.inspection.catalog.by_id)
        print(f"{len(tools):,} tools, {rounds} rounds")
        print(f"{'round':>6} {'MB':>6} {'threads':>8} {'tasks':>6} {'files':>6} {'children':>9}")
        for name in hosts():
            app.set_value("host", name)
            await app.settled()
        for screen in SCREENS:
            await pilot.press("escape", screen)
            await app.settled()
        for number in range(rounds + 1):
            if number % max(1, rounds // 10) == 0:
                _print_state(number)
            for _ in range(5):
                tool = chosen.choice(tools)
                edit = chosen.choice(
                    [
                        SetPin(tool, True),
                        SetHidden(tool, True),
                        SetWords(tool, chosen.choice(WORDS)),
                        SetPin(tool, None),
                        SetHidden(tool, None),
                    ]
                )
                app.edit(edit)
            # A digit typed into a field would be text.
            await pilot.press("escape", chosen.choice(SCREENS))
            if number % 3 == 0:
                await pilot.press("escape", "3")
                await pilot.pause()
                app.screen.query_one("#query").value = chosen.choice(WORDS)  # type: ignore[attr-defined]
            if number % 10 == 0:
                app.set_value("host", chosen.choice(list(hosts())))
            if number % 25 == 0:
                app.connections.connect(range(len(app.session.opened.specs)))
            if number % 4 == 0:
                await pilot.press("escape", "u")
            await app.settled()
    _print_state(rounds + 1)


def _print_state(number: int) -> None:
    gc.collect()
    status = Path("/proc/self/status").read_text(encoding="ascii")
    megabytes = int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024
    children = sum(1 for path in Path("/proc").glob("[0-9]*/stat") if _parent(path) == os.getpid())
    tasks, files = len(asyncio.all_tasks()), len(os.listdir("/proc/self/fd"))
    print(
        f"{number:>6} {megabytes:>6.0f} {threading.active_count():>8} {tasks:>6} {files:>6} {children:>9}", flush=True
    )


def _parent(path: Path) -> int:
    try:
        return int(path.read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()[1])
    except (OSError, ValueError, IndexError):
        return -1


if __name__ == "__main__":
    main()
