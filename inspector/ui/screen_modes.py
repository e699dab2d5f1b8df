"""The screens as the app's modes: each is imported when it is first shown."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from textual.screen import Screen

from inspector.ui.screen_names import SCREEN_NAMES


def _screen(name: str) -> Callable[[], Screen[None]]:
    def build() -> Screen[None]:
        module = import_module(f"inspector.ui.screens.{name}")
        screen = module.SCREEN()
        assert isinstance(screen, Screen)
        return screen

    return build


SCREEN_MODES: dict[str, str | Callable[[], Screen[None]]] = {name: _screen(name) for name in SCREEN_NAMES}
"""What makes each screen, by name."""
