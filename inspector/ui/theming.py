"""The app's theme: the one asked for, the one chosen last time, or one that suits the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.theme import Theme

from inspector.errors import FileError
from inspector.ui.dialogs.choose import Choose, Option
from inspector.ui.theme import DEFAULT_THEME, SIXTEEN_COLOURS, load_themes, theme_folders
from inspector.workspace.remembered import remember_theme, remembered_theme

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp


def begin_theme(app: InspectorApp) -> None:
    """Register all themes and set the first: `app.first_theme`, else what is remembered, else a fitting one.

    Where `app.remembers` is off (pictures, tests) nothing is read from or written to the person's folder.
    """
    loading = load_themes(theme_folders())
    for theme in loading.themes:
        app.register_theme(theme)
    for problem in loading.failed:
        app.say(f"{problem.path}: {problem.message}", "Theme not used", "warning")
    wanted = app.first_theme or (remembered_theme() if app.remembers else "")
    known = wanted in app.available_themes
    if wanted and not known:
        app.say(f"There is no theme “{wanted}”; ctrl+t lists them.", "Theme", "warning")
    app.theme = wanted if known else fitting_theme(None if app.is_headless else app.console.color_system)
    app.chosen_theme = app.theme
    app.theme_changed_signal.subscribe(app, lambda theme: _chosen(app, theme))


def fitting_theme(colours: str | None) -> str:
    """Return the theme for somebody who never chose, on a terminal whose colours Rich calls `colours`."""
    return SIXTEEN_COLOURS if colours in ("standard", "windows") else DEFAULT_THEME


def _chosen(app: InspectorApp, theme: Theme) -> None:
    """Keep a theme that was switched to, however that was done."""
    if app.previewing or theme.name == app.chosen_theme:
        return
    app.chosen_theme = theme.name
    if app.remembers:
        try:
            remember_theme(theme.name)
        except FileError as error:
            app.say(f"It holds until you quit: {error.message}", "Theme", "warning")


async def choose_theme(app: InspectorApp) -> None:
    """Ask for a theme, showing each as the cursor comes to it; turning away brings the present one back."""
    own = sorted(name for name in app.available_themes if name.startswith("tsi-"))
    others = sorted(name for name in app.available_themes if name not in own)
    options = [Option(name, name, _words(app.available_themes[name])) for name in (*own, *others)]

    def show(name: str) -> None:
        app.theme = name

    app.previewing = True
    try:
        chosen = await app.push_screen_wait(Choose("Which theme?", options, app.theme, on_cursor=show))
    finally:
        app.previewing = False
    app.theme = chosen or app.chosen_theme
    _chosen(app, app.current_theme)


def _words(theme: Theme) -> str:
    if theme.ansi:
        return "the terminal's own colours"
    return "dark" if theme.dark else "light"
