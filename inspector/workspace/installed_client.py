"""Which version of a host's own client is installed here, and what that means for the host module."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.errors import InspectorError
from inspector.hosts import Host, hosts
from inspector.verification.clients.registry import can_be_asked, driver
from inspector.verification.installed import installed


@dataclass(frozen=True, slots=True)
class InstalledClient:
    """The client `title` in `version`; `measured` tells whether a host module was measured on that very version."""

    title: str
    version: str
    measured: bool

    @property
    def remark(self) -> str:
        """What to say of it beside the host's own version; empty where there is nothing to say."""
        return "" if self.measured else f"installed: {self.version}"


async def installed_client(host: Host) -> InstalledClient | None:
    """Return the client of `host` as it is installed here; None where there is none, or it cannot be asked."""
    if not can_be_asked(host.id):
        return None
    asking = driver(host.id)
    try:
        found = await installed(asking)
    except InspectorError:
        # Nobody asked for it: a client that is missing or broken is told of when it is to be verified.
        return None
    base = asking.host
    measured = {each.version for each in hosts().values() if each.id.partition("@")[0] == base}
    return InstalledClient(asking.title, found.version, found.version in measured)
