"""What the app asks before a project's remote server is sent variables of the person's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.workspace.inputs import Inputs
from tests.ui.conftest import screen_text
from tests.ui.journeys import opened, settle


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_variables_are_sent_only_after_a_yes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TSI_TEST_TOKEN", "sesame")
    (tmp_path / "toolset.toml").write_text(
        '[servers.far]\nurl = "http://127.0.0.1:9/mcp?a=b"\nheaders = { Authorization = "Bearer ${TSI_TEST_TOKEN}" }\n',
        encoding="utf-8",
    )
    async with opened(Inputs(), size=size) as (app, pilot):
        assert [report.state for report in app.session.reports.values()] == ["untrusted"]
        assert "Nothing was started or sent." in screen_text(app)
        await pilot.press("t")
        for _ in range(100):
            if "Connect to “far”?" in screen_text(app):
                break
            await pilot.pause(0.05)
        shown = screen_text(app)
        for words in ("sends   TSI_TEST_TOKEN", "to      http://127.0.0.1:9/mcp?a=…", "headers Authorization"):
            assert words in shown
        assert "sesame" not in shown
        await pilot.press("y")
        await settle(app, pilot)
        (report,) = app.session.reports.values()
        assert report.state == "failed"
        assert "nothing accepts connections" in report.problem
