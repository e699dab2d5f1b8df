"""Whatever a server lists, every check of every host ends with findings that name a place, never with an exception."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.catalog import Catalog, build_catalog, listing_from_json
from inspector.checks.finding import SEVERITIES
from inspector.checks.registry import codes
from inspector.hosts import host, hosts
from inspector.tuning.model import Tuning
from inspector.workspace.checking import check, tool_findings
from inspector.workspace.inputs import Overrides
from inspector.workspace.inspecting import Inspector
from tests.json_values import json_values

_SCHEMA_WORDS = (
    "type properties required items anyOf oneOf allOf $ref $defs $id $schema enum const examples example description "
    "additionalProperties patternProperties prefixItems not if then $anchor pattern minimum maxLength default"
)
_KEYWORDS = st.sampled_from(_SCHEMA_WORDS.split()) | st.text(max_size=4)
_SCHEMAS = st.fixed_dictionaries(
    {"type": st.just("object")}, optional={"properties": st.dictionaries(st.text(max_size=6), json_values(_KEYWORDS))}
)
_TEXTS = st.text(max_size=60) | st.sampled_from(["", "TODO", "创建", "<!--", "<important>", "~/.ssh/id_rsa", "\x1b[2J"])
_TOOLS = st.fixed_dictionaries(
    {"name": _TEXTS | json_values(most=3)},
    optional={
        "description": _TEXTS | json_values(most=3),
        "title": _TEXTS | json_values(most=3),
        "inputSchema": _SCHEMAS | json_values(_KEYWORDS, most=30),
        "outputSchema": json_values(_KEYWORDS),
        "annotations": json_values(),
        "_meta": json_values(st.sampled_from(["anthropic/searchHint", "anthropic/alwaysLoad", "x"])),
    },
)
_LISTINGS = st.fixed_dictionaries({"tools": st.lists(_TOOLS | json_values(most=4), max_size=6), "instructions": _TEXTS})


@pytest.mark.parametrize("host_id", list(hosts()))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(first=_LISTINGS, second=_LISTINGS)
def test_findings_and_no_exception(host_id: str, first: dict[str, Any], second: dict[str, Any]) -> None:
    catalog = build_catalog([listing_from_json(first, "s"), listing_from_json(second, "t")])
    look_at(catalog, host_id)


def look_at(catalog: Catalog, host_id: str) -> None:
    inspection = Inspector(catalog, Overrides(counter="chars/4")).inspect(host(host_id), Tuning())
    found = check(inspection)
    places = {*catalog.by_id, *(server.name for server in catalog.servers), host_id}
    for each in found:
        assert each.code in codes()
        assert each.severity in SEVERITIES
        assert each.place in places
        assert each.reason
        assert each.fix
    for tool in catalog:
        alone = tool_findings(
            Inspector(catalog, Overrides(counter="chars/4")).inspect(host(host_id), Tuning()), tool.id
        )
        assert set(alone) <= set(found)


def nested(depth: int) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


@pytest.mark.parametrize(
    "tools",
    [
        [{"name": "deep", "description": "Goes deep.", "inputSchema": nested(150)}],
        [{"name": f"n{n}", "description": "One and the same words of everybody here."} for n in range(1_500)],
        [{"name": "x" * 20_000, "description": "<important>" * 20_000}],
        [{"name": "x", "description": "<!--" * 50_000 + "do not " * 20_000 + " the user"}],
        [{"name": "abcde" + chr(0x4E00 + n), "description": ""} for n in range(500)],
    ],
    ids=["deep", "copies", "long", "openings", "names"],
)
def test_what_is_made_to_take_long_or_to_break(tools: list[dict[str, Any]]) -> None:
    look_quickly(build_catalog([listing_from_json({"tools": tools}, "s"), listing_from_json({"tools": tools}, "t")]))


def look_quickly(catalog: Catalog) -> None:
    inspection = Inspector(catalog, Overrides(counter="chars/4")).inspect(host("claude-code"), Tuning())
    assert check(inspection)
