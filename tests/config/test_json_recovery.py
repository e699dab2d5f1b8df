"""Damaged JSON: what is whole is read as itself, what is not is never taken for whole."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.config import parse_json
from inspector.config.json_reading import recover_json
from inspector.config.json_recovery import DamagedObject
from inspector.errors import FileError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
SERVERS = st.dictionaries(st.text("abcdef", min_size=1, max_size=4), st.dictionaries(st.text(max_size=4), VALUES))


@pytest.mark.parametrize(
    ("text", "whole", "damaged"),
    [
        ('{"s": {"a": {"x": 1}, "b": {"x": 1 "y": 2}, "c": {}}}', {"a", "c"}, {"b"}),
        ('{"s": {"a": {"x": 1} "c": {}}}', {"a", "c"}, set()),
        ('{"s": {"a": {"x": 1}, "b" {"x": 1}}}', {"a", "b"}, set()),
        ('{"s": {"a": {"x": 1}, "b": {"x": [1, 2', {"a"}, {"b"}),
        ('{"s": {"a": {"x": 1}, "b": {"x": [1, 2}, "c": {}}}', {"a", "c"}, {"b"}),
        ('{"s": {"a": {"x": 1}, "b": {"x": ]}, "c": {}}}', {"a", "c"}, {"b"}),
        ('{"s": {"a": {"x": 1}, "b": {"x": "C:\\dir"}, "c": {}}}', {"a", "c"}, {"b"}),
        ('{"s": {"a": {"x": 1}, "b": {"x": }, "c": {}}}', {"a", "c"}, {"b"}),
        ('{"s": {"a": {"x": 1}, "b": {\'x\': 1}, "c": {}}}', {"a", "c"}, {"b"}),
        ('{"s": {"a": {"x": 1}}} trailing', {"a"}, set()),
        ('// {\n{"s": {"a": {"x": 1,}, /* " */ "b": {"x" 1,},}}', {"a"}, {"b"}),
    ],
)
def test_what_is_whole_and_what_is_not(text: str, whole: set[str], damaged: set[str]) -> None:
    servers = recover_json(text)["s"]
    broken = {name for name, server in servers.items() if isinstance(server, DamagedObject)}
    assert broken == damaged
    assert set(servers) - broken == whole


@pytest.mark.parametrize("text", ["", "words", "]", "}{", '"', "[" * 5000, '{"a":' * 5000, '{"a": 1e999999}'])
def test_nothing_to_be_read_raises_nothing(text: str) -> None:
    recover_json(text)


@given(SERVERS, st.data())
def test_a_cut_file_gives_the_servers_before_the_cut(servers: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps({"s": servers}, ensure_ascii=False)
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    found = recover_json(cut)
    read = found.get("s") if isinstance(found, dict) else None
    for name, server in (read or {}).items():
        if isinstance(server, dict) and not isinstance(server, DamagedObject):
            assert server == servers[name]


@given(VALUES)
def test_undamaged_json_is_recovered_as_itself(value: Any) -> None:
    assert recover_json(json.dumps(value)) == value


@given(st.text(alphabet='{}[]:,"\\ab1 \n/*', max_size=60))
def test_any_damage_is_survived(text: str) -> None:
    recover_json(text)
    with contextlib.suppress(FileError):
        assert recover_json(text) == parse_json(text, "a.json")


SPACES = st.sampled_from(["", " ", "\n", "/* , */", "// ]\n", '/* "x" */ ', "\t"])


@given(VALUES, st.data())
def test_comments_and_trailing_commas_change_nothing(value: Any, data: st.DataObject) -> None:
    def space() -> str:
        return data.draw(SPACES)

    def written(value: Any) -> str:
        if isinstance(value, dict):
            items = [f"{space()}{json.dumps(key)}{space()}:{written(item)}" for key, item in value.items()]
            brackets = "{}"
        elif isinstance(value, list):
            items, brackets = [written(item) for item in value], "[]"
        else:
            return f"{space()}{json.dumps(value, ensure_ascii=False)}{space()}"
        comma = data.draw(st.sampled_from(["", ","])) if items else ""
        return f"{space()}{brackets[0]}{','.join(items)}{comma}{space()}{brackets[1]}{space()}"

    assert parse_json(written(value), "a.json") == value
