"""The keys of a virtual table, by id, so that a keymap can move them."""

from __future__ import annotations

from textual.binding import Binding, BindingType

_MOVE = Binding.Group("Move", compact=True)
_SELECT = Binding.Group("Select")


def _move(key: str, action: str, name: str, tooltip: str) -> Binding:
    id = f"table.{name.lower().replace(' ', '-')}"
    return Binding(key, action, name, show=False, id=id, tooltip=tooltip, group=_MOVE)


def _select(key: str, action: str, name: str, tooltip: str, show: bool = False) -> Binding:
    id = f"table.{name.lower().replace(' ', '-')}"
    return Binding(key, action, name, show=show, id=id, tooltip=tooltip, group=_SELECT)


TABLE_BINDINGS: list[BindingType] = [
    _move("up,k", "move(-1)", "Up", "To the row above"),
    _move("down,j", "move(1)", "Down", "To the row below"),
    _move("pageup", "page(-1)", "Page up", "A page up"),
    _move("pagedown", "page(1)", "Page down", "A page down"),
    _move("home", "first", "First", "To the first row"),
    _move("end", "last", "Last", "To the last row"),
    Binding("enter", "activate", "Open", show=False, id="table.open", tooltip="Open the row under the cursor"),
    _select("space", "toggle_row", "Select", "Select the row under the cursor, or not", show=True),
    _select("ctrl+a", "select_all", "Select all", "Select every row shown, or none"),
    _select("shift+up", "extend(-1)", "Extend up", "Select on to the row above"),
    _select("shift+down", "extend(1)", "Extend down", "Select on to the row below"),
    _select("escape", "clear_selection", "Clear selection", "Select no row"),
]
