"""Ending in good order when the system asks for it: SIGTERM and SIGHUP do what Ctrl-C does.

Python ends at once on both, and the servers that a command has started would be left running. Handed on as
an interrupt, they cancel what is being awaited, and every child process ends before the program does.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@dataclass(slots=True)
class Ending:
    """Which signal other than Ctrl-C has asked the program to end; None so far."""

    number: int | None = None

    @property
    def exit_code(self) -> int:
        """The exit code that says so, by the shell's convention: 130, 143 or 129."""
        return 128 + (signal.SIGINT if self.number is None else self.number)

    @property
    def word(self) -> str:
        """What happened to the program, in one word."""
        return "interrupted" if self.number is None else "terminated"


@contextmanager
def ending_in_order() -> Iterator[Ending]:
    """Let SIGTERM and SIGHUP raise `KeyboardInterrupt`, as Ctrl-C does, and tell afterwards which one it was.

    Outside the main thread, where signals cannot be handled, it changes nothing; a signal that is ignored
    (as under ``nohup``) stays ignored.
    """
    ending = Ending()

    def hand_on(number: int, frame: FrameType | None) -> None:
        ending.number = number
        # Whoever handles Ctrl-C at the moment knows how to stop: asyncio cancels its main task.
        handler = signal.getsignal(signal.SIGINT)
        if callable(handler):
            handler(signal.SIGINT, frame)
        else:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield ending
        return
    before = {number: signal.getsignal(number) for number in _ENDING}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, hand_on)
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
