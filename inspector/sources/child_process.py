"""A server's process with its whole group of descendants: bytes in, bytes out, and a certain end. POSIX only.

The SDK's own stdio transport is not used here for three reasons: it leaves descendants of a server running
that ends by itself, it does not tell the exit code, and its line buffer takes quadratic time (17 s for a
50 MB answer).
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from typing import TextIO

GRACE_SECONDS = 2.0
"""How long a process may take to end after its stdin closed, and again after SIGTERM."""

_POLL_SECONDS = 0.01
_CHUNK = 1 << 18


class ChildProcess:
    """A started process. `end` has to be awaited once, whatever happened in between."""

    def __init__(
        self, command: str, args: Sequence[str], *, env: Mapping[str, str], cwd: str | None, stderr: TextIO
    ) -> None:
        """Start the process as the leader of a group of its own; raise `OSError` when it cannot be started."""
        self._process = subprocess.Popen(
            [command, *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=dict(env),
            cwd=cwd,
            bufsize=0,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        os.set_blocking(self._stdout.fileno(), False)

    @property
    def exit_code(self) -> int | None:
        """The exit code, negative for the signal that ended the process; None while it runs."""
        return self._process.poll()

    async def read(self) -> bytes:
        """Return the next bytes of stdout; empty once it has ended."""
        import anyio

        while True:
            await anyio.wait_readable(self._stdout)
            with contextlib.suppress(BlockingIOError):
                return os.read(self._stdout.fileno(), _CHUNK)

    async def write(self, data: bytes) -> None:
        """Write all of `data` to stdin; raise `OSError` when the process does not take it any more."""
        import anyio

        rest = memoryview(data)
        while rest:
            await anyio.wait_writable(self._stdin)
            with contextlib.suppress(BlockingIOError):
                rest = rest[os.write(self._stdin.fileno(), rest) :]

    async def end(self) -> None:
        """Close the pipes, wait, then end the whole group by SIGTERM and SIGKILL; returns when it is over.

        Descendants that left the group (daemons) escape. Runs to its end even when the task is cancelled.
        """
        import anyio

        with anyio.CancelScope(shield=True):
            self._stdin.close()
            # A server that still writes is told by a broken pipe, so it cannot block on us for ever.
            self._stdout.close()
            await self._gone(GRACE_SECONDS, whole_group=False)
            if self._signal(signal.SIGTERM) and not await self._gone(GRACE_SECONDS, whole_group=True):
                self._signal(signal.SIGKILL)
                await self._gone(GRACE_SECONDS, whole_group=False)

    async def _gone(self, seconds: float, *, whole_group: bool) -> bool:
        """Wait until the process, or everything in its group, has ended; return whether it has."""
        import anyio

        with anyio.move_on_after(seconds):
            while self._process.poll() is None or (whole_group and self._signal(0)):
                await anyio.sleep(_POLL_SECONDS)
            return True
        return False

    def _signal(self, number: int) -> bool:
        """Send a signal (0: none) to the group; return whether anything of it is left."""
        # The group's number is the leader's: asking the system for it fails once the leader is gone.
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            return False
        except PermissionError:
            return self._process.poll() is None  # macOS says so of groups in which only zombies are left
        return True
