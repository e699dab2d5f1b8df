"""What the command palette can go to: every tool and every server by name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from textual.app import SystemCommand
from textual.command import DiscoveryHit, Hit, Hits, Provider

from inspector.hosts import hosts
from inspector.ui.screen_names import SCREENS_BY_KEY
from inspector.ui.screens.base import SessionScreen
from inspector.ui.text import content_line
from inspector.verification.clients.registry import can_be_asked
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
        # Nobody types the underscores of a name.
        matcher = self.matcher(query.replace(" ", "_"))
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


class HostCommands(_SessionCommands):
    """“Host: id” for every host and variant; choosing one looks through it."""

    async def discover(self) -> Hits:
        """Offer all hosts."""
        for host in hosts().values():
            look = partial(self.inspector.set_value, "host", host.id)
            yield DiscoveryHit(content_line(f"Host: {host.id}"), look, help=f"{host.title}, {host.version}")

    async def search(self, query: str) -> Hits:
        """Offer the hosts whose id or title matches."""
        matcher = self.matcher(query)
        for host in hosts().values():
            score = max(matcher.match(f"Host: {host.id}"), matcher.match(host.title))
            if score > 0:
                look = partial(self.inspector.set_value, "host", host.id)
                yield Hit(
                    score, content_line(f"Host: {host.id}"), look, text=host.id, help=f"{host.title}, {host.version}"
                )


class ActionCommands(_SessionCommands):
    """The keys of the present screen as commands, so that every action can be found by its name."""

    def _actions(self) -> list[tuple[str, str, str]]:
        """Return (what it does, key, action) of every binding that works here and has a tooltip of its own."""
        # The palette is a screen of its own: the keys are those of the screen below it.
        below = [screen for screen in self.app.screen_stack if isinstance(screen, SessionScreen)]
        return [
            (binding.tooltip, self.app.get_key_display(binding), binding.action)
            for screen in below[-1:]
            for bindings in screen._bindings.key_to_bindings.values()
            for binding in bindings
            if binding.tooltip
        ]

    async def search(self, query: str) -> Hits:
        """Offer the actions whose description matches."""
        matcher = self.matcher(query)
        for text, key, action in self._actions():
            score = matcher.match(text)
            if score > 0:
                below = next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, SessionScreen))
                run = partial(below.run_action, action)
                yield Hit(score, content_line(f"{text} ({key})"), run, text=text)


def app_commands(app: InspectorApp) -> Iterable[SystemCommand]:
    """Return what the palette offers on every screen: where to go, through what to look, what to do with the file."""
    for key, (name, title) in SCREENS_BY_KEY.items():
        yield SystemCommand(f"Go to: {title}", f"key {key}", partial(app.action_screen, name))
    yield SystemCommand("Switch: host", "Look through another agent product", app.action_choose_host)
    yield SystemCommand("Switch: model", "Decides window, price and token counter", app.action_choose_model)
    yield SystemCommand("Switch: window", "Tokens of the context window", app.action_choose_window)
    yield SystemCommand("Switch: theme", "See each one; the choice is kept", app.action_choose_theme)
    yield SystemCommand("Edit: undo", "Take the last edit back", app.action_undo)
    yield SystemCommand("Edit: redo", "Make it again", app.action_redo)
    yield SystemCommand("File: open", "Demo servers, servers found on this computer, or a file", app.action_begin)
    yield SystemCommand("File: take over", "What somebody else wrote to the toolset's file", app.action_take_over)
    yield SystemCommand("File: save", "Save the toolset", app.action_save)
    if can_be_asked(app.session.host.id):
        yield SystemCommand(
            "Verify: with the installed client", "Does it do what is shown here? Offline", app.action_verify
        )
