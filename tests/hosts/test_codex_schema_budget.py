"""Large input schemas lose in steps what Codex takes from them, and only as much as it takes to fit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import compact_json
from inspector.hosts.codex.schema_budget import LARGEST_BYTES, within_budget, without_unused_definitions

LONG = "x" * LARGEST_BYTES


def test_what_fits_stays_as_it_is() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "description": "x" * 4000}}}
    assert within_budget(schema) is schema


def test_descriptions_go_first_and_properties_of_that_name_stay() -> None:
    schema = {
        "type": "object",
        "description": "d",
        "properties": {"description": {"type": "string", "description": LONG}, "r": {"$ref": "#/$defs/R"}},
        "$defs": {"R": {"type": "object", "description": "d", "properties": {}}},
    }
    assert within_budget(schema) == {
        "type": "object",
        "properties": {"description": {"type": "string"}, "r": {"$ref": "#/$defs/R"}},
        "$defs": {"R": {"type": "object", "properties": {}}},
    }


def test_definitions_go_next() -> None:
    schema = {
        "type": "object",
        "properties": {"r": {"$ref": "#/$defs/R"}, "e": {"$ref": "http://elsewhere"}},
        "$defs": {"R": {"type": "string", "enum": [LONG]}},
    }
    assert within_budget(schema) == {"type": "object", "properties": {"r": {}, "e": {"$ref": "http://elsewhere"}}}


def test_then_what_is_deep_and_at_last_combinations() -> None:
    deep = {"type": "object", "properties": {"x": {"type": "string", "enum": [LONG]}}}
    second = {"type": "object", "properties": {"c": deep}}
    schema = {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": second}}}}
    assert within_budget(schema)["properties"]["a"]["properties"]["b"] == {"type": "object", "properties": {"c": {}}}
    either = {
        "type": "object",
        "properties": {"a": {"anyOf": [{"type": "string", "enum": [LONG]}]}, "b": {"type": "null"}},
    }
    assert within_budget(either) == {"type": "object", "properties": {"a": {}, "b": {"type": "null"}}}


def test_a_schema_that_cannot_be_made_to_fit_stays_large() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "enum": [LONG]}}}
    assert within_budget(schema) == schema


@pytest.mark.parametrize(
    ("properties", "kept"),
    [
        ({}, []),
        ({"a": {"$ref": "#/$defs/A"}}, ["A", "B"]),
        ({"b": {"items": {"$ref": "#/$defs/B/properties/x"}}}, ["B"]),
        ({"c": {"$ref": "#/$defs/none"}}, []),
    ],
)
def test_only_definitions_in_use_are_sent(properties: Any, kept: list[str]) -> None:
    definitions = {"A": {"items": {"$ref": "#/$defs/B"}}, "B": {"type": "null"}, "C": {"$ref": "#/$defs/C"}}
    found = without_unused_definitions({"type": "object", "properties": properties, "$defs": definitions})
    assert list(found.get("$defs", {})) == kept


SCHEMAS = st.recursive(
    st.fixed_dictionaries(
        {"type": st.sampled_from(["string", "null"])}, optional={"description": st.text(max_size=900)}
    ),
    lambda inner: st.fixed_dictionaries(
        {"type": st.just("object"), "properties": st.dictionaries(st.text(max_size=5), inner, max_size=4)},
        optional={
            "items": inner,
            "anyOf": st.lists(inner, min_size=1, max_size=3),
            "description": st.text(max_size=900),
        },
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(schema=SCHEMAS)
def test_it_never_grows_and_keeps_the_names_at_the_top(schema: dict[str, Any]) -> None:
    found = within_budget(schema)
    assert len(compact_json(found)) <= len(compact_json(schema))
    if "anyOf" not in schema:
        assert list(found.get("properties", {})) == list(schema.get("properties", {}))
