"""The Responses API host: its parts put together behind the `Host` protocol, in one mode.

The request is one that a program writes itself: a namespace of functions for every server. ``mcp`` entries of the
API are deferred per server only, reach no stdio server and are not shown here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, Tool
from inspector.hosts.indexing import Indexed, index_of, words_for
from inspector.hosts.openai import client_search, deferral, definitions, naming, rules, texts
from inspector.hosts.openai.modes import VERSION, Mode
from inspector.hosts.openai.namespace_choice import DeferredNamespace, NamespaceChoice
from inspector.hosts.protocol import Conditions, DeferralPlan, Definition, Delivery, HostText, KnobSupport, Placement
from inspector.search import Ranking, SearchIndex
from inspector.search.bm25 import BM25Index, FieldedDocument
from inspector.search.slots import Slots


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
        # Both modes name functions alike.
        return catalog.derived("openai names", lambda: naming.full_names(catalog))

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`: what is not pinned is deferred, where the model has tool search."""
        return deferral.plan(self._mode, catalog, _namespaces(catalog), self.names(catalog), conditions)

    def definition(self, tool: Tool, name: str) -> Definition:
        """See `Host.definition`: the function, without the namespace around it."""
        return definitions.definition(tool, name)

    def tools_array(self, catalog: Catalog, tools: Mapping[str, Definition]) -> list[Any]:
        """See `Host.tools_array`: one namespace a server."""
        found = []
        for space in _namespaces(catalog):
            functions = [tools[tool].value for tool in space.functions if tool in tools]
            if functions:
                found.append(texts.namespace_item(space, functions))
        return found

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
            return client_search.document(catalog.by_id[each.tool], each.name, words)

        def build(slots: Slots[FieldedDocument]) -> client_search.ClientSearch:
            return client_search.ClientSearch(BM25Index(slots))

        planned = plan or self.plan(catalog, conditions)
        if self._mode.hosted:
            names = {placement.tool: placement.name for placement in planned.of_state("deferred", "loaded")}
            return NamespaceChoice(
                [
                    DeferredNamespace(space, tuple((tool, names[tool]) for tool in space.functions if tool in names))
                    for space in _namespaces(catalog)
                ]
            )
        return index_of(catalog, conditions, planned, earlier, document=document, build=build)

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`."""
        return texts.texts(self._mode, catalog, _namespaces(catalog), conditions, plan)

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`."""
        return texts.answer(self._mode, ranking, catalog, _namespaces(catalog))


def _namespaces(catalog: Catalog) -> tuple[naming.Namespace, ...]:
    return catalog.derived("openai namespaces", lambda: naming.namespaces(catalog))
