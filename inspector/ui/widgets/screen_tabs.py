"""One line that names the screens with their keys and marks the present one; each name can be clicked."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from inspector.ui.screen_names import SCREENS_BY_KEY


class ScreenTabs(Static):
    """The screens as tabs. `current` is the name of the screen it stands on."""

    DEFAULT_CSS = """
    ScreenTabs {
        height: 1;
        padding: 0 1;
        background: $background;
        color: $muted;
        link-color: $muted;
        link-style: none;
        link-color-hover: $primary;
        link-background-hover: $background;
    }
    """

    def __init__(self, current: str) -> None:
        super().__init__(_tabs(current), id="screen-tabs")


def _tabs(current: str) -> Content:
    tabs = []
    for key, (name, title) in SCREENS_BY_KEY.items():
        style = "bold $primary" if name == current else ""
        mark = "▸" if name == current else " "
        markup = f"{mark}[@click=app.screen('{name}')]{key} {title}[/]"
        tabs.append(Content.from_markup(f"[{style}]{markup}[/]" if style else markup))
    return Content("").join(tabs)
