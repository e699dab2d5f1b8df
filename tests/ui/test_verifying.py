"""Verifying with the installed client from the app, and being told that it is another version."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from textual.app import App
from textual.worker import WorkerCancelled

from inspector.ui.commands import app_commands
from inspector.ui.dialogs.verify import Verify
from inspector.workspace.inputs import Inputs
from tests.ui.conftest import screen_text
from tests.ui.journeys import opened, settle
from tests.verification.conftest import LISTINGS, Program, program

__all__ = ["program"]


def inputs(folder: Path, host: str) -> Inputs:
    (folder / "catalog.json").write_text(json.dumps([each.to_json() for each in LISTINGS]), encoding="utf-8")
    return Inputs(catalogs=(str(folder / "catalog.json"),), hosts=(host,))


def on_path(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setenv("PATH", f"{Path(path).parent}{os.pathsep}{os.environ['PATH']}")


async def done(app: App[int]) -> str:
    """Wait for the verification, and return the screen."""
    for worker in list(app.workers):
        if worker.group == "verify":
            await worker.wait()
    return screen_text(app)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_what_agrees_and_what_differs_is_shown(
    tmp_path: Path, program: Program, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    on_path(monkeypatch, program("claude", suffix=" [bold]more[/]"))
    async with opened(inputs(tmp_path, "claude-code"), size=size) as (app, pilot):
        app.action_verify()
        await pilot.pause()
        assert isinstance(app.screen, Verify)
        shown = await done(app)
        await pilot.pause()
        shown = screen_text(app)
        assert "Claude Code 9.8.7 does not do all" in shown
        assert "≠ definitions" in shown
        assert "0 of 3 equal" in shown
        body = app.screen._result.plain
        assert 'client       "find an order [bold]more[/]"' in body
        await pilot.press("escape")
        assert not isinstance(app.screen, Verify)


async def test_leaving_ends_the_client(tmp_path: Path, program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "pids"
    on_path(monkeypatch, program("claude", hangs=str(told)))
    async with opened(inputs(tmp_path, "claude-code")) as (app, pilot):
        app.action_verify()
        while not (told.exists() and told.read_text(encoding="utf-8")):
            await pilot.pause(0.05)
        await pilot.press("escape")
        await pilot.pause()
        for worker in list(app.workers):
            if worker.group == "verify":
                with pytest.raises(WorkerCancelled):
                    await worker.wait()
    for pid in told.read_text(encoding="utf-8").split():
        assert not Path(f"/proc/{pid}/cmdline").exists() or not Path(f"/proc/{pid}/cmdline").read_bytes()


async def test_a_missing_client_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(inputs(tmp_path, "codex")) as (app, pilot):
        monkeypatch.setenv("PATH", str(tmp_path))
        app.action_verify()
        await pilot.pause()
        await done(app)
        await pilot.pause()
        shown = screen_text(app)
        assert "Codex CLI is not installed" in shown
        assert "npm install -g @openai/codex" in shown


async def test_only_clients_that_can_be_asked_are_offered(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path, "claude-code")) as (app, pilot):
        assert "Verify: with the installed client" in [each.title for each in app_commands(app)]
        app.set_value("host", "foundry")
        await settle(app, pilot)
        assert "Verify: with the installed client" not in [each.title for each in app_commands(app)]


@pytest.mark.parametrize(("version", "remark"), [("9.8.7", "installed: 9.8.7"), ("2.1.197", ""), ("2.1.332", "")])
async def test_another_version_is_said_in_the_header(
    tmp_path: Path, program: Program, monkeypatch: pytest.MonkeyPatch, version: str, remark: str
) -> None:
    on_path(monkeypatch, program("claude", version))
    async with opened(inputs(tmp_path, "claude-code"), size=(160, 40)) as (app, pilot):
        assert app.clients.remark(app.session.host) == "", "nobody is asked before the app may"
        app.clients.begin()
        await app.clients.look(app.session.host)
        await pilot.pause()
        assert app.clients.remark(app.session.host) == remark
        assert ("installed: 9.8.7" in screen_text(app).split("\n")[0]) is bool(remark)
