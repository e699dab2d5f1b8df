"""Noticing that the installed client is another version than the one its host module was measured on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.hosts import Host
from inspector.ui.screens.base import SessionScreen
from inspector.workspace.installed_client import InstalledClient, installed_client

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp


class ClientWatch:
    """Asks each host's client for its version once a sitting, and says once where it is another one."""

    def __init__(self, app: InspectorApp) -> None:
        self._app = app
        self._begun = False
        self._found: dict[str, InstalledClient | None] = {}

    def begin(self) -> None:
        """Ask from now on."""
        self._begun = True

    async def look(self, host: Host) -> None:
        """Ask for the version of the client of `host`, unless that was done."""
        base = host.id.partition("@")[0]
        if not self._begun or base in self._found:
            return
        found = self._found[base] = await installed_client(host)
        if found is None or found.measured:
            return
        self._app.say(
            f"{found.title} {found.version} is installed; what is shown here was measured on {host.version}.\n"
            "“Verify: with the installed client” (ctrl+p) compares the two, offline.",
            "Another version",
        )
        screen = self._app.screen
        if isinstance(screen, SessionScreen):
            screen.take(self._app.shown)

    def remark(self, host: Host) -> str:
        """Return what the header says of the installed client; empty where there is nothing to say."""
        found = self._found.get(host.id.partition("@")[0])
        return "" if found is None else found.remark
