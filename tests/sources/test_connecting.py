"""Connecting: what is never started, what cannot be started, and cancelling."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.config import ServerSpec
from inspector.sources import Progress, connect, connect_all
from inspector.sources.programs import how_to_get

SCRIPT = str(Path(__file__).parents[1] / "fixtures" / "servers" / "misbehave.py")
GOOD = ServerSpec(name="good", transport="stdio", command=sys.executable, args=(SCRIPT, "good"))


def is_alive(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_nothing_configured_gives_nothing() -> None:
    assert await connect_all([], environment={}) == ()


async def test_a_disabled_server_is_not_started(tmp_path: Path) -> None:
    trace = tmp_path / "started"
    spec = replace(GOOD, command="/bin/sh", args=("-c", f"touch {trace}"), enabled=False)
    steps: list[Progress] = []
    (report,) = await connect_all([spec], environment={}, on_progress=steps.append)
    assert report.state == "disabled"
    assert [step.state for step in steps] == ["waiting", "disabled"]
    assert not trace.exists()


async def test_variables_come_from_the_given_environment_and_stay_hidden() -> None:
    spec = replace(GOOD, command="${PYTHON_HERE}", args=(SCRIPT, "${MODE:-good}"))
    report = await connect(spec, environment={"PYTHON_HERE": sys.executable})
    assert report.state == "ready"
    assert report.target == f"${{PYTHON_HERE}} {SCRIPT} ${{MODE:-good}}"


async def test_missing_variables_are_all_named() -> None:
    spec = replace(GOOD, env={"A": "${FIRST}", "B": "${SECOND}"})
    report = await connect(spec, environment={})
    assert report.state == "failed"
    assert report.problem == "the variables FIRST, SECOND are not set"
    assert "environment" in report.hint


async def test_a_server_sees_no_variable_it_was_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_PRIVATE_KEY", "canary")
    spec = replace(GOOD, command="/bin/sh", args=("-c", "env >&2"), env={"GIVEN": "1"})
    report = await connect(spec, environment=os.environ)
    names = {line.partition("=")[0] for line in report.stderr}
    assert "GIVEN" in names
    assert "PATH" in names
    assert "MY_PRIVATE_KEY" not in names


@pytest.mark.parametrize(
    ("changes", "problem", "hint"),
    [
        ({"command": "no-such-program"}, "the program “no-such-program” was not found", "install it"),
        ({"command": "/no/such/python3"}, "the program “/no/such/python3” was not found", "correct the path"),
        ({"command": "./no-shebang"}, "the program “./no-shebang” is no program for this system", "#!"),
        ({"command": "./bad-shebang"}, "the program “./bad-shebang” is there, but what its first line", "#!"),
        ({"command": "npx -y server"}, "the program “npx -y server” was not found", "as args"),
        ({"command": "./good.txt"}, "the program “./good.txt” may not be executed", "chmod"),
        ({"cwd": "nowhere"}, "the working directory", "cwd"),
    ],
)
async def test_programs_that_cannot_be_started(
    tmp_path: Path, changes: dict[str, str], problem: str, hint: str
) -> None:
    (tmp_path / "good.txt").write_text("no program")
    for name, text in (("no-shebang", "print(1)"), ("bad-shebang", "#!/no/such/interpreter\n")):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    report = await connect(replace(GOOD, directory=str(tmp_path), **changes), environment={})
    assert report.state == "failed"
    assert report.problem.startswith(problem)
    assert hint in report.hint


@pytest.mark.parametrize(
    ("command", "hint"),
    [
        ("npx", "install Node.js, which brings it"),
        ("C:\\Program Files\\nodejs\\npx.cmd", "install Node.js"),
        ("uvx", "install uv, which brings it"),
        ("docker", "install Docker"),
        ("python", "write python3 as the command, or install Python"),
        ("deno", "install Deno"),
        ("bunx", "install Bun, which brings it"),
        ("go", "install Go"),
        ("mcp-server-git", "write uvx as the command and mcp-server-git as its argument"),
        ("orders-mcp", "install it, or write its full path as the command"),
    ],
)
async def test_a_missing_program_is_named_with_the_package_that_brings_it(command: str, hint: str) -> None:
    assert hint in how_to_get(command)
    report = await connect(replace(GOOD, command=command, env={"PATH": "/nowhere"}), environment={})
    assert report.problem == f"the program “{command}” was not found"
    assert hint in report.hint or " " in command


async def test_a_server_starts_beside_its_configuration(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for cwd, expected in ((None, tmp_path), ("sub", tmp_path / "sub"), ("/", Path("/"))):
        spec = replace(GOOD, command="/bin/sh", args=("-c", "pwd >&2"), directory=str(tmp_path), cwd=cwd)
        report = await connect(spec, environment={})
        assert report.stderr == (str(expected),)


@pytest.mark.parametrize("protocol", ["legacy", "2026-07-28"])
async def test_the_protocol_can_be_fixed(protocol: str) -> None:
    mode = "modern" if protocol == "2026-07-28" else "silent-on-discover"
    report = await connect(replace(GOOD, args=(SCRIPT, mode), protocol=protocol), environment={})
    assert report.state == "ready"
    assert report.seconds < 1.0


async def test_cancelling_ends_the_process(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    script = f"echo $$ > {pid_file}; exec sleep 60"
    task = asyncio.create_task(
        connect_all([replace(GOOD, command="/bin/sh", args=("-c", script)), GOOD], environment={})
    )
    while not (pid_file.exists() and pid_file.read_text().strip()):
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not is_alive(int(pid_file.read_text()))
