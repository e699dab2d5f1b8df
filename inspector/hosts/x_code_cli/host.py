"""The x-code-cli host: its parts put together behind the `Host` protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, Tool
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
from inspector.hosts.x_code_cli import deferral, definitions, ranking, texts
from inspector.hosts.x_code_cli.naming import tool_names
from inspector.hosts.x_code_cli.profiles import SUB_AGENTS, Profile, in_force
from inspector.hosts.x_code_cli.rules import rules_of
from inspector.search import Ranking, SearchIndex
from inspector.search.keyword_document import KeywordDocument

_KNOBS = (
    KnobSupport("pin", "by the server: annotations.alwaysLoad (no setting of the client)", "documented"),
    KnobSupport("defer", "automatic, from ten per cent of the window on", "documented"),
    KnobSupport("words", "by the server: annotations.searchHint (no setting of the client)", "documented"),
)


class XCodeCli:
    """x-code-cli in one of its variants."""

    default_model: str | None = None
    default_limit = 5
    maximum_limit: int | None = None
    knobs: tuple[KnobSupport, ...] = _KNOBS
    text_ids: tuple[str, ...] = ("instruction", "search-tool")

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self.rules = rules_of(profile)
        self.delivery = Delivery(
            "splice",
            profile.label,
            core=len(profile.core_tools),
            already=texts.ALREADY_LOADED if profile.says_already_loaded else "",
            agents=SUB_AGENTS,
        )
        self.id = profile.id
        self.title = profile.title
        self.version = profile.version
        self.label: Label = profile.label
        self.summary = profile.summary

    def names(self, catalog: Catalog) -> Mapping[str, str]:
        """See `Host.names`."""
        return catalog.derived((self.id, "names"), lambda: tool_names(catalog, self._profile.prefix))

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`."""
        return deferral.plan(in_force(self._profile, conditions.model), catalog, self.names(catalog), conditions)

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
        """See `Host.index`: deferred built-ins first, then tools in catalog order, which is the order of ties."""
        profile = in_force(self._profile, conditions.model)
        builtins = [ranking.builtin_document(name) for name in deferral.builtins_of(profile, conditions)]

        def document(each: Placement) -> KeywordDocument:
            return ranking.tool_document(catalog.by_id[each.tool], each.name, words_for(conditions, each.tool))

        def outside(key: str) -> Mapping[str, str]:
            return ranking.unsearched(catalog.by_id[key]) if key in catalog.by_id else {}

        return index_of(
            catalog,
            conditions,
            plan or self.plan(catalog, conditions),
            earlier,
            document=document,
            build=lambda slots: ranking.XCodeSearch.of(profile, slots, outside),
            builtins=builtins,
        )

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`."""
        return texts.texts(in_force(self._profile, conditions.model), catalog, self.names(catalog), conditions, plan)

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`."""
        return texts.answer(in_force(self._profile, conditions.model), ranking, catalog, conditions)
