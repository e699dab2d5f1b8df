"""The mcpproxy-go host: a proxy that shows meta tools only, put together behind the `Host` protocol."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from inspector.catalog import Catalog, Tool
from inspector.hosts.indexing import Indexed, index_of, words_for
from inspector.hosts.mcpproxy_go import definitions, texts
from inspector.hosts.mcpproxy_go.documents import IndexedTool
from inspector.hosts.mcpproxy_go.index import ToolIndex
from inspector.hosts.mcpproxy_go.query import DEFAULT_LIMIT, MAXIMUM_LIMIT, McpProxySearch
from inspector.hosts.mcpproxy_go.releases import Release
from inspector.hosts.mcpproxy_go.rules import rules_of
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
)
from inspector.hosts.reasons import hidden_place
from inspector.search import Ranking, SearchIndex
from inspector.tuning.model import Tuning

_RULE = "routing_mode retrieve_tools, the default: no tool of a server is listed, all are found by retrieve_tools"
_REPLACED = "another tool of this server has the same name: the index keeps the last one"
_KNOBS = (
    KnobSupport(
        "defer", "automatic in routing_mode retrieve_tools; routing_mode direct lists every tool", "documented"
    ),
    KnobSupport("hide", "per server: disabled_tools, or enabled_tools without it", "documented"),
)


class McpProxyGo:
    """mcpproxy-go as a client of it sees it, in one state of its source; servers in quarantine are not known here."""

    default_model: str | None = None
    default_limit = DEFAULT_LIMIT
    maximum_limit: int | None = MAXIMUM_LIMIT
    knobs: tuple[KnobSupport, ...] = _KNOBS
    delivery = Delivery("proxy", "documented")
    text_ids: tuple[str, ...] = texts.TEXT_IDS

    def __init__(self, release: Release) -> None:
        self._release = release
        self.rules = rules_of(release)
        self.id = release.id
        self.title = release.title
        self.version = release.version
        self.label: Label = release.label
        self.summary = release.summary

    def names(self, catalog: Catalog) -> Mapping[str, str]:
        """See `Host.names`: ``server:tool``."""
        return catalog.derived((self.id, "names"), lambda: {tool.id: f"{tool.server}:{tool.name}" for tool in catalog})

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`: nothing is ever listed; a second tool of the same name displaces the first."""
        names = self.names(catalog)
        replaced = catalog.derived((self.id, "replaced"), lambda: _replaced(names))
        fixed = settled(
            catalog, conditions.tuning, replaced, lambda tool: _fixed(tool, names, replaced, conditions.tuning)
        )
        decision = Decision(
            deferred=True,
            counted=len(catalog) - len(fixed),
            limit=None,
            unit="tools behind retrieve_tools",
            rule=_RULE,
            flips="routing_mode direct",
            label="documented",
        )
        return DeferralPlan(placements(catalog, self.id, names, fixed, "deferred", _RULE), decision)

    def definition(self, tool: Tool, name: str) -> Definition:
        """See `Host.definition`: the tool's entry in the answer of ``retrieve_tools``, without its score."""
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
        """See `Host.index`: hidden tools stay in the index, as in the proxy, and are left out of the results."""
        replaced = catalog.derived((self.id, "replaced"), lambda: _replaced(self.names(catalog)))
        release = self._release

        def document(each: Placement) -> IndexedTool | None:
            if each.tool in replaced:
                return None
            words, hidden = words_for(conditions, each.tool), each.state == "hidden"
            return IndexedTool(catalog.by_id[each.tool], each.name, words, release, hidden)

        return index_of(
            catalog,
            conditions,
            plan or self.plan(catalog, conditions),
            earlier,
            document=document,
            build=lambda slots: McpProxySearch(ToolIndex(slots), segments=release.segments),
            order=str,
            states=("deferred", "hidden"),
        )

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`: the meta tools; no names are written anywhere."""
        return texts.texts(self.version, self._own_texts(conditions))

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`: the JSON of ``retrieve_tools`` in full mode."""
        return texts.answer(ranking, catalog, self._own_texts(conditions))

    def _own_texts(self, conditions: Conditions) -> Mapping[str, str]:
        return conditions.tuning.texts.get(self.id, {})


def _replaced(names: Mapping[str, str]) -> frozenset[str]:
    """Return the ids of all tools but the last of each name: the index keeps that one only."""
    last = {name: tool_id for tool_id, name in names.items()}
    return frozenset(tool_id for tool_id, name in names.items() if last[name] != tool_id)


def _fixed(tool: Tool, names: Mapping[str, str], replaced: Set[str], tuning: Tuning) -> Placement | None:
    hidden = hidden_place(tuning, tool, names)
    if hidden is None and tool.id in replaced:
        return Placement(tool.id, names[tool.id], "refused", _REPLACED)
    return hidden
