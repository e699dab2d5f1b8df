"""A connection that has been listed and is kept open: told when the tools change, it can list them again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from inspector.catalog import Problem
from inspector.sources.paging import list_pages, listed_tools
from inspector.sources.recording import NOISE, Recording

if TYPE_CHECKING:
    from mcp import ClientSession

    from inspector.catalog import Listing

STALE = "listing-stale"
"""The code of the problem that the tools changed since, but could not be listed again."""

SETTLING_SECONDS = 0.1
"""How long to wait for more notices before listing again: servers send one for each tool they add."""

REOPENING_SECONDS = 5.0
"""How long to wait before a lost subscription is opened again."""


class Changes:
    """Where notices of changed tools, and of the connection's end, arrive."""

    def __init__(self) -> None:
        import anyio

        self._arrived = anyio.Event()
        self.closed = False
        """Whether the connection has ended."""

    def note(self) -> None:
        """Say that the tools changed."""
        self._arrived.set()

    def close(self) -> None:
        """Say that the connection has ended."""
        self.closed = True
        self._arrived.set()

    async def wait(self) -> bool:
        """Wait for a notice and for the ones that follow at once; return whether the connection still stands."""
        import anyio

        await self._arrived.wait()
        if not self.closed:
            await anyio.sleep(SETTLING_SECONDS)
        self._arrived = anyio.Event()
        return not self.closed


class LiveConnection:
    """An open, listed connection. Use it within the task that it is handed to."""

    def __init__(self, session: ClientSession, recording: Recording, changes: Changes, listing: Listing) -> None:
        self._session = session
        self._recording = recording
        self._changes = changes
        self.listing = listing
        """The newest listing; where listing again failed, the last one with a problem that says so."""

    @property
    def announces(self) -> bool:
        """Whether the server declares that it tells when its tools change; without it, waiting may be in vain."""
        capabilities = self._session.server_capabilities
        return bool(capabilities and capabilities.tools and capabilities.tools.list_changed)

    async def relisted(self, list_timeout: float) -> bool:
        """Wait until the server says that its tools changed, and list them again within `list_timeout` seconds.

        Returns False once the connection has ended.
        """
        import anyio
        from mcp import MCPError

        if not await self._changes.wait():
            return False
        before = self.listing
        self._recording.pages.clear()
        problems: tuple[Problem, ...] | None = None
        reason = f"the server did not list its changed tools within {list_timeout:g} s"
        with anyio.move_on_after(list_timeout):
            try:
                problems = await list_pages(self._session, self._recording, lambda: None)
            except MCPError as error:
                reason = f"listing the changed tools failed: {error.message}"
            except (ValueError, RuntimeError) as error:
                reason = f"listing the changed tools failed: {error}"
        if self._changes.closed:
            return False
        if problems is None:
            kept = tuple(problem for problem in before.problems if problem.code != STALE)
            self.listing = replace(before, problems=(*kept, Problem(STALE, reason)))
        else:
            pages = len(self._recording.pages)
            problems = (*problems, *(problem for problem in before.problems if problem.code == NOISE))
            self.listing = replace(before, tools=listed_tools(self._recording), pages=pages, problems=problems)
        return True


OnListed = Callable[[LiveConnection], Awaitable[None]]
"""Awaited with the open connection once it is listed; the connection is closed when it returns."""


async def listen_for_changes(session: ClientSession, changes: Changes) -> None:
    """Subscribe to changed tools where the protocol version asks for that, for as long as the task runs.

    Before 2026-07-28 servers tell unasked, and there is nothing to do here.
    """
    import anyio
    from mcp import MCPError
    from mcp.client.subscriptions import ListenNotSupportedError, SubscriptionLost, listen

    while not changes.closed:
        try:
            async with listen(session, tools_list_changed=True) as subscription:
                async for _ in subscription:
                    changes.note()
        except SubscriptionLost:
            pass
        except (MCPError, ListenNotSupportedError):
            return  # it offers none
        await anyio.sleep(REOPENING_SECONDS)
        changes.note()  # whatever changed in between was told to nobody
