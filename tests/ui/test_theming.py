"""Choosing a theme: seen at once, kept for the next start, and the terminal's own colours where it has few."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.ui.app import InspectorApp
from inspector.ui.screens.base import SessionScreen
from inspector.ui.theme import DEFAULT_THEME, SIXTEEN_COLOURS
from inspector.ui.theming import fitting_theme
from inspector.user_folders import user_config, user_data
from inspector.workspace.inputs import Inputs
from inspector.workspace.remembered import remember_theme, remembered_theme
from inspector.workspace.session import Session
from tests.ui.journeys import opened, saved_listing, settle, type_text

TOOLS: list[dict[str, Any]] = [{"name": "read", "description": "Read", "inputSchema": {"type": "object"}}]


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def app_over(folder: Path) -> InspectorApp:
    app = InspectorApp(Session.begin(Inputs(listings=(("", str(saved_listing(folder, TOOLS))),))))
    app.animation_level = "none"
    app.remembers = True
    return app


async def test_a_chosen_theme_is_seen_while_choosing_and_kept_for_the_next_start(tmp_path: Path):
    app = app_over(tmp_path)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        await pilot.press("ctrl+t")
        await pilot.pause()
        await type_text(pilot, "paper")
        await pilot.pause()
        assert app.theme == "tsi-paper", "it is shown before it is chosen"
        await pilot.press("escape")
        await pilot.pause()
        assert app.theme == DEFAULT_THEME
        assert remembered_theme() == "", "looking is not choosing"
        await pilot.press("ctrl+t")
        await pilot.pause()
        await type_text(pilot, "paper")
        await pilot.press("enter")
        await pilot.pause()
        assert remembered_theme() == "tsi-paper"
    again = app_over(tmp_path)
    async with again.run_test(size=(100, 30)) as pilot:
        await settle(again, pilot)
        assert again.theme == "tsi-paper"


async def test_a_theme_switched_to_in_any_other_way_is_kept_too(tmp_path: Path):
    app = app_over(tmp_path)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        app.theme = "nord"
        await pilot.pause()
    assert remembered_theme() == "nord"


async def test_an_own_theme_is_found_and_one_that_is_gone_is_said(tmp_path: Path):
    own = user_config("themes")
    own.mkdir(parents=True)
    (own / "mine.toml").write_text('primary = "#aa3355"\nansi = true\n', encoding="utf-8")
    remember_theme("mine")
    app = app_over(tmp_path)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        assert app.theme == "mine"
    (own / "mine.toml").unlink()
    app = app_over(tmp_path)
    async with app.run_test(notifications=True) as pilot:
        await settle(app, pilot)
        assert app.theme == DEFAULT_THEME
        assert any("mine" in notice.message for notice in app._notifications)


def test_what_cannot_be_read_is_as_if_nothing_was_remembered():
    user_data().mkdir(parents=True)
    for text in ('theme = "x', "theme = 3"):
        user_data("app.toml").write_text(text, encoding="utf-8")
        assert remembered_theme() == ""


def test_a_terminal_of_sixteen_colours_gets_its_own():
    assert fitting_theme("standard") == SIXTEEN_COLOURS
    assert {fitting_theme(colours) for colours in ("256", "truecolor", None)} == {DEFAULT_THEME}


async def test_a_screen_in_the_background_fits_when_it_comes_to_the_front(tmp_path: Path):
    inputs = Inputs(listings=(("", str(saved_listing(tmp_path, TOOLS))),))
    async with opened(inputs, size=(170, 40), first="tools") as (app, pilot):
        assert app.screen.has_class("-wide")
        await pilot.press("1")
        await settle(app, pilot)
        await pilot.resize_terminal(80, 24)
        await pilot.press("2")
        await settle(app, pilot)
        assert isinstance(app.screen, SessionScreen)
        assert app.screen.has_class("-narrow")
        assert not app.screen.has_class("-wide")
