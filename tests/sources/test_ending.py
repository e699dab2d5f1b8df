"""Nothing outlives the program: it is ended by signals, killed, or crashes, and every server process is gone.

The real command line connects to servers that ignore the end of stdin and SIGTERM, one of them behind a
wrapper as ``npx`` is one, one with a child in a session of its own. Linux only: processes are read from ``/proc``.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

SCRIPT = str(Path(__file__).parents[1] / "fixtures" / "servers" / "misbehave.py")
SERVERS = {"stays": "hangs", "wrapped": "wrapper-hangs", "daemon": "daemon-hangs", "good": "good"}
STUBBORN = 5
"""How many processes those are while they run: one, wrapper and wrapped, parent and daemon."""

CRASHING = """
import asyncio, signal, sys
from inspector.config import read_config
from inspector.sources import connect_all

async def main():
    connecting = asyncio.ensure_future(connect_all(read_config(sys.argv[1]).servers, environment={}))
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, connecting.cancel)
    try:
        await connecting
    finally:
        raise RuntimeError("crash")

asyncio.run(main())
"""

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


def marked(mark: str) -> dict[int, str]:
    """The living processes with `mark` among their arguments."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().decode().split("\0")
            zombie = (entry / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
        except OSError:
            continue
        if mark in words and not zombie:
            found[int(entry.name)] = " ".join(words)
    return found


def eventually(done: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@dataclass(frozen=True)
class Ended:
    """A program that was ended: its exit code, what it wrote, and the servers it left behind."""

    code: int
    out: str
    err: str
    left: dict[int, str]


class Program:
    """A running ``tsi`` (or `program`) on the stubborn servers."""

    def __init__(self, folder: Path, program: str = "") -> None:
        self.mark = f"MARK={folder}"
        servers = {
            name: {"command": sys.executable, "args": [SCRIPT, mode, self.mark]} for name, mode in SERVERS.items()
        }
        config = folder / "mcp.json"
        config.write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
        what = ["-c", program, str(config)] if program else ["-m", "inspector", "servers", "--config", str(config)]
        self.process = subprocess.Popen(
            [sys.executable, *what],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # The tests may themselves run where Ctrl-C is ignored, which children would inherit.
            preexec_fn=interruptible,
        )

    def await_servers(self) -> None:
        """Wait until every stubborn process runs and the good server has ended."""
        assert eventually(lambda: len(marked(self.mark)) == STUBBORN, 25), marked(self.mark)

    def end(self) -> Ended:
        out, err = self.process.communicate(timeout=20)
        return Ended(self.process.returncode, out, err, marked(self.mark))

    def again(self, ended: Ended) -> Ended:
        """Return `ended` with what is left now."""
        return replace(ended, left=marked(self.mark))


def interruptible() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Ended]]:
    """Six programs, each ended in its own way; all at once, since each takes 4 s to give its servers up."""
    ways = {
        "SIGINT": [signal.SIGINT],
        "SIGTERM": [signal.SIGTERM],
        "SIGHUP": [signal.SIGHUP],
        "impatience": [signal.SIGINT, signal.SIGINT],
        "crash": [signal.SIGUSR1],
        "killed": [signal.SIGKILL],
    }
    programs = {way: Program(tmp_path_factory.mktemp(way), program=CRASHING if way == "crash" else "") for way in ways}
    try:
        for program in programs.values():
            program.await_servers()
        time.sleep(0.3)
        for way, signals in ways.items():
            for number in signals:
                programs[way].process.send_signal(number)
                time.sleep(0.2)
        results = {way: program.end() for way, program in programs.items()}
        eventually(lambda: len(marked(programs["killed"].mark)) <= 1, 5)
        yield results | {"killed": programs["killed"].again(results["killed"])}
    finally:
        for program in programs.values():
            program.process.kill()
            for pid in marked(program.mark):
                os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize(
    ("way", "code", "said"),
    [
        ("SIGINT", 130, "tsi: interrupted"),
        ("SIGTERM", 143, "tsi: terminated"),
        ("SIGHUP", 129, "tsi: terminated"),
        ("impatience", 130, "tsi: interrupted"),
        ("crash", 1, "RuntimeError: crash"),
    ],
)
def test_the_program_ends_and_every_server_with_it(ended: dict[str, Ended], way: str, code: int, said: str) -> None:
    assert ended[way].code == code, ended[way]
    assert said in ended[way].err
    assert ended[way].out == ""
    assert ended[way].left == {}


def test_killed_without_a_chance_the_servers_end_too(ended: dict[str, Ended]) -> None:
    assert ended["killed"].code == -signal.SIGKILL
    # Only the daemon, which left its parent's group, cannot be found any more by then.
    assert len(ended["killed"].left) <= 1, ended["killed"]
