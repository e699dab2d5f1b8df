"""One attempt to reach and list one server: a transport, a session, every page, and what went wrong."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Literal

from inspector import __version__
from inspector.catalog import Listing, Problem
from inspector.config import ServerSpec
from inspector.sources.evidence import Evidence
from inspector.sources.live import Changes, LiveConnection, OnListed, listen_for_changes
from inspector.sources.negotiation import Era, era_of, negotiate
from inspector.sources.paging import list_pages, listed_tools
from inspector.sources.recording import Recording, noise_problem
from inspector.sources.transports import open_transport

if TYPE_CHECKING:
    import httpx2
    from mcp import ClientSession

Phase = Literal["connecting", "listing", "listed"]
"""How far an attempt came: transport and handshake, the pages, or everything."""

CLOSING_SECONDS = 5.0
"""How long saying goodbye over HTTP may take once the listing is there."""

LAST_WORDS_SECONDS = 2.0
"""How long to wait for the rest of stderr after the process has ended.

It is there at once, but on a busy machine the thread that reads it may not get its turn for a good while. All of it is
waited for only where a process that left the group still holds the pipe.
"""


@dataclass(slots=True)
class Attempt:
    """How one attempt went; filled in while it runs.

    `error` is what ended it before `phase` reached ``listed``, None with `timed_out` when time ran out.
    `listing` holds whatever pages came, even when not all did. `seconds` is the time until the listing was
    complete or had failed; closing is not counted. `lost` says that a connection which was to stay open ended.
    """

    phase: Phase = "connecting"
    error: Exception | None = None
    timed_out: bool = False
    listing: Listing | None = None
    seconds: float = 0.0
    lost: bool = False
    evidence: Evidence = field(default_factory=Evidence)


OnStep = Callable[[Phase, int, int], None]
"""Called with the phase just entered, the pages and the tools so far."""


async def attempt(
    spec: ServerSpec,
    protocol: str,
    *,
    connect_timeout: float,
    list_timeout: float,
    on_step: OnStep,
    remembered: Era | None = None,
    auth: httpx2.Auth | None = None,
    on_listed: OnListed | None = None,
) -> Attempt:
    """Connect to the expanded `spec`, list its tools, disconnect, and return how that went.

    Never raises for anything the server does. Both timeouts are in seconds; closing a process that does
    not end by itself can take 4 s more. Cancelling ends the process as well. `remembered` is the era that
    worked last time, `auth` an `httpx2.Auth`; with `on_listed` the connection stays open until that returns.
    """
    import anyio

    load_sdk()
    from mcp import ClientSession
    from mcp.types import Implementation, ToolListChangedNotification

    outcome = Attempt()
    changes = Changes()
    recording = Recording(outcome.evidence, changes.close)
    started = time.perf_counter()
    myself = Implementation(name="tool-search-inspector", version=__version__)

    def on_page() -> None:
        on_step("listing", len(recording.pages), len(listed_tools(recording)))

    async def on_message(message: object) -> None:
        if isinstance(message, ToolListChangedNotification):
            changes.note()

    try:
        # One scope around everything, its deadline moved on: a scope that ended before the transport's own
        # task group would tear the stack of scopes apart.
        with anyio.CancelScope(deadline=anyio.current_time() + connect_timeout) as scope:
            async with (
                open_transport(spec, outcome.evidence, auth) as (read, write),
                ClientSession(
                    *recording.streams(read, write), client_info=myself, message_handler=on_message
                ) as session,
            ):
                try:
                    await negotiate(session, protocol, spec.transport, remembered)
                    outcome.phase = "listing"
                    outcome.listing = _listing(spec, session, recording)
                    scope.deadline = anyio.current_time() + list_timeout
                    on_step("listing", 0, 0)
                    problems = await _list(session, recording, on_page)
                    outcome.phase = "listed"
                    problems += noise_problem(outcome.evidence)
                    outcome.listing = _listing(spec, session, recording, problems)
                finally:
                    outcome.seconds = time.perf_counter() - started
                scope.deadline = anyio.current_time() + CLOSING_SECONDS
                on_step("listed", len(recording.pages), len(outcome.listing.tools))
                if on_listed is not None:
                    scope.deadline = math.inf
                    connection = LiveConnection(session, recording, changes, outcome.listing)
                    await _stay(connection, session, changes, on_listed)
                    outcome.lost = changes.closed
                    scope.deadline = anyio.current_time() + CLOSING_SECONDS
    except Exception as error:  # noqa: BLE001 - whatever one server breaks stays with that server, as a value
        outcome.error = error
    if outcome.phase == "listed":
        # An error now came after the listing: it only matters to whoever wanted to stay connected.
        outcome.lost = on_listed is not None and (outcome.lost or outcome.error is not None)
        if outcome.lost:
            await _last_words(outcome.evidence)
        return outcome
    outcome.timed_out = scope.cancelled_caught and outcome.error is None
    outcome.seconds = outcome.seconds or time.perf_counter() - started
    if outcome.listing is not None:
        outcome.listing = _with_pages(outcome.listing, recording) if recording.pages else None
    await _last_words(outcome.evidence)
    return outcome


async def _stay(connection: LiveConnection, session: ClientSession, changes: Changes, on_listed: OnListed) -> None:
    import anyio

    async with anyio.create_task_group() as group:
        if era_of(session.protocol_version) == "modern":
            group.start_soon(listen_for_changes, session, changes)
        await on_listed(connection)
        group.cancel_scope.cancel()


@cache
def load_sdk() -> None:
    """Import the SDK (0.5 to 0.7 s the first time) and keep its log lines off the terminal."""
    import logging

    import mcp  # noqa: F401

    # Without a handler Python prints warnings to stderr, which would run through a drawn screen; what
    # the SDK logs there (junk on stdout, failed requests) is in the evidence already.
    for name in ("mcp", "client"):
        logging.getLogger(name).addHandler(logging.NullHandler())


async def _list(session: ClientSession, recording: Recording, on_page: Callable[[], None]) -> tuple[Problem, ...]:
    from mcp import MCPError
    from mcp.types import METHOD_NOT_FOUND

    try:
        return await list_pages(session, recording, on_page)
    except MCPError as error:
        capabilities = session.server_capabilities
        offers_tools = capabilities is None or capabilities.tools is not None
        if error.code == METHOD_NOT_FOUND and not offers_tools and not recording.pages:
            return (Problem("no-tools", "the server says that it offers no tools"),)
        raise


def _listing(
    spec: ServerSpec, session: ClientSession, recording: Recording, problems: tuple[Problem, ...] = ()
) -> Listing:
    identity = session.server_info
    return Listing(
        server=spec.name,
        tools=listed_tools(recording),
        instructions=session.instructions,
        title=(identity.title or identity.name) if identity else None,
        version=identity.version if identity else None,
        protocol=session.protocol_version,
        pages=len(recording.pages),
        problems=problems,
    )


def _with_pages(listing: Listing, recording: Recording) -> Listing:
    return replace(listing, tools=listed_tools(recording), pages=len(recording.pages))


async def _last_words(evidence: Evidence) -> None:
    import anyio

    if evidence.stderr is not None:
        with anyio.move_on_after(LAST_WORDS_SECONDS):
            while not evidence.stderr.ended:
                await anyio.sleep(0.005)
