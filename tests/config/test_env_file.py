"""Dotenv files and ``--env``: values are taken exactly, mistakes are placed, and no value is ever repeated."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.config import named_value, parse_env
from inspector.errors import FileError, UsageError

TEXT = """\ufeff# secrets
export A=plain value  # with a comment
B='single # "kept" $X'
C="double \\"quoted\\" \\n # kept"  # gone

D=
E = spaced
F="two
lines"
G=a#b
A=last
input:token=typed
"""


def test_a_whole_file() -> None:
    assert parse_env(TEXT.replace("\n", "\r\n", 3), ".env") == {
        "A": "last",
        "B": 'single # "kept" $X',
        "C": 'double "quoted" \n # kept',
        "D": "",
        "E": "spaced",
        "F": "two\nlines",
        "G": "a#b",
        "input:token": "typed",
    }


@pytest.mark.parametrize(
    ("text", "line"),
    [("A=1\ncanary", 2), ("A=1\n\n='canary'", 3), ("A='canary", 1), ('A="canary" canary', 1), ("two words=canary", 1)],
)
def test_mistakes_are_placed_without_the_value(text: str, line: int) -> None:
    with pytest.raises(FileError) as caught:
        parse_env(text, "x.env")
    assert caught.value.message.startswith(f"x.env:{line}: ")
    assert "canary" not in caught.value.message + caught.value.hint


def test_values_on_the_command_line() -> None:
    assert named_value("A=b=c") == ("A", "b=c")
    assert named_value("input:id=") == ("input:id", "")
    for text in ("canary", "=canary", " =canary"):
        with pytest.raises(UsageError) as caught:
            named_value(text)
        assert "canary" not in caught.value.message + caught.value.hint


@given(st.dictionaries(st.from_regex(r"[A-Za-z_][A-Za-z0-9_]*", fullmatch=True), st.text()))
def test_double_quotes_carry_any_value(values: dict[str, str]) -> None:
    values = {name: value.replace("\r", "") for name, value in values.items()}
    lines = [
        f'{name}="{value.replace(chr(92), chr(92) * 2).replace(chr(34), chr(92) + chr(34))}"'
        for name, value in values.items()
    ]
    assert parse_env("\n".join(lines), ".env") == values


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(FileError):
        assert all(isinstance(value, str) for value in parse_env(text, ".env").values())
