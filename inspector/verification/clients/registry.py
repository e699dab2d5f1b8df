"""The clients that can be asked, by the id of their host module."""

from __future__ import annotations

from inspector.errors import UsageError
from inspector.hosts import hosts
from inspector.verification.clients.claude_code import ClaudeCodeDriver
from inspector.verification.clients.codex import CodexDriver
from inspector.verification.clients.driver import ClientDriver
from inspector.verification.clients.gemini_cli import GeminiCliDriver

DRIVERS: tuple[ClientDriver, ...] = (ClaudeCodeDriver(), CodexDriver(), GeminiCliDriver())


def can_be_asked(host: str) -> bool:
    """Return whether the host `host` is a client that can be installed and asked."""
    return any(each.host == host.partition("@")[0] for each in DRIVERS)


def driver(host: str) -> ClientDriver:
    """Return the driver of the client behind `host` (an id, variants included); raises `UsageError` without one."""
    found = next((each for each in DRIVERS if each.host == host.partition("@")[0]), None)
    if found is None:
        known = ", ".join(each.host for each in DRIVERS)
        raise UsageError(f"no installed client can be asked about “{host}”", f"--host takes {known}")
    return found


def measured_as(host: str, version: str) -> str:
    """Return the id of the host module that was measured on `version`, else the newest one of this client."""
    base = host.partition("@")[0]
    same = [each.id for each in hosts().values() if each.id.partition("@")[0] == base and each.version == version]
    return same[0] if same else host
