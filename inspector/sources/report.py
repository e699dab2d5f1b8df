"""What connecting to servers gives: progress while it runs, and one report a server at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from inspector.catalog import Listing
from inspector.config import Transport

State = Literal["waiting", "connecting", "listing", "ready", "failed", "untrusted", "disabled"]
"""Where a server stands; the last four are final. ``untrusted``: its command, or the address that it would
send variables to, has to be agreed to first."""


@dataclass(frozen=True, slots=True)
class Progress:
    """One step of one server. `position` is its place among the given specs, since names may repeat.

    `seconds` run from the start of this server, `page` and `tools` count what was listed so far.
    """

    server: str
    position: int
    state: State
    seconds: float = 0.0
    page: int = 0
    tools: int = 0
    problem: str = ""


OnProgress = Callable[[Progress], None]
"""Called in the event loop at every step; it must return at once and not raise."""


@dataclass(frozen=True, slots=True)
class ServerReport:
    """How one server turned out. Every text is free of the secrets its configuration holds.

    `transport` is the one that worked (``sse`` after falling back from ``http``, ``saved`` for a file),
    `target` the command line or URL as it may be shown, `seconds` the time until the listing was complete
    or had failed. A report that is ``ready`` always has a `listing`; if it has a `problem` too, the listing
    is incomplete.
    `stderr` holds the last lines of a child process, oldest first. `sign_in` says that signing in would
    help. `open_url` is an address to open in a browser when the person asks for it; it is complete with its
    query, so it is never shown or stored (`problem` names its host and path).
    """

    name: str
    transport: Transport | Literal["saved"]
    source: str
    target: str
    state: State
    listing: Listing | None = None
    seconds: float = 0.0
    problem: str = ""
    hint: str = ""
    stderr: tuple[str, ...] = ()
    sign_in: bool = False
    open_url: str = field(default="", repr=False)
