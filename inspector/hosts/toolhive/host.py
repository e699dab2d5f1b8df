"""ToolHive's virtual MCP server with its optimizer, as a client of it sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, Tool, compact_json
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
from inspector.hosts.reasons import hidden_place
from inspector.hosts.serialised import labelled_parts
from inspector.hosts.toolhive import texts
from inspector.hosts.toolhive.full_text import StoredTool, ToolStore
from inspector.hosts.toolhive.rules import DEFAULT_LIMIT, MAXIMUM_LIMIT, RULES, VERSION
from inspector.search import Ranking, SearchIndex
from inspector.tuning.search_words import described_with

_RULE = "the optimizer shows find_tool and call_tool only; there is no threshold"
_LABELS = {"name": "name", "description": "description", "inputSchema": "schema"}


class ToolHive:
    """The optimizer without an embedding service: full-text search alone, with all its results."""

    id = "toolhive"
    title = "ToolHive vMCP with optimizer"
    version = VERSION
    label: Label = "documented"
    summary = (
        "Rules from its source; ranked by SQLite's own FTS5, so the numbers are its own. Hybrid search only described."
    )
    default_model: str | None = None
    default_limit = DEFAULT_LIMIT
    maximum_limit: int | None = MAXIMUM_LIMIT
    knobs: tuple[KnobSupport, ...] = (
        KnobSupport("defer", "optimizer of the virtual server, for every tool", "documented"),
        KnobSupport("hide", "filter of a workload's tools", "documented"),
        KnobSupport("words", "in an overridden description, which the model reads too", "documented"),
        KnobSupport("description", "overrides of a workload's tools", "documented"),
    )
    rules: tuple[Rule, ...] = RULES
    delivery = Delivery("proxy", "documented")
    text_ids: tuple[str, ...] = texts.TEXT_IDS

    def names(self, catalog: Catalog) -> Mapping[str, str]:
        """See `Host.names`: ``server_tool``."""
        return catalog.derived((self.id, "names"), lambda: {tool.id: f"{tool.server}_{tool.name}" for tool in catalog})

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`: every tool is behind ``find_tool``."""
        names = self.names(catalog)
        fixed = settled(catalog, conditions.tuning, (), lambda tool: hidden_place(conditions.tuning, tool, names))
        decision = Decision(
            deferred=True,
            counted=len(catalog) - len(fixed),
            limit=None,
            unit="tools behind find_tool",
            rule=_RULE,
            flips="leaving the optimizer out",
            label="documented",
        )
        return DeferralPlan(placements(catalog, self.id, names, fixed, "deferred", _RULE), decision)

    def definition(self, tool: Tool, name: str) -> Definition:
        """See `Host.definition`: the tool as ``find_tool`` answers with it."""
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
        """See `Host.index`: hidden tools are in the shared table in the product too, but not of this session."""

        def document(each: Placement) -> StoredTool:
            words = words_for(conditions, each.tool).strip()
            return StoredTool(each.tool, each.name, described_with(catalog.by_id[each.tool].description, words))

        return index_of(
            catalog,
            conditions,
            plan or self.plan(catalog, conditions),
            earlier,
            document=document,
            build=ToolStore.of,
        )

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`: the two tools; no names are written anywhere."""
        own = conditions.tuning.texts.get(self.id, {})
        origin = f"names and parameters documented ({VERSION}); descriptions in our own wording"
        return (
            HostText(
                "search-tool", "find_tool and call_tool", compact_json(texts.meta_tools(own)), origin, every_turn=True
            ),
            HostText(
                "tools-array", "Other tools in tools/list", "[]", f"documented ({VERSION}): none", every_turn=True
            ),
        )

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`: the tools found with the product's token metrics, as JSON."""
        names = self.names(catalog)

        def everything() -> list[Any]:
            return [self.definition(tool, names[tool.id]).value for tool in catalog]

        return texts.answer(
            [self.definition(catalog.by_id[hit.key], hit.name).value for hit in ranking.hits], everything
        )
