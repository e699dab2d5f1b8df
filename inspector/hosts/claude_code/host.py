"""The Claude Code host: its parts put together behind the `Host` protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, Tool
from inspector.hosts.claude_code import deferral, definitions, ranking, texts
from inspector.hosts.claude_code.naming import collation_key, full_name
from inspector.hosts.claude_code.releases import Release
from inspector.hosts.claude_code.rules import rules_of
from inspector.hosts.indexing import Indexed, index_of, words_for
from inspector.hosts.protocol import (
    Conditions,
    DeferralPlan,
    Definition,
    Delivery,
    HostText,
    KnobSupport,
    Label,
    Placement,
)
from inspector.search import Ranking, SearchIndex
from inspector.search.keyword_document import KeywordDocument


class ClaudeCode:
    """Claude Code in one of the measured releases."""

    title = "Claude Code"
    label: Label = "measured"
    summary = "Recorded from the running client: ranking, names, definitions and order of all recorded cases agree."
    default_model: str | None = "claude-sonnet-5"
    default_limit = 5
    maximum_limit: int | None = None
    knobs: tuple[KnobSupport, ...] = (
        KnobSupport("pin", "alwaysLoad of a server; per tool by the server's _meta anthropic/alwaysLoad", "measured"),
        KnobSupport("defer", "ENABLE_TOOL_SEARCH: true, auto, auto:N, false", "measured"),
        KnobSupport("hide", "permissions.deny", "documented"),
        KnobSupport("words", "by the server's _meta anthropic/searchHint", "measured"),
    )

    delivery = Delivery("reference", "measured")
    text_ids: tuple[str, ...] = ("reminder", "search-tool")

    def __init__(self, release: Release) -> None:
        self._release = release
        self.rules = rules_of(release)
        self.id = release.id
        self.version = release.version

    def names(self, catalog: Catalog) -> Mapping[str, str]:
        """See `Host.names`."""
        return catalog.derived((self.id, "names"), lambda: {tool.id: full_name(tool) for tool in catalog})

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`."""
        return deferral.plan(self._release, catalog, self.names(catalog), conditions)

    def definition(self, tool: Tool, name: str) -> Definition:
        """See `Host.definition`."""
        return definitions.definition(self._release, tool, name)

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
        planned = plan or self.plan(catalog, conditions)
        builtins = [ranking.builtin_document(n) for n in self._release.builtins] if conditions.builtins else []

        def document(each: Placement) -> KeywordDocument:
            words = words_for(conditions, each.tool)
            return ranking.tool_document(self._release, catalog.by_id[each.tool], each.name, words)

        def outside(key: str) -> Mapping[str, str]:
            return ranking.unsearched(self._release, catalog.by_id[key]) if key in catalog.by_id else {}

        return index_of(
            catalog,
            conditions,
            planned,
            earlier,
            document=document,
            build=lambda slots: ranking.ClaudeCodeSearch.of(slots, outside),
            builtins=builtins,
            order=collation_key,
        )

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`."""
        return texts.texts(self._release, catalog, self.names(catalog), conditions, plan)

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`."""
        return texts.answer(self._release, ranking, catalog, self.names(catalog))
