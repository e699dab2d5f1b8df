"""What if: the threshold decision under another window, share or host, tried without changing anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from inspector.hosts import Decision, host
from inspector.workspace.session import Session


@dataclass(frozen=True, slots=True)
class Supposition:
    """Settings to try; None leaves one as it is. `threshold` is a share of the window: 0.10 is ten per cent."""

    window: int | None = None
    threshold: float | None = None
    host: str | None = None

    @property
    def empty(self) -> bool:
        """Whether everything is as it is."""
        return self == Supposition()

    @property
    def settings(self) -> Mapping[str, Any]:
        """The settings to change, by their names in a toolset.

        A share is only asked where the host's own switch does not already say how it decides.
        """
        given = {"window": self.window, "threshold": self.threshold, "host": self.host}
        changed = {name: value for name, value in given.items() if value is not None}
        return changed | ({"tool_search": None} if self.threshold is not None else {})


def decision_if(session: Session, supposed: Supposition) -> Decision:
    """Return the decision the host would make. Raises `UsageError` for a host there is none of."""
    chosen = session.host if supposed.host is None else host(supposed.host)
    settings = {name: value for name, value in supposed.settings.items() if name != "host"}
    return session.inspect(chosen, replace(session.tuning, **settings)).plan.decision
