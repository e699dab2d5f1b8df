"""What clients' files decide stands below the person's own edits, names its file, is exported and never saved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.catalog import Catalog
from inspector.config import ServerSpec, ToolList, ToolRules, read_config
from inspector.config.clients import foundry_toolbox
from inspector.export import ExportRequest, exporter
from inspector.hosts import Conditions, host
from inspector.tuning.document import document
from inspector.tuning.model import ToolEdits, Tuning
from inspector.workspace.discovering import discover_here
from inspector.workspace.imported_edits import settled, with_imported
from inspector.workspace.inputs import Inputs
from inspector.workspace.opening import open_inputs

RULES = ToolRules(
    "kiro.json",
    deny=ToolList("disabledTools", ("purge",)),
    pins={"get": True},
    pin_key="alwaysLoad",
    words={"*": "shop", "list": "many"},
)


def tuning(**edits: ToolEdits) -> Tuning:
    own = {key.replace("__", "/").replace("star", "*"): value for key, value in edits.items()}
    return with_imported(Tuning(edits=own), [ServerSpec("s", "http", url="https://s.test", rules=RULES)])


@pytest.fixture
def catalog(catalog_of: Any) -> Catalog:
    return catalog_of({"s": ["get", "list", "purge"], "other": ["purge"]})


def states(catalog: Catalog, tuned: Tuning, host_id: str = "foundry") -> dict[str, tuple[str, str]]:
    plan = host(host_id).plan(catalog, Conditions(tuned, None, 200_000))
    return {placement.tool: (placement.state, placement.reason) for placement in plan.placements}


@pytest.mark.parametrize("host_id", ["foundry", "x-code-cli"])
def test_reasons_name_the_file(catalog: Catalog, host_id: str) -> None:
    found = states(catalog, tuning(), host_id)
    assert found["s/purge"] == ("hidden", "hidden by disabledTools in kiro.json")
    assert found["s/get"] == ("pinned", "pinned by alwaysLoad in kiro.json")
    assert found["other/purge"][0] not in ("hidden", "pinned")


def test_the_persons_own_edits_win_star_included(catalog: Catalog) -> None:
    tuned = tuning(s__star=ToolEdits(pin=False, words="mine"), s__purge=ToolEdits(hide=False))
    found = states(catalog, tuned)
    assert found["s/purge"][0] == "deferred"
    assert found["s/get"][0] == "deferred"
    assert tuned.for_tool("s/list").words == "mine"
    assert tuning().for_tool("s/list") == ToolEdits(words="many")
    assert tuning().for_tool("s/get") == ToolEdits(pin=True, words="shop")
    own = states(catalog, tuning(s__get=ToolEdits(hide=True), s__list=ToolEdits(pin=True)))
    assert own["s/get"] == ("hidden", "hidden by the toolset")
    assert own["s/list"] == ("pinned", "pinned by the toolset")


def test_nothing_imported_is_saved(catalog: Catalog) -> None:
    assert document(tuning(s__list=ToolEdits(pin=True))) == {"tools": {"s/list": {"pin": True}}}


def test_settled_says_the_same_in_edits(catalog: Catalog) -> None:
    tuned = tuning(s__get=ToolEdits(words=""))
    plain = settled(tuned, catalog)
    assert plain.imported == {}
    for tool in catalog:
        assert plain.for_tool(tool.id) == tuned.for_tool(tool.id)
    assert plain.edits == {
        "s/get": ToolEdits(pin=True, words=""),
        "s/*": ToolEdits(words="shop"),
        "s/list": ToolEdits(words="many"),
        "s/purge": ToolEdits(hide=True),
    }


def test_a_foundry_body_is_imported_and_exported_as_it_was(tmp_path: Path, catalog: Catalog) -> None:
    body = {
        "tools": [
            {"type": "toolbox_search"},
            {
                "type": "mcp",
                "server_label": "s",
                "server_url": "https://s.test/mcp",
                "allowed_tools": ["get", "list"],
                "tool_configs": {
                    "get": {"pin": True, "additional_search_text": "shop"},
                    "list": {"additional_search_text": "many"},
                    "*": {"additional_search_text": "shop"},
                },
            },
        ]
    }
    path = tmp_path / "body.json"
    path.write_text(json.dumps(body))
    reading = read_config(path)
    assert reading.client == foundry_toolbox.ID
    tuned = settled(with_imported(Tuning(), reading.servers), catalog)
    export = exporter("foundry").render(ExportRequest(catalog, tuned, reading.servers, ()))
    assert json.loads(export.files[0].text) == body
    path.write_text(export.files[0].text)
    (again,) = read_config(path).servers
    assert again.rules == reading.servers[0].rules


def test_a_fastmcp_export_brings_pins_hidden_tools_and_words_back(tmp_path: Path, catalog: Catalog) -> None:
    spec = ServerSpec("s", "http", url="https://s.test/mcp")
    edits = {
        "s/get": ToolEdits(pin=True),
        "s/list": ToolEdits(words="many"),
        "s/purge": ToolEdits(hide=True),
    }
    export = exporter("fastmcp").render(ExportRequest(catalog, Tuning(edits=edits), (spec,), ()))
    path = tmp_path / "proxy.json"
    path.write_text(next(file.text for file in export.files if file.name.endswith(".json")))
    reading = read_config(path)
    assert reading.client == "fastmcp"
    imported = with_imported(Tuning(), reading.servers)
    for tool, wanted in edits.items():
        assert imported.for_tool(tool) == wanted


def test_opening_reads_rules_and_variables_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.env").write_text("A=1\nB=2\n")
    entry = {"command": "x", "autoApprove": [], "disabledTools": ["purge"]}
    (tmp_path / "kiro.json").write_text(json.dumps({"mcpServers": {"s": entry}}))
    inputs = Inputs(configs=("kiro.json", "kiro.json"), env=(("B", "3"), ("input:id", "x")), env_files=("a.env",))
    opened = open_inputs(inputs)
    assert opened.environment == {"A": "1", "B": "3", "input:id": "x"}
    assert "B=3" not in repr(inputs) + repr(opened)
    assert opened.tuning.for_tool("s/purge").hide
    assert opened.saved_tuning.for_tool("s-2/purge").hide
    assert opened.tuning.for_tool("s/get").hide is None


def test_discovered_servers_keep_their_scope(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    project.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_CONFIG_HOME", "CODEX_HOME", "COPILOT_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(project)
    (home / ".cursor").mkdir(parents=True)
    (home / ".cursor/mcp.json").write_text('{"mcpServers": {"a": {"command": "a"}, "b": {"command": "old"}}}')
    (project / ".cursor").mkdir()
    (project / ".cursor/mcp.json").write_text('{"mcpServers": {"b": {"command": "b"}}}')
    specs = open_inputs(Inputs(discover=True)).specs
    assert [(spec.name, spec.command, spec.scope) for spec in specs] == [("b", "b", "project"), ("a", "a", "user")]
    assert len(discover_here().servers) == 3
