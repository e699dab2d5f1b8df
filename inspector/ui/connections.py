"""The app's connections: servers answer one by one, those that announce changes are stayed with, all end together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from inspector.sources import ListingChange, Progress, ServerReport
from inspector.ui.server_cells import changes_in_words
from inspector.workspace.following import follow_each
from inspector.workspace.session import Session

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp

_GROUPS = ("connect", "follow")

_ENDING_SECONDS = 10
"""How long leaving waits for servers that do not want to end; they are killed before that."""

_SETTLE_SECONDS = 0.05
"""How long news of connecting servers is gathered before the screen is drawn again."""


class Connections:
    """Connects the servers of the app's session and brings what they report into it."""

    def __init__(self, app: InspectorApp, connect_timeout: float, list_timeout: float) -> None:
        self._app = app
        self._timeouts = (connect_timeout, list_timeout)
        self._news: list[Callable[[Session], Session]] = []
        self.followed: dict[int, asyncio.Task[None]] = {}
        """The task of every server that is being connected to or stayed with, by position."""

    @property
    def busy(self) -> bool:
        """Whether news waits to be taken into the session."""
        return bool(self._news)

    def connect(self, positions: Iterable[int]) -> None:
        """Connect to the servers at `positions`; each shows up as soon as it is listed."""
        wanted = tuple(positions)
        if wanted:
            self._app.run_worker(self._connect(wanted), group="connect", exit_on_error=False)

    async def _connect(self, positions: Sequence[int]) -> None:
        connect_timeout, list_timeout = self._timeouts
        reported = asyncio.Event()
        # Servers that announce changes stay connected: that goes on beside what is waited for here.
        self._app.run_worker(
            follow_each(
                self._app.session.opened,
                positions,
                connect_timeout=connect_timeout,
                list_timeout=list_timeout,
                on_progress=self._on_progress,
                on_report=self._on_report,
                on_all_reported=reported.set,
                tasks=self.followed,
            ),
            group="follow",
            exit_on_error=False,
        )
        await reported.wait()

    def reconnect(self, position: int) -> None:
        """Connect to one server again."""
        if position in self.followed:
            self.followed[position].cancel()
        self._app.refresh_session(self._app.session.without_report(position))
        self.connect([position])

    async def end(self) -> None:
        """Cancel what is connecting or stayed with, wait until the processes have ended, and take in late reports.

        No process outlives the app, and no late report is taken for another server's once positions changed.
        """
        workers = self._app.workers
        for group in _GROUPS:
            workers.cancel_group(self._app, group)
        for _ in range(_ENDING_SECONDS * 50):
            if all(worker.is_finished for worker in workers if worker.group in _GROUPS):
                break
            await asyncio.sleep(0.02)
        self._take_news()

    def _on_progress(self, progress: Progress) -> None:
        self._note(lambda session: session.with_progress(progress))

    def _on_report(self, position: int, report: ServerReport, change: ListingChange) -> None:
        known = self._app.session.reports.get(position)
        self._note(lambda session: session.with_reports({position: report}))
        if change and known is not None:
            self._note(lambda session: session.with_change(position, change))
            self._app.say(f"{report.name} changed its tools: {changes_in_words(change)}", "Listed again")

    def _note(self, news: Callable[[Session], Session]) -> None:
        """Gather news for a moment: seventy servers answering at once are one redraw."""
        self._news.append(news)
        if len(self._news) == 1:
            self._app.set_timer(_SETTLE_SECONDS, self._take_news)

    def _take_news(self) -> None:
        if not self._news:
            return  # taken in already, when connections were ended
        session = self._app.session
        for news in self._news:
            session = news(session)
        self._news.clear()
        self._app.refresh_session(session)
