"""The Responses API host: its parts put together behind the `Host` protocol, in one mode.

The request is one that a program writes itself: a namespace of functions for every server. ``mcp`` entries of the
API are deferred per server only, reach no stdio server and are not shown here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, Tool
from inspector.hosts.openai import client_search, deferral, definitions, naming, rules, texts
from inspector.hosts.openai.modes import VERSION, Mode
from inspector.hosts.openai.namespace_choice import DeferredNamespace, NamespaceChoice
from inspector.hosts.protocol import Conditions, DeferralPlan, Definition, Delivery, HostText, KnobSupport
from inspector.search import Ranking, SearchIndex


class OpenAIResponses:
    """The Responses API with ``tool_search``, hosted or executed by the program."""

    version = VERSION
    default_model: str | None = "gpt-5.5"
    maximum_limit: int | None = None

    def __init__(self, mode: Mode) -> None:
        self._mode = mode
        self.id = mode.id
        self.title = mode.title
        self.label = mode.label
        self.summary = mode.summary
        self.default_limit = mode.default_limit
        self.rules = rules.rules(mode)
        self.delivery = Delivery("reference", "documented")
        self.text_ids: tuple[str, ...] = () if mode.hosted else ("search-tool",)
        self.knobs: tuple[KnobSupport, ...] = (
            KnobSupport("pin", "defer_loading left out of the function; mcp entries: per server", "documented"),
            KnobSupport("defer", "defer_loading: true on functions, or on an mcp entry", "documented"),
            KnobSupport("hide", "by leaving the function out; mcp entries: allowed_tools", "documented"),
            *((KnobSupport("words", "in the program's own index", "approximated"),) if not mode.hosted else ()),
            KnobSupport("description", "descriptions of functions and namespaces, which the model sees", "documented"),
        )

    def names(self, catalog: Catalog) -> Mapping[str, str]:
        """See `Host.names`: ``namespace.function``."""
        return naming.full_names(catalog)

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`: what is not pinned is deferred, where the model has tool search."""
        return deferral.plan(self._mode, catalog, naming.namespaces(catalog), conditions)

    def definition(self, tool: Tool, name: str) -> Definition:
        """See `Host.definition`: the function, without the namespace around it."""
        return definitions.definition(tool, name)

    def tools_array(self, catalog: Catalog, tools: Mapping[str, Definition]) -> list[Any]:
        """See `Host.tools_array`: one namespace a server."""
        found = []
        for space in naming.namespaces(catalog):
            functions = [tools[tool].value for tool in space.functions if tool in tools]
            if functions:
                found.append(texts.namespace_item(space, functions))
        return found

    def index(self, catalog: Catalog, conditions: Conditions) -> SearchIndex:
        """See `Host.index`."""
        placed = self.plan(catalog, conditions).of_state("deferred", "loaded")
        names = {placement.tool: placement.name for placement in placed}
        if self._mode.hosted:
            return NamespaceChoice(
                [
                    DeferredNamespace(space, tuple((tool, names[tool]) for tool in space.functions if tool in names))
                    for space in naming.namespaces(catalog)
                ]
            )
        tuning = conditions.tuning
        return client_search.ClientSearch(
            [client_search.document(catalog.by_id[t], n, tuning.for_tool(t).words or "") for t, n in names.items()]
        )

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`."""
        return texts.texts(self._mode, catalog, naming.namespaces(catalog), conditions, plan)

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`."""
        return texts.answer(self._mode, ranking, catalog, naming.namespaces(catalog))
