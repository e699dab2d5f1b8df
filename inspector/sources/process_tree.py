"""Which processes descend from one, also those that left its group. Linux only; elsewhere none is found."""

from __future__ import annotations

import contextlib
import os
import signal
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Descendant:
    """A process, told apart from a later one with the same number by its start time."""

    pid: int
    started: str

    @property
    def alive(self) -> bool:
        """Whether it still runs; a zombie does not."""
        return _start_time(self.pid) == self.started

    def send(self, number: signal.Signals) -> None:
        """Send it a signal, unless it is gone."""
        if self.alive:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(self.pid, number)


def descendants_outside_group(pid: int) -> tuple[Descendant, ...]:
    """Return the descendants of the process `pid` that are not in the group it leads."""
    found = []
    waiting = [pid]
    while waiting:
        children = _children(waiting.pop())
        waiting += children
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                if os.getpgid(child) != pid and (started := _start_time(child)):
                    found.append(Descendant(child, started))
    return tuple(found)


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
                found += [int(word) for word in file.read().split()]
    return found


def _start_time(pid: int) -> str:
    """Return the start time of a running process in clock ticks; empty when it is gone or a zombie."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else fields[19]
