"""What the Foundry export writes: pins, words, hidden tools, addresses; and what it says is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import Catalog
from inspector.config.model import ServerSpec
from inspector.errors import FileError, UsageError
from inspector.export import Export, ExportRequest, exporter, exporters
from inspector.tuning.model import ToolEdits, Tuning

Render = Callable[..., tuple[dict[str, Any], Export]]
TOOLS = {"orders": ["get", "list", "refund"], "crm": ["find"]}


def codes(export: Export) -> dict[str, tuple[str, ...]]:
    return {warning.code: warning.tools for warning in export.warnings}


def entry(body: dict[str, Any], label: str) -> dict[str, Any]:
    (found,) = (tool for tool in body["tools"] if tool.get("server_label") == label)
    return found


def test_without_any_tuning(render: Render) -> None:
    body, export = render(TOOLS)
    assert body == {
        "tools": [
            {"type": "toolbox_search"},
            {"type": "mcp", "server_label": "orders", "server_url": "https://orders.example.test/mcp"},
            {"type": "mcp", "server_label": "crm", "server_url": "https://crm.example.test/mcp"},
        ]
    }
    assert export.warnings == ()
    assert export.files[0].text.endswith("}\n")


def test_every_named_tool_gets_a_complete_entry(render: Render) -> None:
    edits = {
        "orders/*": ToolEdits(pin=False, words="shop"),
        "orders/get": ToolEdits(pin=True),
        "orders/refund": ToolEdits(words="money back"),
        "crm/find": ToolEdits(words="客户"),
    }
    body, export = render(TOOLS, edits)
    assert entry(body, "orders")["tool_configs"] == {
        "get": {"pin": True, "additional_search_text": "shop"},
        "refund": {"pin": False, "additional_search_text": "money back"},
        "*": {"pin": False, "additional_search_text": "shop"},
    }
    assert list(entry(body, "orders")["tool_configs"])[-1] == "*"
    assert entry(body, "crm")["tool_configs"] == {"find": {"additional_search_text": "客户"}}
    assert "客户" in export.files[0].text
    assert export.warnings == ()


FLAGS = st.none() | st.booleans()
EDITS = st.builds(ToolEdits, FLAGS, FLAGS, st.none() | st.sampled_from(["", "v", "w"]))


@settings(max_examples=150, deadline=None)
@given(
    edits=st.dictionaries(st.sampled_from(["orders/*", "orders/get", "orders/list", "orders/refund", "crm/*"]), EDITS)
)
def test_the_entries_mean_what_the_tuning_means(render: Render, edits: dict[str, ToolEdits]) -> None:
    """Whether or not the service fills an exact entry's gaps from ``*``, each tool ends as tuned."""
    body, _ = render(TOOLS, edits)
    tuning = Tuning(edits=edits)
    configs = entry(body, "orders").get("tool_configs", {})
    allowed = entry(body, "orders").get("allowed_tools", TOOLS["orders"])
    star = configs.get("*", {})
    for name in TOOLS["orders"]:
        wanted = tuning.for_tool(f"orders/{name}")
        assert (name in allowed) is not bool(wanted.hide)
        if wanted.hide:
            assert name not in configs
            continue
        own = configs.get(name, star)
        for read in (own, star | own):
            assert bool(read.get("pin")) is bool(wanted.pin)
            assert read.get("additional_search_text", "") == (wanted.words or "")


def test_an_emptied_text_is_written_where_the_star_has_one(render: Render) -> None:
    edits = {"orders/*": ToolEdits(words="shop"), "orders/get": ToolEdits(words="")}
    body, _ = render(TOOLS, edits)
    configs = entry(body, "orders")["tool_configs"]
    assert configs["get"] == {"additional_search_text": ""}
    assert configs["*"] == {"additional_search_text": "shop"}


def test_hidden_tools_are_left_out_of_allowed_tools(render: Render) -> None:
    body, _ = render(TOOLS, {"orders/list": ToolEdits(hide=True, pin=True, words="w")})
    assert entry(body, "orders")["allowed_tools"] == ["get", "refund"]
    assert "tool_configs" not in entry(body, "orders")
    assert "allowed_tools" not in entry(body, "crm")
    edits = {"orders/*": ToolEdits(hide=True), "orders/get": ToolEdits(hide=False)}
    assert entry(render(TOOLS, edits)[0], "orders")["allowed_tools"] == ["get"]


def test_a_server_of_which_everything_is_hidden_allows_nothing(render: Render) -> None:
    assert entry(render(TOOLS, {"orders/*": ToolEdits(hide=True)})[0], "orders")["allowed_tools"] == []


def test_a_star_pin_is_warned_about(render: Render) -> None:
    body, export = render(TOOLS, {"crm/*": ToolEdits(pin=True)})
    assert entry(body, "crm")["tool_configs"] == {"*": {"pin": True}}
    assert codes(export) == {"STAR_PIN": ("crm/*",)}


def test_unknown_tools_are_left_out_and_named_with_the_nearest(render: Render) -> None:
    edits = {"orders/refnd": ToolEdits(pin=True), "nowhere/*": ToolEdits(words="w"), "crm/*": ToolEdits(words="w")}
    body, export = render(TOOLS, edits)
    assert "tool_configs" not in entry(body, "orders")
    assert [(warning.code, warning.tools) for warning in export.warnings] == [
        ("UNKNOWN_TOOL", ("orders/refnd",)),
        ("UNKNOWN_TOOL", ("nowhere/*",)),
    ]
    assert "did you mean orders/refund" in export.warnings[0].message


def test_rules_of_a_server_that_could_not_be_listed_are_kept_unchecked(render: Render) -> None:
    edits = {"late/x": ToolEdits(pin=True), "late/y": ToolEdits(hide=True)}
    body, export = render({"crm": ["find"]}, edits, unlisted=("late",))
    assert entry(body, "late")["tool_configs"] == {"x": {"pin": True}}
    assert codes(export) == {"NOT_LISTED": ("late",)}
    assert "cannot be hidden: late/y" in export.warnings[0].message


def test_local_servers_are_dropped_with_their_rules(render: Render) -> None:
    specs = [
        ServerSpec("orders", "stdio", command="orders-mcp"),
        ServerSpec("crm", "http", url="https://crm.example.test/mcp"),
    ]
    body, export = render(TOOLS, {"orders/get": ToolEdits(pin=True), "orders/nope": ToolEdits(pin=True)}, specs=specs)
    assert [tool.get("server_label") for tool in body["tools"]] == [None, "crm"]
    assert codes(export) == {"STDIO_DROPPED": ("orders", "orders/get", "orders/nope")}


def test_a_given_address_brings_a_local_server_in(render: Render) -> None:
    given = {
        "description": "Order desk",
        "servers": {
            "orders": {
                "server_url": "https://public.example.test/mcp",
                "project_connection_id": "orders-conn",
                "require_approval": "never",
            }
        },
    }
    spec = ServerSpec("orders", "stdio", command="orders-mcp")
    body, export = render({"orders": ["get"]}, specs=[spec], settings=given)
    assert body["description"] == "Order desk"
    assert entry(body, "orders") == {
        "type": "mcp",
        "server_label": "orders",
        "server_url": "https://public.example.test/mcp",
        "require_approval": "never",
        "project_connection_id": "orders-conn",
    }
    assert export.warnings == ()


def test_a_saved_listing_is_exported_where_its_address_is_given(render: Render) -> None:
    specs = [ServerSpec("crm", "http", url="https://crm.example.test/mcp")]
    edits = {"orders/get": ToolEdits(pin=True)}
    _, export = render(TOOLS, edits, specs=specs)
    assert codes(export) == {"STDIO_DROPPED": ("orders", "orders/get")}
    given = {"servers": {"orders": {"server_url": "https://public.example.test/mcp"}}}
    body, export = render(TOOLS, edits, specs=specs, settings=given)
    assert entry(body, "orders")["tool_configs"] == {"get": {"pin": True}}
    assert export.warnings == ()


def test_disabled_servers_are_not_exported(render: Render) -> None:
    specs = [
        ServerSpec("orders", "http", url="https://orders.example.test/mcp", enabled=False),
        ServerSpec("crm", "http", url="https://crm.example.test/mcp"),
    ]
    body, export = render({"crm": ["find"]}, {"orders/get": ToolEdits(pin=True)}, specs=specs, unlisted=("orders",))
    assert [tool.get("server_label") for tool in body["tools"]] == [None, "crm"]
    assert export.warnings == ()


@pytest.mark.parametrize(
    "specs",
    [
        [],
        [ServerSpec("a", "stdio", command="a")],
        [ServerSpec("a", "http", url="https://a.example.test", enabled=False)],
        [ServerSpec("a", "http", url="http://[bad/mcp")],
        [ServerSpec("a", "http", url="https:///mcp")],
    ],
)
def test_nothing_that_foundry_could_reach(render: Render, specs: list[ServerSpec]) -> None:
    with pytest.raises(UsageError, match="no server of this toolset can go into a Foundry toolbox") as raised:
        render({"a": ["x"]}, specs=specs)
    assert "server_url" in raised.value.hint


def test_an_unreadable_address_does_not_hide_the_other_servers(render: Render) -> None:
    specs = [ServerSpec("a", "http", url="http://[bad/mcp"), ServerSpec("crm", "http", url="https://crm.example.test")]
    body, export = render({"crm": ["find"]}, specs=specs)
    assert [tool.get("server_label") for tool in body["tools"]] == [None, "crm"]
    assert codes(export) == {"STDIO_DROPPED": ("a",)}


def test_settings_for_no_server_are_named(render: Render) -> None:
    _, export = render(TOOLS, settings={"servers": {"order": {"require_approval": "always"}}})
    assert codes(export) == {"UNKNOWN_SERVER": ("order",)}
    assert "did you mean orders" in export.warnings[0].message


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"descripton": "x"}, "export.foundry.descripton is not a setting"),
        ({"description": ""}, "export.foundry.description must be a text"),
        ({"servers": []}, "export.foundry.servers must be a table"),
        ({"servers": {"a": 1}}, "export.foundry.servers.a must be a table"),
        ({"servers": {"a": {"url": "x"}}}, "servers.a.url is not a setting"),
        ({"servers": {"a": {"server_url": "ftp://x"}}}, "servers.a.server_url is no web address"),
        ({"servers": {"a": {"require_approval": "sometimes"}}}, "require_approval is “sometimes”"),
        ({"servers": {"a": {"project_connection_id": 3}}}, "project_connection_id must be a text"),
    ],
)
def test_wrong_settings_name_the_key(given: dict[str, Any], says: str) -> None:
    tuning = Tuning(exports={"foundry": given}, path="toolset.toml")
    with pytest.raises(FileError) as raised:
        exporter("foundry").render(ExportRequest(Catalog(), tuning, []))
    assert raised.value.message.startswith("toolset.toml: ")
    assert says in raised.value.message
    assert raised.value.hint


def test_targets() -> None:
    target = exporter("foundry")
    assert exporters()["foundry"] is target
    assert set(target.knobs) == {"pin", "defer", "hide", "words"}
    assert target.verified_by == "sdk type"
    with pytest.raises(UsageError, match="unknown export target “foundri”") as raised:
        exporter("foundri")
    assert "foundry" in raised.value.hint
