"""The keys that work on every screen, by id, so that a keymap can move them."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from inspector.ui.screen_names import SCREENS_BY_KEY

_LOOK = Binding.Group("look through", compact=True)
_EDIT = Binding.Group("undo", compact=True)

APP_BINDINGS: list[BindingType] = [
    *(
        Binding(key, f"screen('{name}')", title, id=f"screen.{name}", tooltip=f"Show the {title} screen", show=False)
        for key, (name, title) in SCREENS_BY_KEY.items()
    ),
    Binding("ctrl+s", "save", "save", id="file.save", tooltip="Save the toolset", priority=True),
    Binding("q", "leave", "quit", id="quit", tooltip="Quit; asks when something is unsaved"),
    Binding("u", "undo", "undo", id="edit.undo", tooltip="Take the last edit back", group=_EDIT),
    Binding("U", "redo", "redo", id="edit.redo", tooltip="Make it again", group=_EDIT),
    Binding("H", "choose_host", "host", id="choose.host", tooltip="Look through another agent product", group=_LOOK),
    Binding("M", "choose_model", "model", id="choose.model", tooltip="Another model", group=_LOOK),
    Binding("W", "choose_window", "window", id="choose.window", tooltip="Another window", group=_LOOK),
    Binding("ctrl+r", "take_over", "take over", id="file.take-over", tooltip="What changed in the file", show=False),
    Binding("ctrl+o", "begin", "open", id="file.open", tooltip="Demo, servers found here, or a file", show=False),
    Binding("ctrl+t", "choose_theme", "theme", id="choose.theme", tooltip="Another theme, kept for later", show=False),
    Binding("question_mark", "help", "help", key_display="?", id="help", tooltip="Keys of this screen", show=False),
    Binding("ctrl+q", "leave", "quit", show=False, priority=True),
]

NOT_IN_DIALOGS = frozenset(
    {
        *("save", "leave", "screen", "choose_host", "choose_model", "choose_window", "choose_theme"),
        *("undo", "redo", "begin", "help", "take_over"),
    }
)
"""Actions of these keys that wait until an open question is answered."""
