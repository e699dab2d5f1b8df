"""Connecting to one server with every fallback that is worth a second attempt, told as one report."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from inspector.config import MissingVariable, ServerSpec, expand
from inspector.sources.attempt import Attempt, Phase, attempt
from inspector.sources.diagnosis import ended_early
from inspector.sources.diagnosis_values import progress_hidden, values_hidden
from inspector.sources.live import LiveConnection
from inspector.sources.negotiation import Era, era_of
from inspector.sources.oauth_refresh import stored_sign_in
from inspector.sources.process_causes import known_cause
from inspector.sources.remembering import ProtocolMemory, Way
from inspector.sources.report import OnProgress, Progress, ServerReport, State
from inspector.sources.reporting import blank_report, report_of
from inspector.sources.trust import TrustStore, needs_trust

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
    memory: ProtocolMemory | None = None,
    trust: TrustStore | None = None,
) -> ServerReport:
    """Connect to the server of `spec`, list its tools, disconnect, and return the report.

    `environment` gives the variables the configuration refers to. Timeouts are in seconds, `connect_timeout`
    for all attempts together. A server of a project is only started, or sent variables, where `trust` covers it,
    by default what the person agreed to earlier. `memory` spares the detours of the last time; the caller saves
    it. Nothing a server does raises; cancelling the task ends its process.
    """
    reaching = Reaching(spec, environment, connect_timeout, list_timeout, on_progress, position, memory, trust)
    return await reaching.report()


OnOpen = Callable[[ServerSpec, LiveConnection], Any]


@dataclass(slots=True)
class Reaching:
    """The attempts to reach one server, and what they share. `on_open` gets a connection that is to stay open."""

    spec: ServerSpec
    environment: Mapping[str, str]
    connect_timeout: float
    list_timeout: float
    on_progress: OnProgress
    position: int = 0
    memory: ProtocolMemory | None = None
    trust: TrustStore | None = None
    on_open: OnOpen | None = None
    _started: float = field(default_factory=time.perf_counter)

    async def report(self) -> ServerReport:
        """Make the attempts and return the report, as it may be told."""
        return self.hidden(await self._report())

    def hidden(self, report: ServerReport) -> ServerReport:
        """Return `report` without values of the environment: every report about this server goes through here."""
        return values_hidden(report, self.spec, self.environment)

    async def _report(self) -> ServerReport:
        report = blank_report(self.spec)
        if not self.spec.enabled:
            self._step("disabled")
            return replace(report, state="disabled")
        question = needs_trust(self.spec, self.trust)
        if question is not None:
            self._step("untrusted", problem=question.problem)
            return replace(report, state="untrusted", problem=question.problem, hint=question.hint)
        self._step("connecting")
        try:
            expanded = expand(self.spec, self.environment)
        except MissingVariable as missing:
            self._step("failed", problem=missing.reason)
            return replace(report, problem=missing.reason, hint=missing.hint)
        used, outcome = await self._attempts(expanded)
        report = report_of(report, used, outcome, self.connect_timeout, self.list_timeout)
        if outcome.phase != "listed" or outcome.lost:
            pages = report.listing.pages if report.listing else 0
            tools = len(report.listing.tools) if report.listing else 0
            self._step(report.state, pages, tools, report.problem)
        return report

    async def _attempts(self, spec: ServerSpec) -> tuple[ServerSpec, Attempt]:
        """Return the attempt that counts, and the spec it was made with (the transport may have changed)."""
        way = self.memory.recall(self.spec) if self.memory and spec.protocol == "auto" else None
        if way is not None:
            known = replace(spec, transport=way.transport)
            outcome = await self._once(known, spec.protocol, way.era)
            if outcome.phase != "connecting" or outcome.timed_out or way == Way(spec.transport, "modern"):
                return self._learnt(known, outcome)
            # It has changed since: as if nothing had been remembered.
        first = await self._once(spec, spec.protocol)
        if first.phase != "connecting" or first.timed_out:
            return self._learnt(spec, first)
        if spec.transport == "stdio" and spec.protocol == "auto" and _worth_a_handshake(spec, first):
            # Some servers end when their first message is not the handshake; a new process gets it at once.
            return self._learnt(spec, await self._once(spec, "legacy"))
        refused = first.evidence.refused
        if spec.transport == "http" and refused is not None and refused.status in SSE_STATUSES:
            older = replace(spec, transport="sse")
            second = await self._once(older, spec.protocol)
            if second.phase != "connecting" or _opened_a_stream(second):
                return self._learnt(older, second)
        return self._learnt(spec, first)

    async def _once(self, spec: ServerSpec, protocol: str, remembered: Era | None = None) -> Attempt:
        before = time.perf_counter() - self._started

        def on_step(phase: Phase, pages: int, tools: int) -> None:
            self._step("ready" if phase == "listed" else "listing", pages, tools)

        async def on_listed(connection: LiveConnection) -> None:
            self._learn(spec, connection.listing.protocol, time.perf_counter() - self._started)
            assert self.on_open is not None
            await self.on_open(spec, connection)

        made = await attempt(
            spec,
            protocol,
            connect_timeout=max(0.1, self.connect_timeout - before),
            list_timeout=self.list_timeout,
            on_step=on_step,
            remembered=remembered,
            auth=stored_sign_in(spec),
            on_listed=on_listed if self.on_open else None,
        )
        made.seconds += before  # the attempts before this one count as well
        return made

    def _learnt(self, spec: ServerSpec, outcome: Attempt) -> tuple[ServerSpec, Attempt]:
        if outcome.phase == "listed" and outcome.listing is not None:
            self._learn(spec, outcome.listing.protocol, outcome.seconds)
        elif self.memory and spec.protocol == "auto" and outcome.phase == "connecting":
            # Also after silence: what was remembered may be why, and forgetting costs one detour at most.
            self.memory.learn(self.spec, None)
        return spec, outcome

    def _learn(self, spec: ServerSpec, protocol: str | None, seconds: float) -> None:
        if self.memory and spec.protocol == "auto":
            self.memory.learn(self.spec, Way(spec.transport, era_of(protocol), seconds))

    def _step(self, state: State, page: int = 0, tools: int = 0, problem: str = "") -> None:
        seconds = time.perf_counter() - self._started
        step = Progress(self.spec.name, self.position, state, seconds, page, tools, problem)
        self.on_progress(progress_hidden(step, self.spec, self.environment))


def _worth_a_handshake(spec: ServerSpec, first: Attempt) -> bool:
    """Return whether a process that ended may have done so because of the first question it got."""
    evidence = first.evidence
    return ended_early(first.error) and not evidence.too_long and known_cause(spec, evidence.stderr_lines) is None


def _opened_a_stream(attempt: Attempt) -> bool:
    return any(each.status == 200 and each.content_type == "text/event-stream" for each in attempt.evidence.answers)
