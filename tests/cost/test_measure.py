"""Parts sum exactly to the whole, for every counter and any text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.cost import Measurement, TokenCounter, counter, measure, measure_many, totals_many

COUNTERS = [
    counter("o200k"),
    counter("claude", "claude-haiku-4-5"),
    counter("claude", "claude-opus-4-7"),
    counter("claude", "claude-sonnet-5"),
    counter("claude-estimate"),
    counter("chars/3"),
    counter("chars/3.5"),
]

PIECES = st.one_of(
    st.text(st.characters(), max_size=12),  # with lone surrogates
    st.sampled_from(["😀", "👩‍👩‍👧", "你好世界", "é", "e", "\u0301", "\ud83d", "\ude00", "\n", "  ", "<|endoftext|>"]),
)
PARTS = st.lists(st.tuples(st.sampled_from(["name", "schema", "overhead"]), PIECES), max_size=8)


@pytest.mark.parametrize("by", COUNTERS, ids=lambda by: by.label)
@settings(deadline=None, max_examples=60)
@given(parts=PARTS)
def test_parts_sum_to_the_whole(by: TokenCounter, parts: list[tuple[str, str]]) -> None:
    measured = measure(parts, by)
    assert measured.total == by.count("".join(text for _, text in parts))
    assert sum(tokens for _, tokens in measured.parts) == measured.total


@settings(max_examples=60)
@given(parts=PARTS)
def test_parts_are_prefix_differences(parts: list[tuple[str, str]]) -> None:
    expected = dict.fromkeys((label for label, _ in parts), 0)
    text = ""
    for label, piece in parts:
        expected[label] += odd_count(text + piece) - odd_count(text)
        text += piece
    assert dict(measure(parts, odd_count).parts) == expected


def odd_count(text: str) -> int:
    """A count that goes down where texts merge, as no real counter is known to but any might."""
    return len(text) - 3 * text.count("ab") if text else 0


def test_a_negative_part_is_kept() -> None:
    parts = [("name", "a"), ("schema", "b")]
    assert measure(parts, odd_count) == Measurement(-1, (("name", 1), ("schema", -2)))


def test_labels_that_come_again_are_summed_in_order_of_appearance() -> None:
    parts = [("overhead", '{"name":"'), ("name", "get_issue"), ("overhead", '"'), ("overhead", "}")]
    measured = measure(parts, len)
    assert measured == Measurement(20, (("overhead", 11), ("name", 9)))
    assert (measured.tokens("name"), measured.tokens("schema")) == (9, 0)


def test_tokens_merge_across_borders() -> None:
    by = counter("o200k")
    parts = [("first", "hel"), ("second", "lo")]
    assert by.count("hel") + by.count("lo") > measure(parts, by).total == 1


@pytest.mark.parametrize(("parts", "labels"), [([], ()), ([("name", "")], (("name", 0),))])
def test_nothing_costs_nothing(parts: list[tuple[str, str]], labels: tuple[tuple[str, int], ...]) -> None:
    assert measure(parts, counter("claude")) == Measurement(0, labels)


def test_a_border_between_equal_labels_is_not_counted() -> None:
    asked: list[str] = []

    def count(text: str) -> int:
        asked.append(text)
        return len(text)

    measure([("a", "1"), ("a", "2"), ("b", "3")], count)
    assert asked == ["12", "123"]


def test_many_are_measured_only_as_they_are_asked_for() -> None:
    asked: list[str] = []

    def count(text: str) -> int:
        asked.append(text)
        return len(text)

    measurements = measure_many([[("a", "1")], [("a", "22")]], count)
    assert asked == []
    assert next(measurements).total == 1
    assert asked == ["1"]
    assert [measured.total for measured in measurements] == [2]


def test_totals_are_the_counts_of_whole_texts() -> None:
    assert totals_many(["hello world", ""], counter("o200k")) == [2, 0]
