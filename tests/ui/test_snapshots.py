"""One picture per screen at two sizes, and one per further theme: what a person sees does not change by chance."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from inspector.demo.catalog import listing
from inspector.ui.app import InspectorApp
from inspector.workspace.inputs import Inputs
from inspector.workspace.session import Session
from tests.ui.journeys import settle

TOOLSET = """window = 20000
[tools."analytics/execute_query"]
pin = true
words = "sql select run report numbers"
[tools."files/*"]
words = "disk"
[export.foundry.servers.analytics]
server_url = "https://analytics.example.test/mcp"
"""

SnapCompare = Callable[..., bool]


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], InspectorApp]:
    """The app on two saved listings, with nothing in it that differs from run to run."""
    monkeypatch.chdir(tmp_path)
    for name in ("files", "analytics"):
        Path(f"{name}.json").write_text(json.dumps(listing(name)), encoding="utf-8")
    Path("toolset.toml").write_text(TOOLSET, encoding="utf-8")
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _self: None)
    monkeypatch.setattr("inspector.ui.screens.search.time", SimpleNamespace(perf_counter=lambda: 0.0))

    def build(first: str) -> InspectorApp:
        inputs = Inputs(toolset="toolset.toml", listings=(("", "files.json"), ("", "analytics.json")))
        built = InspectorApp(Session.begin(inputs), first=first)
        built.animation_level = "none"
        return built

    return build


def until_settled(query: str = "", theme: str = "") -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Return what is done before the picture: type the query, choose the theme, wait."""

    async def act(pilot: Pilot[Any]) -> None:
        assert isinstance(pilot.app, InspectorApp)
        await settle(pilot.app, pilot)
        if theme:
            pilot.app.theme = theme
        for field in pilot.app.screen.query("#query").results(Input):
            field.value = query
        await pilot.pause(0.2)
        await settle(pilot.app, pilot)

    return act


@pytest.mark.parametrize("screen", ["servers", "tools", "search", "prompt", "export"])
@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])
def test_screen(
    app: Callable[[str], InspectorApp], snap_compare: SnapCompare, screen: str, size: tuple[int, int]
) -> None:
    assert snap_compare(app(screen), terminal_size=size, run_before=until_settled("run a query zzz"))


@pytest.mark.parametrize("theme", ["tsi-light", "tsi-contrast", "tsi-safe"])
def test_theme(app: Callable[[str], InspectorApp], snap_compare: SnapCompare, theme: str) -> None:
    assert snap_compare(app("search"), terminal_size=(100, 24), run_before=until_settled("write file", theme))
