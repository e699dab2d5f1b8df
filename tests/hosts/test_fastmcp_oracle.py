"""FastMCP compared with the installed library: texts, definitions, scores, order, and patterns.

Needs the extra ``consumers``; the large comparison also needs the shared catalogs. Both are skipped when absent.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from inspector.catalog import Catalog, Listing, Tool, build_catalog, compact_json, listing_from_json
from inspector.hosts import Conditions, host
from inspector.hosts.fastmcp.definitions import edited
from inspector.hosts.fastmcp.naming import names
from inspector.hosts.fastmcp.references import inlined
from inspector.hosts.fastmcp.searched_text import SearchedTool
from inspector.hosts.fastmcp.texts import meta_tools
from inspector.hosts.fastmcp.transforms import TRANSFORMS, VERSION
from inspector.tuning.model import ToolEdits, Tuning

fastmcp: ModuleType = pytest.importorskip("fastmcp")
if fastmcp.__version__ != VERSION:
    pytest.skip(f"the rules are those of fastmcp {VERSION}", allow_module_level=True)

import mcp_types  # noqa: E402
from fastmcp.apps.config import is_model_visible  # noqa: E402
from fastmcp.server.middleware.dereference import _dereference_tool  # noqa: E402
from fastmcp.server.providers.proxy import ProxyTool  # noqa: E402
from fastmcp.server.transforms.search import BM25SearchTransform, RegexSearchTransform  # noqa: E402
from fastmcp.server.transforms.search import base as search_base  # noqa: E402
from fastmcp.server.transforms.search import bm25 as search_bm25  # noqa: E402
from fastmcp.utilities.versions import dedupe_with_versions  # noqa: E402

SHARED = Path(__file__).parents[3] / "shared" / "catalogs"
SHARED_CATALOGS = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared catalogs are not here")
PATTERNS = [
    "issue",
    "create.*issue",
    "(?-i)GitHub",
    "^get_",
    r"\bfile\b",
    r"[A-Z]{4,}",
    "(?=look)",
    r"(a)\1",
    "(",
    "",
    "x" * 1001,
    "café|数据",
    r"\p{Han}",
    "(?s)list.*page$",
    "a{2000000}",
    "search pages",
    "\ud83d",
]


def library_tool(tool: Tool, name: str) -> Any:
    """The tool as a mounted proxy holds it: read by the SDK, renamed, references replaced."""
    read = ProxyTool.from_mcp_tool(lambda: None, mcp_types.Tool.model_validate(dict(tool.raw)))
    return _dereference_tool(read.model_copy(update={"name": name}))


def library_tools(catalog: Catalog) -> list[Any]:
    known = names(catalog)
    return [library_tool(tool, known[tool.id]) for tool in catalog]


def small_catalogs(conformance: Catalog, golden_tools: Catalog) -> Mapping[str, Catalog]:
    odd = [
        {"name": "reference", "description": "Ärger mit Straße", "inputSchema": schema}
        for schema in REFERENCES.values()
    ]
    named = [tool | {"name": f"{tool['name']}_{number}"} for number, tool in enumerate(odd)]
    full = {
        "name": "full-tool",
        "title": None,
        "description": "ＦＵＬＬ width ﬁne İstanbul x_y CamelCase a1 b",
        "inputSchema": {
            "type": "object",
            "properties": {"a": True, "b_c": {"description": None}, "d": {"description": ""}},
        },
        "outputSchema": {"$ref": "#/$defs/R", "$defs": {"R": {"type": "object"}}},
        "annotations": {"title": "Shown", "readOnlyHint": True, "other": 1},
        "icons": [{"src": "data:,", "sizes": ["48x48"], "other": 1}],
        "execution": {"taskSupport": "optional", "other": 1},
        "_meta": {"x": None, "fastmcp": {"tags": ["b", "a", "b"], "_internal": 1, "version": "2"}},
        "unknown": 1,
    }
    bare = {
        "name": "bare__tool-name",
        "inputSchema": {"properties": None},
        "annotations": {},
        "_meta": {"_fastmcp": {"tags": ["t"]}},
    }
    return {
        "conformance": conformance,
        "golden": golden_tools,
        "odd": build_catalog([Listing("o d-d", (*named, full)), Listing("b", (bare,))]),
        "alone": build_catalog([Listing("alone", (full, bare))]),
    }


REFERENCES: dict[str, dict[str, Any]] = {
    "beside": {
        "properties": {"a": {"$ref": "#/$defs/A", "description": "outer"}, "b": {"$ref": "#/$defs/B"}},
        "$defs": {
            "A": {"type": "string", "description": "inner"},
            "B": {"properties": {"deep": {"$ref": "#/$defs/A", "title": "T"}}, "description": "bee"},
        },
    },
    "definitions": {
        "properties": {"a": {"$ref": "#/definitions/A", "title": "own"}, "b": {"$ref": "#/definitions/B"}},
        "definitions": {"A": {"description": "kept"}, "B": {"items": {"$ref": "#/definitions/A", "title": "lost"}}},
    },
    "through": {
        "properties": {"a": {"$ref": "#/$defs/Alias/properties/x"}, "b": {"$ref": "#/properties/a"}},
        "$defs": {"Alias": {"$ref": "#/$defs/Real"}, "Real": {"properties": {"x": {"description": "walked"}}}},
    },
    "cycle": {"properties": {"n": {"$ref": "#/$defs/N"}}, "$defs": {"N": {"properties": {"n": {"$ref": "#/$defs/N"}}}}},
    "top": {"$ref": "#/$defs/N", "$defs": {"N": {"properties": {"n": {"$ref": "#/$defs/N"}}, "description": "d"}}},
    "top alias": {
        "$ref": "#/$defs/M",
        "title": "kept",
        "$defs": {"M": {"$ref": "#/$defs/N", "x": 1}, "N": {"properties": {"n": {"$ref": "#/$defs/N"}}}},
    },
    "nowhere": {"properties": {"n": {"$ref": "#/$defs/No", "description": "left"}}, "$defs": {}},
    "remote": {"properties": {"n": {"$ref": "https://example.test/x", "description": "left"}}, "type": "object"},
    "unused": {"properties": {"n": {"description": "d"}}, "$defs": {"A": {}}},
    "named": {"properties": {"$ref": {"type": "string"}, "discriminator": {"type": "string"}}},
    "escaped": {"properties": {"n": {"$ref": "#/$defs/a~1b%20c"}}, "$defs": {"a/b c": {"description": "escaped"}}},
    "boolean": {"properties": {"n": {"$ref": "#/$defs/T", "title": "t"}}, "$defs": {"T": True}},
    "wide": {
        "properties": {"n": {"$ref": "#/$defs/L9"}},
        "$defs": {"L0": {"description": "leaf"}}
        | {f"L{i}": {"anyOf": [{"$ref": f"#/$defs/L{i - 1}"}] * 6} for i in range(1, 10)},
    },
    "choice": {
        "properties": {
            "n": {
                "oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}],
                "discriminator": {"propertyName": "kind", "mapping": {"a": "#/$defs/A"}},
            }
        },
        "$defs": {
            "A": {"properties": {"kind": {"const": "a"}}},
            "B": {"properties": {"kind": {"const": "b"}}, "required": ["kind"]},
        },
    },
}


@pytest.mark.parametrize("schema", REFERENCES.values(), ids=list(REFERENCES))
def test_references_are_replaced_alike(schema: dict[str, Any]) -> None:
    tool = mcp_types.Tool(name="t", input_schema=json.loads(json.dumps(schema)))
    expected = _dereference_tool(ProxyTool.from_mcp_tool(lambda: None, tool)).parameters
    assert compact_json(inlined(schema)) == compact_json(expected)


@pytest.mark.parametrize("which", ["conformance", "golden", "odd", "alone"])
def test_definitions_and_texts_are_alike(which: str, conformance: Catalog, golden_tools: Catalog) -> None:
    check_definitions(small_catalogs(conformance, golden_tools)[which])


@pytest.mark.parametrize("which", ["conformance", "golden", "odd", "alone"])
def test_searches_are_alike(which: str, conformance: Catalog, golden_tools: Catalog) -> None:
    catalog = small_catalogs(conformance, golden_tools)[which]
    check_searches(catalog, [*queries_of(catalog, 80), "create create issue", "Ärger STRASSE full ﬁne", "_", "a", ""])
    check_patterns(catalog)


@SHARED_CATALOGS
def test_searches_of_real_catalogs_are_alike() -> None:
    catalog = shared_catalog()
    check_definitions(catalog)
    check_searches(catalog, queries_of(catalog, 400))
    check_patterns(catalog)


@SHARED_CATALOGS
def test_every_real_catalog_alone_is_alike() -> None:
    for server in shared_catalog().servers:
        check_searches(Catalog((server,)), queries_of(Catalog((server,)), 6))


def shared_catalog() -> Catalog:
    return build_catalog(
        listing_from_json(json.loads(path.read_text("utf-8")), path.stem) for path in sorted(SHARED.glob("*.json"))
    )


def queries_of(catalog: Catalog, wanted: int) -> list[str]:
    """Queries from the tools themselves: beginnings and ends of descriptions, and names, spread over the catalog."""
    tools = catalog.tools
    chosen = tools[:: max(1, len(tools) // wanted)][:wanted]
    return [
        (" ".join(tool.description.split()[:7]), " ".join(tool.description.split()[-4:]), tool.name)[number % 3]
        for number, tool in enumerate(chosen)
    ]


def check_definitions(catalog: Catalog) -> None:
    fast = host("fastmcp")
    known = fast.names(catalog)
    for tool, theirs in zip(catalog, library_tools(catalog), strict=True):
        (expected,) = search_base.serialize_tools_for_output_json([theirs])
        ours = fast.definition(tool, known[tool.id])
        assert ours.value == expected, tool.id
        assert list(ours.value) == list(expected)
        assert ours.text == compact_json(ours.value)
        if theirs.parameters.get("properties", {}) is not None:
            assert SearchedTool(tool, known[tool.id]).text() == search_base._extract_searchable_text(theirs)


def searchable(catalog: Catalog) -> list[Any]:
    """What the library searches, one tool a name; ``properties: null``, on which it fails, is left out."""
    shown = [
        tool for tool in dedupe_with_versions(library_tools(catalog), lambda each: each.name) if is_model_visible(tool)
    ]
    return [tool for tool in shown if tool.parameters.get("properties", {}) is not None]


def check_searches(catalog: Catalog, queries: Sequence[str]) -> None:
    tools = searchable(catalog)
    index = search_bm25._BM25Index()
    index.build([search_base._extract_searchable_text(tool) for tool in tools])
    searched = host("fastmcp").index(only(catalog, tools), Conditions(Tuning(), None, 1))
    for query in queries:
        expected = [tools[number].name for number in index.query(query, len(tools))]
        ranking = searched.search(query)
        assert [hit.name for hit in ranking.hits] == expected, query
        assert ranking.total == len(expected)
        scores = library_scores(index, query)
        by_name = {tool.name: score for tool, score in zip(tools, scores, strict=True)}
        for hit in ranking.hits:
            assert hit.score == pytest.approx(by_name[hit.name], abs=1e-9)
            assert hit.score == sum(each.points for each in hit.contributions)


def library_scores(index: Any, query: str) -> list[float]:
    """The scores behind the library's order, read while it sorts."""
    seen: list[float] = []

    def reading(numbers: Any, *, key: Any, reverse: bool) -> list[int]:
        found = list(numbers)
        seen.extend(key(number) for number in found)
        return sorted(found, key=key, reverse=reverse)

    search_bm25.__dict__["sorted"] = reading
    try:
        index.query(query, 1)
    finally:
        del search_bm25.__dict__["sorted"]
    return seen or [0.0] * index._n


def check_patterns(catalog: Catalog) -> None:
    tools = searchable(catalog)
    ours = host("fastmcp@regex").index(only(catalog, tools), Conditions(Tuning(), None, 1))
    transform = RegexSearchTransform(max_results=5)
    for pattern in PATTERNS:
        if "\ud83d" in pattern:
            assert ours.search(pattern).hits == ()
            continue
        expected = [tool.name for tool in asyncio.run(transform._search(tools, pattern))]
        assert [hit.name for hit in ours.search(pattern, 5).hits] == expected, pattern


def only(catalog: Catalog, kept: Sequence[Any]) -> Catalog:
    """The catalog without the tools that the library does not search for want of readable parameters."""
    known, wanted = names(catalog), {tool.name for tool in kept}
    return Catalog(tuple(replace(s, tools=tuple(t for t in s.tools if known[t.id] in wanted)) for s in catalog.servers))


@pytest.mark.parametrize("transform", TRANSFORMS, ids=lambda each: each.id)
def test_the_two_tools_and_a_result_over_the_wire(transform: Any, conformance: Catalog) -> None:
    pins = {"github/*": ToolEdits(pin=True)}
    tool = conformance.tools[0]
    conditions = Conditions(Tuning(edits={tool.id: ToolEdits(pin=True)} | pins), None, 1)
    known = names(conformance)
    chosen = host(transform.id)
    plan = chosen.plan(conformance, conditions)
    pinned = [each.name for each in plan.of_state("pinned")]
    server = fastmcp.FastMCP("proxy")
    for each in conformance:
        server.add_tool(library_tool(edited(each, conditions.tuning.for_tool(each.id)), known[each.id]))
    kind = RegexSearchTransform if transform.uses_patterns else BM25SearchTransform
    server.add_transform(kind(always_visible=pinned))

    async def talk() -> tuple[list[dict[str, Any]], str]:
        async with fastmcp.Client(server) as client:
            listed = [
                each.model_dump(mode="json", by_alias=True, exclude_none=True) for each in await client.list_tools()
            ]
            result = await client.call_tool("search_tools", {transform.parameter: "list"})
            return listed, result.content[0].text

    listed, text = asyncio.run(talk())
    first, second = chosen.texts(conformance, conditions, plan)
    assert without_wording([*json.loads(second.text), *json.loads(first.text)]) == without_wording(listed)
    ranking = chosen.index(conformance, conditions).search("list", chosen.default_limit)
    assert json.loads(chosen.answer(ranking, conformance, conditions)) == json.loads(text)
    assert len(ranking.hits) == 5


def without_wording(tools: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Definitions without descriptions of the search and call tool and of their parameters."""
    found = json.loads(json.dumps(tools))
    for tool in found:
        if tool["name"] in ("search_tools", "call_tool"):
            del tool["description"]
            for value in tool["inputSchema"]["properties"].values():
                del value["description"]
    return found


def test_the_measured_size_of_the_wording() -> None:
    from inspector.cost.o200k import for_model
    from inspector.hosts.fastmcp.texts import _MEASURED

    for transform, kind in zip(TRANSFORMS, (BM25SearchTransform, RegexSearchTransform), strict=True):
        tools = [kind()._make_search_tool(), kind()._make_call_tool()]
        text = compact_json(search_base.serialize_tools_for_output_json(tools))
        assert for_model("gpt-5.5").count(text) == _MEASURED[transform.parameter]
        assert len(meta_tools(transform)) == 2


def test_the_exported_proxys_edits_are_alike(conformance: Catalog) -> None:
    """The transform of the generated script, applied to the library's tool, gives what the host shows."""
    from inspector.config.model import ServerSpec
    from inspector.export.fastmcp import FastmcpExporter
    from inspector.export.fastmcp_script import script_text
    from inspector.export.protocol import ExportRequest

    edits = {tool.id: ToolEdits(words=" extra words ", pin=number % 2 == 0) for number, tool in enumerate(conformance)}
    tuning = Tuning(edits=edits)
    specs = tuple(ServerSpec(server.name, "stdio", command="x") for server in conformance.servers)
    export = FastmcpExporter().render(ExportRequest(conformance, tuning, specs, ()))
    script, document = export.files[0].text, json.loads(export.files[1].text)
    assert script_text.__module__
    module = SimpleNamespace(namespace={"__name__": "proxy"})
    exec(compile(script, "proxy", "exec"), module.namespace)
    known = names(conformance)
    for server in conformance.servers:
        transform = module.namespace["EditedTools"](document["mcpServers"][server.name]["tools"])
        for tool in server.tools:
            theirs = transform.edited(library_tool(tool, tool.name)).model_copy(update={"name": known[tool.id]})
            (expected,) = search_base.serialize_tools_for_output_json([theirs])
            ours = edited(tool, tuning.for_tool(tool.id))
            assert host("fastmcp").definition(ours, known[tool.id]).value == expected
            text = SearchedTool(tool, known[tool.id], "extra words").text()
            assert text == search_base._extract_searchable_text(theirs)
