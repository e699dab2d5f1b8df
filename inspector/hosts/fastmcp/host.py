"""FastMCP as a proxy with a search transform, put together behind the `Host` protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, Tool
from inspector.hosts.fastmcp import definitions, naming, rules, texts
from inspector.hosts.fastmcp.bm25_search import BM25Search
from inspector.hosts.fastmcp.regex_search import RegexSearch
from inspector.hosts.fastmcp.searched_text import SearchedTool
from inspector.hosts.fastmcp.transforms import RESULTS, VERSION, SearchTransform
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
)
from inspector.hosts.reasons import fixed_place, hidden_reason
from inspector.search import Ranking, SearchIndex
from inspector.tuning.model import Tuning
from inspector.tuning.reach import edited_tools

_APP_ONLY = "_meta.ui.visibility keeps it from models: searches do not find it"
_KNOBS = (
    KnobSupport("pin", "always_visible of the transform, by the name in the proxy", "measured"),
    KnobSupport("defer", "the transform, for every tool that is not pinned", "measured"),
    KnobSupport("hide", "a tool transform with enabled: false", "measured"),
    KnobSupport("words", "written into the description, which the model reads too", "measured"),
    KnobSupport("description", "a tool transform's description", "measured"),
)


class FastMcp:
    """A FastMCP proxy over the catalog's servers, each mounted under its name, with one of the two transforms."""

    version = VERSION
    label: Label = "measured"
    default_model: str | None = None
    default_limit = RESULTS
    maximum_limit: int | None = None
    knobs: tuple[KnobSupport, ...] = _KNOBS
    delivery = Delivery("proxy", "measured")
    text_ids: tuple[str, ...] = texts.TEXT_IDS

    def __init__(self, transform: SearchTransform) -> None:
        self._transform = transform
        self.id = transform.id
        self.title = transform.title
        self.summary = transform.summary
        self.rules = rules.rules_of(transform)

    def names(self, catalog: Catalog) -> Mapping[str, str]:
        """See `Host.names`."""
        return catalog.derived((self.id, "names"), lambda: naming.names(catalog))

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`: pinned tools are listed, every other one is found by searching only."""
        names, tuning = self.names(catalog), conditions.tuning
        spoken_for = edited_tools(tuning, catalog)
        hidden = {tool_id for tool_id in spoken_for if hidden_reason(tuning, tool_id) is not None}
        refusals = naming.refusals(catalog, names, hidden)
        not_shown = catalog.derived("fastmcp not shown", lambda: naming.not_shown_to_models(catalog))
        rule = f"{self._transform.name} lists pinned tools and its own two; there is no threshold"
        fixed = settled(
            catalog,
            tuning,
            {*refusals, *not_shown},
            lambda tool: _fixed(tool, names[tool.id], refusals, not_shown, tuning),
        )
        decision = Decision(
            deferred=True,
            counted=len(catalog) - len(fixed),
            limit=None,
            unit="tools behind search_tools",
            rule=rule,
            flips="leaving the transform out",
            label="measured",
        )
        return DeferralPlan(placements(catalog, self.id, names, fixed, "deferred", rule), decision)

    def definition(self, tool: Tool, name: str) -> Definition:
        """See `Host.definition`: the item of ``tools/list``, which a search answers with too."""
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

        def document(each: Placement) -> SearchedTool:
            return SearchedTool(catalog.by_id[each.tool], each.name, words_for(conditions, each.tool).strip())

        return index_of(
            catalog,
            conditions,
            plan or self.plan(catalog, conditions),
            earlier,
            document=document,
            build=RegexSearch if self._transform.uses_patterns else BM25Search.of,
        )

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`: the two meta tools and the pinned tools."""
        return texts.texts(self._transform, catalog, conditions, plan)

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`."""
        return texts.answer(ranking, catalog, conditions)


def _fixed(
    tool: Tool, name: str, refusals: Mapping[str, str], not_shown: frozenset[str], tuning: Tuning
) -> Placement | None:
    place = fixed_place(tuning, tool.id, name, refusals.get(tool.id))
    if place is None and tool.id in not_shown:
        return Placement(tool.id, name, "refused", _APP_ONLY)
    return place
