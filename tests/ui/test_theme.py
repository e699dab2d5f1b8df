"""Themes: the bundled ones are readable, a broken file costs only itself, the person's own files win."""

from __future__ import annotations

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme
from textual.widgets import Static

from inspector.resources import bundled_folder
from inspector.ui.text import content
from inspector.ui.theme import DEFAULT_THEME, VARIABLE_DEFAULTS, load_themes, theme_folders, variable_defaults

THEMES = load_themes([bundled_folder("themes")]).themes
ROWS = ("row-even", "cursor-background", "cursor-background-blurred", "selected-background")
IN_ROWS = ("muted", "match", "unsaved", *(name for name in VARIABLE_DEFAULTS if name.startswith("state-")))
IN_TEXT = ("heading", *(name for name in VARIABLE_DEFAULTS if name.startswith(("code-", "diff-"))))
DRAWN = tuple(name for name in VARIABLE_DEFAULTS if name.endswith("-bar") or name.startswith(("part-", "gauge-")))


def luminance(colour: Color) -> float:
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in colour.normalized]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    light, dark = sorted((luminance(Color.parse(one)), luminance(Color.parse(other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_bundled_themes_load():
    loaded = load_themes([bundled_folder("themes")])
    assert not loaded.failed
    assert {theme.name: theme.dark for theme in loaded.themes} == {
        "tsi-contrast": True,
        "tsi-dark": True,
        "tsi-light": False,
        "tsi-paper": False,
        "tsi-safe": True,
        "tsi-terminal": True,
    }
    assert DEFAULT_THEME in {theme.name for theme in loaded.themes}
    for theme in loaded.themes:
        assert not VARIABLE_DEFAULTS.keys() - theme.variables.keys(), "a bundled theme sets every variable itself"


@pytest.mark.parametrize("theme", [theme for theme in THEMES if not theme.ansi], ids=lambda theme: theme.name)
def test_text_is_readable(theme: Theme):
    colours = {**theme.to_color_system().generate(), **theme.variables}
    grounds = [colours[name] for name in ("background", "surface", "panel")]
    rows = [*grounds, *(colours[name] for name in ROWS)]
    enough = 7 if theme.name == "tsi-contrast" else 4.5
    low = {
        (name, ground): round(contrast(colours[name], ground), 2)
        for names, behind, least in (
            (("foreground", *IN_ROWS), rows, enough),
            (IN_TEXT, grounds, enough),
            (("primary", "success", "warning", "error", "footer-key-foreground"), grounds, enough),
            (("cursor-foreground",), [colours["cursor-background"]], 7),
            (DRAWN, rows, 3),
        )
        for name in names
        for ground in behind
        if contrast(colours[name], ground) < least
    }
    assert not low


def test_the_safe_theme_keeps_good_and_bad_apart_without_red_and_green():
    safe = next(theme for theme in THEMES if theme.name == "tsi-safe")
    good, bad = Color.parse(safe.variables["diff-added"]), Color.parse(safe.variables["diff-removed"])
    assert good.b > good.r
    assert bad.r > bad.b


def test_own_variables_follow_any_theme():
    assert not VARIABLE_DEFAULTS.keys() & Theme("any", "#808080").to_color_system().generate().keys()
    for theme in BUILTIN_THEMES.values():
        assert variable_defaults(theme).keys() == VARIABLE_DEFAULTS.keys()


@pytest.mark.parametrize("name", ["textual-light", "nord", "ansi-dark", *(theme.name for theme in THEMES)])
async def test_every_variable_can_be_used_in_every_theme(stage, name):
    statics = [Static(content("x", f"${variable}")) for variable in VARIABLE_DEFAULTS]
    app = stage(*statics, theme=name)
    app.CSS = "".join(
        f"#v-{variable} {{ color: ${variable}; background: ${variable}; }}" for variable in VARIABLE_DEFAULTS
    )
    for static, variable in zip(statics, VARIABLE_DEFAULTS, strict=True):
        static.id = f"v-{variable}"
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.theme == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('primary = "#112233"\nname = \n', "line 2"),
        ('primery = "#112233"', "unknown key primery: did you mean primary"),
        ('primary = "#112233"\n[variables]\nstate-loded = "red"', "variables.state-loded: did you mean state-loaded"),
        ('primary = "no such colour"', "primary = 'no such colour' is not a colour"),
        ('primary = "red"\naccent = 3', "accent = 3 is not a colour"),
        ('primary = "red"\ndark = "yes"', "dark = 'yes' is not true or false"),
        ('primary = "red"\ntext_alpha = true', "text_alpha = True is not a number"),
        ('primary = "red"\nname = ""', "name = '' is not a name"),
        ('primary = "red"\nvariables = 1', "variables = 1 is not a table"),
        ('primary = "red"\n[variables]\nmuted = "auto of course"', "variables.muted"),
        ('primary = "red"\n[variables]\nlink-style = "fancy"', "variables.link-style = 'fancy' is not a text style"),
        ('primary = "red"\n[variables]\nscrollbar = 12', "variables.scrollbar = 12 is not a colour"),
        ('name = "x"', "primary is missing"),
        (b"primary = '\xff'", "line 1 is not UTF-8"),
    ],
)
def test_a_broken_file_is_a_problem_and_the_others_load(tmp_path, text, message):
    (tmp_path / "broken.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    (tmp_path / "good.toml").write_text('primary = "tomato"\n[variables]\nmuted = "white 60%"\nlink-style = "bold"\n')
    loaded = load_themes([tmp_path])
    assert [theme.name for theme in loaded.themes] == ["good"]
    assert [problem.path.name for problem in loaded.failed] == ["broken.toml"]
    assert message in loaded.failed[0].message


def test_later_folders_win_and_equal_names_in_one_folder_do_not(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        (folder / "mine.toml").write_text(f'name = "mine"\nprimary = "{"red" if folder == first else "blue"}"')
    (first / "other.toml").write_text('name = "mine"\nprimary = "green"')
    loaded = load_themes([first, second, tmp_path / "missing"])
    assert [(theme.name, theme.primary) for theme in loaded.themes] == [("mine", "blue")]
    assert loaded.failed[0].message == 'the name "mine" is taken by mine.toml'


def test_a_directory_that_looks_like_a_theme_is_a_problem(tmp_path):
    (tmp_path / "folder.toml").mkdir()
    assert [problem.path.name for problem in load_themes([tmp_path]).failed] == ["folder.toml"]


def test_the_persons_folder_comes_last(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    bundled, own = theme_folders()
    assert bundled == bundled_folder("themes")
    assert own.name == "themes"
    assert own.parent.name == "tool-search-inspector"
