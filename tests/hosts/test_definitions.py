"""Definitions as sent: the labelled parts, joined, are the JSON text of the value, for every odd tool."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import Catalog, Listing, build_catalog, compact_json
from inspector.hosts import Definition, host
from inspector.hosts.x_code_cli.definitions import cut

# Hosts that send the listed schema as it is, under one key; the others reshape it, as their own tests show.
ALL_HOSTS = pytest.mark.parametrize("host_id", ["x-code-cli", "x-code-cli@article", "foundry"])
ODD: list[dict[str, Any]] = [
    {"name": "bare"},
    {"name": "nulls", "description": None, "inputSchema": None, "annotations": None},
    {"name": "boolean", "description": "d", "inputSchema": True},
    {"name": "false", "description": "d", "inputSchema": False},
    {"name": "text schema", "description": 5, "inputSchema": "object"},
    {"name": "list", "description": "", "inputSchema": []},
    {"name": "half \ud83d", "description": "\ud83d" * 3 + "\ude00", "inputSchema": {"title": "\ude00"}},
    {"name": 'quote "\\', "description": "\x00\n\u2028\u202e[red]", "inputSchema": {"type": "object"}},
    {"name": "long", "description": "😀" * 300, "inputSchema": {"type": "object", "minimum": 1e-7, "maximum": 5.0}},
    {"name": "名字", "description": "创建 订单", "inputSchema": {"properties": {"数": {"enum": [1, None, "é"]}}}},
    {"name": "extra", "description": "d", "title": "T", "outputSchema": {}, "_meta": {"a": 1}},
]


def definition_of(host_id: str, raw: dict[str, Any]) -> Definition:
    chosen = host(host_id)
    catalog = build_catalog([Listing("s", (raw,))])
    (tool,) = catalog
    return chosen.definition(tool, chosen.names(catalog)[tool.id])


def check(definition: Definition) -> None:
    text = "".join(piece for _, piece in definition.parts)
    assert text == definition.text == compact_json(definition.value)
    assert json.loads(text) == json.loads(json.dumps(definition.value))
    assert {label for label, _ in definition.parts} == {"overhead", "name", "description", "schema"}
    assert text.encode("utf-8")
    for label, key in (("name", "name"), ("description", "description"), ("schema", "inputSchema")):
        (piece,) = (piece for found, piece in definition.parts if found == label)
        assert piece == compact_json(definition.value[key])


@ALL_HOSTS
@pytest.mark.parametrize("raw", ODD, ids=lambda raw: ascii(raw["name"]))
def test_parts_join_to_the_value(host_id: str, raw: dict[str, Any]) -> None:
    check(definition_of(host_id, raw))


@ALL_HOSTS
def test_parts_join_for_every_conformance_tool(host_id: str, conformance: Catalog) -> None:
    chosen = host(host_id)
    names = chosen.names(conformance)
    for tool in conformance:
        check(chosen.definition(tool, names[tool.id]))


SCHEMAS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-1e6, 1e6) | st.text(st.characters(), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@ALL_HOSTS
@settings(max_examples=80, deadline=None)
@given(
    name=st.text(st.characters(), min_size=1, max_size=90),
    rest=st.fixed_dictionaries({}, optional={"description": SCHEMAS, "inputSchema": SCHEMAS}),
)
def test_parts_join_for_any_tool(host_id: str, name: str, rest: dict[str, Any]) -> None:
    check(definition_of(host_id, {"name": name, **rest}))


@ALL_HOSTS
def test_a_missing_schema_is_sent_as_an_empty_object_schema(host_id: str) -> None:
    for raw in ODD[:2]:
        assert definition_of(host_id, raw).value["inputSchema"] == {"type": "object", "properties": {}}
    assert definition_of(host_id, ODD[2]).value["inputSchema"] is True


@ALL_HOSTS
def test_keys_and_schema_order_are_kept(host_id: str) -> None:
    schema = {"type": "object", "required": ["b"], "properties": {"b": {}, "a": {}}}
    definition = definition_of(host_id, {"name": "t", "description": "d", "inputSchema": schema})
    assert list(definition.value) == ["name", "description", "inputSchema"]
    assert compact_json(schema) in definition.text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x" * 200, "x" * 200),
        ("x" * 201, "x" * 199 + "…"),
        ("创" * 201, "创" * 199 + "…"),
        ("😀" * 100, "😀" * 100),
        ("😀" * 101, "😀" * 99 + "\ud83d…"),
        ("x" + "😀" * 100, "x" + "😀" * 99 + "…"),
    ],
)
def test_x_code_cuts_descriptions_in_utf16_units(text: str, shown: str) -> None:
    assert cut(text, 200) == shown
    for variant in ("x-code-cli", "x-code-cli@article"):
        assert definition_of(variant, {"name": "t", "description": text}).value["description"] == shown


def test_foundry_sends_descriptions_whole() -> None:
    assert definition_of("foundry", {"name": "t", "description": "x" * 5000}).value["description"] == "x" * 5000


@pytest.mark.parametrize(("host_id", "stand_in"), [("x-code-cli", "MCP tool from s"), ("foundry", "")])
def test_empty_descriptions(host_id: str, stand_in: str) -> None:
    for description in ("", None, 3):
        assert definition_of(host_id, {"name": "t", "description": description}).value["description"] == stand_in


def test_parts_are_labelled_piece_by_piece(catalog_of: Callable[..., Catalog]) -> None:
    definition = definition_of("foundry", {"name": "t", "description": "d", "inputSchema": {}})
    assert definition.parts == (
        ("overhead", '{"name":'),
        ("name", '"s.t"'),
        ("overhead", ',"description":'),
        ("description", '"d"'),
        ("overhead", ',"inputSchema":'),
        ("schema", "{}"),
        ("overhead", "}"),
    )
