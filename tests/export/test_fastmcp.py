"""The FastMCP export: shape of both files, what the tuning becomes, and every warning. Needs no fastmcp."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog.build import build_catalog
from inspector.catalog.listing import Listing
from inspector.catalog.model import Catalog
from inspector.config.model import ServerSpec
from inspector.config.reading import read_config
from inspector.errors import FileError, UsageError
from inspector.export import Export, ExportRequest, exporter
from inspector.tuning.model import ToolEdits, Tuning

ORDERS = ServerSpec("orders", "http", url="https://orders.example.test/mcp")
FILES = ServerSpec("files", "stdio", command="uvx", args=("files-mcp", "--root", "."), directory="/srv/desk")
CRM = ServerSpec("crm", "sse", url="https://crm.example.test/sse")


def catalog_of(**tools: list[Any]) -> Catalog:
    """Return a catalog of servers whose tools are given as names or raw objects."""
    return build_catalog(
        Listing(server, tuple({"name": tool} if isinstance(tool, str) else tool for tool in listed))
        for server, listed in tools.items()
    )


CATALOG = catalog_of(
    orders=[{"name": "get_order", "description": "Look up one order.", "_meta": {"team": "desk"}}, "purge_orders"],
    files=["read_file", "write_file"],
    crm=["find_person"],
)


def rendered(edits: dict[str, ToolEdits], *specs: ServerSpec, catalog: Catalog | None = None, **more: Any) -> Export:
    """Return the export of a tuning with `edits`, of CATALOG's servers among `specs` unless a catalog is given.

    `more` goes to the tuning, except `unlisted`.
    """
    if catalog is None:
        given = {spec.name for spec in specs}
        catalog = Catalog(tuple(server for server in CATALOG.servers if server.name in given))
    unlisted = more.pop("unlisted", ())
    return exporter("fastmcp").render(ExportRequest(catalog, Tuning(edits=edits, **more), specs, unlisted))


def text_of(export: Export, suffix: str) -> str:
    return next(file.text for file in export.files if file.name.endswith(suffix))


def servers_of(export: Export) -> dict[str, Any]:
    servers: dict[str, Any] = json.loads(text_of(export, ".json"))["mcpServers"]
    return servers


def constant(export: Export, name: str) -> Any:
    """Return the value of a constant of the script, without running it."""
    for node in ast.parse(text_of(export, ".py")).body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    return ast.literal_eval(node.value)
    raise AssertionError(name)


def warned(export: Export) -> dict[str, tuple[str, ...]]:
    return {warning.code: warning.tools for warning in export.warnings}


def test_both_files_share_their_stem() -> None:
    export = rendered({}, ORDERS)
    assert [(file.name, file.language) for file in export.files] == [
        ("fastmcp_proxy.py", "python"),
        ("fastmcp_proxy.json", "json"),
    ]
    assert export.warnings == ()


def test_servers_are_written_in_the_words_of_mcpconfig() -> None:
    assert servers_of(rendered({}, ORDERS, FILES, CRM)) == {
        "orders": {"type": "http", "transport": "http", "url": "https://orders.example.test/mcp"},
        "files": {"command": "uvx", "args": ["files-mcp", "--root", "."], "cwd": "/srv/desk"},
        "crm": {"type": "sse", "transport": "sse", "url": "https://crm.example.test/sse"},
    }


@pytest.mark.parametrize(
    ("cwd", "directory", "expected"),
    [(None, "", None), ("data", "/srv", "/srv/data"), ("/data", "/srv", "/data"), ("${DATA}", "/srv", "${DATA}")],
)
def test_folders_refer_to_the_configuration(cwd: str | None, directory: str, expected: str | None) -> None:
    spec = ServerSpec("files", "stdio", command="./serve", cwd=cwd, directory=directory)
    assert servers_of(rendered({}, spec))["files"].get("cwd") == expected


def test_disabled_servers_and_their_rules_are_left_out_silently() -> None:
    off = ServerSpec("crm", "sse", url="https://crm.example.test/sse", enabled=False)
    export = rendered({"crm/nothing": ToolEdits(pin=True)}, ORDERS, off)
    assert list(servers_of(export)) == ["orders"]
    assert export.warnings == ()
    with pytest.raises(UsageError, match="none is enabled"):
        rendered({}, off)


def test_pins_keep_a_tool_in_the_list_and_tell_claude_code() -> None:
    export = rendered({"orders/get_order": ToolEdits(pin=True)}, ORDERS, FILES)
    assert constant(export, "PINNED") == ["orders_get_order"]
    # FastMCP replaces a tool's _meta, so the server's own is repeated.
    assert servers_of(export)["orders"]["tools"] == {
        "get_order": {"meta": {"team": "desk", "anthropic/alwaysLoad": True}}
    }
    assert warned(export) == {"NAME_CHANGED": ("orders/get_order",)}


def test_one_server_alone_gives_its_tools_no_prefix() -> None:
    export = rendered({"orders/get_order": ToolEdits(pin=True)}, ORDERS)
    assert constant(export, "PINNED") == ["get_order"]
    assert export.warnings == ()


def test_a_refused_pin_overrules_the_one_the_server_sends() -> None:
    catalog = catalog_of(orders=[{"name": "get_order", "_meta": {"anthropic/alwaysLoad": True}}])
    export = rendered({"orders/get_order": ToolEdits(pin=False)}, ORDERS, catalog=catalog)
    assert servers_of(export)["orders"]["tools"]["get_order"]["meta"] == {"anthropic/alwaysLoad": False}
    assert constant(export, "PINNED") == []


def test_words_follow_the_description_without_a_label() -> None:
    export = rendered(
        {"orders/get_order": ToolEdits(words=" receipt "), "files/read_file": ToolEdits(words="cat")}, ORDERS, FILES
    )
    tools = servers_of(export)["orders"]["tools"]["get_order"]
    assert tools["description"] == "Look up one order.\n\n(receipt)"
    assert tools["meta"] == {"team": "desk", "anthropic/searchHint": "receipt"}
    assert servers_of(export)["files"]["tools"]["read_file"]["description"] == "(cat)"
    both = ("orders/get_order", "files/read_file")
    assert warned(export) == {"WORDS_VISIBLE": both, "WORDS_UNDOCUMENTED": both}


def test_hidden_tools_are_disabled_whatever_else_is_said() -> None:
    export = rendered({"orders/purge_orders": ToolEdits(hide=True, pin=True, words="x")}, ORDERS)
    assert servers_of(export)["orders"]["tools"] == {"purge_orders": {"enabled": False}}
    assert constant(export, "PINNED") == []
    assert export.warnings == ()


def test_star_is_spelled_out_and_exact_names_beat_it() -> None:
    edits = {
        "orders/*": ToolEdits(pin=True, words="shop"),
        "orders/purge_orders": ToolEdits(pin=False),
        "files/*": ToolEdits(hide=True),
        "files/read_file": ToolEdits(hide=False),
    }
    export = rendered(edits, ORDERS, FILES)
    assert constant(export, "PINNED") == ["orders_get_order"]
    orders, files = servers_of(export)["orders"]["tools"], servers_of(export)["files"]["tools"]
    assert [tool["description"] for tool in orders.values()] == ["Look up one order.\n\n(shop)", "(shop)"]
    assert files == {"write_file": {"enabled": False}}
    assert warned(export)["STAR_PIN"] == ("orders/*",)


@pytest.mark.parametrize(("limit", "expected"), [(None, 5), (12, 12)])
def test_the_limit_is_the_tunings(limit: int | None, expected: int) -> None:
    assert constant(rendered({}, ORDERS, limit=limit), "MAX_RESULTS") == expected


def test_rules_for_nothing_are_named_with_the_nearest_tool() -> None:
    export = rendered({"orders/get_ordr": ToolEdits(pin=True), "ghost/*": ToolEdits(hide=True)}, ORDERS)
    unknown = [warning for warning in export.warnings if warning.code == "UNKNOWN_TOOL"]
    assert [warning.tools for warning in unknown] == [("orders/get_ordr",), ("ghost/*",)]
    assert "orders/get_order" in unknown[0].message
    assert "tools" not in servers_of(export)["orders"]


def test_servers_that_could_not_be_listed_keep_the_rules_that_need_no_listing() -> None:
    edits = {
        "orders/get_order": ToolEdits(pin=True, words="receipt"),
        "orders/purge": ToolEdits(hide=True),
        "orders/*": ToolEdits(pin=True),
    }
    export = rendered(edits, ORDERS, FILES, catalog=catalog_of(files=["read_file"]), unlisted=("orders",))
    assert servers_of(export)["orders"]["tools"] == {
        "get_order": {"meta": {"anthropic/alwaysLoad": True, "anthropic/searchHint": "receipt"}},
        "purge": {"enabled": False},
    }
    found = warned(export)
    assert found["WORDS_DROPPED"] == ("orders/get_order",)
    assert found["NOT_LISTED"] == ("orders",)
    assert not {"UNKNOWN_TOOL", "WORDS_VISIBLE", "STAR_PIN"} & set(found)


def test_a_server_to_be_hidden_whole_never_slips_in_unlisted() -> None:
    export = rendered({"crm/*": ToolEdits(hide=True)}, ORDERS, CRM, catalog=catalog_of(orders=[]), unlisted=("crm",))
    assert list(servers_of(export)) == ["orders"]
    assert warned(export) == {"NOT_LISTED": ("crm",)}


def test_a_saved_listing_without_an_address_is_named() -> None:
    assert warned(rendered({}, ORDERS, FILES, catalog=CATALOG))["UNKNOWN_SERVER"] == ("crm",)


def test_tools_that_get_the_same_name_are_named() -> None:
    specs = (ServerSpec("a", "http", url="https://a.test"), ServerSpec("a_b", "http", url="https://b.test"))
    export = rendered({}, *specs, catalog=catalog_of(a=["b_c"], a_b=["c"]))
    assert warned(export) == {"NAME_CHANGED": ("a/b_c", "a_b/c")}


def test_own_tools_of_the_proxy_make_room() -> None:
    export = rendered({}, ORDERS, catalog=catalog_of(orders=["search_tools", "call_tool", "call_tool_"]))
    assert ast.literal_eval("".join(text_of(export, ".py").split("SEARCH_TOOL, CALL_TOOL = ")[1].splitlines()[0])) == (
        "search_tools_",
        "call_tool__",
    )


def test_of_two_tools_with_one_name_the_first_counts() -> None:
    catalog = catalog_of(orders=[{"name": "get", "description": "first"}, {"name": "get", "description": "second"}])
    export = rendered({"orders/get": ToolEdits(words="x")}, ORDERS, catalog=catalog)
    assert servers_of(export)["orders"]["tools"]["get"]["description"] == "first\n\n(x)"


def test_settings_are_refused_since_there_are_none() -> None:
    with pytest.raises(FileError, match=r"export\.fastmcp\.port is not a setting"):
        rendered({}, ORDERS, exports={"fastmcp": {"port": 1}})


def test_what_is_exported_can_be_imported_again(tmp_path: Path) -> None:
    specs = (
        ORDERS,
        CRM,
        ServerSpec(
            "files",
            "stdio",
            command="${TSI_PYTHON:-python3}",
            args=("-m", "files_mcp", "--root", "${ROOT:-/srv}"),
            env={"TOKEN": "${FILES_TOKEN}"},
            cwd="/srv",
        ),
        ServerSpec("desk", "http", url="${DESK_URL}", headers={"Authorization": "Bearer ${DESK_TOKEN}"}),
    )
    edits = {"orders/*": ToolEdits(words="shop"), "files/write_file": ToolEdits(hide=True)}
    path = tmp_path / "fastmcp_proxy.json"
    path.write_text(text_of(rendered(edits, *specs), ".json"), encoding="utf-8")
    reading = read_config(path)
    assert reading.problems == ()

    def essence(spec: ServerSpec) -> tuple[object, ...]:
        return (
            spec.name,
            spec.transport,
            spec.command,
            spec.args,
            dict(spec.env),
            spec.cwd,
            spec.url,
            dict(spec.headers),
            spec.expansion,
        )

    assert [essence(spec) for spec in reading.servers] == [essence(spec) for spec in specs]


foreign = st.text(alphabet=st.characters(), min_size=1, max_size=12) | st.sampled_from(
    ["']", '"""', "\\", "\n)\nimport os", "{x}", "${HOME}", "\u202e", "\ud800", "%s", "# x"]
)


@settings(max_examples=80, deadline=None)
@given(
    server=foreign.map(lambda text: text.replace("/", "")).filter(bool), tool=foreign, words=foreign, limit=st.none()
)
def test_foreign_names_never_break_either_file(server: str, tool: str, words: str, limit: None) -> None:
    specs = (ServerSpec(server, "stdio", command="run"), ORDERS)
    catalog = catalog_of(**{server: [{"name": tool, "description": words}]})
    export = rendered({f"{server}/{tool}": ToolEdits(pin=True, words=words)}, *specs, catalog=catalog, limit=limit)
    if server != "orders" and tool != "*":
        assert constant(export, "PINNED") == [f"{server}_{tool}"]
        assert list(servers_of(export)[server]["tools"]) == [tool]
    for file in export.files:
        file.text.encode()
