"""Bars, token counts and shares as the screens write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.ui.bars import bar, grouped, part_widths, percent, short_tokens, times


@pytest.mark.parametrize(
    ("share", "width", "drawn"),
    [
        (0, 4, "    "),
        (1, 4, "████"),
        (0.5, 4, "██  "),
        (0.0001, 4, "▏   "),
        (0.9999, 4, "███▉"),
        (7.3, 4, "████"),
        (-1, 4, "    "),
        (0.5, 0, ""),
        (0.5, -3, ""),
        (0.25 + 1 / 64, 8, "██▏     "),
    ],
)
def test_bar(share, width, drawn):
    assert bar(share, width) == drawn


@given(st.floats(0, 1), st.integers(1, 200))
def test_a_bar_fills_its_width_and_hides_no_share(share, width):
    drawn = bar(share, width)
    assert len(drawn) == width
    assert (drawn.strip() != "") == (share > 0)
    assert (drawn == "█" * width) == (share == 1)


@given(st.lists(st.integers(-5, 10**6), max_size=8), st.integers(0, 200))
def test_parts_fill_the_width_and_none_disappears(amounts, width):
    cells = part_widths(amounts, width)
    positive = [cell for amount, cell in zip(amounts, cells, strict=True) if amount > 0]
    assert all(cell == 0 for amount, cell in zip(amounts, cells, strict=True) if amount <= 0)
    if positive and width:
        assert sum(cells) == width
        assert len(positive) > width or min(positive) >= 1


def test_parts_are_in_proportion():
    assert part_widths([1, 1, 2], 8) == [2, 2, 4]
    assert part_widths([1, 1000], 10) == [1, 9]
    assert part_widths([3, 2, 1], 2) == [1, 1, 0]


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (950, "950"), (999, "999"), (1000, "1k"), (12_345, "12.3k"), (93_742, "93.7k"), (99_949, "99.9k"),
     (99_950, "100k"), (128_000, "128k"), (999_499, "999k"), (999_500, "1.0M"), (1_000_000, "1M"),
     (1_234_567, "1.2M"), (-1500, "-1.5k")],
)  # fmt: skip
def test_short_tokens(number, text):
    assert short_tokens(number) == text


def test_grouped_and_percent_do_not_break():
    assert grouped(1_234_567) == "1,234,567"
    assert grouped(12) == "12"
    assert [percent(share) for share in (0, 0.0001, 0.02049, 0.0994, 0.0996, 0.68, 1.5)] == [
        f"{number}\u00a0%" for number in ("0", "<\u00a00.1", "2.0", "9.9", "10", "68", "150")
    ]


def test_times():
    assert [times(93_742, 12_800), times(42, 100), times(123_456, 10)] == ["7.3 ×", "0.42 ×", "12,346 ×"]
