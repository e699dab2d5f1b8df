"""Microsoft Foundry toolbox with ``toolbox_search``: what its ``tools/list`` shows and what a search finds.

Documented facts are from Microsoft Learn, “Tool search in a toolbox” (July 2026).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, Tool, compact_json
from inspector.hosts.foundry import search as toolbox_search
from inspector.hosts.foundry.rules import RULES
from inspector.hosts.indexing import Indexed, index_of, words_for
from inspector.hosts.placing import placements, settled
from inspector.hosts.protocol import (
    Conditions,
    Decision,
    DeferralPlan,
    Definition,
    Delivery,
    HostText,
    KnobSupport,
    Label,
    Placement,
    Rule,
)
from inspector.hosts.reasons import fixed_place
from inspector.hosts.serialised import labelled_parts
from inspector.search import Ranking, SearchIndex
from inspector.search.bm25 import BM25Index, FieldedDocument

_RULE = "toolbox_search hides every tool that is not pinned from tools/list; there is no threshold"
_LABELS = {"name": "name", "description": "description", "inputSchema": "schema"}


class FoundryToolbox:
    """The toolbox as an MCP client of it sees it. Automatic pins of much-used tools, per user, are not predicted."""

    id = "foundry"
    title = "Microsoft Foundry toolbox"
    version = "documentation of 2026-07"
    label: Label = "approximated"
    summary = "Visibility and knobs documented; ranking approximated: k1, b, tokeniser and ties are not published."
    default_model: str | None = None
    default_limit = toolbox_search.DEFAULT_LIMIT
    maximum_limit: int | None = toolbox_search.MAXIMUM_LIMIT
    knobs: tuple[KnobSupport, ...] = (
        KnobSupport("pin", "tool_configs: pin, per tool or “*” per server", "documented"),
        KnobSupport("defer", "automatic with toolbox_search", "documented"),
        KnobSupport("hide", "by leaving the tool out of allowed_tools", "documented"),
        KnobSupport("words", "tool_configs: additional_search_text, never shown to the model", "documented"),
    )

    rules: tuple[Rule, ...] = RULES
    delivery = Delivery("proxy", "documented", lasts="turn")
    text_ids: tuple[str, ...] = ("tool_search", "call_tool")

    def names(self, catalog: Catalog) -> Mapping[str, str]:
        """See `Host.names`: ``server_label.tool``."""
        return catalog.derived((self.id, "names"), lambda: {tool.id: f"{tool.server}.{tool.name}" for tool in catalog})

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`: pinned tools are visible, every other one is found by searching only."""
        names = self.names(catalog)
        tuning = conditions.tuning
        fixed = settled(catalog, tuning, (), lambda tool: fixed_place(tuning, tool.id, names[tool.id]))
        decision = Decision(
            deferred=True,
            counted=len(catalog) - len(fixed),
            limit=None,
            unit="tools hidden from tools/list",
            rule=_RULE,
            flips="leaving toolbox_search out of the toolbox",
            label="documented",
        )
        return DeferralPlan(placements(catalog, self.id, names, fixed, "deferred", _RULE), decision)

    def definition(self, tool: Tool, name: str) -> Definition:
        """See `Host.definition`: the item of ``tools/list`` as an MCP client turns it into a tool."""
        schema = {"type": "object", "properties": {}} if tool.input_schema is None else tool.input_schema
        value = {"name": name, "description": tool.description, "inputSchema": schema}
        return Definition(value, labelled_parts(value, _LABELS))

    def tools_array(self, catalog: Catalog, tools: Mapping[str, Definition]) -> list[Any]:
        """See `Host.tools_array`: one item a tool."""
        return [definition.value for definition in tools.values()]

    def index(
        self,
        catalog: Catalog,
        conditions: Conditions,
        plan: DeferralPlan | None = None,
        earlier: Indexed | None = None,
    ) -> SearchIndex:
        """See `Host.index`."""

        def document(each: Placement) -> FieldedDocument:
            words = words_for(conditions, each.tool)
            return toolbox_search.document(catalog.by_id[each.tool], each.name, words)

        return index_of(
            catalog,
            conditions,
            plan or self.plan(catalog, conditions),
            earlier,
            document=document,
            build=lambda slots: toolbox_search.FoundrySearch(BM25Index(slots)),
        )

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`: the two meta-tools and the pinned tools; the toolbox writes no list of names."""
        own = conditions.tuning.texts.get(self.id, {})
        pinned = [
            self.definition(catalog.by_id[placement.tool], placement.name).value
            for placement in plan.of_state("pinned")
        ]
        return (
            HostText(
                "search-tool",
                "tool_search and call_tool",
                compact_json(meta_tools(own.get("tool_search"), own.get("call_tool"))),
                "names, parameters, default and maximum documented; descriptions in our own wording, approximated",
                every_turn=True,
            ),
            HostText(
                "tools-array",
                "Pinned tools in tools/list",
                compact_json(pinned),
                "documented: pinned tools stand beside the two meta-tools; automatic pins are not predicted",
                every_turn=True,
            ),
        )

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`: the definitions found, as JSON; the service's exact frame is not documented."""
        tools = [self.definition(catalog.by_id[hit.key], hit.name).value for hit in ranking.hits]
        return compact_json({"tools": tools})


def meta_tools(search: str | None = None, call: str | None = None) -> list[dict[str, Any]]:
    """Return the definitions of the two tools that stand for the toolbox; only the wording is ours."""
    return [
        {
            "name": "tool_search",
            "description": search or "Finds tools of this toolbox by what they do. Describe the capability you need.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "query": {"type": "string", "description": "The capability or task a tool is needed for"},
                    "limit": {"type": "integer", "description": "Most tools to return: 5 by default, at most 10"},
                },
                "required": ["query"],
            },
        },
        {
            "name": "call_tool",
            "description": call or "Calls a tool that tool_search found, by its name.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "description": "Name of the tool"},
                    "arguments": {"type": "object", "description": "Arguments of the tool"},
                },
                "required": ["name"],
            },
        },
    ]
