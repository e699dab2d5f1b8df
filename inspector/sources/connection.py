"""Connecting to one server with every fallback that is worth a second attempt, told as one report."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from inspector.catalog import Problem
from inspector.config import MissingVariable, ServerSpec, expand
from inspector.redaction import scrub, secret_values, show_server
from inspector.sources.attempt import Attempt, Phase, attempt
from inspector.sources.diagnosis import Diagnosis, diagnose, ended_early
from inspector.sources.report import OnProgress, Progress, ServerReport, State

SSE_STATUSES = (400, 404, 405)
"""What a server of the older HTTP transport answers to a streamable HTTP request."""


async def connect(
    spec: ServerSpec,
    *,
    environment: Mapping[str, str],
    connect_timeout: float = 30.0,
    list_timeout: float = 30.0,
    on_progress: OnProgress = lambda progress: None,
    position: int = 0,
) -> ServerReport:
    """Connect to the server of `spec`, list its tools, disconnect, and return the report.

    `environment` gives the variables the configuration refers to. Timeouts are in seconds, `connect_timeout`
    for all attempts together. Nothing a server does raises; cancelling the task ends its process.
    """
    started = time.perf_counter()

    def step(state: State, page: int = 0, tools: int = 0, problem: str = "") -> None:
        seconds = time.perf_counter() - started
        on_progress(Progress(spec.name, position, state, seconds, page, tools, problem))

    report = _blank(spec)
    if not spec.enabled:
        step("disabled")
        return replace(report, state="disabled")
    step("connecting")
    try:
        expanded = expand(spec, environment)
    except MissingVariable as missing:
        step("failed", problem=missing.message)
        return replace(report, problem=missing.message, hint=missing.hint)
    used, outcome = await _attempts(expanded, connect_timeout, list_timeout, step)
    report = _report(report, used, outcome, connect_timeout, list_timeout)
    if outcome.phase != "listed":
        pages = report.listing.pages if report.listing else 0
        tools = len(report.listing.tools) if report.listing else 0
        step(report.state, pages, tools, report.problem)
    return report


async def _attempts(
    spec: ServerSpec, connect_timeout: float, list_timeout: float, step: Callable[[State, int, int], None]
) -> tuple[ServerSpec, Attempt]:
    """Return the attempt that counts, and the spec it was made with (the transport may have changed)."""
    deadline = time.perf_counter() + connect_timeout

    def on_step(phase: Phase, pages: int, tools: int) -> None:
        step("ready" if phase == "listed" else "listing", pages, tools)

    async def once(spec: ServerSpec, protocol: str) -> Attempt:
        left = max(0.1, deadline - time.perf_counter())
        made = await attempt(spec, protocol, connect_timeout=left, list_timeout=list_timeout, on_step=on_step)
        made.seconds += connect_timeout - left  # the attempts before this one count as well
        return made

    first = await once(spec, spec.protocol)
    if first.phase != "connecting" or first.timed_out:
        return spec, first
    if spec.transport == "stdio" and spec.protocol == "auto" and ended_early(first.error):
        # Some servers end when their first message is not the handshake; a new process gets it at once.
        return spec, await once(spec, "legacy")
    refused = first.evidence.refused
    if spec.transport == "http" and refused is not None and refused.status in SSE_STATUSES:
        older = replace(spec, transport="sse")
        second = await once(older, spec.protocol)
        if second.phase != "connecting":
            return older, second
    return spec, first


def _blank(spec: ServerSpec) -> ServerReport:
    # Shown as configured, not as expanded: a variable's name says more and hides its value.
    shown = show_server(command=spec.command, args=spec.args, url=spec.url)
    return ServerReport(
        name=spec.name, transport=spec.transport, source=spec.source, target=shown.target, state="failed"
    )


def _report(
    report: ServerReport, spec: ServerSpec, outcome: Attempt, connect_timeout: float, list_timeout: float
) -> ServerReport:
    secrets = secret_values(env=spec.env, headers=spec.headers, url=spec.url, args=spec.args)
    report = replace(
        report,
        transport=spec.transport,
        seconds=outcome.seconds,
        stderr=tuple(scrub(line, secrets) for line in outcome.evidence.stderr_lines),
    )
    if outcome.phase == "listed":
        return replace(report, state="ready", listing=outcome.listing)
    timeout = list_timeout if outcome.phase == "listing" else connect_timeout
    found: Diagnosis = diagnose(spec, outcome, timeout)
    problem, hint = scrub(found.problem, secrets), scrub(found.hint, secrets)
    listing = outcome.listing
    if listing is None:
        return replace(report, problem=problem, hint=hint)
    problem = f"only {listing.pages} of its pages came: {problem}"
    listing = replace(listing, problems=(*listing.problems, Problem("listing-incomplete", problem)))
    return replace(report, state="ready", listing=listing, problem=problem, hint=hint)
