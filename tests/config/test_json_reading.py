"""JSON that people wrote: comments, trailing commas and a mark at the start are read, damage is located."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.config import parse_json, read_json
from inspector.errors import FileError

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": ["//no comment", 1]}',
        '\ufeff{"a": ["//no comment", 1]}',
        '// first\n{"a": /* inside */ ["//no comment", 1,], // last\n}',
        '{"a": ["//no comment", 1]} // at the end',
    ],
)
def test_what_is_read(text: str) -> None:
    assert parse_json(text, "a.json") == {"a": ["//no comment", 1]}


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "1:1", "the file is empty"),
        ('{\n  "a": 1\n  "b": 2\n}', "3:3", "a comma or a closing bracket is missing"),
        ('{\n  // one\n  /* two\n */ "a": 1\n  "b": 2\n}', "5:3", "a comma or a closing bracket is missing"),
        ('{"a": 1, "b" 2}', "1:14", "a colon is missing"),
        ('{"a": }', "1:7", "a value is missing"),
        ("{a: 1}", "1:2", "a name in double quotes is missing"),
        ('{"a": "x}', "1:7", "no closing quote"),
        ('{"a": "x\ny"}', "1:9", "a line break or control character"),
        ('{"a": "C:\\dir"}', "1:10", "a backslash"),
        ('{"a": 1}}', "1:9", "something follows"),
        ("plainly no JSON", "1:1", "a value is missing"),
    ],
)
def test_damage_is_located(text: str, place: str, reason: str) -> None:
    with pytest.raises(FileError) as caught:
        parse_json(text, "dir/a.json")
    assert caught.value.message.startswith(f"dir/a.json:{place}: ")
    assert reason in caught.value.message
    assert caught.value.hint


def test_nesting_without_end_is_a_file_error() -> None:
    with pytest.raises(FileError, match="nested too deeply"):
        parse_json("[" * 100_000, "a.json")


def test_a_missing_file_is_a_file_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="nothing"):
        read_json(tmp_path / "nothing.json")


@given(JSON)
def test_any_json_is_read_as_itself_with_comments_around(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    assert parse_json(text, "a.json") == value
    assert parse_json(f"/* {{ */\n{text}\n// ]", "a.json") == value


@given(st.text())
def test_any_text_is_read_or_refused_with_a_file_error(text: str) -> None:
    with contextlib.suppress(FileError):
        parse_json(text, "a.json")
