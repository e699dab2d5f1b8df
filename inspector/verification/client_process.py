"""A client's process: a bare environment, nothing to read, a time limit, and a certain end of it and all it started."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.errors import UsageError
from inspector.sources.child_process import ChildProcess
from inspector.sources.stderr_tail import StderrTail

if TYPE_CHECKING:
    from anyio import CancelScope

_KEPT = ("PATH", "LANG", "LC_ALL", "SystemRoot", "NIX_SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")
"""What a program needs to start; everything else, keys above all, stays here."""

_KEPT_OUTPUT = 1 << 16
_POLL_SECONDS = 0.02
_LAST_WORDS_SECONDS = 1.0
LEAVING_SECONDS = 3.0
"""How long a client may take to end by itself once it was told all it asks for."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: its exit code (None where its time was up), the end of its output, and of its stderr."""

    exit_code: int | None
    output: str
    stderr: tuple[str, ...]

    @property
    def last_line(self) -> str:
        """The last thing it said, for a sentence about why it failed."""
        said = [*self.output.split("\n"), *self.stderr]
        return next((line.strip() for line in reversed(said) if line.strip()), "without a word")


def plain_environment(home: str, proxy: str | None = None) -> dict[str, str]:
    """Return the variables a client gets: an empty home, and where given a proxy for all but loopback."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    homes = {"HOME": home, "USERPROFILE": home, "XDG_CONFIG_HOME": f"{home}/.config", "TMPDIR": home, "TERM": "dumb"}
    proxied: dict[str, str] = {}
    if proxy is not None:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            proxied |= {name: proxy, name.lower(): proxy}
        proxied |= {"NO_PROXY": "127.0.0.1,localhost", "no_proxy": "127.0.0.1,localhost"}
    return kept | homes | proxied


async def run(
    program: str,
    arguments: Sequence[str],
    *,
    environment: Mapping[str, str],
    cwd: str,
    seconds: float,
    done: Callable[[], bool] = lambda: False,
) -> Ended:
    """Run `program` to its end, `seconds` at most, and return how it ended; its descendants end with it.

    Once `done` says that nothing more is wanted of it, it has a few seconds left. Raises `UsageError` where it
    cannot be started.
    """
    import anyio

    tail = StderrTail()
    try:
        process = ChildProcess(program, arguments, env=environment, cwd=cwd, stderr=tail.stream)
    except OSError as error:
        raise UsageError(
            f"{program} cannot be started: {error.strerror}", "give the path of the client's program"
        ) from None
    finally:
        tail.release()
    output = bytearray()
    code: int | None = None
    try:
        process.end_input()
        with anyio.move_on_after(seconds):
            async with anyio.create_task_group() as group:
                group.start_soon(_leaving, done, group.cancel_scope)
                while chunk := await process.read():
                    output += chunk
                    del output[:-_KEPT_OUTPUT]
                while (code := process.exit_code) is None:
                    await anyio.sleep(_POLL_SECONDS)
                group.cancel_scope.cancel()
    finally:
        await process.end()
    with anyio.move_on_after(_LAST_WORDS_SECONDS):
        while not tail.ended:
            await anyio.sleep(_POLL_SECONDS)
    return Ended(code, output.decode("utf-8", "replace"), tail.lines())


async def _leaving(done: Callable[[], bool], scope: CancelScope) -> None:
    """End `scope` some seconds after `done` says so: a client may go on trying to reach what it cannot."""
    import anyio

    while not done():
        await anyio.sleep(_POLL_SECONDS)
    await anyio.sleep(LEAVING_SECONDS)
    scope.cancel()


def ended_by(code: int) -> str:
    """Return how a process ended, in words."""
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
