"""Staying connected to a server and listing it again whenever it says that its tools changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from inspector.catalog import Listing
from inspector.config import ServerSpec
from inspector.sources.connection import Reaching
from inspector.sources.listing_changes import ListingChange, listing_change
from inspector.sources.live import LiveConnection
from inspector.sources.remembering import ProtocolMemory
from inspector.sources.report import OnProgress, ServerReport
from inspector.sources.reporting import blank_report, live_report
from inspector.sources.trust import TrustStore

OnReport = Callable[[ServerReport, ListingChange], None]
"""Called in the event loop with each new report and what changed since the one before; it must return at once."""


async def follow(
    spec: ServerSpec,
    *,
    environment: Mapping[str, str],
    on_report: OnReport,
    connect_timeout: float = 30.0,
    list_timeout: float = 30.0,
    on_progress: OnProgress = lambda progress: None,
    position: int = 0,
    memory: ProtocolMemory | None = None,
    trust: TrustStore | None = None,
    only_announced: bool = False,
) -> None:
    """Connect to the server of `spec`, report its listing, and report a new one each time its tools change.

    Runs until the task is cancelled, which ends the server's process, or until the connection ends, which
    gives a last report that is ``failed`` and says why. A server that cannot be reached gives just that one.
    Servers tell of changes by a notification, or over a subscription since 2026-07-28; both are understood.
    With `only_announced` the connection is closed after the first listing unless the server declares that it
    tells of changes: no process is kept for a message that will not come. The other parameters are those of `connect`.
    """
    blank = blank_report(spec)
    started = time.perf_counter()
    reported: Listing | None = None
    left: ServerReport | None = None

    def publish(report: ServerReport) -> None:
        nonlocal reported
        change = listing_change(reported, report.listing) if report.listing else ListingChange()
        reported = report.listing or reported
        on_report(report, change)

    async def stay(used: ServerSpec, connection: LiveConnection) -> None:
        nonlocal left
        seconds = time.perf_counter() - started
        report = reaching.hidden(live_report(blank, used, connection.listing, seconds))
        if only_announced and not connection.announces:
            left = report
            return
        publish(report)
        while await connection.relisted(list_timeout):
            publish(reaching.hidden(live_report(blank, used, connection.listing, seconds)))

    reaching = Reaching(spec, environment, connect_timeout, list_timeout, on_progress, position, memory, trust, stay)
    last = await reaching.report()
    # Trouble while closing costs nothing: what was wanted had been listed.
    publish(last if left is None or last.state == "ready" else left)
