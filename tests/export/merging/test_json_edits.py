"""Edits in JSON text: after any edit the text says exactly what was planned, and untouched parts stay to the letter."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.config.json_reading import parse_json
from inspector.export.merging.edits import Append, Edit, Put, Remove, applied
from inspector.export.merging.json_edits import edit_json


@pytest.mark.parametrize(
    ("text", "edit", "wanted"),
    [
        ("{}", Put(("a",), 1), '{\n  "a": 1\n}'),
        ('{"a": 1}', Put(("b",), 2), '{"a": 1, "b": 2}'),
        ('{"a": 1,}', Put(("b",), 2), '{"a": 1, "b": 2}'),
        ('{\n\t"a": 1 // é\n}', Put(("b",), {"c": 2}), '{\n\t"a": 1, // é\n\t"b": {\n\t\t"c": 2\n\t}\n}'),
        ('{\n    "a": 1, // x\n}\n', Put(("b",), 2), '{\n    "a": 1, // x\n    "b": 2,\n}\n'),
        ('{\r\n  "a": {}\r\n}', Put(("a", "b"), []), '{\r\n  "a": {\r\n    "b": []\r\n  }\r\n}'),
        ('{"a": 1, "a": 2}', Put(("a",), 3), '{"a": 1, "a": 3}'),
        ('{"ü": "ö", "a": [1]}', Append(("a",), "ß"), '{"ü": "ö", "a": [1, "ß"]}'),
        ('{"a": [\n  1 // one\n]}', Append(("a",), 2), '{"a": [\n  1, // one\n  2\n]}'),
        ('{"a": 1, "b": 2, "c": 3}', Remove(("b",)), '{"a": 1, "c": 3}'),
        ('{"a": 1, "b": 2}', Remove(("b",)), '{"a": 1 }'),
        ('{"a": 1, "b": 2,}', Remove(("b",)), '{"a": 1, }'),
        ('{\n  "a": 1, // keep\n  "b": 2\n}', Remove(("b",)), '{\n  "a": 1 // keep\n}'),
        ('{\n  "a": 1,\n  "b": 2\n}', Remove(("a",)), '{\n  "b": 2\n}'),
        ('{"a": 1}', Remove(("a",)), "{}"),
        ('{"x": {"y": 1}}', Put(("x", "z", "w"), 1), '{"x": {"y": 1, "z": {"w": 1}}}'),
    ],
)
def test_layout(text: str, edit: Edit, wanted: str) -> None:
    found = edit_json(text, [edit])
    assert parse_json(found, "x") == applied(parse_json(text, "x"), [edit])
    assert found.split() == wanted.split()
    if "{" not in str(getattr(edit, "value", "")) or "\t" in text:
        assert re.sub(" +", " ", found) == re.sub(" +", " ", wanted)


keys = st.sampled_from(["a", "b", 'q"', "ключ", "// no", "/* x */", "c,"])
values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["", "a", "// x", "/*", ",}", "é"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(keys, values, max_size=4)


@settings(deadline=None)
@given(objects, keys, keys, values, st.sampled_from([None, 1, 2, "\t"]), st.booleans(), st.booleans())
def test_any_edit_is_done_exactly(
    document: dict[str, Any], key: str, inner: str, value: Any, indent: Any, remove: bool, commented: bool
) -> None:
    text = json.dumps(document, indent=indent, ensure_ascii=False)
    if commented:
        text = "// start\n" + text[:-1].rstrip() + (", // a, comment\n}" if document else "/* none */}") + " // end"
    edit: Edit = Put((key,), value)
    if remove and key in document:
        edit = Remove((key,))
    elif isinstance(document.get(key), dict):
        edit = Put((key, inner), value)
    elif isinstance(document.get(key), list):
        edit = Append((key,), value)
    found = edit_json(text, [edit])
    assert parse_json(found, "x") == applied(document, [edit])
    if commented:
        assert found.startswith("// start\n")
        assert found.endswith("// end")
