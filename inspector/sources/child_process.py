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

from inspector.sources.orphan_guard import guard
from inspector.sources.process_tree import Descendant, descendants_outside_group

GRACE_SECONDS = 2.0
"""How long a process may take to end after its stdin closed, and again after SIGTERM."""

LEAVING_SECONDS = 2.0
"""How long a process that closed its stdout may take to be gone before it counts as still running.

That takes milliseconds, and much longer where many processes end at once.
"""

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
        guard.watch(self._process.pid)
        os.set_blocking(self._stdin.fileno(), False)
        os.set_blocking(self._stdout.fileno(), False)

    @property
    def exit_code(self) -> int | None:
        """The exit code, negative for the signal that ended the process; None while it runs."""
        return self._process.poll()

    async def exit_code_soon(self) -> int | None:
        """Return the exit code of a process that has closed its stdout; None if it goes on running all the same."""
        import anyio

        with anyio.move_on_after(LEAVING_SECONDS, shield=True):
            while self._process.poll() is None:
                await anyio.sleep(_POLL_SECONDS)
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

    def end_input(self) -> None:
        """Close stdin: the process gets nothing more to read."""
        self._stdin.close()

    async def end(self) -> None:
        """Close the pipes, wait, then end everything left by SIGTERM and SIGKILL; returns when it is over.

        That is the whole group and, on Linux, descendants that left it while their parent was running.
        Runs to its end even when the task is cancelled; cancelled from outside a second time, it kills at once.
        """
        import anyio

        outside = descendants_outside_group(self._process.pid)
        try:
            with anyio.CancelScope(shield=True):
                self._stdin.close()
                # A server that still writes is told by a broken pipe, so it cannot block on us for ever.
                self._stdout.close()
                await self._gone(GRACE_SECONDS)
                outside = tuple({*outside, *descendants_outside_group(self._process.pid)})
                if self._signal(signal.SIGTERM, outside) and not await self._gone(GRACE_SECONDS, outside):
                    self._signal(signal.SIGKILL, outside)
                    await self._gone(GRACE_SECONDS)
        except BaseException:
            self._signal(signal.SIGKILL, outside)
            self._process.wait()
            raise
        finally:
            guard.forget(self._process.pid)

    async def _gone(self, seconds: float, outside: Sequence[Descendant] | None = None) -> bool:
        """Wait until the process has ended, with `outside` also its group and those; return whether it is so."""
        import anyio

        with anyio.move_on_after(seconds):
            while self._process.poll() is None or (outside is not None and self._signal(None, outside)):
                await anyio.sleep(_POLL_SECONDS)
            return True
        return False

    def _signal(self, number: signal.Signals | None, outside: Sequence[Descendant]) -> bool:
        """Send a signal, if one is given, to the group and to `outside`; return whether anything of it is left."""
        for descendant in outside:
            if number is not None:
                descendant.send(number)
        left = any(descendant.alive for descendant in outside)
        # The group's number is the leader's: asking the system for it fails once the leader is gone.
        try:
            os.killpg(self._process.pid, number or 0)
        except ProcessLookupError:
            return left
        except PermissionError:
            # macOS says so of groups in which only zombies are left.
            return left or self._process.poll() is None
        return True
