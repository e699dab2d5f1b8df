"""The x-code-cli host: its parts put together behind the `Host` protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, Tool
from inspector.hosts.protocol import Conditions, DeferralPlan, Definition, Delivery, HostText, KnobSupport, Label
from inspector.hosts.x_code_cli import deferral, definitions, ranking, texts
from inspector.hosts.x_code_cli.naming import tool_names
from inspector.hosts.x_code_cli.profiles import SUB_AGENTS, Profile, in_force
from inspector.hosts.x_code_cli.rules import rules_of
from inspector.search import Ranking, SearchIndex

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
        return tool_names(catalog, self._profile.prefix)

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`."""
        return deferral.plan(in_force(self._profile, conditions.model), catalog, self.names(catalog), conditions)

    def definition(self, tool: Tool, name: str) -> Definition:
        """See `Host.definition`."""
        return definitions.definition(tool, name)

    def tools_array(self, catalog: Catalog, tools: Mapping[str, Definition]) -> list[Any]:
        """See `Host.tools_array`: one item a tool."""
        return [definition.value for definition in tools.values()]

    def index(self, catalog: Catalog, conditions: Conditions) -> SearchIndex:
        """See `Host.index`: deferred built-ins first, then tools in catalog order, which is the order of ties."""
        names = self.names(catalog)
        profile = in_force(self._profile, conditions.model)
        documents = [ranking.builtin_document(name) for name in deferral.builtins_of(profile, conditions)]
        for tool in deferral.candidates_of(catalog, names, conditions):
            words = conditions.tuning.for_tool(tool.id).words or ""
            documents.append(ranking.tool_document(tool, names[tool.id], words))

        def outside(key: str) -> Mapping[str, str]:
            return ranking.unsearched(catalog.by_id[key]) if key in catalog.by_id else {}

        return ranking.XCodeSearch(profile, documents, outside)

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`."""
        return texts.texts(in_force(self._profile, conditions.model), catalog, self.names(catalog), conditions, plan)

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`."""
        return texts.answer(in_force(self._profile, conditions.model), ranking, catalog, conditions)
