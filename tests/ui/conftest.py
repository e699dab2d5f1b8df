"""A five-line app that puts widgets on a screen in any theme, and the worst text a server could send."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.app import App, ComposeResult
from textual.message import Message
from textual.widget import Widget

from inspector.resources import bundled_folder
from inspector.ui.theme import DEFAULT_THEME, load_themes, variable_defaults


class Stage(App[None]):
    """Shows the widgets it is given and keeps the messages they send, in `heard`."""

    def __init__(self, *widgets: Widget, theme: str = DEFAULT_THEME) -> None:
        super().__init__()
        self.animation_level = "none"
        self._widgets = widgets
        self._wanted = theme
        self.heard: list[Message] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return variable_defaults(self.current_theme)

    def compose(self) -> ComposeResult:
        yield from self._widgets

    def on_mount(self) -> None:
        for theme in load_themes([bundled_folder("themes")]).themes:
            self.register_theme(theme)
        self.theme = self._wanted

    async def _on_message(self, message: Message) -> None:
        if type(message).__module__.startswith("inspector."):
            self.heard.append(message)
        await super()._on_message(message)


def screen_text(app: App[None]) -> str:
    """Return what the terminal shows, a line a row."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line) for line in lines)


@pytest.fixture
def stage() -> type[Stage]:
    """The app class; call it with widgets."""
    return Stage


@pytest.fixture
def shown() -> Callable[[App[None]], str]:
    """What the terminal shows."""
    return screen_text


HOSTILE = (
    "[/x] [link=file:///etc/passwd]click[/link] [red]list[str] \x1b[31mESC\x1b]0;title\x07 \x00NUL "
    "\u202eoverride\u202c \u200bzero\u2066iso \r\nnext\tline \ud800lone 👩\u200d🚀 汉字 e\u0301 \U000e0041tag"
)


@pytest.fixture
def hostile() -> str:
    """Markup, escape sequences, bidi, invisible characters, lone surrogates, wide and combining characters."""
    return HOSTILE
