"""The mcpproxy-go host: a proxy that shows meta tools only, put together behind the `Host` protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, Tool
from inspector.hosts.mcpproxy_go import definitions, texts
from inspector.hosts.mcpproxy_go.documents import indexed_tool
from inspector.hosts.mcpproxy_go.query import DEFAULT_LIMIT, MAXIMUM_LIMIT, McpProxySearch
from inspector.hosts.mcpproxy_go.releases import Release
from inspector.hosts.mcpproxy_go.rules import rules_of
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
from inspector.hosts.reasons import hidden_reason
from inspector.search import Ranking, SearchIndex

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
        return {tool.id: f"{tool.server}:{tool.name}" for tool in catalog}

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`: nothing is ever listed; a second tool of the same name displaces the first."""
        names = self.names(catalog)
        last = {name: tool_id for tool_id, name in names.items()}
        placements = tuple(_place(tool, names[tool.id], last, conditions) for tool in catalog)
        deferred = sum(placement.state == "deferred" for placement in placements)
        decision = Decision(
            deferred=True,
            counted=deferred,
            limit=None,
            unit="tools behind retrieve_tools",
            rule=_RULE,
            flips="routing_mode direct",
            label="documented",
        )
        return DeferralPlan(placements, decision)

    def definition(self, tool: Tool, name: str) -> Definition:
        """See `Host.definition`: the tool's entry in the answer of ``retrieve_tools``, without its score."""
        return definitions.definition(tool, name)

    def tools_array(self, catalog: Catalog, tools: Mapping[str, Definition]) -> list[Any]:
        """See `Host.tools_array`: one item a tool."""
        return [definition.value for definition in tools.values()]

    def index(self, catalog: Catalog, conditions: Conditions) -> SearchIndex:
        """See `Host.index`: hidden tools stay in the index, as in the proxy, and are left out of the results."""
        names, release, tuning = self.names(catalog), self._release, conditions.tuning
        documents = [
            indexed_tool(
                tool,
                names[tool.id],
                tuning.for_tool(tool.id).words or "",
                qualified=release.qualified,
                output_schema=release.output_schema,
                hidden=hidden_reason(tuning, tool.id) is not None,
            )
            for tool in catalog
        ]
        return McpProxySearch(documents, segments=release.segments)

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`: the meta tools; no names are written anywhere."""
        return texts.texts(self.version, self._own_texts(conditions))

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`: the JSON of ``retrieve_tools`` in full mode."""
        return texts.answer(ranking, catalog, self._own_texts(conditions))

    def _own_texts(self, conditions: Conditions) -> Mapping[str, str]:
        return conditions.tuning.texts.get(self.id, {})


def _place(tool: Tool, name: str, last: Mapping[str, str], conditions: Conditions) -> Placement:
    reason = hidden_reason(conditions.tuning, tool.id)
    if reason is not None:
        return Placement(tool.id, name, "hidden", reason)
    if last[name] != tool.id:
        return Placement(tool.id, name, "refused", _REPLACED)
    return Placement(tool.id, name, "deferred", _RULE)
