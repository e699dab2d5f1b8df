"""What was approved, read from disk once: screens compare with it again and again."""

from __future__ import annotations

from inspector.workspace.approved import Baseline, approve, approved, approved_folder
from inspector.workspace.session import Session


class ApprovedAtHand:
    """Remembers what was approved of the inputs asked about last. Others who approve meanwhile are not noticed."""

    def __init__(self) -> None:
        self._known: tuple[str, Baseline | None] | None = None

    def of(self, session: Session) -> Baseline | None:
        """Return what was approved of the session's inputs; None where nothing was."""
        folder = str(approved_folder(session))
        if self._known is None or self._known[0] != folder:
            self._known = folder, approved(session)
        return self._known[1]

    def approve(self, session: Session, time: str) -> Baseline:
        """Approve every tool as it is listed now, as `approved.approve` does."""
        baseline = approve(session, time)
        self._known = str(approved_folder(session)), baseline
        return baseline
