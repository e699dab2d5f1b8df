"""TOML and YAML files as people write them: every edit is done exactly, or the file is refused whole."""

from __future__ import annotations

import tomllib

import pytest
from ruamel.yaml import YAML

from inspector.errors import FileError
from inspector.export import ExportedFile
from inspector.export.merging import merge
from inspector.export.protocol import MergeRule

TOML = ExportedFile(
    "config.toml",
    '[mcp_servers.new]\ncommand = "x"\n[mcp_servers.new.env]\nA = ""\n\n'
    '[mcp_servers.old]\ncommand = "o"\ndisabled_tools = ["t"]\n',
    "toml",
    merge=MergeRule(("mcp_servers",), knobs=("enabled_tools", "disabled_tools")),
)
YAML_FILE = ExportedFile(
    "c.yaml",
    "mcp_servers:\n  new: {command: x}\n  old: {command: o, disabled_tools: [t]}\n",
    "yaml",
    merge=MergeRule(("mcp_servers",), knobs=("disabled_tools",)),
)


@pytest.mark.parametrize(
    "text",
    [
        "# nothing yet\n",
        'model = "x"\n\n[other]\na = 1 # one\n',
        "[mcp_servers]\n\n[other]\na = 1\n",
        '[mcp_servers.old]\ncommand = "o"\nenabled_tools = ["z"] # mine\n'
        '[mcp_servers.old.env]\nK = "v"\n[other]\na = 1\n',
        '[other]\na = 1\n[mcp_servers.old]\ncommand = "o"\n[last]\nb = 2\n[mcp_servers.more]\ncommand = "m"\n',
        'mcp_servers = { old = { command = "o" } }\n[other]\na = 1\n',
        '[mcp_servers]\nold = { command = "o", enabled_tools = [] }\n',
        'x = 1\r\n[mcp_servers.old]\r\ncommand = "o" # é\r\n',
    ],
)
def test_toml(text: str) -> None:
    before = tomllib.loads(text)
    merged = merge(text, TOML, "config.toml").text
    found = tomllib.loads(merged)
    servers = found.pop("mcp_servers")
    known = before.pop("mcp_servers", {})
    assert found == before
    assert servers["new"] == {"command": "x", "env": {"A": ""}}
    assert servers["old"] == {k: v for k, v in known.get("old", {"command": "o"}).items() if k != "enabled_tools"} | {
        "disabled_tools": ["t"]
    }
    assert [
        line for line in text.splitlines() if "#" in line and "enabled_tools" not in line and line not in merged
    ] == []


def test_toml_that_its_editor_gets_wrong_is_refused() -> None:
    with pytest.raises(FileError, match="cannot be changed"):
        merge('mcp_servers.old.command = "o"\nx = 1\n', TOML, "config.toml")


@pytest.mark.parametrize(
    "text",
    [
        "# nothing yet\n",
        "other: 1 # one\n",
        "mcp_servers:\n    old:\n        command: o # mine\n    # between\n    more: {command: m}\n"
        "other: &a [1, 2]\nagain: *a\n",
        "mcp_servers: {old: {command: o}}\n",
        "\"quoted\": 'x'\nlist:\n  - a\n  - b: 1\n    c: 2\nmcp_servers:\n  old: {command: o}\n",
    ],
)
def test_yaml(text: str) -> None:
    merged = merge(text, YAML_FILE, "c.yaml").text
    before, found = YAML(typ="safe").load(text) or {}, YAML(typ="safe").load(merged)
    servers = found.pop("mcp_servers")
    known = before.pop("mcp_servers", {})
    assert found == before
    assert servers == known | {"new": {"command": "x"}, "old": {"command": "o", "disabled_tools": ["t"]}}
    assert [line for line in text.splitlines() if "#" in line and line not in merged] == []
