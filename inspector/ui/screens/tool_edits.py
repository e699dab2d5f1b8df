"""Editing on the Tools screen: pin, hide and word one tool, the selected ones, or all of a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from inspector.tuning.edits import Edit, SetHidden, SetPin, Together
from inspector.ui.screens.base import SessionScreen
from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.ui.words import ask_for_words
from inspector.workspace.star_rows import StarRow, star_key
from inspector.workspace.tool_rows import ToolRow


class ToolEdits(SessionScreen):
    """The editing keys over a table of tools. Subclasses say which rows are shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "pin", "pin", id="tool.pin", tooltip="Pin the tool or the selected ones, or unpin"),
        Binding("h", "hide", "hide", id="tool.hide", tooltip="Hide from the model, or show again"),
        Binding("e", "words", "words", id="tool.words", tooltip="Edit the search words"),
        Binding("E", "server_words", "server words", id="tool.server-words", tooltip="Words of all its server's tools",
                show=False),
        Binding("P", "pin_server", "pin server", id="tool.pin-server", tooltip="Pin all tools of the server, or unpin",
                show=False),
    ]  # fmt: skip

    def shown_rows(self) -> Sequence[ToolRow]:
        """Return the tools in sight: those that match the filter."""
        raise NotImplementedError

    def star_rows(self) -> Sequence[StarRow]:
        """Return the servers' own rows in sight; none unless the table is grouped by server."""
        raise NotImplementedError

    @property
    def tool_table(self) -> VirtualTable:
        """The table of tools."""
        return self.query_one("#tool-table", VirtualTable)

    def chosen_keys(self) -> frozenset[str]:
        """Return the keys that are edited: the selected rows, else the one under the cursor."""
        table = self.tool_table
        if table.selected or table.cursor_key is None:
            return table.selected
        return frozenset({table.cursor_key})

    def chosen_tools(self) -> Sequence[ToolRow]:
        """Return the tools that are edited: the selected ones in sight, else the one under the cursor."""
        keys = self.chosen_keys()
        chosen = [row for row in self.shown_rows() if row.tool in keys]
        if not chosen and not any(star.key in keys for star in self.star_rows()):
            # Everything selected is filtered away: the cursor is what the person sees.
            chosen = [row for row in self.shown_rows() if row.tool == self.tool_table.cursor_key]
        return chosen

    def chosen_stars(self) -> Sequence[StarRow]:
        """Return the servers whose ``*`` entry is edited."""
        keys = self.chosen_keys()
        return [star for star in self.star_rows() if star.key in keys]

    def action_pin(self) -> None:
        """Pin what is chosen; when all of it is pinned already, unpin it."""
        tools, stars = self.chosen_tools(), self.chosen_stars()
        pin = not (all(row.state == "pinned" for row in tools) and all(star.edits.pin for star in stars))
        edits: list[Edit] = [SetPin(row.tool, True if pin else self._off(row.tool)) for row in tools]
        edits += [SetPin(star.key, True if pin else None) for star in stars]
        self._do("pin" if pin else "unpin", edits)

    def action_hide(self) -> None:
        """Hide what is chosen; when all of it is hidden already, show it again."""
        tools, stars = self.chosen_tools(), self.chosen_stars()
        hide = not (all(row.state == "hidden" for row in tools) and all(star.edits.hide for star in stars))
        edits: list[Edit] = [SetHidden(row.tool, True if hide else self._shown_again(row.tool)) for row in tools]
        edits += [SetHidden(star.key, True if hide else None) for star in stars]
        self._do("hide" if hide else "show", edits)

    def action_pin_server(self) -> None:
        """Pin all tools of the server under the cursor with one ``*`` entry, or take it back."""
        star = self._under_cursor()
        if star is not None:
            edits = self.inspector.session.tuning.edits.get(star)
            self._do("pin", [SetPin(star, None if edits is not None and edits.pin else True)])

    @work
    async def action_words(self) -> None:
        """Edit the search words of what is chosen."""
        keys = [*(row.tool for row in self.chosen_tools()), *(star.key for star in self.chosen_stars())]
        if keys:
            await ask_for_words(self.inspector, keys)
            self.tool_table.select(())

    @work
    async def action_server_words(self) -> None:
        """Edit the search words of all tools of the server under the cursor."""
        star = self._under_cursor()
        if star is not None:
            await ask_for_words(self.inspector, [star])

    def _under_cursor(self) -> str | None:
        """Return the key that speaks for all tools of the server under the cursor."""
        key = self.tool_table.cursor_key
        if key is None or key in (star.key for star in self.star_rows()):
            return key
        return self._star(key)

    def _star(self, tool: str) -> str:
        """Return the key that speaks for all tools of the server of `tool`."""
        return star_key(self.inspector.shown.inspection.catalog.by_id[tool].server)

    def _off(self, tool: str) -> bool | None:
        """Return how to say “not pinned”: silence, unless the server or its ``*`` entry would pin the tool."""
        star = self.inspector.session.tuning.edits.get(self._star(tool))
        exact = self.inspector.session.tuning.edits.get(tool)
        by_other = (star is not None and star.pin) or exact is None or exact.pin is None
        return False if by_other else None

    def _shown_again(self, tool: str) -> bool | None:
        star = self.inspector.session.tuning.edits.get(self._star(tool))
        imported, name = self.inspector.session.tuning.rules_for(tool)
        return False if (star is not None and star.hide) or imported.hidden_reason(name) else None

    def _do(self, verb: str, edits: Sequence[Edit]) -> None:
        if not edits:
            return
        name = f"{verb} {len(edits)} tools" if len(edits) > 1 else ""
        self.inspector.edit(Together(tuple(edits), name))
        # The next edit is about the next tools: a selection left behind would take part unseen.
        self.tool_table.select(())
