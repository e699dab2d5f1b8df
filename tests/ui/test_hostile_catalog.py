"""A hostile tool changes nothing but its own text: frame, columns and the rows of others stay as they are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.widgets import Input

from inspector.workspace.inputs import Inputs
from tests.ui.conftest import screen_text
from tests.ui.journeys import opened, saved_listing, settle

TEXTS = {
    "markup": "[/x][red on blue]red[/] [@click=app.exit]exit[/] [link=file:///etc/passwd]x[/link]",
    "escapes": "\x1b[2J\x1b[31mred\x1b]0;title\x07\x1b[?1049l\x9b31m",
    "bidi": "\u202egnp.exe\u202c \u2066iso\u2069 \u200frtl \u05d0\u05d1\u05d2",
    "invisible": "a\u200bb\u200cc\u2060d\ufeffe\U000e0041\u00adf",
    "lines": "one\r\ntwo\nthree\tfour\x0bfive\u2028six\u2029seven\x85eight",
    "long": "x" * 10_000,
    "emoji": "👩\u200d👩\u200d👧\u200d👦 🏳️\u200d🌈 🇩🇪 👍🏽 1️⃣ ☠️",
    "wide": "获取现货行情" * 200 + "ｆｕｌｌ ｗｉｄｔｈ 한국어 ﷽",
    "combining": "Z" + "\u0300\u0301\u0302\u0303\u0488" * 40,
}
"""By what they try."""

FORBIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\U000e0041]"
)


def tool(name: str, text: str) -> dict[str, Any]:
    return {
        "name": name,
        "title": text,
        "description": f"find {text}",
        "inputSchema": {"type": "object", "properties": {text[:200]: {"type": text[:200], "description": text}}},
    }


async def lines_of(folder: Path, screen: str, size: tuple[int, int], bad: str) -> list[str]:
    """Return what the terminal shows with a tool called `bad` between two ordinary ones, the cursor on the first."""
    tools = [tool("alpha_find", "ordinary"), tool(bad, bad), tool("omega_find", "ordinary")]
    listing = saved_listing(folder, tools)
    async with opened(Inputs(listings=(("", str(listing)),)), size=size, first=screen) as (app, pilot):
        for field in app.screen.query("#query").results(Input):
            field.value = "find"
        await pilot.pause(0.2)
        await settle(app, pilot)
        return screen_text(app).split("\n")


@pytest.mark.parametrize(("screen", "size"), [("tools", (120, 36)), ("search", (80, 24))])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
async def test_only_its_own_text_changes(tmp_path: Path, text: str, screen: str, size: tuple[int, int]) -> None:
    usual = await lines_of(tmp_path, screen, size, "quite_ordinary")
    hostile = await lines_of(tmp_path, screen, size, text)
    assert len(hostile) == len(usual) == size[1]
    for line in hostile:
        assert not FORBIDDEN.search(line)
        assert cell_len(line) == size[0], "every line is as wide as the screen"
    for other in ("alpha_find", "omega_find"):
        rows = [[at for at, line in enumerate(lines) if other in line] for lines in (usual, hostile)]
        assert rows[0] == rows[1], "the other tools stand where they stood"
    frames = [[(at, line[0], line[-1]) for at, line in enumerate(lines) if at > 2] for lines in (usual, hostile)]
    assert frames[0] == frames[1], "the frame is whole"
    assert hostile[-1] == usual[-1], "the keys are the same"


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
async def test_its_detail_is_shown_within_its_pane(tmp_path: Path, text: str) -> None:
    listing = saved_listing(tmp_path, [tool(text, text)])
    async with opened(Inputs(listings=((text[:300], str(listing)),)), first="tools") as (app, pilot):
        for key in ("d", "a", "x", "c", "b", "v"):
            await pilot.press(key)
            await settle(app, pilot)
            lines = screen_text(app).split("\n")
            assert not any(FORBIDDEN.search(line) for line in lines), key
            assert {cell_len(line) for line in lines} == {120}, key
