"""The texts of a Responses API request with tool search: namespaces, search tool, loaded and deferred functions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from inspector.catalog import Catalog, compact_json
from inspector.hosts.openai.definitions import definition, request_item
from inspector.hosts.openai.modes import Mode
from inspector.hosts.openai.naming import Namespace
from inspector.hosts.protocol import Conditions, DeferralPlan, HostText
from inspector.search import Ranking

_DESCRIPTION = (
    "Finds functions that are not loaded yet by what they do: names, descriptions and parameters are searched. "
    "What is found can be called from the next step on."
)


def texts(
    mode: Mode, catalog: Catalog, spaces: tuple[Namespace, ...], conditions: Conditions, plan: DeferralPlan
) -> tuple[HostText, ...]:
    """Return the texts in their order; without anything deferred the tools array alone."""
    loaded = {placement.tool for placement in plan.of_state("loaded", "pinned")}
    array = HostText(
        "tools-array",
        "Loaded functions, by namespace",
        compact_json(grouped(catalog, spaces, loaded)),
        "documented: functions without defer_loading can be called at once",
        every_turn=True,
    )
    if not plan.decision.deferred:
        return (array,)
    deferred = {placement.tool for placement in plan.of_state("deferred")}
    if not mode.hosted:
        own = conditions.tuning.texts.get(mode.id, {}).get("search-tool")
        return (_client_tool(own), array)
    seen = [f"{space.name}: {space.description}" for space in spaces if deferred.intersection(space.functions)]
    return (
        HostText(
            "deferred-tools",
            "Namespaces, as the model sees them before searching",
            "\n".join(seen),
            "documented: name and description of each namespace; layout approximated, one line each",
            every_turn=True,
        ),
        HostText(
            "search-tool",
            "Search tool definition",
            compact_json({"type": "tool_search"}),
            "documented as sent; what the model reads in its place is not published and not counted",
            every_turn=True,
        ),
        array,
        HostText(
            "request-tools",
            "tools of the request",
            request_tools(catalog, spaces, plan),
            "documented: every definition is sent in each request, deferred ones stay out of the model's context",
            every_turn=False,
        ),
    )


def request_tools(catalog: Catalog, spaces: tuple[Namespace, ...], plan: DeferralPlan) -> str:
    """Return the JSON list ``tools`` of a hosted request: the search tool, then every namespace with its functions."""
    deferred = {
        placement.tool: placement.state == "deferred" for placement in plan.of_state("loaded", "pinned", "deferred")
    }
    items = [compact_json({"type": "tool_search"})]
    for space in spaces:
        functions = [
            request_item(catalog.by_id[tool], function, deferred=deferred[tool])
            for tool, function in space.functions.items()
            if tool in deferred
        ]
        if functions:
            head = compact_json(namespace_item(space, []))
            items.append(f"{head.removesuffix(']}')}{','.join(functions)}]}}")
    return f"[{','.join(items)}]"


def grouped(
    catalog: Catalog, spaces: tuple[Namespace, ...], tools: Collection[str], deferred: Collection[str] = ()
) -> list[dict[str, Any]]:
    """Return the namespaces that hold any of `tools`, with their functions; those in `deferred` say so."""
    found = []
    for space in spaces:
        functions = [
            _function(catalog, space, tool, deferred=tool in deferred) for tool in space.functions if tool in tools
        ]
        if functions:
            found.append(namespace_item(space, functions))
    return found


def namespace_item(space: Namespace, functions: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the request's item for one namespace."""
    return {"type": "namespace", "name": space.name, "description": space.description, "tools": functions}


def answer(mode: Mode, ranking: Ranking, catalog: Catalog, spaces: tuple[Namespace, ...]) -> str:
    """Return what a search puts at the end of the context: the call's paths (hosted) and the functions loaded."""
    found = {hit.key for hit in ranking.hits}
    loaded = grouped(catalog, spaces, found, found)
    output = {"type": "tool_search_output", "execution": mode.execution, "status": "completed", "tools": loaded}
    if not mode.hosted:
        return compact_json([output])
    arguments = {"paths": [item["name"] for item in loaded]}
    call = {"type": "tool_search_call", "execution": "server", "status": "completed", "arguments": arguments}
    return compact_json([call, output])


def _function(catalog: Catalog, space: Namespace, tool: str, *, deferred: bool) -> dict[str, Any]:
    value: dict[str, Any] = definition(catalog.by_id[tool], f"{space.name}.{space.functions[tool]}").value
    return {**value, "defer_loading": True} if deferred else value


def _client_tool(description: str | None) -> HostText:
    value = {
        "type": "tool_search",
        "execution": "client",
        "description": description or _DESCRIPTION,
        "parameters": {
            "type": "object",
            "properties": {"query": {"type": "string", "description": "What to search for"}},
            "required": ["query"],
            "additionalProperties": False,
        },
    }
    wording = "description as given in the toolset" if description else "description and parameters the program's own"
    return HostText(
        "search-tool", "Search tool definition", compact_json(value), f"form documented; {wording}", every_turn=True
    )
