"""Any value in any place of any client's file: read, or told as a problem or a file error, never an exception."""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.config.documents import Document, parse_document
from inspector.config.reading import read_document
from tests.config.dialect_example import Example
from tests.config.dialect_examples import EXAMPLES
from tests.json_values import json_values, places, read_or_refused, replaced


def parsed(example: Example, text: str) -> Document:
    return parse_document(text, PurePosixPath("/project") / example.place, example.place, projects=("/project",))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id or example.client)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_replaced_value_is_read_or_told(example: Example, data: st.DataObject) -> None:
    document = parsed(example, example.text.replace("PROJECT", "/project"))
    place = data.draw(st.sampled_from(places(document.value)))
    value = replaced(document.value, place, data.draw(json_values()))
    changed = Document(value, document.path, document.source, *rest(document))
    reading = read_or_refused(lambda: read_document(changed))
    assert reading
    if isinstance(reading, str):
        return
    for spec in reading.servers:
        assert isinstance(spec.name, str)
        assert spec.transport
    for problem in reading.problems:
        assert problem.message


def rest(document: Document) -> tuple[Any, ...]:
    names = list(Document.__dataclass_fields__)[3:]
    return tuple(getattr(document, name) for name in names)


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from([".mcp.json", "config.toml", "goose.yaml"]), st.text(max_size=60) | json_values().map(json.dumps)
)
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    assert read_or_refused(lambda: read_document(parse_document(text, PurePosixPath("/project") / name, name)))
