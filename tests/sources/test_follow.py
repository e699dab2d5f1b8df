"""Staying connected: servers of both eras tell that their tools changed, and each new listing says what did."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inspector.catalog import Listing
from inspector.config import ServerSpec
from inspector.sources import ListingChange, ServerReport, follow, listing_change
from inspector.sources.stderr_tail import StderrTail

SERVERS = Path(__file__).parents[1] / "fixtures" / "servers"
CHANGING = str(SERVERS / "changing_server.py")
LEGACY = ServerSpec(
    name="tools", transport="stdio", command=sys.executable, args=(str(SERVERS / "misbehave.py"), "changes")
)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with subprocess.Popen([sys.executable, CHANGING, "http"], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield json.loads(server.stdout.readline())["http"]
        finally:
            server.kill()


class Watching:
    """Follows a server in the background and keeps what is reported."""

    def __init__(self, spec: ServerSpec) -> None:
        self.reports: list[ServerReport] = []
        self.changes: list[ListingChange] = []
        self.task = asyncio.create_task(follow(spec, environment={}, on_report=self.keep, list_timeout=5))

    def keep(self, report: ServerReport, change: ListingChange) -> None:
        self.reports.append(report)
        self.changes.append(change)

    async def until(self, done: Callable[[], bool]) -> None:
        async with asyncio.timeout(15):
            while not done():
                await asyncio.sleep(0.02)

    async def stop(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        assert self.task.cancelled()

    def names(self, report: int) -> list[str]:
        listing = self.reports[report].listing
        assert listing is not None
        return [tool["name"] for tool in listing.tools]


async def test_a_server_without_an_sdk_is_listed_again_until_it_dies() -> None:
    watching = Watching(LEGACY)
    await asyncio.wait_for(watching.task, 15)
    assert [report.state for report in watching.reports] == ["ready", "ready", "ready", "failed"]
    assert [watching.names(number) for number in range(3)] == [["read"], ["read", "new_1"], ["read", "new_1", "new_2"]]
    assert watching.changes[0] == ListingChange(added=("read",))
    assert watching.changes[1] == ListingChange(added=("new_1",), changed=("read",))
    last = watching.reports[-1]
    assert (
        last.problem == "the server ended with code 4 while it was connected; its last words: fatal: the tools are gone"
    )
    assert last.listing is None


async def test_last_words_that_are_read_late_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the thread that reads stderr gets its turn long after the server has ended."""
    drain = StderrTail._drain

    def late(tail: StderrTail, read_end: int) -> None:
        time.sleep(1)
        drain(tail, read_end)

    monkeypatch.setattr(StderrTail, "_drain", late)
    watching = Watching(LEGACY)
    await asyncio.wait_for(watching.task, 15)
    assert watching.reports[-1].problem.endswith("its last words: fatal: the tools are gone")


@pytest.mark.parametrize("protocol", ["legacy", "2026-07-28"])
@pytest.mark.parametrize("transport", ["stdio", "http"])
async def test_a_server_with_the_sdk_is_listed_again(port: int, transport: str, protocol: str) -> None:
    name = f"{transport}-{protocol}"
    if transport == "stdio":
        spec = ServerSpec(
            name=name, transport="stdio", command=sys.executable, args=(CHANGING, "stdio"), protocol=protocol
        )
    else:
        spec = ServerSpec(name=name, transport="http", url=f"http://127.0.0.1:{port}/mcp", protocol=protocol)
    watching = Watching(spec)
    await watching.until(lambda: len(watching.reports) >= 2)
    await watching.stop()
    change = watching.changes[1]
    assert change.added
    assert all(name.startswith("later_") for name in change.added)
    assert (change.removed, change.changed) == ((), ())
    assert watching.names(1) == [*watching.names(0), *change.added]


async def test_cancelling_ends_the_process(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    script = f"echo $$ > {pid_file}; exec {sys.executable} {SERVERS / 'misbehave.py'} good"
    watching = Watching(ServerSpec(name="a", transport="stdio", command="/bin/sh", args=("-c", script)))
    await watching.until(lambda: bool(watching.reports))
    pid = pid_file.read_text().strip()
    assert (Path("/proc") / pid).exists()
    await watching.stop()
    assert not (Path("/proc") / pid).exists()
    assert [report.state for report in watching.reports] == ["ready"]


async def test_a_server_that_cannot_be_reached_is_reported_once() -> None:
    watching = Watching(ServerSpec(name="a", transport="stdio", command="no-such-program"))
    await asyncio.wait_for(watching.task, 15)
    assert [(report.state, report.listing) for report in watching.reports] == [("failed", None)]


def test_tools_of_one_name_are_compared_together() -> None:
    before = Listing("a", ({"name": "same", "n": 1}, {"name": "same", "n": 2}, {"name": "gone"}, "odd"))
    after = Listing("a", ({"name": "same", "n": 1}, {"name": "same", "n": 3}, {"name": "new"}, "odd"))
    assert listing_change(before, after) == ListingChange(("new",), ("gone",), ("same",))
    assert not listing_change(before, before)
    assert listing_change(None, None) == ListingChange()


@pytest.mark.parametrize("mode", ["changes", "writes-secret", "dies-with-words"])
async def test_no_value_of_the_environment_is_reported(mode: str, tmp_path: Path) -> None:
    """Whatever a followed server tells of what it was given: in tools, on stdout and stderr, and at its end."""
    canary = "kanari"
    script = tmp_path / "server.py"
    script.write_text(TELLS.replace("MODE", mode))
    spec = ServerSpec(
        name="tools",
        transport="stdio",
        command=sys.executable,
        args=(str(script), "${PLAIN}", "${API_TOKEN}"),
        env={"GIVEN": "${GIVEN_HERE}"},
    )
    reports: list[ServerReport] = []
    steps: list[str] = []
    await asyncio.wait_for(
        follow(
            spec,
            environment={name: f"{canary}-{name}-1" for name in ("PLAIN", "API_TOKEN", "GIVEN_HERE")},
            on_report=lambda report, change: reports.append(report),
            on_progress=lambda step: steps.append(step.problem),
        ),
        15,
    )
    assert reports[-1].state == "failed"
    last = reports[-1]
    shown = [last.problem, last.hint, *last.stderr, *steps]
    shown += [problem.message for report in reports if report.listing for problem in report.listing.problems]
    assert "${PLAIN}" in " ".join(shown)
    assert canary not in " ".join(shown)
    tools = [json.dumps(report.listing.tools) for report in reports if report.listing]
    assert not any(f"{canary}-API_TOKEN" in each for each in tools)
    assert bool(tools) is (mode != "dies-with-words")


TELLS = """
import json, os, sys
told = " ".join(sys.argv[1:] + [os.environ["GIVEN"]])
print(told, file=sys.stderr, flush=True)
if "MODE" == "dies-with-words":
    sys.exit("fatal: " + told)
print("junk " + told, flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    answer = {"jsonrpc": "2.0", "id": asked["id"]}
    if asked["method"] == "initialize":
        answer["result"] = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {"listChanged": True}},
                            "serverInfo": {"name": "tells", "version": "1"}}
    elif asked["method"] == "tools/list":
        answer["result"] = {"tools": [{"name": "read", "description": told, "inputSchema": {"type": "object"}}]}
    else:
        answer["error"] = {"code": -32601, "message": told}
    print(json.dumps(answer), flush=True)
    if "result" in answer and "tools" in answer["result"]:
        sys.exit("fatal: " + told)
"""
