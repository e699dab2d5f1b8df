"""What is seen of a connection beside the protocol itself, for saying later why it failed."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.sources.stderr_tail import StderrTail

KEPT_NOISE = 3
"""How many things that were no message are kept as text."""

LONGEST_NOISE = 500
"""How many characters of each are kept."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """The head of one HTTP response; the SDK hides it behind one generic error.

    `sign_in` is the ``WWW-Authenticate`` header, `wait` the ``Retry-After`` header, `location` where a
    redirect leads (as sent; show it only redacted).
    """

    method: str
    status: int
    content_type: str = ""
    sign_in: str = ""
    wait: str = ""
    location: str = ""


@dataclass(slots=True)
class Evidence:
    """Filled while one attempt to connect runs."""

    answers: list[HttpAnswer] = field(default_factory=list)
    """HTTP responses in the order they came."""

    stderr: StderrTail | None = None
    """The child process's stderr; None for servers reached over HTTP."""

    exit_code: int | None = None
    """The child process's exit code (negative: the signal) if it ended before it was asked to."""

    noise: list[str] = field(default_factory=list)
    """Lines or events that were no JSON-RPC message; only the first few that are not blank are kept."""

    noise_count: int = 0

    blank_count: int = 0
    """How many of them were blank."""

    too_long: bool = False
    """Whether the server sent more in one message than is taken from it."""

    @property
    def stderr_lines(self) -> tuple[str, ...]:
        """The last stderr lines so far."""
        return self.stderr.lines() if self.stderr else ()

    @property
    def refused(self) -> HttpAnswer | None:
        """The last HTTP response that was an error or a redirect, or None."""
        return next((answer for answer in reversed(self.answers) if answer.status >= 300), None)

    def add_noise(self, text: str) -> None:
        """Count something that was no message, keeping its text if it is among the first that say anything."""
        self.noise_count += 1
        if not text.strip():
            self.blank_count += 1
        elif len(self.noise) < KEPT_NOISE:
            self.noise.append(text[:LONGEST_NOISE])
