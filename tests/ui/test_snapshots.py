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
from inspector.workspace.approved import approve
from inspector.workspace.inputs import Inputs
from inspector.workspace.session import Session
from tests.ui.journeys import settle, type_text

TOOLSET = """window = 20000
[tools."analytics/execute_query"]
pin = true
words = "sql select run report numbers"
[tools."files/*"]
words = "disk"
[export.foundry.servers.analytics]
server_url = "https://analytics.example.test/mcp"
"""

SUITE = """[[case]]
query = "run a report"
relevant = ["analytics/execute_query"]
[[case]]
query = "put the notes into a new document"
relevant = ["files/write_file"]
[[case]]
query = "who changed this"
relevant = ["files/get_file_info"]
"""

SCRIPT = """title = "a report"
[[turn]]
say = "How many orders did we get?"
search = "run a query"
calls = ["analytics/execute_query", "files/write_file"]
[[turn]]
say = "And the day before?"
search = "run a query"
calls = ["analytics/execute_query"]
"""
OPENED = {"session": ("a file", "script.toml"), "suite": ("asked.toml",)}
"""What is typed on a screen, after ``o``, before its picture."""

SnapCompare = Callable[..., bool]


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], InspectorApp]:
    """The app on two saved listings, with nothing in it that differs from run to run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("files", "analytics"):
        Path(f"{name}.json").write_text(json.dumps(listing(name)), encoding="utf-8")
    Path("toolset.toml").write_text(TOOLSET, encoding="utf-8")
    Path("script.toml").write_text(SCRIPT, encoding="utf-8")
    Path("asked.toml").write_text(SUITE, encoding="utf-8")
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _self: None)
    monkeypatch.setattr("inspector.ui.found.time", SimpleNamespace(perf_counter=lambda: 0.0))

    def build(first: str) -> InspectorApp:
        inputs = Inputs(toolset="toolset.toml", listings=(("", "files.json"), ("", "analytics.json")))
        if first == "changes":
            approve_earlier(inputs)
        built = InspectorApp(Session.begin(inputs), first=first)
        built.animation_level = "none"
        return built

    return build


def approve_earlier(inputs: Inputs) -> None:
    """Approve the tools as they might have been: one under another name, one with another description, one missing."""
    now = Path("files.json").read_text(encoding="utf-8")
    earlier = json.loads(now)
    earlier["tools"][0]["description"] = "Read it."
    earlier["tools"][1]["name"] += "_old"
    del earlier["tools"][2]
    Path("files.json").write_text(json.dumps(earlier), encoding="utf-8")
    approve(Session.begin(inputs), "2026-01-01T00:00:00+00:00")
    Path("files.json").write_text(now, encoding="utf-8")


def until_settled(
    query: str = "", theme: str = "", open: tuple[str, ...] = ()
) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Return what is done before the picture: type the query, choose the theme, wait."""

    async def act(pilot: Pilot[Any]) -> None:
        assert isinstance(pilot.app, InspectorApp)
        await settle(pilot.app, pilot)
        if theme:
            pilot.app.theme = theme
        for at, text in enumerate(open):
            await pilot.press(*([] if at else ["o"]))
            await pilot.pause()
            await type_text(pilot, text)
            await pilot.press("enter")
            await settle(pilot.app, pilot)
        for field in pilot.app.screen.query("#query").results(Input):
            field.value = query
        await pilot.pause(0.2)
        await settle(pilot.app, pilot)

    return act


@pytest.mark.parametrize("screen", ["servers", "tools", "search", "prompt", "suite", "session", "export", "changes"])
@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])
def test_screen(
    app: Callable[[str], InspectorApp], snap_compare: SnapCompare, screen: str, size: tuple[int, int]
) -> None:
    assert snap_compare(
        app(screen), terminal_size=size, run_before=until_settled("run a query zzz", open=OPENED.get(screen, ()))
    )


@pytest.mark.parametrize("theme", ["tsi-light", "tsi-paper", "tsi-contrast", "tsi-safe"])
def test_theme(app: Callable[[str], InspectorApp], snap_compare: SnapCompare, theme: str) -> None:
    assert snap_compare(app("search"), terminal_size=(100, 24), run_before=until_settled("write file", theme))
