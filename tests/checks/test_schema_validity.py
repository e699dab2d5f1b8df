"""Validity is jsonschema's verdict, whichever way it was come by; references are followed as JSON pointers say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import SchemaError
from jsonschema.validators import Draft202012Validator, validator_for

from inspector.checks.references import dangling
from inspector.checks.schema_validity import invalid

_KEYWORDS = (
    "type properties items required enum const anyOf allOf not minimum exclusiveMinimum minLength pattern format "
    "default $ref $defs additionalProperties uniqueItems multipleOf dependentRequired x-note title examples nullable"
)
_KEYS = _KEYWORDS.split()
_LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 3), st.sampled_from(["string", "object", "nope", ""]), st.floats(0.5, 2)
)
_VALUES = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(_KEYS), inner, max_size=4)),
    max_leaves=12,
)
_SCHEMAS = st.dictionaries(st.sampled_from(_KEYS), _VALUES, max_size=5)


@settings(max_examples=400, deadline=None)
@given(
    _SCHEMAS,
    st.sampled_from([None, "http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-04/schema#"]),
)
def test_the_verdict_is_that_of_the_library(schema: dict[str, Any], draft: str | None) -> None:
    if draft is not None:
        schema = {"$schema": draft, **schema}
    try:
        validator_for(schema, default=Draft202012Validator).check_schema(schema)
        valid = True
    except SchemaError:
        valid = False
    assert (invalid(schema) is None) is valid


def test_the_place_of_a_mistake() -> None:
    assert invalid({"properties": {"a": {"anyOf": [{"type": "strnig"}]}}}) is not None
    where, wrong = invalid({"properties": {"a": {"minimum": "1"}}}) or ("", "")
    assert where == ".properties.a.minimum"
    assert "number" in wrong


def test_a_draft_that_is_no_text_is_told_not_raised() -> None:
    assert invalid({"$schema": {"a": 1}, "multipleOf": 1}) == (".$schema", "the name of the draft is no text")


def test_a_schema_nested_without_end_is_told_not_raised() -> None:
    schema: dict[str, Any] = {"minimum": "x"}
    for _ in range(3_000):
        schema = {"not": schema}
    assert invalid(schema) is not None


@pytest.mark.parametrize(
    ("reference", "found"),
    [
        ("#", True),
        ("#/$defs/a", True),
        ("#/$defs/a~1b", True),
        ("#/$defs/with%20space", True),
        ("#/anyOf/0", True),
        ("#/anyOf/1", False),
        ("#/$defs/none", False),
        ("#named", True),
        ("#nobody", False),
        ("https://example.org/own", True),
        ("https://example.org/own#/$defs/a", True),
        ("https://example.org/other", False),
        ("other.json", False),
        (7, False),
    ],
)
def test_references(reference: Any, found: bool) -> None:
    root = {
        "$id": "https://example.org/own",
        "$defs": {"a": {"$anchor": "named"}, "a/b": {}, "with space": {}},
        "anyOf": [{}],
    }
    assert (dangling(reference, root) is None) is found
