"""The header: all of it where there is room, the essentials at 80 columns."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from inspector.ui.widgets.status_header import HeaderValues, StatusHeader

VALUES = HeaderValues(
    host="claude-code",
    version="2.1.332",
    label="measured",
    model="claude-sonnet-5",
    window=200_000,
    tools=481,
    deferred=468,
    pinned=13,
    loaded_tokens=4_098,
    whole_tokens=93_742,
    share=0.02049,
    unsaved=True,
    exact=True,
)


def lines(values, width):
    header = StatusHeader()
    header.set_reactive(StatusHeader.values, values)
    return [line.plain for line in header.lines(width)]


def test_all_of_it_on_one_line():
    (line,) = lines(VALUES, 178)
    assert line.startswith("tsi   claude-code 2.1.332 measured · claude-sonnet-5 · 200k   ")
    assert line.endswith(
        "481 tools   ○ 468 deferred  ◆ 13 pinned   4.1k of 93.7k tokens  2.0\u00a0% of window   ● unsaved"
    )


@pytest.mark.parametrize("width", [20, 40, 60, 78, 97, 98, 118, 138, 198])
def test_the_essentials_at_any_width(width):
    shown = lines(VALUES, width)
    assert len(shown) == (1 if width >= 98 else 2)
    text = " ".join(shown)
    assert all(cell_len(line) <= width for line in shown) or width < 40
    if width >= 40:
        for part in ("claude-code", "481 tools", "2.0\u00a0%", "● unsaved"):
            assert part in text


def test_figures_keep_their_place_when_something_is_edited():
    for width in (78, 118, 158):
        saved, unsaved = lines(replace(VALUES, unsaved=False), width), lines(VALUES, width)
        assert [line.replace("● unsaved", " " * 9) for line in unsaved] == saved


def test_an_estimate_is_marked():
    assert "≈ 4.1k of" in lines(replace(VALUES, exact=False), 158)[0]
    assert "≈" not in lines(VALUES, 158)[0]


def test_no_model_and_a_long_one():
    assert "measured · 200k" in lines(replace(VALUES, model=None), 158)[0]
    for width in (78, 118):
        shown = lines(replace(VALUES, model="m" * 200, host="h" * 200), width)
        assert all(cell_len(line) <= width for line in shown)
        assert "● unsaved" in shown[0]


async def test_it_takes_two_lines_when_narrow(stage, shown):
    header = StatusHeader()
    app = stage(header)
    async with app.run_test(size=(120, 24)) as pilot:
        assert "tsi" in shown(app)
        header.show(VALUES)
        await pilot.pause()
        assert header.size.height == 1
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert header.size.height == 2
        assert "481 tools" in shown(app).split("\n")[1]
        assert "about" not in str(header.tooltip)
