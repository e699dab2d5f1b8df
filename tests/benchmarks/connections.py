"""How long connecting many stdio servers takes: ``python -m tests.benchmarks.connections [SERVERS]``.

The servers need no SDK and start in about 20 ms each, so what is measured is this program. Three runs: servers
that answer at once, the same with one slow server that is started last, and that again when it is known to be slow.
Starting 70 processes keeps two cores busy for about a second, which the first of these two waits for as well.
Nothing is asserted, since times on shared machines vary by a third.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from inspector.config import ServerSpec
from inspector.sources import ProtocolMemory, ServerReport, connect_all
from inspector.sources.attempt import load_sdk

SCRIPT = str(Path(__file__).parents[1] / "fixtures" / "servers" / "misbehave.py")
SERVERS = 70
SLOW_SECONDS = "2.5"


def specs(modes: Sequence[str]) -> list[ServerSpec]:
    """Return one server for each mode of the fixture script."""
    return [
        ServerSpec(
            name=f"server-{number}",
            transport="stdio",
            command=sys.executable,
            args=("-S", SCRIPT, mode),
            env={"SLOW_SECONDS": SLOW_SECONDS},
        )
        for number, mode in enumerate(modes)
    ]


def run(title: str, modes: Sequence[str], memory: ProtocolMemory | None = None) -> None:
    """Connect to all at once and print the figures."""
    started = time.perf_counter()
    reports: tuple[ServerReport, ...] = asyncio.run(connect_all(specs(modes), environment={}, memory=memory))
    seconds = time.perf_counter() - started
    ready = sum(report.state == "ready" for report in reports)
    tools = sum(len(report.listing.tools) for report in reports if report.listing)
    slowest = max(report.seconds for report in reports)
    print(
        f"{title:<34} {ready:>3}/{len(reports)} ready  {tools:>4} tools  {seconds:5.2f} s in all, closing included"
        f"  slowest {slowest:5.2f} s  ratio {seconds / slowest:4.2f}"
    )


def main() -> None:
    """Print one line a run."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else SERVERS
    started = time.perf_counter()
    load_sdk()
    print(f"importing the MCP SDK, once: {time.perf_counter() - started:.2f} s")
    run("one server", ["good"])
    run(f"{count} servers", ["good"] * count)
    slow = ["good"] * (count - 1) + ["slow"]
    with tempfile.TemporaryDirectory() as folder:
        memory = ProtocolMemory(Path(folder) / "protocols.json")
        run(f"{count} servers, the last slow ({SLOW_SECONDS} s)", slow, memory)
        run("… once more, remembered", slow, memory)


if __name__ == "__main__":
    main()
