"""Gemini CLI, measured on 0.61.0: no tool search, every tool upfront under a cut name and with one parameter more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from inspector.catalog import Catalog, Server, Tool, compact_json_list, utf16_length
from inspector.hosts.indexing import Indexed
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
    Rule,
)
from inspector.hosts.reasons import hidden_place, refused_place
from inspector.hosts.serialised import known_keys_first, labelled_parts
from inspector.hosts.taken_names import taken_names
from inspector.search import Miss, Ranking, SearchIndex

NO_SEARCH = "this host has no tool search: every tool is in each request"
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]")
_LONGEST_NAME = 63
_KEPT = 30
_RULE = "Gemini CLI has no tool search: every tool is sent in full"
_LABELS = {"name": "name", "description": "description", "parametersJsonSchema": "schema"}

# The client adds this parameter to every tool; its wording is a short string of the wire format.
WAIT_FOR_PREVIOUS = {
    "type": "boolean",
    "description": (
        "Set to true to wait for all previously requested tools in this turn to complete before starting. "
        "Set to false (or omit) to run in parallel. "
        "Use true when this tool depends on the output of previous tools."
    ),
}


_RULES = (
    Rule(
        "names",
        "mcp_<server>_<tool>; characters outside A-Z a-z 0-9 _ . - become _; over 63 characters the first 30, ... and "
        "the last 30",
        "measured",
        "0.61.0",
    ),
    Rule(
        "refusals",
        "a boolean subschema or null annotations cost the whole server; of two tools of one name the last is sent",
        "measured",
        "0.61.0",
    ),
    Rule(
        "definitions",
        "every tool gains a wait_for_previous parameter with a long description; type [x, null] becomes x with "
        "nullable",
        "measured",
        "0.61.0",
    ),
    Rule("deferral", "none: everything is sent in full; there is no tool search", "measured", "0.61.0"),
)


class GeminiCli:
    """Gemini CLI as recorded against a loopback model."""

    id = "gemini-cli"
    title = "Gemini CLI"
    version = "0.61.0"
    label: Label = "measured"
    summary = "Recorded from the running client: names, refusals and definitions as sent. It has no tool search."
    default_model: str | None = "gemini-3.1-pro-preview"
    default_limit = 5
    maximum_limit: int | None = None
    knobs: tuple[KnobSupport, ...] = (KnobSupport("hide", "includeTools and excludeTools of a server", "documented"),)
    rules: tuple[Rule, ...] = _RULES
    delivery = Delivery("none", "measured")
    text_ids: tuple[str, ...] = ()

    def names(self, catalog: Catalog) -> Mapping[str, str]:
        """See `Host.names`."""
        return catalog.derived((self.id, "names"), lambda: {tool.id: tool_name(tool) for tool in catalog})

    def plan(self, catalog: Catalog, conditions: Conditions) -> DeferralPlan:
        """See `Host.plan`: all tools are loaded, but for hidden ones and servers the client refuses."""
        names = self.names(catalog)
        refusals = catalog.derived((self.id, "refusals"), lambda: _refusals(catalog, names))
        fixed = settled(
            catalog,
            conditions.tuning,
            refusals,
            lambda tool: refused_place(tool, names, refusals) or hidden_place(conditions.tuning, tool, names),
        )
        counted = len(catalog) - len(fixed)
        decision = Decision(False, counted, None, "tools sent in full", _RULE, "another host", "measured")
        return DeferralPlan(placements(catalog, self.id, names, fixed, "loaded", _RULE), decision)

    def definition(self, tool: Tool, name: str) -> Definition:
        """See `Host.definition`."""
        value = {"name": name, "description": tool.description, "parametersJsonSchema": sent_schema(tool)}
        return Definition(value, labelled_parts(value, _LABELS))

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
        """See `Host.index`: it finds nothing, and says why."""
        return _NoSearch()

    def texts(self, catalog: Catalog, conditions: Conditions, plan: DeferralPlan) -> tuple[HostText, ...]:
        """See `Host.texts`: the tools are all there is."""
        loaded = (self.definition(catalog.by_id[each.tool], each.name).value for each in plan.of_state("loaded"))
        origin = "measured on 0.61.0: functionDeclarations of the request; its built-ins are not included"
        return (HostText("tools-array", "Tools array", compact_json_list(loaded), origin, every_turn=True),)

    def answer(self, ranking: Ranking, catalog: Catalog, conditions: Conditions) -> str:
        """See `Host.answer`."""
        return NO_SEARCH


class _NoSearch:
    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return no hits and the reason."""
        return Ranking(query, (), notes={"host": NO_SEARCH})

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """Return nothing: there is no search that a term could miss."""
        return ()


def tool_name(tool: Tool) -> str:
    """Return ``mcp_server_tool``; over 63 characters its first 30, ``...`` and its last 30."""
    name = f"mcp_{_safe(tool.server)}_{_safe(tool.name)}"
    return name if len(name) <= _LONGEST_NAME else f"{name[:_KEPT]}...{name[-_KEPT:]}"


def _safe(name: str) -> str:
    return _UNSAFE.sub(lambda found: "_" * utf16_length(found.group()), name)


def server_refusal(server: Server) -> str | None:
    """Return why the client drops the whole server, or None: a null object, or a boolean where a schema stands."""
    for tool in server.tools:
        if "annotations" in tool.raw and tool.raw["annotations"] is None:
            return f"{tool.name} gives “annotations” as null: the client drops the whole server"
        schema = tool.input_schema
        properties = schema.get("properties") if isinstance(schema, Mapping) else None
        for key, value in (properties or {}).items() if isinstance(properties, Mapping) else ():
            if isinstance(value, bool):
                return f"{tool.name} has a boolean schema for “{key}”: the client drops the whole server"
    return None


def sent_schema(tool: Tool) -> dict[str, Any]:
    """Return the input schema as sent: nullable types spelled apart, and `wait_for_previous` added."""
    schema = tool.input_schema
    sent: dict[str, Any] = known_keys_first(_nullable(schema)) if isinstance(schema, Mapping) else {"type": "object"}
    properties = sent.get("properties")
    sent["properties"] = {
        **(properties if isinstance(properties, dict) else {}),
        "wait_for_previous": WAIT_FOR_PREVIOUS,
    }
    return sent


def _nullable(value: Any) -> Any:
    if isinstance(value, list):
        return [_nullable(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    return dict(_pairs(value))


def _pairs(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    kinds = schema.get("type")
    single = [kind for kind in kinds if kind != "null"] if isinstance(kinds, list) and len(kinds) == 2 else []
    nullable = len(single) == 1
    for key, value in schema.items():
        yield key, single[0] if key == "type" and nullable else _nullable(value)
    if nullable:
        yield "nullable", True


def _refusals(catalog: Catalog, names: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for server in catalog.servers:
        reason = server_refusal(server)
        if reason is not None:
            found.update((tool.id, reason) for tool in server.tools)
    return found | taken_names(catalog, names, found, last_wins=True)
