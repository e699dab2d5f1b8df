"""Counts by length: JavaScript's length, divided and rounded up."""

from __future__ import annotations

import pytest

from inspector.cost import characters, counter
from inspector.errors import UsageError


@pytest.mark.parametrize(
    ("text", "length"),
    [("", 0), ("abc", 3), ("你好", 2), ("😀", 2), ("a😀b", 4), ("\ud83d", 1), ("\ud83d\ude00", 2), ("é", 1)],
)
def test_length_is_javascripts(text: str, length: int) -> None:
    assert characters.utf16_length(text) == length


@pytest.mark.parametrize(
    ("name", "text", "tokens"),
    [
        ("chars/3", "", 0),
        ("chars/3", "abc", 1),
        ("chars/3", "abcd", 2),
        ("chars/4", "😀😀", 1),
        ("chars/3.5", "a" * 7, 2),
        ("chars/3.5", "a" * 8, 3),
        ("chars/0.1", "a" * 3, 30),
        ("chars/1", "a", 1),
    ],
)
def test_the_length_is_divided_and_rounded_up(name: str, text: str, tokens: int) -> None:
    by = counter(name)
    assert by.count(text) == tokens
    assert by.count_many([text, "aa"]) == [tokens, by.count("aa")]


def test_it_is_labelled_as_approximated_whatever_the_model() -> None:
    by = counter("chars/3.5", "gpt-5.5")
    assert (by.name, by.label, by.exact) == ("chars/3.5", "characters ÷ 3.5, approximated", False)


@pytest.mark.parametrize(
    "name", ["chars/", "chars/0", "chars/0.0", "chars/-3", "chars/x", "chars/1e3", "chars/nan", "chars/3/4", "chars/٣"]
)
def test_a_divisor_must_be_a_positive_number(name: str) -> None:
    with pytest.raises(UsageError, match="positive number"):
        counter(name)
