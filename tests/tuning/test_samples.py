"""The sample toolset is complete, and the same servers stand in the sample client configuration."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from inspector.catalog import Listing, build_catalog
from inspector.demo.catalog import load
from inspector.tuning import load_tuning, render_tuning

SAMPLES = Path(__file__).resolve().parents[2] / "sample_configs"


def test_the_demo_toolset_loads_and_saves_unchanged() -> None:
    path = SAMPLES / "demo.toml"
    tuning = load_tuning(path)
    assert [server.name for server in tuning.servers] == ["exchange", "github", "calendar", "analytics", "files"]
    assert (tuning.host, tuning.window) == ("x-code-cli", 128000)
    assert set(tuning.exports["foundry"]["servers"]) == {"analytics", "github"}
    assert tuning.for_tool("analytics/execute_query").pin
    assert render_tuning(tuning, path.read_text()) == path.read_text()


def test_every_tool_the_demo_speaks_of_exists() -> None:
    tuning = load_tuning(SAMPLES / "demo.toml")
    listings = [Listing(server.name, tuple(load(server.name).tools)) for server in tuning.servers]
    assert tuning.unknown_tools(build_catalog(listings)) == ()


def test_both_samples_name_the_same_servers() -> None:
    listed = json.loads((SAMPLES / "demo.mcp.json").read_text())["mcpServers"]
    tuning = load_tuning(SAMPLES / "demo.toml")
    assert {server.name: (server.command, list(server.args)) for server in tuning.servers} == {
        name: (entry["command"], entry["args"]) for name, entry in listed.items()
    }


def test_importing_tuning_loads_no_toml_writer() -> None:
    code = "import sys, inspector.tuning; print(sorted({'tomlkit', 'tomli_w', 'difflib'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=SAMPLES.parent)
    assert run.stdout == "[]\n"
