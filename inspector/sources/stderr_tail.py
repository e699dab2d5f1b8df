"""The last lines a server wrote to stderr, read as they come so that a talkative server never blocks."""

from __future__ import annotations

import os
import threading
from collections import deque
from typing import TextIO

KEPT_LINES = 40
"""How many of the last lines are kept."""

LONGEST_LINE = 2000
"""Longer lines are cut into pieces of this many bytes, so that memory stays bounded."""


class StderrTail:
    """A pipe whose write end a child process gets as stderr; a daemon thread keeps the last lines.

    The SDK hands the stream to the operating system, so it has to be a real file, and it must never be
    the terminal a screen is drawn on.
    """

    def __init__(self) -> None:
        read_end, write_end = os.pipe()
        self._lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._ended = threading.Event()
        self.stream: TextIO = os.fdopen(write_end, "w")
        """What to give the child process as stderr."""
        threading.Thread(target=self._drain, args=(read_end,), name="stderr-tail", daemon=True).start()

    @property
    def ended(self) -> bool:
        """Whether every process that held the write end is gone, so that no line will follow."""
        return self._ended.is_set()

    def lines(self) -> tuple[str, ...]:
        """Return the last lines so far, oldest first, without line ends and empty lines."""
        return tuple(self._lines)

    def release(self) -> None:
        """Close our copy of the write end: the pipe then ends with the child. Safe to call twice."""
        self.stream.close()

    def _drain(self, read_end: int) -> None:
        with os.fdopen(read_end, "rb") as stream:
            while line := stream.readline(LONGEST_LINE):
                text = line.decode("utf-8", "replace").rstrip()
                if text:
                    self._lines.append(text)
        self._ended.set()
