"""The door for foreign text: nothing that went through it is obeyed by Textual or a terminal."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len
from textual.widgets import Static

from inspector.cli.terminal import one_line
from inspector.foreign_text import HOSTILE, disarm
from inspector.ui.dialogs import Choice, Choose, Confirm, EditText, Option
from inspector.ui.text import content, content_line, cut, disarmed, disarmed_line, fitted
from inspector.ui.widgets.code_view import CodeView
from inspector.ui.widgets.status_header import HeaderValues, StatusHeader
from inspector.ui.widgets.threshold_gauge import GaugeValues, ThresholdGauge
from inspector.ui.widgets.virtual_table import Column, Rows, VirtualTable

_DANGEROUS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def test_every_door_shows_markup_and_controls_literally(hostile):
    for shown in (
        disarmed(hostile),
        disarmed_line(hostile),
        content(hostile).plain,
        content_line(hostile).plain,
    ):
        assert "[/x] [link=file:///etc/passwd]click[/link] [red]list[str]" in shown
        assert "␛[31mESC" in shown
        assert "\\u{202e}override" in shown
        assert not _DANGEROUS.search(shown)
        assert not HOSTILE.search(shown)


def test_lines_are_kept_or_joined():
    assert disarmed("a\r\nb\tc") == "a\nb    c"
    assert disarmed_line(" a\r\n\n b\tc ") == "a b c"
    assert content("a\nb").plain == "a\nb"


def test_no_span_of_ours_reaches_foreign_text_unasked(hostile):
    assert content(hostile).spans == []
    assert content("x", "$muted").spans[0].style == "$muted"


def test_the_command_line_and_the_app_disarm_the_same(hostile):
    assert one_line(hostile) == disarmed_line(hostile)
    assert disarm("\x1b\x7f\u202e") == "␛␡\\u{202e}"


@pytest.mark.parametrize("width", [0, 1, 2, 3, 7, 8, 80])
def test_a_cut_never_exceeds_its_width(width):
    for text in ("汉字汉字汉字", "plain text that goes on", "e\u0301" * 20, "👍🏽" * 9):
        assert cell_len(cut(text, width)) <= width
        assert cell_len(fitted(text, width)) == width
        assert cell_len(fitted(text, width, right=True)) == width


def test_a_cut_says_that_it_cut():
    assert cut("abcdef", 4) == "abc…"
    assert cut("abcd", 4) == "abcd"
    assert disarmed_line("x" * 10_000, 10) == "x" * 9 + "…"
    # Much white space at the beginning hides nothing of what comes after it.
    assert disarmed_line("a" + " " * 5000 + "b", 10) == "a b"


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_hostile_text_is_shown_disarmed_everywhere(stage, shown, hostile, size):
    table = VirtualTable((Column("a", "a"), Column("b", "b", 20, "right")), empty_text="none")
    view, header, gauge, static = CodeView(), StatusHeader(), ThresholdGauge(), Static()
    gauge.styles.max_height = 6
    app = stage(header, gauge, static, table, view)
    async with app.run_test(size=size) as pilot:
        # Straight into the table as well: a caller who forgot the door must not break the screen either.
        rows = [(hostile, (hostile, content_line(hostile))), ("2", (content_line(hostile), content(hostile)))]
        table.show(Rows(rows, {1: hostile}))
        view.show(hostile + "\n" + hostile * 50, "json")
        static.update(content(hostile))
        header.show(HeaderValues(hostile, hostile, "measured", hostile, 1, 2, 3, 4, 5, 6, 0.5, True, False))
        gauge.show(GaugeValues(5, 3, hostile, True, hostile, hostile, hostile))
        await pilot.pause()
        screen = shown(app)
        assert "[/x] [link=" in screen
        assert not _DANGEROUS.search(screen)
        assert all(cell_len(line) == size[0] for line in screen.split("\n"))
        screen.encode()


async def test_hostile_text_in_dialogs(stage, shown, hostile):
    app = stage()
    long = hostile * 60
    async with app.run_test(size=(80, 24)) as pilot:
        for dialog in (
            Confirm(hostile, long, [Choice("a", hostile), Choice("b", hostile)]),
            Choose(hostile, [Option(hostile, hostile, long), Option("b", long, hostile)], hostile),
            EditText(hostile, hostile, hostile, hostile, check=lambda _: hostile),
        ):
            app.push_screen(dialog)
            await pilot.pause()
            if isinstance(dialog, EditText):
                await pilot.press("enter")
                await pilot.pause()
            screen = shown(app)
            assert "[/x]" in screen
            assert not _DANGEROUS.search(screen)
            await pilot.press("escape")
            await pilot.pause()
