"""The toolset's file, written by somebody else: it is said, taken over on a key, and never lost by saving."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.tuning.edits import SetPin
from inspector.tuning.load import read_tuning
from inspector.ui.app import InspectorApp
from inspector.workspace.inputs import Inputs
from tests.ui.journeys import opened, saved_listing, settle

TOOLS = [{"name": name, "inputSchema": {"type": "object"}} for name in ("a", "b")]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything that was told."""
    told: list[str] = []
    monkeypatch.setattr(InspectorApp, "say", lambda self, text, title="", severity="": told.append(f"{title}: {text}"))
    return told


def inputs(folder: Path, text: str) -> Inputs:
    (folder / "toolset.toml").write_text(text, encoding="utf-8")
    return Inputs(toolset=str(folder / "toolset.toml"), listings=(("", str(saved_listing(folder, TOOLS, "s"))),))


async def test_a_change_is_said_once_and_taken_over_beneath_edits(tmp_path: Path, said: list[str]) -> None:
    async with opened(inputs(tmp_path, "window = 9000\n")) as (app, pilot):
        app.edit(SetPin("s/a", True))
        await settle(app, pilot)
        await app.file_watch.look()
        assert said == []
        inputs(tmp_path, 'window = 8000\n[tools."s/b"]\npin = true\n')
        await app.file_watch.look()
        await app.file_watch.look()
        assert len(said) == 1
        assert "window" in said[0]
        assert "ctrl+r" in said[0]
        assert app.session.tuning.window == 9000, "nothing is taken over unasked"
        await pilot.press("ctrl+r")
        await settle(app, pilot)
        assert app.session.tuning.window == 8000
        assert {tool for tool, edits in app.session.tuning.edits.items() if edits.pin} == {"s/a", "s/b"}
        assert app.session.unsaved
        await app.file_watch.look()
        assert len(said) == 2


async def test_saving_takes_over_what_changed_and_says_so(tmp_path: Path, said: list[str]) -> None:
    async with opened(inputs(tmp_path, "window = 9000\n")) as (app, pilot):
        app.edit(SetPin("s/a", True))
        await settle(app, pilot)
        inputs(tmp_path, "window = 8000\n")
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        written = read_tuning(str(tmp_path / "toolset.toml")).tuning
        assert (written.window, written.edits["s/a"].pin) == (8000, True)
        assert app.session.tuning.window == 8000, "what is shown is what was written"
        assert not app.session.unsaved
        assert any("had changed" in each for each in said)


async def test_a_damaged_or_missing_file_is_no_news_but_said_when_asked(tmp_path: Path, said: list[str]) -> None:
    async with opened(inputs(tmp_path, "window = 9000\n")) as (app, pilot):
        (tmp_path / "toolset.toml").write_text("window = \n", encoding="utf-8")
        await app.file_watch.look()
        assert said == []
        await pilot.press("ctrl+r")
        await settle(app, pilot)
        assert said
        (tmp_path / "toolset.toml").unlink()
        await app.file_watch.look()
        assert len(said) == 1
