"""The texts x-code-cli writes: the ``## Deferred Tools`` section, its search tool, and the search's answers.

Headings, lists, names and order are the product's (``agent/system-prompt.ts`` and ``tools/tool-search.ts``,
0ed1bc2). Its longer sentences are not copied: the wording here says the same, and ``[host.x-code-cli.texts]``
in the toolset replaces it.
"""

from __future__ import annotations

from collections.abc import Mapping

from inspector.catalog import Catalog, compact_json
from inspector.hosts.protocol import Conditions, DeferralPlan, HostText
from inspector.hosts.x_code_cli.deferral import builtins_of, core_tools_of
from inspector.hosts.x_code_cli.definitions import definition, shown_description
from inspector.hosts.x_code_cli.profiles import Profile
from inspector.search import Ranking

SEARCH_TOOL = "toolSearch"

ALREADY_LOADED = "Already loaded — call {name} directly now."

_INSTRUCTIONS = {
    "short": (
        "These tools exist but their definitions are not loaded yet. Call `toolSearch` with keywords, or with "
        "`select:<exact_name>`, and what you chose can be called from your next step on. "
        "Whatever is in your tool list already needs no search."
    ),
    "with core tools": (
        "These tools exist but only their names are shown: no definition of them is loaded. To use one, call "
        "`toolSearch` first, with keywords or with `select:<exact_name>`; its definition then joins your tool "
        "list and can be called from your next step on. The core tools ({core}) are there from the start: "
        "do not search for them."
    ),
}
_SEARCH_DESCRIPTION = (
    "Loads tools whose names stand under “Deferred Tools” in the system prompt. `query` takes keywords for what "
    "you need, or `select:<exact_name>,<exact_name>` where you know the names. What is found can be called from "
    "your next step on; tools in your list already are not to be searched for."
)


def texts(
    profile: Profile, catalog: Catalog, names: Mapping[str, str], conditions: Conditions, plan: DeferralPlan
) -> tuple[HostText, ...]:
    """Return the section, the search tool and the tools array; the first two only where something is deferred."""
    loaded = [placement.tool for placement in plan.of_state("loaded", "pinned")]
    array = compact_json([definition(catalog.by_id[tool], names[tool]).value for tool in loaded])
    found = [
        HostText(
            "tools-array",
            "Tools array",
            array,
            f"definitions as x-code-cli builds them ({profile.version}); core tools of its own are not included",
            every_turn=True,
        )
    ]
    if not plan.decision.deferred:
        return tuple(found)
    own = conditions.tuning.texts.get(profile.id, {})
    section = _section(profile, catalog, conditions, plan, own.get("instruction"))
    tool = compact_json(search_tool(own.get("search-tool")))
    return (
        HostText(
            "deferred-tools",
            "Deferred Tools section",
            section,
            _origin(profile, "instruction paragraph", own.get("instruction"), profile.instruction_tokens),
            every_turn=True,
        ),
        HostText(
            "search-tool",
            "Search tool definition",
            tool,
            _origin(profile, "description", own.get("search-tool"), profile.search_description_tokens),
            every_turn=True,
        ),
        *found,
    )


def search_tool(description: str | None = None) -> dict[str, object]:
    """Return the definition of `toolSearch`; parameter names and types are the product's."""
    return {
        "name": SEARCH_TOOL,
        "description": _SEARCH_DESCRIPTION if description is None else description,
        "inputSchema": {
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "Keywords, or select:<exact_name>,<exact_name>"},
                "max_results": {"type": "number", "description": "Most tools to load by keywords (default 5)"},
            },
            "required": ["query"],
        },
    }


def answer(profile: Profile, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
    """Return what `toolSearch` answers: the loaded tools line by line, names not found, or how to go on."""
    core = [name for name in ranking.missing if name in core_tools_of(profile, conditions)]
    if profile.says_already_loaded and core and not ranking.hits:
        return "\n".join(ALREADY_LOADED.format(name=name) for name in core)
    if ranking.hits:
        lines = [f"Loaded {len(ranking.hits)} tool(s) — now callable directly on your next step:"]
        for hit in ranking.hits:
            tool = catalog.by_id.get(hit.key)
            description = shown_description(tool) if tool is not None else ""
            lines.append(f"- {hit.name}: {description}" if description else f"- {hit.name}")
        if ranking.missing:
            lines.append(f"(not found: {', '.join(ranking.missing)})")
        return "\n".join(lines)
    if ranking.mode == "select":
        text = (
            f"No deferred tools matched select: {', '.join(ranking.missing)}. "
            "The exact names stand under “## Deferred Tools” in the system prompt."
        )
    else:
        text = (
            f'No matching deferred tools for "{ranking.query}". '
            "Look through “## Deferred Tools” and try other keywords or select:<exact_name>."
        )
    if conditions.connecting:
        waiting = ", ".join(conditions.connecting)
        text += f"\n\nNote: some MCP servers are still connecting ({waiting}); their tools can be searched soon."
    return text


def _section(
    profile: Profile, catalog: Catalog, conditions: Conditions, plan: DeferralPlan, instruction: str | None
) -> str:
    if instruction is None:
        core = ", ".join(name for name in core_tools_of(profile, conditions) if name != SEARCH_TOOL)
        instruction = _INSTRUCTIONS[profile.instruction].format(core=core)
    blocks = ["## Deferred Tools", instruction]
    builtins = builtins_of(profile, conditions)
    if builtins:
        blocks.append("### Built-in\n- " + ", ".join(builtins))
    deferred = {placement.tool: placement.name for placement in plan.of_state("deferred")}
    for server in catalog.servers:
        listed = [deferred[tool.id] for tool in server.tools if tool.id in deferred]
        if listed:
            blocks.append(f"### Server: {server.name}\n- " + ", ".join(listed))
    return "\n\n".join(blocks)


def _origin(profile: Profile, what: str, own: str | None, original_tokens: int) -> str:
    if own is not None:
        return f"layout of {profile.version}; {what} as given in the toolset"
    return (
        f"layout of {profile.version}, documented; {what} in our own wording, "
        f"the original measures {original_tokens} tokens (o200k)"
    )
