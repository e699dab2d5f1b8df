"""The screens with their number keys, in one place for keys, tabs, palette and pictures."""

from __future__ import annotations

SCREENS_BY_KEY: dict[str, tuple[str, str]] = {
    "1": ("servers", "Servers"),
    "2": ("tools", "Tools"),
    "3": ("search", "Search"),
    "4": ("prompt", "Prompt"),
    "5": ("suite", "Suite"),
    "6": ("session", "Session"),
    "7": ("export", "Export"),
    "8": ("changes", "Changes"),
}
"""Key → (name, title); a key without a screen does nothing."""

SCREEN_NAMES = [name for name, _ in SCREENS_BY_KEY.values()]
"""The names, in order."""
