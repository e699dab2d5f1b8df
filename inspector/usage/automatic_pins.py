"""What a toolbox's automatic pinning would make of the counts, as a simulation.

Documented of Foundry's toolbox search (July 2026): a set of often-used tools per user is pinned after a warm-up and
ages out. How many, after how many calls and how long is not published: the numbers here are assumptions, to be set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from inspector.usage.calls import ToolUse

WARM_UP = 20
MOST = 5
STALE_DAYS = 30


@dataclass(frozen=True, slots=True)
class AutomaticPins:
    """The tools that would be pinned, most used first, those that were and aged out, and why if there are none."""

    pinned: tuple[str, ...]
    stale: tuple[str, ...]
    reason: str


def automatic_pins(
    uses: Sequence[ToolUse], *, warm_up: int = WARM_UP, most: int = MOST, stale_days: int = STALE_DAYS
) -> AutomaticPins:
    """Return the pins after the last call: the `most` used tools, once there were `warm_up` calls in all.

    A tool not called for `stale_days` before the last call of any tool is dropped; one without a time never is.
    """
    calls = sum(use.calls for use in uses)
    if calls < warm_up:
        return AutomaticPins((), (), f"still warming up: {calls:,} of {warm_up:,} calls")
    times = {use.tool: _time(use.last) for use in uses}
    newest = max((time for time in times.values() if time is not None), default=None)
    order = sorted(uses, key=lambda use: (-use.calls, use.tool))

    def is_stale(use: ToolUse) -> bool:
        time = times[use.tool]
        return newest is not None and time is not None and newest - time > timedelta(days=stale_days)

    fresh = [use.tool for use in order if not is_stale(use)]
    stale = [use.tool for use in order[:most] if is_stale(use)]
    return AutomaticPins(
        tuple(fresh[:most]), tuple(stale), f"the {min(most, len(fresh))} most used of the last {stale_days} days"
    )


def _time(text: str) -> datetime | None:
    try:
        time = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)
