"""The Codex CLI host, measured on 0.171.0: it defers by model, searches by BM25, and sends namespaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, Tool, compact_json
from inspector.hosts.codex import deferred_namespaces, definitions, naming, ranking
from inspector.hosts.codex.builtins import builtin_documents
from inspector.hosts.codex.rules import RULES
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
    Rule,
    State,
)
from inspector.hosts.reasons import hidden_place, refused_place
from inspector.hosts.taken_names import taken_names
from inspector.search import Ranking, SearchIndex
from inspector.search.bm25 import BM25Index, FieldedDocument

_SEARCHING = ("gpt-5.5", "gpt-5.5-mini")
_SEARCH_DESCRIPTION = (
    "Finds tools that are not loaded yet. Their names, descriptions and parameters are searched by BM25, and what "
    "matches can be called from the next step on."
)


class Codex:
    """Codex CLI as recorded against a loopback model."""

    id = "codex"
    title = "Codex CLI"
    version = "0.171.0"
    label: Label = "measured"
    summary = "Recorded from the running client: names, definitions and ranking of all recorded queries, ties apart."
    default_model: str | None = "gpt-5.5"
    default_limit = 8
    maximum_limit: int | None = None
    knobs: tuple[KnobSupport, ...] = (
        KnobSupport("defer", "by the model, no setting", "measured"),
        KnobSupport("hide", "enabled_tools and disabled_tools of a server", "documented"),
    )
    rules: tuple[Rule, ...] = RULES
    delivery = Delivery("reference", "measured")
    text_ids: tuple[str, ...] = ("search-tool",)

    def names(self, catalog: Catalog) -> Mapping[str, str]:
        """See `Host.names`: ``namespace__function``."""
        return catalog.derived((self.id, "names"), lambda: naming.catalog_names(catalog))

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`: the model decides; there is neither threshold nor pin."""
        names = self.names(catalog)
        refusals = catalog.derived((self.id, "refusals"), lambda: taken_names(catalog, names, {}, last_wins=False))
        fixed = settled(
            catalog,
            conditions.tuning,
            refusals,
            lambda tool: refused_place(tool, names, refusals) or hidden_place(conditions.tuning, tool, names),
        )
        decision = _decide(conditions.model or self.default_model or "", len(catalog) - len(fixed))
        state: State = "deferred" if decision.deferred else "loaded"
        return DeferralPlan(placements(catalog, self.id, names, fixed, state, decision.rule), decision)

    def definition(self, tool: Tool, name: str) -> Definition:
        """See `Host.definition`: the function, without the namespace around it."""
        return definitions.definition(tool, name)

    def tools_array(self, catalog: Catalog, tools: Mapping[str, Definition]) -> list[Any]:
        """See `Host.tools_array`: one namespace a server, functions in name order."""
        found = []
        names = self.names(catalog)
        for server in catalog.servers:
            functions = [tools[tool.id].value for tool in server.tools if tool.id in tools]
            if functions:
                own, _ = naming.split_name(server.tools[0], names[server.tools[0].id])
                found.append(
                    {
                        "type": "namespace",
                        "name": own,
                        "description": naming.namespace_description(server, own),
                        "tools": sorted(functions, key=lambda function: str(function["name"])),
                    }
                )
        return found

    def index(
        self,
        catalog: Catalog,
        conditions: Conditions,
        plan: DeferralPlan | None = None,
        earlier: Indexed | None = None,
    ) -> SearchIndex:
        """See `Host.index`."""
        builtins = builtin_documents()
        unseen = 0 if conditions.builtins else len(builtins)
        instructions = {server.name: server.instructions or "" for server in catalog.servers}

        def document(each: Placement) -> FieldedDocument:
            tool = catalog.by_id[each.tool]
            words = words_for(conditions, tool.id)
            return ranking.tool_document(tool, each.name, words, instructions.get(tool.server, ""))

        def outside(key: str) -> Mapping[str, str]:
            return ranking.unsearched(catalog.by_id[key]) if key in catalog.by_id else {}

        return index_of(
            catalog,
            conditions,
            plan or self.plan(catalog, conditions),
            earlier,
            document=document,
            build=lambda slots: ranking.CodexSearch(BM25Index(slots, ranking.K1, ranking.B), outside, unseen),
            builtins=builtins,
        )

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`: servers are told by name, not tools; the search tool stands for what is deferred."""
        loaded = {
            each.tool: self.definition(catalog.by_id[each.tool], each.name)
            for each in plan.of_state("loaded", "pinned")
        }
        array = HostText(
            "tools-array",
            "Tools array (namespaces)",
            compact_json(self.tools_array(catalog, loaded)),
            "measured on 0.171.0; built-ins of the client are not included",
            every_turn=True,
        )
        if not plan.decision.deferred:
            return (array,)
        in_code = _bare(conditions.model or "") in deferred_namespaces.CODE_MODE
        own = conditions.builtins and not in_code
        namespaces = deferred_namespaces.message(catalog, plan.of_state("deferred"), own=own)
        if in_code:
            return (namespaces, array)
        given = conditions.own_text(self.id, "search-tool")
        origin = f"description {given.origin}" if given else "description in our own wording"
        return (
            namespaces,
            HostText(
                "search-tool",
                "Search tool definition",
                compact_json(search_tool(given.text if given else None)),
                f"form measured on 0.171.0; {origin}, the original tool measures 170 tokens (o200k)",
                every_turn=True,
            ),
            array,
        )

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`: the functions found, grouped by server in the order of their first hit."""
        by_server: dict[str, dict[str, Definition]] = {}
        for hit in ranking.hits:
            tool = catalog.by_id.get(hit.key)
            if tool is not None:
                by_server.setdefault(tool.server, {})[tool.id] = self.definition(tool, hit.name)
        return compact_json([self.tools_array(catalog, tools)[0] for tools in by_server.values()])


def search_tool(description: str | None = None) -> dict[str, Any]:
    """Return the definition of the client-executed search tool; form and parameters are the product's."""
    return {
        "type": "tool_search",
        "execution": "client",
        "description": description or _SEARCH_DESCRIPTION,
        "parameters": {
            "type": "object",
            "properties": {
                "limit": {"type": "number", "description": "Most tools to return (defaults to 8)"},
                "query": {"type": "string", "description": "What to search for"},
            },
            "required": ["query"],
            "additionalProperties": False,
        },
    }


def _decide(model: str, visible: int) -> Decision:
    bare = _bare(model)
    unit = "MCP tools"
    if bare in _SEARCHING:
        rule = f"{bare} searches: every MCP tool is behind tool_search"
        return Decision(visible > 0, visible, None, unit, rule, "another model, such as gpt-5.4", "measured")
    if bare in deferred_namespaces.CODE_MODE:
        rule = f"{bare} runs in code mode: no definition is sent, tools are reached from code"
        return Decision(visible > 0, visible, None, unit, rule, "another model, such as gpt-5.4", "measured")
    rule = f"{bare or 'this model'} gets every namespace in full: only {', '.join(_SEARCHING)} search"
    return Decision(False, visible, None, unit, rule, f"the model {_SEARCHING[0]}", "measured")


def _bare(model: str) -> str:
    """Return a model's name without its provider."""
    return model.lower().rsplit("/", 1)[-1].removeprefix("openai:")
