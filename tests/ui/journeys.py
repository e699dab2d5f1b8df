"""Opening the app on real demo servers or on a saved listing, and waiting until it shows what it knows."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from inspector.ui.app import InspectorApp
from inspector.workspace.inputs import Inputs
from inspector.workspace.session import Session

DEMO = """
window = 20000
[servers.files]
command = "${TSI_PYTHON:-python3}"
args = ["-m", "inspector.demo", "files"]
[servers.analytics]
command = "${TSI_PYTHON:-python3}"
args = ["-m", "inspector.demo", "analytics"]
[export.foundry.servers.analytics]
server_url = "https://analytics.example.test/mcp"
"""
"""A toolset of two demo servers, small enough to start in a moment."""


def demo_toolset(folder: Path, more: str = "") -> Path:
    """Write the toolset to `folder` and return its path."""
    path = folder / "toolset.toml"
    path.write_text(DEMO + more, encoding="utf-8")
    return path


def saved_listing(folder: Path, tools: list[dict[str, Any]], name: str = "gate") -> Path:
    """Write a saved listing to `folder` and return its path."""
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"server": name, "tools": tools}), encoding="utf-8")
    return path


@asynccontextmanager
async def opened(
    inputs: Inputs, size: tuple[int, int] = (120, 36), first: str = "servers"
) -> AsyncIterator[tuple[InspectorApp, Pilot[int]]]:
    """Run the app headless over `inputs` and yield it once every server has answered."""
    app = InspectorApp(Session.begin(inputs), first=first)
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        yield app, pilot


async def settle(app: InspectorApp, pilot: Pilot[int]) -> None:
    """Wait until connecting, deriving, searching and exporting are done and drawn."""
    await pilot.pause()
    await app.settled()
    await pilot.pause()
    await app.settled()
    await pilot.pause()


async def type_text(pilot: Pilot[int], text: str) -> None:
    """Type `text`, character by character."""
    names = {" ": "space", "_": "underscore", "/": "slash", ".": "full_stop", ":": "colon", ",": "comma", "-": "minus"}
    await pilot.press(*(names.get(character, character) for character in text))
