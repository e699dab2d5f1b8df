"""Themes from TOML files: the bundled ones, then the person's own; a broken file costs only itself.

A file holds the fields of Textual's `Theme` and a ``[variables]`` table. Beside Textual's variables it may set
the app's own (`VARIABLE_DEFAULTS`); what it leaves out is taken from the theme's other colours.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from textual.color import Color, ColorParseError
from textual.theme import BUILTIN_THEMES, Theme

from inspector.errors import FileError, nearest
from inspector.resources import bundled_folder
from inspector.storage import read_text
from inspector.user_folders import user_config

DEFAULT_THEME = "tsi-dark"
SIXTEEN_COLOURS = "tsi-terminal"
"""The theme for terminals that have no more colours than these."""

_SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "heading": "primary",
        "muted": "foreground-muted",
        "rule": "panel-lighten-2",
        "cursor-background": "primary-muted",
        "cursor-background-blurred": "panel",
        "cursor-foreground": "foreground",
        "selected-background": "panel-lighten-1",
        "row-even": "background",
        "match": "primary",
        "unsaved": "warning",
        "state-loaded": "success",
        "state-pinned": "primary",
        "state-deferred": "foreground",
        "state-hidden": "foreground-muted",
        "state-refused": "error",
        "state-failed": "error",
        "state-waiting": "warning",
        "state-ready": "success",
        "score-bar": "primary",
        "cost-bar": "warning",
        "gauge-below": "success",
        "gauge-above": "warning",
        "part-name": "primary",
        "part-description": "success",
        "part-schema": "warning",
        "part-overhead": "foreground-muted",
        "code-key": "primary",
        "code-string": "success",
        "code-number": "warning",
        "code-word": "error",
        "code-comment": "foreground-muted",
        "diff-added": "success",
        "diff-removed": "error",
        "diff-place": "primary",
    }
)
"""The app's own variables, each with the Textual variable whose value it has where a theme does not set it."""

_TERMINAL_GROUND = MappingProxyType({"ansi-background": "ansi_default", "ansi-foreground": "ansi_default"})

_FIELDS = tuple(field.name for field in dataclasses.fields(Theme))
_SWITCHES = ("dark", "ansi")
_NUMBERS = ("luminosity_spread", "text_alpha")
_TEXT_STYLES = frozenset({"none", "not", "bold", "b", "dim", "italic", "i", "underline", "u", "reverse", "r", "strike"})


@dataclass(frozen=True, slots=True)
class ThemeProblem:
    """Why a theme file, or one colour in it, could not be used: a sentence naming line or key."""

    path: Path
    message: str


@dataclass(frozen=True, slots=True)
class ThemeLoad:
    """The themes that can be registered, by name, and the files that could not be used."""

    themes: tuple[Theme, ...]
    failed: tuple[ThemeProblem, ...]


class _BadTheme(Exception):
    """A theme file says something that Textual could not use."""


def variable_defaults(theme: Theme) -> dict[str, str]:
    """Return the app's own variables as `theme` implies them; for `App.get_theme_variable_defaults`."""
    colours = theme.to_color_system().generate()
    return {name: colours[base] for name, base in _SOURCES.items()}


VARIABLE_DEFAULTS: Mapping[str, str] = MappingProxyType(variable_defaults(BUILTIN_THEMES["textual-dark"]))
"""The app's own variables with values that suit a dark theme; `variable_defaults` suits the theme it is given."""


def theme_folders() -> tuple[Path, ...]:
    """Return where themes are looked for: the bundled folder, then the person's own, which wins."""
    return bundled_folder("themes"), user_config("themes")


def load_themes(folders: Sequence[Path]) -> ThemeLoad:
    """Return the themes of every ``*.toml`` in `folders`; of two with one name the later folder's is taken."""
    themes: dict[str, Theme] = {}
    failed: list[ThemeProblem] = []
    for folder in folders:
        taken: dict[str, Path] = {}
        for path in _theme_files(folder):
            try:
                theme = _load(path)
                if theme.name in taken:
                    raise _BadTheme(f'the name "{theme.name}" is taken by {taken[theme.name].name}')
            except (_BadTheme, FileError) as error:
                failed.append(ThemeProblem(path, str(error)))
            else:
                taken[theme.name] = path
                themes[theme.name] = theme
    return ThemeLoad(tuple(themes[name] for name in sorted(themes)), tuple(failed))


def _theme_files(folder: Path) -> list[Path]:
    try:
        return sorted(folder.glob("*.toml"))
    except OSError:
        return []


def _load(path: Path) -> Theme:
    try:
        values = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise _BadTheme(f"not valid TOML: {error}") from error
    _refuse_unknown(values, _FIELDS, "")
    values.setdefault("name", path.stem)
    if "primary" not in values:
        raise _BadTheme("primary is missing: every theme needs a primary colour")
    for key, value in values.items():
        _check_field(key, value)
    variables = values.get("variables", {})
    _check_variables(variables)
    if values.get("ansi"):
        # Textual's own styles name these two wherever a theme keeps to the terminal's colours.
        values["variables"] = {**_TERMINAL_GROUND, **variables}
    try:
        theme = Theme(**values)
        theme.to_color_system().generate()
    except (ColorParseError, ValueError, TypeError) as error:
        raise _BadTheme(str(error)) from error
    return theme


def _refuse_unknown(keys: Iterable[str], known: Iterable[str], where: str) -> None:
    names = list(known)
    for key in keys:
        if key not in names:
            raise _BadTheme(f"unknown key {where}{key}: {nearest(key, names)}")


def _check_field(key: str, value: Any) -> None:
    if key in _SWITCHES:
        wanted, good = "true or false", isinstance(value, bool)
    elif key in _NUMBERS:
        wanted, good = "a number", isinstance(value, int | float) and not isinstance(value, bool)
    elif key == "variables":
        wanted, good = "a table", isinstance(value, dict)
    elif key == "name":
        wanted, good = "a name", isinstance(value, str) and bool(value.strip())
    else:
        wanted, good = "a colour", isinstance(value, str) and _is_colour(value)
    if not good:
        raise _BadTheme(f"{key} = {value!r} is not {wanted}")


def _check_variables(variables: Mapping[str, Any]) -> None:
    known = _known_variables()
    _refuse_unknown(variables, known, "variables.")
    for key, value in variables.items():
        good = isinstance(value, str) and (_is_text_style(value) if known[key] else _is_css_colour(value))
        if not good:
            raise _BadTheme(f"variables.{key} = {value!r} is not a {'text style' if known[key] else 'colour'}")


@cache
def _known_variables() -> Mapping[str, bool]:
    """Every variable a theme may set, with whether its value is a text style rather than a colour."""
    generated = Theme("any", "#808080").to_color_system().generate()
    styles = {name: name.endswith("-style") or "-style-" in name for name in generated}
    return MappingProxyType({**styles, **dict.fromkeys((*VARIABLE_DEFAULTS, *_TERMINAL_GROUND), False)})


def _is_colour(text: str) -> bool:
    try:
        Color.parse(text)
    except (ColorParseError, ValueError):
        return False
    return True


def _is_css_colour(text: str) -> bool:
    """Whether `text` is a colour as TCSS takes it: ``#aabbcc``, ``red 40%``, ``auto 87%``, ``initial``."""
    first, _, rest = text.strip().partition(" ")
    alpha = rest.strip()
    if alpha and not (alpha.endswith("%") and alpha[:-1].replace(".", "", 1).isdigit()):
        return _is_colour(text)
    return first in ("auto", "initial") or _is_colour(first)


def _is_text_style(text: str) -> bool:
    words = text.split()
    return bool(words) and _TEXT_STYLES.issuperset(words)
