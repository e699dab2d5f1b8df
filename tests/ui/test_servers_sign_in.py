"""Signing in from the Servers screen, against a local authorization server."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path

import pytest

from inspector.ui.app import InspectorApp
from inspector.workspace.inputs import Inputs
from tests.sources.oauth_server import oauth_server
from tests.ui.conftest import screen_text
from tests.ui.journeys import opened, settle
from tests.ui.test_servers_screen import SIZES, states, until


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A browser that follows every address to its end; the addresses it was given."""
    addresses: list[str] = []

    def follow(url: str) -> bool:
        addresses.append(url)
        with urllib.request.urlopen(url, timeout=5) as page:
            page.read()
        return True

    monkeypatch.setenv("BROWSER", "of the test")
    monkeypatch.setattr("webbrowser.open", follow)
    return addresses


@pytest.mark.parametrize("size", SIZES)
async def test_signing_in_connects(tmp_path: Path, browser: list[str], size: tuple[int, int]) -> None:
    with oauth_server() as server:
        config = tmp_path / "mcp.json"
        config.write_text(json.dumps({"mcpServers": {"box": {"url": server.url}}}), encoding="utf-8")
        async with opened(Inputs(configs=(str(config),)), size=size) as (app, pilot):
            assert "s sign in" in screen_text(app)
            await pilot.press("s")
            for _ in range(100):
                await pilot.pause(0.05)
                await settle(app, pilot)
                if states(app) == ["ready"]:
                    break
            assert states(app) == ["ready"]
            assert len(browser) == 1
            assert "s sign in" not in screen_text(app)


async def test_a_sign_in_can_be_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with oauth_server() as server:
        config = tmp_path / "mcp.json"
        config.write_text(json.dumps({"mcpServers": {"box": {"url": server.url}}}), encoding="utf-8")
        async with opened(Inputs(configs=(str(config),))) as (app, pilot):
            for way in ("escape", "s"):
                await pilot.press("s")
                shown = await until(pilot, "waiting for the browser")
                assert "/authority/authorize" in shown
                assert "cancel sign-in" in shown
                await pilot.press(way)
                for _ in range(100):
                    await pilot.pause(0.05)
                    if "waiting for the browser" not in screen_text(app):
                        break
                assert "waiting for the browser" not in screen_text(app)
                assert states(app) == ["failed"]


async def test_what_goes_wrong_in_a_sign_in_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(InspectorApp, "say", lambda self, text, title="", severity="": said.append(f"{title}: {text}"))

    async def broken(spec: object, **_: object) -> None:
        raise ValueError("not foreseen")

    monkeypatch.setattr("inspector.ui.screens.server_actions.sign_in", broken)
    with oauth_server() as server:
        config = tmp_path / "mcp.json"
        config.write_text(json.dumps({"mcpServers": {"box": {"url": server.url}}}), encoding="utf-8")
        async with opened(Inputs(configs=(str(config),))) as (app, pilot):
            await pilot.press("s")
            await settle(app, pilot)
            await settle(app, pilot)
            assert said == ["Not done: ValueError: not foreseen"]
            assert "signing in" not in screen_text(app)
