"""The bodies for model APIs: what is deferred, pinned, hidden and renamed; which servers a service can reach."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.catalog import Listing, build_catalog
from inspector.config.model import ServerSpec
from inspector.errors import FileError, UsageError
from inspector.export import Export, ExportRequest, exporter
from inspector.export.server_labels import label
from inspector.hosts import host
from inspector.tuning.model import ToolEdits, Tuning

CANARY = "sk-canary-7f3a9b2c1d4e5f60"


def listing(server: str, *names: str, **more: Any) -> Listing:
    return Listing(server, tuple({"name": name, "description": f"Does {name}.", **more} for name in names))


def request(
    tools: dict[str, list[str]], edits: dict[str, ToolEdits] | None = None, specs: Any = None, **more: Any
) -> ExportRequest:
    catalog = build_catalog(listing(name, *names) for name, names in tools.items())
    if specs is None:
        specs = [ServerSpec(name, "http", url=f"https://{name}.test/mcp") for name in tools]
    return ExportRequest(catalog, Tuning(edits=edits or {}), specs, **more)


def rendered(target: str, asked: ExportRequest, form: str = "") -> tuple[Any, Export]:
    export = exporter(target).render(replace(asked, form=form))
    return json.loads(export.files[0].text), export


def codes(export: Export) -> dict[str, tuple[str, ...]]:
    return {warning.code: warning.tools for warning in export.warnings}


TOOLS = {"orders": ["get", "list", "purge"], "crm": ["find"]}


def test_anthropic_tools() -> None:
    edits = {
        "orders/get": ToolEdits(pin=True),
        "orders/purge": ToolEdits(hide=True),
        "crm/find": ToolEdits(words="people"),
    }
    body, export = rendered("anthropic", request(TOOLS, edits))
    assert [(tool["name"], tool.get("defer_loading")) for tool in body["tools"]] == [
        ("tool_search_tool_bm25", None),
        ("orders_get", None),
        ("orders_list", True),
        ("crm_find", True),
    ]
    assert body["tools"][3]["description"] == "Does find.\n\n(people)"
    assert all(tool["input_schema"]["type"] == "object" for tool in body["tools"][1:])
    changed = ("orders/get", "orders/list", "crm/find")
    assert codes(export) == {"WORDS_VISIBLE": ("crm/find",), "NAME_CHANGED": changed}


@pytest.mark.parametrize(
    ("edits", "default", "configs"),
    [
        ({}, {"defer_loading": True}, None),
        ({"orders/get": ToolEdits(pin=True)}, {"defer_loading": True}, {"get": {"defer_loading": False}}),
        ({"orders/get": ToolEdits(hide=True)}, {"defer_loading": True}, {"get": {"enabled": False}}),
        (
            {"orders/*": ToolEdits(hide=True), "orders/get": ToolEdits(hide=False, pin=True)},
            {"enabled": False, "defer_loading": True},
            {"get": {"enabled": True, "defer_loading": False}},
        ),
        (
            {"orders/*": ToolEdits(pin=True), "orders/list": ToolEdits(pin=False)},
            {"defer_loading": False},
            {"list": {"defer_loading": True}},
        ),
    ],
)
def test_anthropic_toolset(edits: dict[str, ToolEdits], default: Any, configs: Any) -> None:
    body, _ = rendered("anthropic", request({"orders": TOOLS["orders"]}, edits), "mcp")
    (toolset,) = body["tools"][1:]
    assert toolset["default_config"] == default
    assert toolset.get("configs") == configs


def test_anthropic_reaches_https_only_and_carries_one_token() -> None:
    specs = (
        ServerSpec("orders", "http", url="https://o.test/mcp", headers={"Authorization": f"Bearer {CANARY}"}),
        ServerSpec("crm", "http", url="http://c.test/mcp"),
    )
    body, export = rendered("anthropic", request(TOOLS, {"crm/find": ToolEdits(pin=True)}, specs), "mcp")
    (server,) = body["mcp_servers"]
    assert server["authorization_token"] == "${ORDERS_AUTHORIZATION}"
    assert codes(export)["STDIO_DROPPED"] == ("crm", "crm/find")
    assert CANARY not in repr(export)
    with pytest.raises(UsageError, match="no server of this toolset has a https address"):
        rendered("anthropic", request({"crm": ["find"]}, specs=specs[1:]), "mcp")


@pytest.mark.parametrize(
    ("looked_through", "settings", "search"),
    [
        (None, {}, "bm25"),
        ("codex", {}, "bm25"),
        ("anthropic", {}, "regex"),
        ("anthropic@bm25", {}, "bm25"),
        ("anthropic", {"search": "bm25"}, "bm25"),
        (None, {"search": "regex"}, "regex"),
    ],
)
def test_anthropic_writes_the_search_that_was_looked_at(looked_through: Any, settings: Any, search: str) -> None:
    tuning = Tuning(host=looked_through, exports={"anthropic": settings})
    body, _ = rendered("anthropic", replace(request(TOOLS), tuning=tuning))
    assert body["tools"][0] == {"type": f"tool_search_tool_{search}_20251119", "name": f"tool_search_tool_{search}"}


def test_openai_namespaces() -> None:
    body, export = rendered("openai", request(TOOLS, {"orders/get": ToolEdits(pin=True, words="w")}))
    search, orders, crm = body["tools"]
    assert search == {"type": "tool_search"}
    assert [(f["name"], f.get("defer_loading")) for f in orders["tools"]] == [
        ("get", None),
        ("list", True),
        ("purge", True),
    ]
    assert (crm["name"], crm["description"]) == ("crm", "Tools of crm.")
    assert codes(export) == {"WORDS_DROPPED": ("orders/get",)}


@pytest.mark.parametrize(
    ("edits", "entries"),
    [
        ({}, [("orders", None, True)]),
        ({"orders/purge": ToolEdits(hide=True)}, [("orders", ["get", "list"], True)]),
        ({"orders/*": ToolEdits(pin=True)}, [("orders", None, None)]),
        (
            {"orders/get": ToolEdits(pin=True)},
            [("orders", ["list", "purge"], True), ("orders_pinned", ["get"], None)],
        ),
        (
            {"orders/*": ToolEdits(pin=True), "orders/get": ToolEdits(hide=True)},
            [("orders", ["list", "purge"], None)],
        ),
    ],
)
def test_openai_servers(edits: dict[str, ToolEdits], entries: Any) -> None:
    body, export = rendered("openai", request({"orders": TOOLS["orders"]}, edits), "mcp")
    found = [(e["server_label"], e.get("allowed_tools"), e.get("defer_loading")) for e in body["tools"][1:]]
    assert found == entries
    assert ("NAME_CHANGED" in codes(export)) is (len(entries) > 1)


@pytest.mark.parametrize("target", ["anthropic", "openai"])
def test_unknown_and_unlisted(target: str) -> None:
    specs = [ServerSpec(name, "http", url=f"https://{name}.test/mcp") for name in ("orders", "gone")]
    asked = request(
        {"orders": ["get"]},
        {"orders/gett": ToolEdits(pin=True), "gone/x": ToolEdits(pin=True)},
        specs,
        unlisted=("gone",),
    )
    _, export = rendered(target, asked)
    found = {code: tools for code, tools in codes(export).items() if code != "NAME_CHANGED"}
    assert found == {"NOT_LISTED": ("gone",), "UNKNOWN_TOOL": ("orders/gett",)}
    assert any("did you mean orders/get?" in warning.message for warning in export.warnings)
    with pytest.raises(UsageError, match="there is no tool to write"):
        rendered(target, request({"orders": ["get"]}, {"orders/get": ToolEdits(hide=True)}))


@pytest.mark.parametrize(
    ("target", "settings", "says"),
    [
        ("anthropic", {"serch": "bm25"}, "did you mean search?"),
        ("anthropic", {"search": "bm52"}, "use bm25 or regex"),
        ("openai", {"require_approval": True}, "use always or never"),
    ],
)
def test_settings(target: str, settings: Any, says: str) -> None:
    asked = request(TOOLS)
    asked = replace(asked, tuning=replace(asked.tuning, exports={target: settings}, path="t.toml"))
    with pytest.raises(FileError) as raised:
        rendered(target, asked)
    assert raised.value.message.startswith(f"t.toml: export.{target}.")
    assert says in raised.value.hint


@pytest.mark.parametrize("target", ["anthropic", "openai"])
def test_what_the_api_would_refuse_is_left_out(target: str) -> None:
    raw = [
        {"name": "none"},
        {"name": "wrong", "inputSchema": {"type": "string"}},
        {"name": "n" * 140, "inputSchema": {"type": "object"}},
    ]
    catalog = build_catalog([Listing("s", tuple(raw))])
    asked = ExportRequest(catalog, Tuning(), [ServerSpec("s", "http", url="https://s.test")])
    body, export = rendered(target, asked)
    written = body["tools"][1:] if target == "anthropic" else body["tools"][1]["tools"]
    assert [tool["name"] for tool in written] == ["s_none" if target == "anthropic" else "none"]
    schema = written[0].get("input_schema", written[0].get("parameters"))
    assert schema["type"] == "object"
    refused = [warning.tools[0] for warning in export.warnings if warning.code == "TOOL_REFUSED"]
    assert refused == ["s/wrong", f"s/{'n' * 140}"]
    with pytest.raises(UsageError, match="refuse them all"):
        rendered(target, replace(asked, catalog=build_catalog([Listing("s", (raw[1],))])))


@pytest.mark.parametrize("target", ["anthropic", "openai"])
def test_definitions_and_names_are_those_the_host_shows(target: str) -> None:
    asked = request({"a b": ["get", "sp ace"], "c": ["get"]})
    found = host(target)
    names = found.names(asked.catalog)
    definitions = {tool.id: found.definition(tool, names[tool.id]) for tool in asked.catalog}
    body, _ = rendered(target, asked)
    for item in body["tools"][1:]:
        for tool in item.get("tools", [item]):
            assert tool.pop("defer_loading") is True
    assert body["tools"][1:] == found.tools_array(asked.catalog, definitions)


@given(st.lists(st.text(max_size=70), max_size=12))
def test_labels_are_valid_and_unique(texts: list[str]) -> None:
    found: list[str] = []
    for text in texts:
        found.append(label(text, found))
    assert len(set(found)) == len(texts)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", each) for each in found)
