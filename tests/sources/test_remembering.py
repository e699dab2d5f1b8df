"""Remembering how servers were reached: which detours that saves, and that a wrong or lost memory costs nothing."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.config import ServerSpec
from inspector.sources import ProtocolMemory, ServerReport, connect, connect_all
from inspector.sources.remembering import Way, endpoint_digest

SCRIPT = str(Path(__file__).parents[1] / "fixtures" / "servers" / "misbehave.py")


def server(mode: str, **changes: object) -> ServerSpec:
    spec = ServerSpec(name=mode, transport="stdio", command=sys.executable, args=(SCRIPT, mode))
    return replace(spec, **changes)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "protocols.json"


async def reach(spec: ServerSpec, path: Path) -> ServerReport:
    """Connect as a new run of the program would."""
    (report,) = await connect_all([spec], environment={}, connect_timeout=5, memory=ProtocolMemory(path))
    assert report.state == "ready", report
    return report


@pytest.mark.parametrize(("mode", "saved"), [("silent-on-discover", 0.8), ("exit-on-discover", 0.02)])
async def test_a_server_that_knows_only_the_handshake_gets_it_at_once(path: Path, mode: str, saved: float) -> None:
    first, second = await reach(server(mode), path), await reach(server(mode), path)
    assert second.seconds < first.seconds - saved
    assert ProtocolMemory(path).recall(server(mode)) == Way("stdio", "legacy")


async def test_a_modern_server_is_waited_for(path: Path) -> None:
    # It answers after 1.2 s, when others have been shaken hands with.
    for _ in range(2):
        report = await reach(server("late-modern"), path)
        assert report.listing is not None
        assert report.listing.protocol == "2026-07-28"
    assert ProtocolMemory(path).recall(server("late-modern")) == Way("stdio", "modern")


async def test_a_server_that_has_become_modern_is_still_reached(path: Path) -> None:
    memory = ProtocolMemory(path)
    memory.learn(server("late-modern"), Way("stdio", "legacy"))
    memory.save()
    await reach(server("late-modern"), path)
    assert ProtocolMemory(path).recall(server("late-modern")) == Way("stdio", "modern")


async def test_a_server_that_has_moved_to_another_transport_is_still_reached(path: Path) -> None:
    spec = ServerSpec(name="a", transport="http", url="http://127.0.0.1:9/mcp")
    memory = ProtocolMemory(path)
    memory.learn(spec, Way("sse", "legacy"))
    report = await connect(spec, environment={}, connect_timeout=5, memory=memory)
    assert (report.state, report.transport) == ("failed", "http")
    assert memory.recall(spec) is None


async def test_a_way_that_leads_to_silence_is_forgotten(path: Path) -> None:
    memory = ProtocolMemory(path)
    memory.learn(server("prompts"), Way("stdio", "legacy"))
    report = await connect(server("prompts"), environment={}, connect_timeout=0.3, memory=memory)
    assert report.state == "failed"
    assert memory.recall(server("prompts")) is None


async def test_a_fixed_protocol_neither_uses_nor_changes_the_memory(path: Path) -> None:
    memory = ProtocolMemory(path)
    memory.learn(server("good"), Way("stdio", "modern"))
    await connect(server("good", protocol="legacy"), environment={}, memory=memory)
    assert memory.recall(server("good")) == Way("stdio", "modern")


@pytest.mark.parametrize(
    "content",
    [
        *("", "[", "[]", '{"servers": 7}', '{"servers": {"a": 7}}', "\x00", "[" * 100_000),
        '{"servers": {"a": {"transport": "pigeon", "era": "legacy"}}}',
    ],
)
def test_a_damaged_file_is_an_empty_memory(path: Path, content: str) -> None:
    path.parent.mkdir()
    path.write_text(content)
    memory = ProtocolMemory(path)
    assert memory.recall(server("good")) is None
    memory.learn(server("good"), Way("stdio", "legacy"))
    memory.save()
    assert ProtocolMemory(path).recall(server("good")) == Way("stdio", "legacy")


def test_a_file_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    memory = ProtocolMemory(tmp_path / "state" / "protocols.json")
    memory.learn(server("good"), Way("stdio", "legacy"))
    memory.save()
    assert memory.recall(server("good")) == Way("stdio", "legacy")


def test_two_runs_keep_what_the_other_learnt(path: Path) -> None:
    one, other = ProtocolMemory(path), ProtocolMemory(path)
    assert one.recall(server("good")) is other.recall(server("good")) is None
    one.learn(server("good"), Way("stdio", "legacy"))
    other.learn(server("modern"), Way("stdio", "modern"))
    one.save()
    other.save()
    assert len(json.loads(path.read_text())["servers"]) == 2


def test_the_oldest_are_forgotten_first(path: Path) -> None:
    memory = ProtocolMemory(path)
    for number in range(510):
        memory.learn(server(str(number)), Way("stdio", "legacy"))
    memory.save()
    assert memory.recall(server("9")) is None
    assert memory.recall(server("10")) == Way("stdio", "legacy")


def test_nothing_is_written_when_nothing_was_learnt(path: Path) -> None:
    ProtocolMemory(path).save()
    assert not path.exists()


def test_the_file_holds_no_secret_and_no_name(path: Path) -> None:
    spec = server("good", env={"TOKEN": "canary-1234"}, args=(SCRIPT, "--token", "canary-1234"))
    memory = ProtocolMemory(path)
    memory.learn(spec, Way("stdio", "legacy"))
    memory.save()
    assert list(json.loads(path.read_text())["servers"]) == [endpoint_digest(spec)]
    assert endpoint_digest(spec) == endpoint_digest(replace(spec, args=(SCRIPT, "--token", "renewed-1234"), name="b"))
    assert endpoint_digest(spec) != endpoint_digest(replace(spec, cwd="/"))


async def test_servers_known_to_be_slow_are_started_first(path: Path) -> None:
    specs = [server("good"), server("paged"), server("slow", env={"SLOW_SECONDS": "1.2"}), server("empty-cursor")]
    memory = ProtocolMemory(path)
    assert memory.slowest_first(specs, range(4)) == [0, 1, 2, 3]
    await connect_all(specs[:3], environment={}, memory=memory)
    again = ProtocolMemory(path)
    # The one that was never reached may be anything, so it goes before all.
    assert again.slowest_first(specs, range(4)) == [3, 2, 0, 1]
    assert again.slowest_first(specs, [1, 2]) == [2, 1]
    started: list[int] = []
    reports = await connect_all(
        specs,
        environment={},
        memory=again,
        on_progress=lambda step: started.append(step.position) if step.state == "connecting" else None,
    )
    assert started == [3, 2, 0, 1]
    assert [report.name for report in reports] == [spec.name for spec in specs]


@pytest.mark.parametrize("seconds", ['"long"', "-1", "null", "1e400", "[]"])
def test_a_time_that_is_none_is_not_known(path: Path, seconds: str) -> None:
    path.parent.mkdir()
    key = endpoint_digest(server("good"))
    path.write_text(f'{{"servers": {{"{key}": {{"transport": "stdio", "era": "legacy", "seconds": {seconds}}}}}}}')
    way = ProtocolMemory(path).recall(server("good"))
    assert way == Way("stdio", "legacy")
    assert way is not None
    assert way.seconds is None
