"""The two tools a search transform adds, and what a search answers (forms compared with 4.2.3)."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from inspector.catalog import Catalog, compact_json
from inspector.hosts.fastmcp.definitions import default_title, definition, edited
from inspector.hosts.fastmcp.transforms import VERSION, SearchTransform
from inspector.hosts.protocol import Conditions, DeferralPlan, HostText
from inspector.search import Ranking

TEXT_IDS = ("search_tools", "call_tool")
_SEARCHES = {
    "query": "Finds tools by what they do. Gives the definitions that fit best, as tools/list would, best first.",
    "pattern": "Finds tools by a regular expression. Gives the definitions that match, as tools/list would; "
    "none for a pattern that is malformed, unsupported or too long.",
}
_PARAMETERS = {
    "query": "What tools are wanted for, in plain words",
    "pattern": "Regular expression for names, descriptions and parameters, case ignored, 1000 characters at most",
}
_CALL = "Calls a tool by its name. For tools that search_tools found."
_MEASURED = {"query": 255, "pattern": 289}
"""Tokens (o200k) of the library's own two definitions."""

_OUTPUT = {
    "properties": {
        "result": {
            "anyOf": [
                {"type": "string"},
                {"items": {"additionalProperties": True, "type": "object"}, "type": "array"},
            ]
        }
    },
    "required": ["result"],
    "type": "object",
    "x-fastmcp-wrap-result": True,
}


def texts(
    transform: SearchTransform, catalog: Catalog, conditions: Conditions, plan: DeferralPlan
) -> tuple[HostText, ...]:
    """Return the meta tools and the pinned tools; FastMCP writes no list of names."""
    own = conditions.tuning.texts.get(transform.id, {})
    taken = {each.name for each in plan.placements if each.state != "hidden"}
    pinned = [
        definition(edited(catalog.by_id[each.tool], conditions.tuning.for_tool(each.tool)), each.name).value
        for each in plan.of_state("pinned")
    ]
    return (
        HostText(
            "search-tool",
            "search_tools and call_tool",
            compact_json(meta_tools(transform, own, taken)),
            f"form measured on {VERSION}; descriptions in our own wording, the original pair measures "
            f"{_MEASURED[transform.parameter]} tokens (o200k)",
            every_turn=True,
        ),
        HostText(
            "tools-array",
            "Pinned tools in tools/list",
            compact_json(pinned),
            f"measured on {VERSION}: always_visible tools stand beside the two meta tools",
            every_turn=True,
        ),
    )


def answer(ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
    """Return the search tool's result: the definitions found, as one JSON list.

    Where nothing is found the product sends no text at all, only the empty list as structured content.
    """
    tuning = conditions.tuning
    tools = [(edited(catalog.by_id[hit.key], tuning.for_tool(hit.key)), hit.name) for hit in ranking.hits]
    return compact_json([definition(tool, name).value for tool, name in tools])


def meta_tools(
    transform: SearchTransform, own: Mapping[str, str] = {}, taken: Container[str] = ()
) -> list[dict[str, Any]]:
    """Return the definitions of the search and the call tool; `own` replaces descriptions, by text id.

    Where a served tool has one of their names (`taken`), that name is lengthened, as the exported proxy does.
    """
    parameter = transform.parameter
    search = {parameter: {"description": _PARAMETERS[parameter], "type": "string"}}
    call = {
        "name": {"description": "Name of the tool", "type": "string"},
        "arguments": {
            "anyOf": [{"additionalProperties": True, "type": "object"}, {"type": "null"}],
            "default": None,
            "description": "Arguments of the tool",
        },
    }
    first, second = (_free(name, taken) for name in TEXT_IDS)
    return [
        _meta_tool(first, own.get("search_tools") or _SEARCHES[parameter], search, parameter, _OUTPUT),
        _meta_tool(second, own.get("call_tool") or _CALL, call, "name", None),
    ]


def _meta_tool(
    name: str, description: str, properties: Mapping[str, Any], required: str, output: Mapping[str, Any] | None
) -> dict[str, Any]:
    schema = {"type": "object", "additionalProperties": False, "properties": properties, "required": [required]}
    found = {"name": name, "title": default_title(name), "description": description, "inputSchema": schema}
    return found | ({"outputSchema": output} if output else {}) | {"_meta": {"fastmcp": {"tags": []}}}


def _free(name: str, taken: Container[str]) -> str:
    while name in taken:
        name += "_"
    return name
