"""The Messages API host: its parts put together behind the `Host` protocol, in one edition.

The request is one that a program writes itself: every tool a custom tool. Tools of the MCP connector
(``mcp_toolset``) keep their server's name apart, are deferred by ``default_config`` and are searched alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, Tool
from inspector.hosts.anthropic import deferral, definitions, naming, rules, texts
from inspector.hosts.anthropic.bm25_search import BM25Search
from inspector.hosts.anthropic.editions import RESULTS, Edition
from inspector.hosts.anthropic.indexed_texts import IndexedTool, indexed_tool
from inspector.hosts.anthropic.regex_search import RegexSearch
from inspector.hosts.indexing import Indexed, index_of, words_for
from inspector.hosts.protocol import Conditions, DeferralPlan, Definition, Delivery, HostText, KnobSupport, Placement
from inspector.search import Ranking, SearchIndex


class AnthropicMessages:
    """The Messages API with one of its two search tools."""

    default_model: str | None = "claude-sonnet-5"
    default_limit = RESULTS
    knobs: tuple[KnobSupport, ...] = (
        KnobSupport("pin", "defer_loading left out of the tool (mcp_toolset: configs)", "documented"),
        KnobSupport("defer", "defer_loading: true, per tool (mcp_toolset: default_config)", "documented"),
        KnobSupport("hide", "by leaving the tool out (mcp_toolset: enabled: false)", "documented"),
        KnobSupport("description", "the description of a custom tool; search words can only go there", "documented"),
    )
    delivery = Delivery("reference", "documented")
    text_ids: tuple[str, ...] = ("search-tool",)

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self.id = edition.id
        self.title = edition.title
        self.version = edition.version
        self.label = edition.label
        self.summary = edition.summary
        self.maximum_limit = edition.maximum_limit
        self.rules = rules.rules(edition)

    def names(self, catalog: Catalog) -> Mapping[str, str]:
        """See `Host.names`: ``server_tool``."""
        # All editions name tools alike.
        return catalog.derived("anthropic names", lambda: naming.names(catalog))

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`: what is not pinned is deferred, where the model has tool search."""
        return deferral.plan(self._edition, catalog, self.names(catalog), conditions)

    def definition(self, tool: Tool, name: str) -> Definition:
        """See `Host.definition`."""
        return definitions.definition(tool, name)

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

        def document(each: Placement) -> IndexedTool:
            return indexed_tool(catalog.by_id[each.tool], each.name, words_for(conditions, each.tool))

        search = RegexSearch.of if self._edition.uses_patterns else BM25Search.of
        return index_of(
            catalog,
            conditions,
            plan or self.plan(catalog, conditions),
            earlier,
            document=document,
            build=lambda slots: search(self._edition, slots),
        )

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`: no list of deferred names is written."""
        return texts.texts(self._edition, catalog, self.names(catalog), conditions, plan)

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`."""
        return texts.answer(ranking, catalog)
