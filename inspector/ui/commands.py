"""What the command palette can go to: every tool and every server by name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider

from inspector.ui.text import content_line
from inspector.workspace.session import Session

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp

_SHOWN = 40


class _SessionCommands(Provider):
    """A provider over the app's session."""

    @property
    def inspector(self) -> InspectorApp:
        from inspector.ui.app import InspectorApp

        assert isinstance(self.app, InspectorApp)
        return self.app

    @property
    def session(self) -> Session:
        return self.inspector.shown


class ToolCommands(_SessionCommands):
    """“Tool: server/tool” for every tool; choosing one shows it on the Tools screen."""

    async def discover(self) -> Hits:
        """Offer the first few tools before anything is typed."""
        for tool in self.session.inspection.catalog.tools[:5]:
            yield DiscoveryHit(content_line(f"Tool: {tool.id}"), partial(self.inspector.go_to_tool, tool.id))

    async def search(self, query: str) -> Hits:
        """Offer the tools whose id matches."""
        matcher = self.matcher(query)
        scored = ((matcher.match(tool.id), tool.id) for tool in self.session.inspection.catalog)
        best = sorted(((score, tool) for score, tool in scored if score > 0), key=lambda item: (-item[0], item[1]))
        for score, tool in best[:_SHOWN]:
            yield Hit(score, content_line(f"Tool: {tool}"), partial(self.inspector.go_to_tool, tool), text=tool)


class ServerCommands(_SessionCommands):
    """“Server: name” for every server; choosing one filters the Tools screen to it."""

    async def discover(self) -> Hits:
        """Offer all servers."""
        for server in self.session.inspection.catalog.servers:
            yield DiscoveryHit(
                content_line(f"Server: {server.name}"), partial(self.inspector.go_to_server, server.name)
            )

    async def search(self, query: str) -> Hits:
        """Offer the servers whose name matches."""
        matcher = self.matcher(query)
        for server in self.session.inspection.catalog.servers:
            score = matcher.match(server.name)
            if score > 0:
                go = partial(self.inspector.go_to_server, server.name)
                yield Hit(score, content_line(f"Server: {server.name}"), go, text=server.name)
