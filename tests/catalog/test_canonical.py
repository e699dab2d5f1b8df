"""JSON as JavaScript writes it, lengths as JavaScript counts them, and digests that see content only."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.catalog import (
    Listing,
    build_catalog,
    canonical_json,
    compact_json,
    digest,
    text_digest,
    utf16_length,
)

FLOATS = st.floats(-(2.0**53), 2.0**53) | st.floats(-1e-5, 1e-5)
SCALARS = st.none() | st.booleans() | st.integers() | FLOATS | st.text(st.characters())
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None, "x"]}, '{"b":1,"a":[true,null,"x"]}'),
        ("创建 “é” </a>\u2028", '"创建 “é” </a>\u2028"'),
        ('"\\\n\t\x00\x7f', '"\\"\\\\\\n\\t\\u0000\x7f"'),
        ([1.0, -2.0, 0.0, -0.0, 1.5], "[1,-2,0,0,1.5]"),
        ([1e16, 1e20, 1e21, 1.5e300], "[10000000000000000,100000000000000000000,1e+21,1.5e+300]"),
        ([0.1, 1e-05, 1.5e-06, 1e-07, 1.25e-08], "[0.1,0.00001,0.0000015,1e-7,1.25e-8]"),
        ([1.2345678901234567e20], "[123456789012345670000]"),
        ([18446744073709551615], "[18446744073709551615]"),
        (("a", {"k": 1e-05, "s": "1.0 e-5"}), '["a",{"k":0.00001,"s":"1.0 e-5"}]'),
        ("half \ud83d", '"half \\ud83d"'),
        ("\ude00 whole \ud83d\ude00", '"\\ude00 whole 😀"'),
    ],
)
def test_compact_json_is_what_javascript_writes(value: Any, text: str) -> None:
    assert compact_json(value) == text


@given(value=VALUES)
def test_compact_json_reads_back_as_the_same_value(value: Any) -> None:
    text = compact_json(value)
    assert json.loads(text) == value
    assert text.encode("utf-8")


def test_canonical_json_sorts_keys_at_every_depth() -> None:
    assert canonical_json({"b": {"z": 1.0, "y": 2}, "a": 0}) == '{"a":0,"b":{"y":2,"z":1}}'


@pytest.mark.parametrize(("text", "length"), [("", 0), ("abc", 3), ("é", 1), ("创建", 2), ("😀", 2), ("\ud83d", 1)])
def test_lengths_are_utf16_units(text: str, length: int) -> None:
    assert utf16_length(text) == length


def shuffled(value: Any, draw: Any) -> Any:
    if isinstance(value, dict):
        keys = draw(st.permutations(list(value)))
        return {key: shuffled(value[key], draw) for key in keys}
    return [shuffled(item, draw) for item in value] if isinstance(value, list) else value


@given(value=VALUES, data=st.data())
def test_digests_do_not_see_key_order(value: Any, data: st.DataObject) -> None:
    assert digest(shuffled(value, data.draw)) == digest(value)


@given(one=VALUES, other=VALUES)
def test_digests_differ_exactly_when_the_content_differs(one: Any, other: Any) -> None:
    assert (digest(one) == digest(other)) == (canonical_json(one) == canonical_json(other))


@given(value=st.dictionaries(st.text(max_size=3), SCALARS, min_size=1, max_size=4), data=st.data())
def test_a_digest_changes_with_any_field(value: dict[str, Any], data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(list(value)))
    assert digest({name: item for name, item in value.items() if name != key}) != digest(value)
    assert digest(value | {key: [value[key]]}) != digest(value)


def test_digests_are_sha256_and_keep_half_pairs_apart() -> None:
    assert text_digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert len({digest("\ud83d"), digest("\ud83e"), digest("\\ud83d"), digest("?")}) == 4


@pytest.mark.parametrize(
    "other",
    [
        Listing("t", ({"name": "a"}, {"name": "b"}), instructions="i"),
        Listing("s", ({"name": "a"}, {"name": "b"}), instructions="j"),
        Listing("s", ({"name": "a"}, {"name": "b"})),
        Listing("s", ({"name": "b"}, {"name": "a"}), instructions="i"),
        Listing("s", ({"name": "a"}, {"name": "b", "x": 0}), instructions="i"),
        Listing("s", ({"name": "a"},), instructions="i"),
    ],
)
def test_the_catalog_digest_sees_name_instructions_order_and_content(other: Listing) -> None:
    listing = Listing("s", ({"name": "a"}, {"name": "b"}), instructions="i")
    assert build_catalog([listing]).digest == build_catalog([listing]).digest
    assert build_catalog([other]).digest != build_catalog([listing]).digest
