"""The first question of an app that was opened on nothing: demo servers, servers found here, or a file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from inspector.ui.dialogs.dialog import Dialog
from inspector.ui.text import content, content_line
from inspector.ui.widgets.virtual_table import Cell, Column, Rows, VirtualTable
from inspector.workspace.discovering import Discovered, DiscoveredServer, Pick

DEMO, FILE, FOUND = "demo", "file", "found"
"""What the dialog ends with; for `FOUND` the servers are in its `picks`."""


class FirstRun(Dialog):
    """Lists what one can begin with. Nothing is started by looking; selected servers are connected to after enter."""

    DEFAULT_CSS = """
    FirstRun {
        & > #dialog { width: 110; }
        #first-facts { height: auto; max-height: 6; margin-top: 1; }
        #first-options { height: auto; max-height: 60vh; min-height: 5; margin-top: 1; background: $surface; }
        #first-options > .virtual-table--row { background: $surface; }
        #first-options > .virtual-table--even { background: $surface; }
        #first-options > .virtual-table--empty { background: $surface; }
    }
    """

    AUTO_FOCUS = "#first-options"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "all", "all", show=False, id="first.all", tooltip="Select every server found, or none"),
    ]

    def __init__(self, found: Discovered) -> None:
        super().__init__("What do you want to look at?", "↑↓ move   space select   a all   enter open   esc later")
        self._found = found
        self._servers = {str(at): server for at, server in enumerate(found.servers)}
        self.picks: tuple[Pick, ...] = ()

    def compose_body(self) -> ComposeResult:
        """Yield the facts and the options."""
        yield Static(_facts(self._found), id="first-facts")
        columns = (
            Column("name", "", minimum=22),
            Column("client", "client", width=16),
            Column("target", "runs or reaches", minimum=20, priority=1),
        )
        yield VirtualTable(columns, id="first-options", can_select=True)

    def on_mount(self) -> None:
        """Show the options; of the servers found, those their clients use are selected already."""
        rows, lines = _rows(self._servers)
        table = self.query_one("#first-options", VirtualTable)
        table.show(Rows(rows, lines))
        table.move_to(DEMO)

    def action_all(self) -> None:
        """Select every server that its client uses; when all are, none."""
        table = self.query_one("#first-options", VirtualTable)
        usable = {key for key, server in self._servers.items() if _usable(server)}
        table.select(() if usable <= set(table.selected) else usable)

    def on_virtual_table_row_activated(self, event: VirtualTable.RowActivated) -> None:
        """End with the selected servers, else with what is under the cursor."""
        event.stop()
        table = self.query_one("#first-options", VirtualTable)
        chosen = [key for key in self._servers if key in table.selected] or [event.key]
        if chosen[0] in (DEMO, FILE):
            self.dismiss(chosen[0])
            return
        self.picks = tuple(self._servers[key].pick for key in chosen)
        self.dismiss(FOUND)


def _usable(server: DiscoveredServer) -> bool:
    return server.enabled and not server.unused


def _facts(found: Discovered) -> Content:
    files = [file for file in found.files if file.servers]
    if not found.servers:
        lines = [content("No client on this computer has servers configured. Nothing was started.", "$muted")]
    else:
        where = f"{len(files)} file{'s' if len(files) != 1 else ''}"
        lines = [content(f"{len(found.servers)} servers are configured in {where}. Nothing was started.", "$muted")]
    lines += [content(f"{file.path}: {file.problem}", "$warning") for file in found.files if file.problem][:3]
    return Content("\n").join(lines)


def _rows(servers: dict[str, DiscoveredServer]) -> tuple[list[tuple[str, Sequence[Cell]]], dict[int, str]]:
    rows: list[tuple[str, Sequence[Cell]]] = [
        (DEMO, ["Demo servers", "", "five embedded servers with 481 tools, to look around"]),
        (FILE, ["Open a file …", "", "a client's configuration, a toolset.toml, or a saved listing"]),
    ]
    lines: dict[int, str] = {}
    source = None
    for key, server in servers.items():
        if server.source != source:
            source = server.source
            lines[len(rows)] = f"{_short(server.source)} · {server.scope}"
            rows.append((f"in {server.source}", ()))
        rows.append((key, [content_line(server.name), server.client, _about(server)]))
    return rows, lines


def _short(path: str) -> str:
    home = os.path.expanduser("~")
    return "~" + path.removeprefix(home) if path.startswith(home + os.sep) else path


def _about(server: DiscoveredServer) -> Content:
    """Return where a server leads to, or why one would not pick it."""
    if not server.enabled:
        return content_line("switched off there", 200, "$muted")
    if server.unused:
        return content_line("; ".join(server.notes) or "its client prefers another of this name", 200, "$muted")
    also = f"  also in {', '.join(server.also)}" if server.also else ""
    return content_line(f"{server.target}{also}", 300)
