"""Connecting to many servers at once; one failure stays one failure, and order is the configuration's."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from inspector.config import ServerSpec
from inspector.sources.attempt import load_sdk
from inspector.sources.connection import connect
from inspector.sources.remembering import ProtocolMemory
from inspector.sources.report import OnProgress, Progress, ServerReport
from inspector.sources.trust import TrustStore


async def connect_all(
    specs: Sequence[ServerSpec],
    *,
    environment: Mapping[str, str],
    connect_timeout: float = 30.0,
    list_timeout: float = 30.0,
    on_progress: OnProgress = lambda progress: None,
    trust: TrustStore | None = None,
    memory: ProtocolMemory | None = None,
) -> tuple[ServerReport, ...]:
    """Connect to every server concurrently, list the tools, disconnect, and return the reports in spec order.

    `environment` is `inspector.config.connection_environment` of the process's environment; timeouts are in
    seconds and hold for each server by itself. Disabled servers are not started, nor those of a project that
    `trust` does not cover. `memory` is used, also to start slow servers before others, and saved. Cancelling the
    task ends every child process before the cancellation goes on.
    """
    import anyio

    reports: dict[int, ServerReport] = {}
    for position, spec in enumerate(specs):
        on_progress(Progress(spec.name, position, "waiting"))
    if any(spec.enabled for spec in specs):
        # In a thread, so that a screen keeps drawing while half a second of imports goes by.
        await asyncio.to_thread(load_sdk)

    async def run(position: int, spec: ServerSpec) -> None:
        reports[position] = await connect(
            spec,
            environment=environment,
            connect_timeout=connect_timeout,
            list_timeout=list_timeout,
            on_progress=on_progress,
            position=position,
            trust=trust,
            memory=memory,
        )

    order = range(len(specs)) if memory is None else memory.slowest_first(specs, range(len(specs)))
    slow = memory is not None and memory.any_slow(specs)
    async with anyio.create_task_group() as group:
        for position in order:
            group.start_soon(run, position, specs[position])
            if slow:
                # Starting 70 processes takes a second: the slow one is to get its questions meanwhile.
                await anyio.sleep(0)
    if memory is not None:
        memory.save()
    return tuple(reports[position] for position in range(len(specs)))
