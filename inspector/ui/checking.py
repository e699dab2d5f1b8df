"""Checking all tools beside the screen: what was found last stands until the new findings are there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from threading import Lock

from inspector.checks.finding import Finding
from inspector.ui.allocator import give_back_gaps
from inspector.workspace.catalog_view import CatalogView
from inspector.workspace.session import Session

Findings = Mapping[str, tuple[Finding, ...]]
"""Findings by tool id, and by server name for those about a whole server."""

_TOOLS_A_SECOND = 10_000
_SHORTEST_WAIT = 0.1
_WAIT_WHILE_CONNECTING = 1.0


class BackgroundCheck:
    """The findings of the session shown, at most one check of a session running at a time."""

    def __init__(self) -> None:
        self._running = Lock()
        self._view: CatalogView | None = None
        self._found: Findings = {}

    def findings(self, session: Session) -> Findings | None:
        """Return the session's findings, those from before the last edits while newer are being found.

        None where its servers and host were never checked.
        """
        if session.inspection.checked:
            self._view, self._found = session.inspection.view, session.inspection.findings
        return self._found if self._view is session.inspection.view else None

    async def find(self, session: Session, is_shown: Callable[[Session], bool]) -> None:
        """Find them in a thread, after a wait for further edits; without effect once another session is shown."""
        quiet = max(_SHORTEST_WAIT, len(session.inspection.catalog) / _TOOLS_A_SECOND)
        await asyncio.sleep(max(quiet, _WAIT_WHILE_CONNECTING if session.connecting else 0))
        await asyncio.to_thread(self._find, session, is_shown)

    def _find(self, session: Session, is_shown: Callable[[Session], bool]) -> None:
        with self._running:
            if is_shown(session):
                _ = session.inspection.findings
                give_back_gaps()
