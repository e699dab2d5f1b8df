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
        return naming.names(catalog)

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`: pinned tools are listed, every other one is found by searching only."""
        names = self.names(catalog)
        hidden = {tool.id for tool in catalog if hidden_reason(conditions.tuning, tool.id) is not None}
        refusals = naming.refusals(catalog, names, hidden)
        rule = f"{self._transform.name} lists pinned tools and its own two; there is no threshold"
        placements = tuple(_place(tool, names[tool.id], refusals, rule, conditions) for tool in catalog)
        decision = Decision(
            deferred=True,
            counted=sum(placement.state == "deferred" for placement in placements),
            limit=None,
            unit="tools behind search_tools",
            rule=rule,
            flips="leaving the transform out",
            label="measured",
        )
        return DeferralPlan(placements, decision)

    def definition(self, tool: Tool, name: str) -> Definition:
        """See `Host.definition`: the item of ``tools/list``, which a search answers with too."""
        return definitions.definition(tool, name)

    def tools_array(self, catalog: Catalog, tools: Mapping[str, Definition]) -> list[Any]:
        """See `Host.tools_array`: one item a tool."""
        return [definition.value for definition in tools.values()]

    def index(self, catalog: Catalog, conditions: Conditions) -> SearchIndex:
        """See `Host.index`."""
        tuning = conditions.tuning
        searched = [
            SearchedTool(catalog.by_id[each.tool], each.name, (tuning.for_tool(each.tool).words or "").strip())
            for each in self.plan(catalog, conditions).of_state("deferred")
        ]
        return RegexSearch(searched) if self._transform.uses_patterns else BM25Search(searched)

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`: the two meta tools and the pinned tools."""
        return texts.texts(self._transform, catalog, conditions, plan)

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`."""
        return texts.answer(ranking, catalog, conditions)


def _place(tool: Tool, name: str, refusals: Mapping[str, str], rule: str, conditions: Conditions) -> Placement:
    place = fixed_place(conditions.tuning, tool.id, name, refusals.get(tool.id))
    if place is not None:
        return place
    if not naming.shown_to_models(tool):
        return Placement(tool.id, name, "refused", _APP_ONLY)
    return Placement(tool.id, name, "deferred", rule)
