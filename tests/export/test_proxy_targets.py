"""The configurations of proxies: what is switched off, what is lost, and that no secret is written."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from inspector.catalog import Listing, build_catalog
from inspector.config.model import Borrowed, ServerSpec
from inspector.config.reading import read_config
from inspector.errors import UsageError
from inspector.export import Export, ExportRequest, exporter, exporters
from inspector.export.yaml_text import yaml_text
from inspector.tuning.model import ToolEdits, Tuning

CANARY = "sk-canary-7f3a9b2c1d4e5f60"
YAMLS = YAML(typ="safe", pure=True)


def one(spec: ServerSpec, edits: dict[str, ToolEdits] | None = None, limit: int | None = None) -> ExportRequest:
    tools = tuple({"name": name, "description": f"Does {name}."} for name in ("get", "list"))
    return ExportRequest(build_catalog([Listing(spec.name, tools)]), Tuning(edits=edits or {}, limit=limit), [spec])


def codes(export: Export) -> set[str]:
    return {warning.code for warning in export.warnings}


HTTP = ServerSpec("s", "http", url="https://s.test/mcp")


@pytest.mark.parametrize(
    ("edits", "written"),
    [
        ({}, {}),
        ({"s/get": ToolEdits(hide=True)}, {"disabled_tools": ["get"]}),
        ({"s/*": ToolEdits(hide=True), "s/get": ToolEdits(hide=False)}, {"enabled_tools": ["get"]}),
    ],
)
def test_mcpproxy_go_hides(edits: dict[str, ToolEdits], written: Any) -> None:
    text = exporter("mcpproxy-go").render(one(HTTP, edits)).files[0].text
    (entry,) = json.loads(text)["mcpServers"]
    assert {key: value for key, value in entry.items() if key.endswith("_tools")} == written


def test_mcpproxy_go_is_read_back(three_servers: ExportRequest, tmp_path: Path) -> None:
    (file,) = exporter("mcpproxy-go").render(three_servers).files
    path = tmp_path / file.name
    path.write_text(file.text, encoding="utf-8")
    reading = read_config(path)
    assert reading.client == "mcpproxy-go"
    assert [(spec.name, spec.transport) for spec in reading.servers] == [
        ("orders", "http"),
        ("files", "stdio"),
        ("crm", "sse"),
    ]
    orders, files, _ = reading.servers
    assert orders.headers == {"Authorization": "Bearer ${env:ORDERS_TOKEN}"}
    assert files.env == {"API_KEY": "${env:FILES_API_KEY}"}
    assert orders.rules.hidden_reason("purge_orders")
    assert not orders.rules.hidden_reason("get_order")


def test_litellm_values() -> None:
    headers = {"X-Plain": "${A}", "X-Two": "${A}-${B}"}
    spec = ServerSpec("my-desk", "http", url="https://${HOST}/mcp", headers=headers)
    export = exporter("litellm").render(one(spec, {"my-desk/get": ToolEdits(pin=True)}, limit=500))
    found = YAMLS.load(export.files[0].text)
    assert found["mcp_servers"] == {
        "my_desk": {
            "transport": "http",
            "url": "os.environ/MY_DESK_URL",
            "static_headers": {"X-Plain": "os.environ/A", "X-Two": "os.environ/MY_DESK_X_TWO"},
        }
    }
    assert found["litellm_settings"]["mcp_tool_search"] == {"top_k": 100, "core_tools": ["my_desk-get"]}
    assert any("set MY_DESK_URL to https://${HOST}/mcp" in warning.message for warning in export.warnings)
    assert {"NAME_CHANGED", "PIN_SEARCH_ONLY", "NO_SEARCH_SWITCH"} <= codes(export)


@pytest.mark.parametrize(
    ("edits", "tools"),
    [
        ({}, None),
        ({"s/get": ToolEdits(hide=True)}, [{"workload": "s", "filter": ["list"]}]),
        ({"s/*": ToolEdits(hide=True)}, [{"workload": "s", "excludeAll": True}]),
        (
            {"s/get": ToolEdits(words="fetch")},
            [{"workload": "s", "overrides": {"get": {"description": "Does get.\n\n(fetch)"}}}],
        ),
    ],
)
def test_toolhive_rules(edits: dict[str, ToolEdits], tools: Any) -> None:
    found = YAMLS.load(exporter("toolhive").render(one(HTTP, edits, limit=99)).files[0].text)
    assert found["aggregation"].get("tools") == tools
    assert found["optimizer"] == {"maxToolsToReturn": 50}
    assert found["backends"] == [{"name": "s", "url": "https://s.test/mcp", "transport": "streamable-http"}]


@pytest.mark.parametrize(
    ("command", "args", "words"),
    [
        ("uvx", ("pkg",), ["uvx://pkg"]),
        ("npx", ("-y", "@a/b", "--x", "it's"), ["npx://@a/b", "--", "--x", "it's"]),
        ("/usr/bin/uvx", ("pkg", "${ROOT}/$x"), ["uvx://pkg", "--", "${ROOT}/\\$x"]),
        ("uvx", ("--from", "p", "cmd"), None),
        ("python", ("s.py",), None),
    ],
)
def test_toolhive_run_commands(command: str, args: tuple[str, ...], words: list[str] | None) -> None:
    spec = ServerSpec("s", "stdio", command=command, args=args, env={"K": CANARY})
    export = exporter("toolhive").render(replace(one(spec, {"s/get": ToolEdits(hide=True)}), form="run"))
    last = export.files[0].text.splitlines()[-1]
    assert CANARY not in repr(export)
    if words is None:
        assert "STDIO_DROPPED" in codes(export)
        assert last.startswith("thv group create")
        return
    start = ["thv", "run", "--name", "s", "--group", "tools", "--tools", "list", "--secret", "S_K,target=K"]
    assert shlex.split(last.replace("\\$", "\\\\$")) == [*start, *words]


CASES = [
    ServerSpec("s", "stdio", command="run", args=("--token", CANARY, f"--url=https://u:{CANARY}@h.test")),
    ServerSpec("s", "stdio", command="uvx", args=("p", f'{{"apiKey": "{CANARY}"}}'), env={"MODE": CANARY}),
    ServerSpec("s", "http", url=f"https://me:{CANARY}@s.test/{CANARY}/mcp?key={CANARY}#{CANARY}"),
    ServerSpec("s", "http", url="https://s.test", headers={"Authorization": f"Bearer {CANARY}", "X": CANARY}),
    ServerSpec("s", "http", url=f"https://s.test/?k=${{K:-{CANARY}}}", headers={"X": f"${{K:-{CANARY}}}"}),
    ServerSpec("s", "http", url="https://s.test", headers={"X": f"${{input:k}}{CANARY}"}, expansion="vscode"),
    ServerSpec("s", "http", url="https://s.test", borrowed=(Borrowed("bearer", "Authorization", "TOKEN"),)),
]
FORMS = [
    *(("anthropic", "mcp"), ("openai", "mcp"), ("mcpproxy-go", ""), ("litellm", "")),
    *(("toolhive", ""), ("toolhive", "run"), ("fastmcp", ""), ("foundry", "python"), ("foundry", "curl")),
]


@pytest.mark.parametrize(("target", "form"), FORMS)
@pytest.mark.parametrize("spec", CASES, ids=range(len(CASES)))
def test_no_secret_is_written(target: str, form: str, spec: ServerSpec) -> None:
    asked = replace(one(spec, {"s/get": ToolEdits(pin=True, words="w")}), form=form)
    if spec.transport == "stdio" and target in ("anthropic", "openai", "foundry"):
        with pytest.raises(UsageError) as raised:
            exporter(target).render(asked)
        assert CANARY not in raised.value.message + raised.value.hint
        return
    export = exporter(target).render(asked)
    assert CANARY not in "".join(file.text for file in export.files)
    assert CANARY not in repr(export.warnings)


def test_borrowed_values_survive() -> None:
    for target, written in (
        ("mcpproxy-go", "Bearer ${env:TOKEN}"),
        ("litellm", "os.environ/TOKEN"),
        ("fastmcp", "Bearer ${TOKEN}"),
        ("openai", '"authorization": "${TOKEN}"'),
    ):
        form = "mcp" if target == "openai" else ""
        files = exporter(target).render(replace(one(CASES[-1]), form=form)).files
        assert written in "".join(file.text for file in files), target


def test_at_least_some_are_proved_by_their_product() -> None:
    found = {target: each.verified_by for target, each in exporters().items()}
    assert {found[target] for target in ("fastmcp", "litellm")} == {"consumer"}
    assert {found[target] for target in ("anthropic", "openai", "foundry")} == {"sdk type"}


@given(
    st.recursive(
        st.text() | st.integers() | st.booleans(), lambda inner: st.dictionaries(st.text(), inner), max_leaves=6
    )
)
def test_any_text_survives_yaml(value: Any) -> None:
    given_value = {"key": value}
    assert YAMLS.load(yaml_text(given_value)) == given_value
