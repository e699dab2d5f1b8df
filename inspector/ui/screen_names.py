"""The screens with their number keys, in one place for keys, tabs, palette and pictures."""

from __future__ import annotations

SCREENS_BY_KEY: dict[str, tuple[str, str]] = {
    "1": ("servers", "Servers"),
    "2": ("tools", "Tools"),
    "3": ("search", "Search"),
    "4": ("prompt", "Prompt"),
    "7": ("export", "Export"),
}
"""Key → (name, title); 5, 6 and 8 belong to the suite, session and changes screens to come."""

SCREEN_NAMES = [name for name, _ in SCREENS_BY_KEY.values()]
"""The names, in order."""
