"""Every way a stdio server can misbehave, all at once: each gives the expected report and hides no other."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from inspector.catalog import build_server
from inspector.config import ServerSpec
from inspector.sources import Progress, ServerReport, connect_all

SCRIPT = Path(__file__).parents[1] / "fixtures" / "servers" / "misbehave.py"
SECRET = "tok-5f1e-canary"


@dataclass(frozen=True)
class Expected:
    """What the report of one mode says."""

    tools: int | None = 2
    pages: int = 1
    problems: tuple[str, ...] = ()
    problem: str = ""
    hint: str = ""
    protocol: str = "2025-06-18"

    @property
    def state(self) -> str:
        return "failed" if self.tools is None else "ready"


EXPECTED = {
    "good": Expected(),
    "modern": Expected(protocol="2026-07-28"),
    "late-modern": Expected(protocol="2026-07-28"),
    "silent-on-discover": Expected(),
    "exit-on-discover": Expected(),
    "paged": Expected(tools=450, pages=5),
    "empty-cursor": Expected(tools=1),
    "number-cursor": Expected(tools=1, problems=("cursor-not-text",)),
    "repeated-cursor": Expected(pages=2, problems=("cursor-repeated",)),
    "empty-pages": Expected(tools=1, pages=4, problems=("pages-empty",)),
    "endless-pages": Expected(tools=200, pages=200, problems=("page-cap",)),
    "page-2-error": Expected(problems=("listing-incomplete",), problem="database is locked"),
    "page-2-silent": Expected(tools=1, problems=("listing-incomplete",), problem="did not list its tools within 2 s"),
    "missing-type": Expected(),
    "null-schema": Expected(tools=3),
    "extra-fields": Expected(tools=1),
    "hostile": Expected(tools=8),
    "duplicate-names": Expected(),
    "big": Expected(tools=500),
    "noise": Expected(problems=("stdout-noise",)),
    "blank-lines": Expected(problems=("stdout-noise",)),
    "same-line": Expected(problems=("stdout-noise",)),
    "not-utf8": Expected(problems=("stdout-noise",)),
    "notifies-first": Expected(),
    "asks-first": Expected(),
    "changes": Expected(tools=1),
    "writes-secret": Expected(tools=1, problems=("secret-in-listing",)),
    "floods-stderr": Expected(),
    "text-id": Expected(),
    "slow": Expected(),
    "no-tools": Expected(tools=0, pages=0, problems=("no-tools",)),
    "spawns-child": Expected(),
    "spawns-daemon": Expected(),
    "wrapper": Expected(),
    "ignores-stdin-close": Expected(),
    "listing-error": Expected(
        tools=None, problem="error -32603: upstream said: bad token •••", hint="look into its own log"
    ),
    "consent": Expected(
        tools=None,
        problem="wants your consent first (CONSENT_REQUIRED -32006) at https://login.example.com/consent/go?state=…",
        hint="open its consent page",
    ),
    "consent-first": Expected(
        tools=None, problem="(CONSENT_REQUIRED -32007) at https://login.example.com/agree", hint="then reconnect"
    ),
    "tools-not-list": Expected(tools=None, problem="no list of tools", hint="report it to its authors"),
    "result-not-object": Expected(tools=None, problem="its answer is not valid JSON-RPC", hint="report it"),
    "endless-line": Expected(tools=None, problem="more than 100 MB in one message", hint="report it to its authors"),
    "dies-listing": Expected(tools=None, problem="ended with code 3 before it answered tools/list", hint="by hand"),
    "kills-itself": Expected(tools=None, problem="ended by SIGKILL before it answered tools/list", hint="no memory"),
    "closes-stdout": Expected(tools=None, problem="closed its stdout before it answered tools/list", hint="by hand"),
    "exits-at-start": Expected(
        tools=None, problem="has no module orders (it ended with code 1", hint="install the package there"
    ),
    "exits-silently": Expected(
        tools=None,
        problem="ended with code 0 before it answered the connection and wrote nothing",
        hint="no stdio mode",
    ),
    "prints-usage": Expected(tools=None, problem="code 2", hint="by hand"),
    "old-sdk": Expected(tools=None, problem="it dies on mcp 2.x, being written for 1.x", hint="pip install 'mcp<2'"),
    "old-low-level-sdk": Expected(
        tools=None, problem="'Server' object has no attribute 'list_tools' (it ended with code 1", hint="'mcp<2'"
    ),
    "npm-404": Expected(tools=None, problem="the npm registry has no package mcp-nope@*", hint="package name"),
    "node-module": Expected(tools=None, problem="there is no file /srv/dist/index.js", hint="build the server first"),
    "docker-down": Expected(tools=None, problem="Docker is installed but not running", hint="start Docker"),
    "no-mcp": Expected(tools=None, problem="answered the connection with error -32601", hint="not MCP"),
    "odd-version": Expected(tools=None, problem="1999-12-31", hint="that version"),
    "never-answers": Expected(
        tools=None, problem="no answer within 3 s; the last it wrote: waiting for the moon", hint="--connect-timeout"
    ),
    "prompts": Expected(tools=None, problem="no answer within 3 s", hint="--connect-timeout"),
    "speaks-http": Expected(
        tools=None, problem="it listens on HTTP (http://127.0.0.1:8000)", hint="“url”: “http://127.0.0.1:8000/mcp”"
    ),
    "listens-on-port": Expected(tools=None, problem="it listens on HTTP (port 3001)", hint="http://127.0.0.1:3001/mcp"),
}


@dataclass(frozen=True)
class Run:
    """One run of all modes together."""

    reports: tuple[ServerReport, ...]
    progress: tuple[Progress, ...]
    seconds: float
    left_children: tuple[str, ...]

    def report(self, mode: str) -> ServerReport:
        return next(report for report in self.reports if report.name == mode)


def children() -> tuple[str, ...]:
    """The command lines of the living processes started from the fixture script or by it (Linux only)."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().decode().split("\0")
        except OSError:
            continue
        if f"MARK={os.getpid()}" in words:
            found.append(" ".join(words))
    return tuple(found)


@pytest.fixture(scope="module")
def run() -> Run:
    progress: list[Progress] = []
    specs = [
        ServerSpec(
            name=mode,
            transport="stdio",
            command=sys.executable,
            args=(str(SCRIPT), mode, f"MARK={os.getpid()}"),
            env={"SERVICE_TOKEN": SECRET},
            source="test.json",
        )
        for mode in EXPECTED
    ]
    started = time.perf_counter()
    reports = asyncio.run(
        connect_all(specs, environment={}, connect_timeout=3, list_timeout=2, on_progress=progress.append)
    )
    return Run(reports, tuple(progress), time.perf_counter() - started, children())


@pytest.mark.parametrize("mode", EXPECTED)
def test_each_mode_gives_the_expected_report(run: Run, mode: str) -> None:
    report, expected = run.report(mode), EXPECTED[mode]
    assert report.state == expected.state, report
    assert expected.problem in report.problem
    assert expected.hint in report.hint
    assert bool(report.problem) == bool(expected.problem)
    assert bool(report.hint) >= (report.state == "failed")
    if expected.tools is None:
        assert report.listing is None
        return
    assert report.listing is not None
    assert len(report.listing.tools) == expected.tools
    assert report.listing.pages == expected.pages
    assert report.listing.protocol == expected.protocol
    assert tuple(problem.code for problem in report.listing.problems) == expected.problems


def test_reports_come_in_the_order_of_the_specs(run: Run) -> None:
    assert [report.name for report in run.reports] == list(EXPECTED)
    assert {report.source for report in run.reports} == {"test.json"}


def test_all_together_take_no_longer_than_the_slowest(run: Run) -> None:
    # 3 s until the silent server is given up, 2 + 2 s until the one that ignores SIGTERM is killed.
    assert run.seconds < 8


def test_no_process_is_left(run: Run) -> None:
    assert run.left_children == ()


def test_raw_tools_are_kept_exactly_as_they_came(run: Run) -> None:
    listing = run.report("extra-fields").listing
    assert listing is not None
    assert listing.tools[0]["defer_loading"] is True
    assert listing.tools[0]["annotations"] == {"x-cost": 3}
    null = run.report("null-schema").listing
    assert null is not None
    assert null.tools[1]["inputSchema"] is None
    assert null.tools[2] == {"name": "worse"}


def test_a_hostile_listing_keeps_its_good_tools_and_names_the_bad_ones(run: Run) -> None:
    listing = run.report("hostile").listing
    assert listing is not None
    server = build_server(listing)
    assert [tool.name for tool in server.tools] == ["good", "all-wrong", "boolean-schema", "bad-header", "\x1b[31mred"]
    assert [problem.code for problem in server.problems] == ["tool-without-name", "tool-not-object", "tool-not-object"]


def test_the_listing_tells_what_the_server_says_of_itself(run: Run) -> None:
    listing = run.report("good").listing
    assert listing is not None
    assert (listing.server, listing.title, listing.version) == ("good", "misbehave-good", "1.2.3")
    assert listing.instructions == "Use with care."


def test_stderr_is_kept_and_free_of_secrets(run: Run) -> None:
    assert run.report("noise").stderr == ("a warning",)
    dying = run.report("dies-listing")
    assert dying.stderr == ("fatal: token ••• was refused",)
    assert SECRET not in repr(run.reports)
    assert SECRET not in repr(run.progress)


def test_progress_passes_through_every_state(run: Run) -> None:
    steps = [step for step in run.progress if step.server == "paged"]
    assert [step.state for step in steps] == ["waiting", "connecting", *["listing"] * 6, "ready"]
    assert [(step.page, step.tools) for step in steps[2:]] == [(n, n * 90) for n in range(6)] + [(5, 450)]
    assert [step.state for step in run.progress if step.server == "never-answers"][-1] == "failed"
    assert all(step.position == list(EXPECTED).index(step.server) for step in run.progress)
    partial = [step for step in run.progress if step.server == "page-2-error"][-1]
    assert (partial.state, partial.tools) == ("ready", 2)


def test_seconds_count_neither_closing_nor_other_servers(run: Run) -> None:
    assert run.report("never-answers").seconds == pytest.approx(3, abs=1)
    assert run.report("ignores-stdin-close").seconds < 3
