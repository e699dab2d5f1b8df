"""Connecting for a sitting: servers that tell when their tools change stay connected, and are listed again."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import replace

from inspector.sources import ListingChange, Progress, ServerReport
from inspector.sources.remembering import user_memory
from inspector.workspace.opening import Opened

OnChange = Callable[[int, ServerReport, ListingChange], None]
"""Called with a server's position, its newest report, and what changed since the one before (nothing, at first)."""


async def follow_each(
    opened: Opened,
    positions: Sequence[int],
    *,
    connect_timeout: float = 30.0,
    list_timeout: float = 30.0,
    on_progress: Callable[[Progress], None],
    on_report: OnChange,
    on_all_reported: Callable[[], None],
    tasks: MutableMapping[int, asyncio.Task[None]],
) -> None:
    """Connect to the servers at `positions` at once and hand on each report; stay with those that announce changes.

    `on_all_reported` is called once every server has given its first report, or when this ends before. Each server's
    task stands in `tasks` while it runs: cancelling it ends that server's connection and process, and no other.
    A connection that breaks later takes no tools away: its last listing stays, with what went wrong as its problem.
    """
    from inspector.config.expansion import connection_environment
    from inspector.sources import follow
    from inspector.sources.attempt import load_sdk

    if any(opened.specs[position].enabled for position in positions):
        # In a thread, so that a screen keeps drawing while half a second of imports goes by.
        await asyncio.to_thread(load_sdk)
    environment = connection_environment({**os.environ, **opened.environment})
    memory = user_memory()
    waiting = set(positions)
    listed: dict[int, ServerReport] = {}

    def take(position: int, report: ServerReport, change: ListingChange) -> None:
        if report.listing is not None:
            listed[position] = report
        elif position in listed:
            problem = f"it was listed, then the connection ended: {report.problem}"
            report = replace(listed[position], problem=problem, hint=report.hint, stderr=report.stderr)
        on_report(position, report, change)
        waiting.discard(position)
        if not waiting:
            on_all_reported()

    async def one(position: int) -> None:
        try:
            await follow(
                opened.specs[position],
                environment=environment,
                connect_timeout=connect_timeout,
                list_timeout=list_timeout,
                on_progress=on_progress,
                on_report=lambda report, change: take(position, report, change),
                position=position,
                trust=opened.trust,
                memory=memory,
                only_announced=True,
            )
        finally:
            waiting.discard(position)
            if tasks.get(position) is asyncio.current_task():
                del tasks[position]

    try:
        async with asyncio.TaskGroup() as group:
            for position in memory.slowest_first(opened.specs, positions):
                if position in tasks:
                    # Asked for twice while the imports went by: one connection of a server is enough.
                    tasks[position].cancel()
                tasks[position] = group.create_task(one(position))
                # So that what runs already is answered, and the screen drawn, while the others start.
                await asyncio.sleep(0)
    finally:
        memory.save()
        on_all_reported()
