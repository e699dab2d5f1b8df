"""The texts of a Messages API request with tool search: the search tool, loaded tools, the whole ``tools`` array.

Deferred definitions are in the request but not in the model's context. How the model is told of the search tool is
not published: parameters are documented, the description is in our own wording.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, compact_json
from inspector.hosts.anthropic.definitions import definition, request_item
from inspector.hosts.anthropic.editions import RESULTS, Edition
from inspector.hosts.protocol import Conditions, DeferralPlan, HostText
from inspector.hosts.serialised import function_line
from inspector.search import Ranking

_PATTERNS = (
    "Searches the tools that are not loaded yet with a Python regular expression (re.search). Names, descriptions, "
    "argument names and argument descriptions are searched; what matches can be called afterwards. {case}"
)
_CASE = ("Case counts unless the pattern begins with (?i).", "Case does not count.")
_WORDS = (
    "Searches the tools that are not loaded yet by what they do. Names, descriptions, argument names and argument "
    "descriptions are searched; the best matches can be called afterwards."
)


def texts(
    edition: Edition, catalog: Catalog, names: Mapping[str, str], conditions: Conditions, plan: DeferralPlan
) -> tuple[HostText, ...]:
    """Return the texts in their order; without anything deferred the tools array alone."""
    loaded = [catalog.by_id[each.tool] for each in plan.of_state("loaded", "pinned")]
    array = HostText(
        "tools-array",
        "Loaded tools, as the model reads them",
        "\n".join(definition(tool, names[tool.id]).text for tool in loaded),
        "documented: tools without defer_loading are loaded from the start; encoding as recorded from Claude Code",
        every_turn=True,
    )
    if not plan.decision.deferred:
        return (array,)
    own = conditions.tuning.texts.get(edition.id, {}).get("search-tool")
    wording = "description as given in the toolset" if own else "description not published, in our own wording"
    parts = function_line(edition.tool_name, own or _description(edition), search_schema(edition))
    return (
        HostText(
            "search-tool",
            "Search tool, as the model reads it",
            "".join(text for _, text in parts),
            f"approximated: parameters documented, {wording}; the vendor puts the tool at about 500 tokens (2025-11)",
            every_turn=True,
        ),
        array,
        HostText(
            "request-tools",
            "tools of the request",
            request_tools(edition, catalog, plan),
            "documented: every definition is sent in each request, deferred ones stay out of the model's context",
            every_turn=False,
        ),
    )


def request_tools(edition: Edition, catalog: Catalog, plan: DeferralPlan) -> str:
    """Return the JSON list ``tools`` of the request: the search tool first, then every tool in catalog order."""
    sent = [each for each in plan.placements if each.state in ("loaded", "pinned", "deferred")]
    items = [request_item(catalog.by_id[each.tool], each.name, deferred=each.state == "deferred") for each in sent]
    search = compact_json({"type": edition.tool_type, "name": edition.tool_name})
    return f"[{','.join([search, *items])}]"


def search_schema(edition: Edition) -> dict[str, Any]:
    """Return the search tool's documented input; ``limit`` came with the documentation of 2026."""
    what = "Python regular expression" if edition.uses_patterns else "What the tool should do"
    properties: dict[str, Any] = {
        edition.input_key: {"type": "string", "description": f"{what}, at most {edition.longest} characters"}
    }
    if edition.maximum_limit is not None:
        described = f"Most tools to return, 1 to {edition.maximum_limit}, default {RESULTS}"
        properties["limit"] = {"type": "integer", "description": described}
    return {"type": "object", "properties": properties, "required": [edition.input_key]}


def answer(ranking: Ranking, catalog: Catalog) -> str:
    """Return the result block of the response, then the definitions that its references become for the model."""
    error = ranking.notes.get("error")
    if error is not None:
        code, _, message = error.partition(": ")
        content: dict[str, Any] = {
            "type": "tool_search_tool_result_error",
            "error_code": code,
            "error_message": message,
        }
    else:
        references = [{"type": "tool_reference", "tool_name": hit.name} for hit in ranking.hits]
        content = {"type": "tool_search_tool_search_result", "tool_references": references}
    block = compact_json({"type": "tool_search_tool_result", "content": content})
    return "\n".join([block, *(definition(catalog.by_id[hit.key], hit.name).text for hit in ranking.hits)])


def _description(edition: Edition) -> str:
    return _PATTERNS.format(case=_CASE[edition.ignores_case]) if edition.uses_patterns else _WORDS
