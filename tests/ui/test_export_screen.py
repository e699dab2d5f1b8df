"""The Export screen: forms of a target, the entry a client needs, and what a target carries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inspector.export import exporters
from inspector.ui.app import InspectorApp
from inspector.ui.widgets.code_view import CodeView
from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.workspace.inputs import Inputs
from tests.ui.conftest import screen_text
from tests.ui.journeys import demo_toolset, opened, settle, type_text


def at(app: InspectorApp, target: str) -> None:
    app.screen.query_one("#target-table", VirtualTable).move_to(target)


def text(app: InspectorApp) -> str:
    return app.screen.query_one("#export-view", CodeView).text


async def choose(app: InspectorApp, pilot: Any, key: str, words: str) -> None:
    await pilot.press(key)
    await pilot.pause()
    await type_text(pilot, words)
    await pilot.press("enter")
    await settle(app, pilot)


async def test_another_form_of_a_target(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="export") as (app, pilot):
        at(app, "foundry")
        await settle(app, pilot)
        assert text(app).lstrip().startswith("{")
        await choose(app, pilot, "o", "python")
        assert "import" in text(app)
        assert "form python" in screen_text(app)


async def test_a_proxy_with_the_entry_of_a_client(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="export") as (app, pilot):
        at(app, "fastmcp")
        await settle(app, pilot)
        await choose(app, pilot, "n", "cursor")
        await pilot.press("f", "f")
        await settle(app, pilot)
        assert "mcpServers" in text(app)
        assert "file 3 of 3" in screen_text(app)


async def test_what_has_no_forms_or_clients_says_so(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="export") as (app, pilot):
        at(app, "litellm")
        await settle(app, pilot)
        await pilot.press("o", "n")
        await settle(app, pilot)
        said = " ".join(notice.message for notice in app._notifications)
        assert "one form only" in said
        assert "Only proxies have client entries" in said


async def test_every_target_can_be_looked_at(tmp_path: Path) -> None:
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="export") as (app, pilot):
        for target in exporters():
            at(app, target)
            await settle(app, pilot)
            assert text(app).strip(), target


async def test_a_file_the_person_has_is_merged_into(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('# mine\nmodel = "gpt-5.5"\n', encoding="utf-8")
    async with opened(Inputs(toolset=str(demo_toolset(tmp_path))), first="export") as (app, pilot):
        at(app, "codex")
        await settle(app, pilot)
        await pilot.press("m")
        await pilot.pause()
        await pilot.press("ctrl+u")
        await type_text(pilot, str(config))
        await pilot.press("enter")
        await pilot.pause(0.3)
        assert "Write these changes" in screen_text(app)
        app.screen.dismiss("write")
        await settle(app, pilot)
        await pilot.pause(0.2)
    merged = config.read_text(encoding="utf-8")
    assert merged.startswith('# mine\nmodel = "gpt-5.5"\n')
    assert "[mcp_servers.files]" in merged
    assert (tmp_path / "config.toml.bak").exists()
