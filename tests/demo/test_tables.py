"""The tools of the demo servers: how many there are, and that their definitions hold together."""

from __future__ import annotations

import re
from typing import Any

import jsonschema
import pytest

from inspector.demo import SERVER_NAMES
from inspector.demo.catalog import MODULES, listing
from inspector.demo.rows import tools
from inspector.demo.schema import blank, text, whole

COUNTS = {"exchange": 400, "github": 40, "calendar": 12, "analytics": 15, "files": 14}

REQUIRED = {
    "exchange": (
        "cex_spot_get_ticker cex_spot_create_order cex_spot_cancel_order cex_spot_list_orders cex_spot_get_balance "
        "cex_futures_get_ticker cex_wallet_transfer"
    ),
    "github": (
        "create_issue list_issues get_issue list_pull_requests merge_pull_request search_code get_file_contents "
        "fork_repository create_branch add_issue_comment"
    ),
    "calendar": "list_events create_event",
    "analytics": "execute_query list_tables describe_table",
    "files": "read_file searchFiles move-file",
}


def tools_of(name: str) -> list[dict[str, Any]]:
    found = listing(name)["tools"]
    assert isinstance(found, list)
    return found


def parts(schema: object) -> list[dict[str, Any]]:
    """Return every object within a schema."""
    if isinstance(schema, list):
        return [part for item in schema for part in parts(item)]
    if isinstance(schema, dict):
        return [schema, *(part for value in schema.values() for part in parts(value))]
    return []


def test_the_servers_are_the_five_announced_ones() -> None:
    assert tuple(MODULES) == SERVER_NAMES
    assert sum(len(tools_of(name)) for name in SERVER_NAMES) == 481


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_each_server_has_its_number_of_uniquely_named_tools(name: str, count: int) -> None:
    names = [tool["name"] for tool in tools_of(name)]
    assert len(names) == count
    assert len(set(names)) == count


@pytest.mark.parametrize(("name", "wanted"), REQUIRED.items())
def test_the_tools_that_examples_rely_on_are_there(name: str, wanted: str) -> None:
    assert set(wanted.split()) <= {tool["name"] for tool in tools_of(name)}


@pytest.mark.parametrize("name", SERVER_NAMES)
def test_input_schemas_are_valid_objects_whose_required_parameters_exist(name: str) -> None:
    for tool in tools_of(name):
        schema = tool["inputSchema"]
        assert schema["type"] == "object", tool["name"]
        assert set(schema.get("required", [])) <= set(schema["properties"]), tool["name"]
        jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", SERVER_NAMES)
def test_defaults_are_values_that_their_parameter_accepts(name: str) -> None:
    for tool in tools_of(name):
        for schema in tool["inputSchema"]["properties"].values():
            if "default" in schema:
                jsonschema.validate(schema["default"], schema)


@pytest.mark.parametrize("name", SERVER_NAMES)
def test_every_reference_resolves_and_every_definition_is_used(name: str) -> None:
    for tool in tools_of(name):
        schema = tool["inputSchema"]
        used = {part["$ref"] for part in parts(schema) if "$ref" in part}
        assert used == {f"#/$defs/{key}" for key in schema.get("$defs", {})}, tool["name"]


@pytest.mark.parametrize("name", SERVER_NAMES)
def test_the_placeholder_of_an_output_schema_satisfies_it(name: str) -> None:
    for tool in tools_of(name):
        if "outputSchema" in tool:
            jsonschema.validate(blank(tool["outputSchema"]), tool["outputSchema"])


def test_a_good_third_of_the_exchange_is_described_in_chinese() -> None:
    chinese = [tool for tool in tools_of("exchange") if re.search("[一-鿿]", tool.get("description", ""))]
    assert 0.25 <= len(chinese) / 400 <= 0.45


def test_exchange_names_tell_their_market() -> None:
    names = [tool["name"] for tool in tools_of("exchange")]
    assert all(re.fullmatch("cex_(spot|futures|wallet|margin)_[a-z0-9_]+", name) for name in names)


def test_the_servers_show_all_kinds_of_quality() -> None:
    everything = [tool for name in SERVER_NAMES for tool in tools_of(name)]
    schemas = [part for tool in everything for part in parts(tool["inputSchema"])]
    for key in ("description", "annotations", "outputSchema", "_meta"):
        assert 0 < sum(key in tool for tool in everything) < len(everything), key
    for key in ("$ref", "$defs", "anyOf", "enum", "minimum", "default", "items", "additionalProperties"):
        assert any(key in part for part in schemas), key
    assert any(tool.get("description") == "Process data." for tool in everything)


def test_a_table_row_becomes_a_tool() -> None:
    table = """
# a comment
get_x(key*, limit=5, note:key, how=fast) read "Get X"
    First line,
    second line.
    | New line.
bare()
"""
    vocabulary = {"key": text("Key."), "limit": whole("", 1), "how": text()}
    full, bare = tools(table, vocabulary, "p_", extras={"bare": {"_meta": {"a": 1}}}, closed=True)
    assert full == {
        "name": "p_get_x",
        "description": "First line, second line.\nNew line.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "key": {"type": "string", "description": "Key."},
                "limit": {"type": "integer", "minimum": 1, "default": 5},
                "note": {"type": "string", "description": "Key."},
                "how": {"type": "string", "default": "fast"},
            },
            "required": ["key"],
            "additionalProperties": False,
        },
        "annotations": {"title": "Get X", "readOnlyHint": True},
    }
    assert bare == {
        "name": "p_bare",
        "inputSchema": {"type": "object", "properties": {}, "additionalProperties": False},
        "_meta": {"a": 1},
    }


def test_a_line_that_is_no_row_is_refused() -> None:
    with pytest.raises(ValueError, match="not a tool row"):
        tools("get_x key", {})
