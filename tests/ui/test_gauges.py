"""Threshold gauge and token bar: the numbers on them are the numbers given."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from inspector.ui.widgets.threshold_gauge import GaugeValues, ThresholdGauge
from inspector.ui.widgets.token_bar import TokenBar, TokenPart

ABOVE = GaugeValues(93_742, 12_800, "tokens", True, "defer: 93,742 > 12,800", "a window of 937,420", "measured")


def drawn(widget, values, width):
    widget.set_reactive(type(widget).values, values)
    return [line.plain for line in widget.lines(width)]


def test_above_the_limit():
    lines = drawn(ThresholdGauge(), ABOVE, 70)
    assert lines[0] == "counted   93,742  tokens"
    assert lines[1] == "limit     12,800"
    assert lines[2].endswith(" 7.3 × the limit")
    assert cell_len(lines[2]) == 70
    assert lines[2].index("┃") == round(12_800 / 93_742 * (70 - len(" 7.3 × the limit")))
    assert lines[3] == "decision  ○ deferred  measured"
    assert lines[4:] == ["because   defer: 93,742 > 12,800", "flips at  a window of 937,420"]


def test_below_the_limit_and_without_one():
    below = drawn(ThresholdGauge(), GaugeValues(64, 128, "tokens", False, "r", "", "documented"), 60)
    assert re.search(r"^█+ +┃ 0\.50 × the limit$", below[2])
    assert below[3] == "decision  ● loaded  documented"
    assert len(below) == 5
    without = drawn(ThresholdGauge(), GaugeValues(3, None, "tools", True, "always", "never", "documented"), 60)
    assert without[1] == "limit     none: the host has no threshold"
    assert not any("┃" in line for line in without)


@pytest.mark.parametrize(("counted", "limit"), [(0, 10), (10, 10), (11, 10), (10**9, 1), (5, 0), (0, 0)])
@pytest.mark.parametrize("width", [12, 30, 46, 120])
def test_extreme_numbers_fit(counted, limit, width):
    lines = drawn(ThresholdGauge(), GaugeValues(counted, limit, "t", True, "word " * 30, "x", "measured"), width)
    marked = next(line for line in lines if "┃" in line)
    assert cell_len(marked) == width or width < 40
    assert "▏" not in marked or counted


def test_sentences_wrap_under_themselves():
    lines = drawn(ThresholdGauge(), GaugeValues(1, None, "t", True, "some words " * 9, "x", "measured"), 40)
    rule = [line for line in lines if "words" in line]
    assert len(rule) > 2
    assert all(line.startswith(" " * 10) for line in rule[1:])


def test_the_parts_sum():
    parts = tuple(TokenPart(*part) for part in (("name", 9), ("description", 11), ("schema", 132), ("overhead", 3)))
    bar, legend = drawn(TokenBar(), parts, 78)
    assert bar == "█" * 78
    assert legend == "■ name 9   ■ description 11   ■ schema 132   ■ overhead 3   = 155"
    narrow = drawn(TokenBar(), parts, 30)
    assert all(cell_len(line) <= 30 for line in narrow)
    assert " ".join(narrow[1:]).count("■") == 4
    assert drawn(TokenBar(), (TokenPart("name", 0),), 30)[1] == "■ name 0   = 0"


async def test_they_show_what_they_are_given(stage, shown):
    gauge, bar = ThresholdGauge(), TokenBar()
    app = stage(gauge, bar)
    async with app.run_test(size=(80, 24)) as pilot:
        gauge.show(ABOVE)
        bar.show([("name", 1500), ("schema", 2)], exact=False)
        await pilot.pause()
        assert "7.3 × the limit" in shown(app)
        assert "≈ 1,502" in shown(app)
        assert gauge.size.height == 6
        gauge.show(None)
        bar.show(())
        await pilot.pause()
        assert not shown(app).strip()
