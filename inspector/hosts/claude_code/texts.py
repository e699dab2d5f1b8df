"""The texts Claude Code writes: the reminder with deferred names, its search tool, and a search's result.

Layout, names, order and parameters are the product's, measured. Its longer sentences are not copied: the
wording here says the same, and ``[host.claude-code.texts]`` in the toolset replaces it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, compact_json
from inspector.hosts.claude_code.definitions import definition
from inspector.hosts.claude_code.naming import collation_key
from inspector.hosts.claude_code.releases import Release
from inspector.hosts.protocol import Conditions, DeferralPlan, HostText, OwnText
from inspector.search import Ranking

SEARCH_TOOL = "ToolSearch"
_REMINDER = (
    "These tools can be had through ToolSearch. Their schemas are not loaded yet: a direct call fails as invalid "
    'input. Load them first with the query "select:<name>[,<name>...]":'
)
_DESCRIPTION = (
    "Loads the full schemas of deferred tools, which are known by name only from <system-reminder> messages and "
    "cannot be called before. The query is matched against the deferred tools, and each match comes back as one "
    '<function>{"description": "...", "name": "...", "parameters": {...}}</function> line in a <functions> block, '
    "after which the tool is called like any other.\n\n"
    'Queries:\n- "select:Read,Edit" loads exactly these\n- "notebook jupyter" finds the best matches, up to '
    'max_results\n- "+slack send" must match "slack", and ranks by the rest'
)


def texts(
    release: Release, catalog: Catalog, names: Mapping[str, str], conditions: Conditions, plan: DeferralPlan
) -> tuple[HostText, ...]:
    """Return the reminder, the search tool and the tools array; the first two only where something is deferred."""
    loaded = sorted(plan.of_state("loaded", "pinned"), key=lambda placement: collation_key(placement.name))
    array = [definition(release, catalog.by_id[each.tool], each.name) for each in loaded]
    tools = HostText(
        "tools-array",
        "Tools array",
        "\n".join(each.text for each in array),
        f"measured on {release.version}: one line a tool, as the model reads them; its built-ins are not included",
        every_turn=True,
    )
    if not plan.decision.deferred:
        return (tools,)
    paragraph, described = (conditions.own_text(release.id, text_id) for text_id in ("reminder", "search-tool"))
    builtins = release.builtins if conditions.builtins else ()
    # By code point, unlike ties and the tools array.
    announced = sorted([*builtins, *(each.name for each in plan.of_state("deferred"))])
    reminder = "\n".join([paragraph.text if paragraph else _REMINDER, *announced])
    return (
        HostText(
            "deferred-tools",
            "Reminder with deferred names",
            f"<system-reminder>\n{reminder}\n</system-reminder>",
            _origin(release, paragraph, "paragraph", "60 tokens (o200k), 67 or 99 (Claude before / from 4.8)"),
            every_turn=True,
        ),
        HostText(
            "search-tool",
            "Search tool definition",
            compact_json(search_tool(described.text if described else None)),
            _origin(release, described, "description", "350 tokens (o200k) as a whole, 375 or 523 (Claude)"),
            every_turn=True,
        ),
        tools,
    )


def search_tool(description: str | None = None) -> dict[str, Any]:
    """Return the definition of ToolSearch; names, types and the default are the product's."""
    return {
        "name": SEARCH_TOOL,
        "description": description or _DESCRIPTION,
        "input_schema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "query": {"description": 'Keywords, or "select:<tool_name>" for exact names.', "type": "string"},
                "max_results": {"description": "Most results (default: 5)", "default": 5, "type": "number"},
            },
            "required": ["query"],
            "additionalProperties": False,
        },
    }


def answer(release: Release, ranking: Ranking, catalog: Catalog, names: Mapping[str, str]) -> str:
    """Return the result block: one ``<function>`` line a tool found."""
    if not ranking.hits:
        return "No matching deferred tools found"
    lines = []
    for hit in ranking.hits:
        tool = catalog.by_id.get(hit.key)
        built_in = json.dumps({"name": hit.name}, ensure_ascii=False)
        lines.append(
            f"<function>{built_in}</function>" if tool is None else definition(release, tool, names[tool.id]).text
        )
    return "<functions>\n" + "\n".join(lines) + "\n</functions>"


def _origin(release: Release, own: OwnText | None, what: str, original: str) -> str:
    if own is not None:
        return f"layout measured on {release.version}; {what} {own.origin}"
    return f"layout measured on {release.version}; {what} in our own wording, the original measures {original}"
