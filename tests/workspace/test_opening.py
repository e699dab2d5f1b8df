"""Opening inputs: what is read, in which order, which host is chosen, and what overrides what."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.config.model import ConfigReading, ServerSpec
from inspector.errors import FileError, UsageError
from inspector.workspace import opening
from inspector.workspace.inputs import Inputs, Overrides
from inspector.workspace.opening import open_inputs

TOOLSET = """
default_host = "foundry"
model = "gpt-5.5"
window = 50000
configs = ["servers.json"]

[tools."gate/get"]
pin = true

[servers.own]
command = "own-mcp"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own current folder with a configuration of two servers and two saved listings."""
    monkeypatch.chdir(tmp_path)
    servers = {"one": {"command": "one-mcp"}, "own": {"url": "https://own.example.test/mcp"}, "bad": {}}
    (tmp_path / "servers.json").write_text(json.dumps({"mcpServers": servers}))
    (tmp_path / "gate.json").write_text(json.dumps({"server": "gate", "tools": [{"name": "get"}]}))
    (tmp_path / "bare.json").write_text(json.dumps([{"name": "x"}]))
    (tmp_path / "all.json").write_text(json.dumps([{"server": "a", "tools": []}, {"server": "b", "tools": []}]))
    return tmp_path


def test_nothing_given_and_no_toolset_here_gives_three_suggestions(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"no toolset\.toml here") as raised:
        open_inputs(Inputs())
    for suggestion in ("--config FILE", "--tools NAME=FILE", "tsi init", "tsi demo"):
        assert suggestion in raised.value.hint


def test_a_toolset_in_the_current_folder_is_found(folder: Path) -> None:
    (folder / "toolset.toml").write_text(TOOLSET)
    opened = open_inputs(Inputs())
    assert [spec.name for spec in opened.specs] == ["own", "one", "own-2"]
    assert [(problem.place) for problem in opened.problems] == ["mcpServers.bad"]
    assert [host.id for host in opened.hosts] == ["foundry"]
    assert opened.tuning.edits["gate/get"].pin is True
    assert opened.tuning.path == "toolset.toml"


@pytest.mark.parametrize(
    "inputs", [Inputs(configs=("servers.json",)), Inputs(listings=(("", "gate.json"),)), Inputs(catalogs=("all.json",))]
)
def test_a_toolset_here_is_left_alone_when_anything_is_given(folder: Path, inputs: Inputs) -> None:
    (folder / "toolset.toml").write_text(TOOLSET)
    opened = open_inputs(inputs)
    assert opened.tuning.path is None
    assert opened.hosts[0].id == "x-code-cli"


def test_a_toolset_elsewhere_names_its_configs_from_where_it_stands(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "mine.toml").write_text(TOOLSET)
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    opened = open_inputs(Inputs(toolset=str(folder / "mine.toml"), configs=(str(folder / "servers.json"),)))
    assert [spec.name for spec in opened.specs] == ["own", "one", "own-2", "one-2", "own-3"]
    assert opened.specs[1].command == "one-mcp"


def test_listings_keep_their_order_and_names(folder: Path) -> None:
    opened = open_inputs(
        Inputs(listings=(("", "bare.json"), ("mine", "gate.json"), ("", "gate.json")), catalogs=("all.json",))
    )
    assert [saved.listing.server for saved in opened.listings] == ["bare", "mine", "gate", "a", "b"]
    assert [saved.source for saved in opened.listings] == [
        "bare.json",
        "gate.json",
        "gate.json",
        "all.json",
        "all.json",
    ]
    assert opened.specs == ()


@pytest.mark.parametrize(
    ("asked", "toolset", "client", "chosen"),
    [
        (("x-code-cli@article", "foundry", "foundry"), True, "foundry", ["x-code-cli@article", "foundry"]),
        ((), True, "x-code-cli", ["foundry"]),
        ((), False, "foundry", ["foundry"]),
        ((), False, "mcp-json", ["x-code-cli"]),
    ],
)
def test_the_host_is_the_one_asked_for_then_the_toolsets_then_the_clients(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    asked: tuple[str, ...],
    toolset: bool,
    client: str,
    chosen: list[str],
) -> None:
    (folder / "mine.toml").write_text('default_host = "foundry"\n')
    specs = (ServerSpec("s", "stdio", command="x"), ServerSpec("t", "stdio", command="x", client=client))
    monkeypatch.setattr(opening, "read_config", lambda path: ConfigReading(path, client, specs))
    inputs = Inputs(toolset="mine.toml" if toolset else None, configs=("any.json",), hosts=asked)
    assert [host.id for host in open_inputs(inputs).hosts] == chosen


def test_this_runs_settings_win_over_the_toolsets(folder: Path) -> None:
    (folder / "mine.toml").write_text(TOOLSET)
    given = Overrides(window=1000, threshold=0.2, limit=7, system_prompt=0, history=3, price_input=1.0)
    opened = open_inputs(Inputs(toolset="mine.toml", overrides=given))
    tuning = opened.tuning
    assert (tuning.window, tuning.threshold, tuning.limit, tuning.system_prompt, tuning.history) == (1000, 0.2, 7, 0, 3)
    assert (tuning.model, tuning.host, tuning.price_input, tuning.price_cached) == ("gpt-5.5", "foundry", 1.0, None)
    same = open_inputs(Inputs(toolset="mine.toml")).tuning
    assert tuning == replace(same, window=1000, threshold=0.2, limit=7, system_prompt=0, history=3, price_input=1.0)


@pytest.mark.parametrize(
    "inputs",
    [
        Inputs(toolset="nope.toml"),
        Inputs(configs=("nope.json",)),
        Inputs(configs=("gate.json",)),
        Inputs(listings=(("s", "nope.json"),)),
        Inputs(listings=(("s", "servers.json"),)),
        Inputs(catalogs=("bare.json", "nope.json")),
    ],
)
def test_files_that_cannot_be_used_are_named(folder: Path, inputs: Inputs) -> None:
    with pytest.raises(FileError, match=r"nope|gate|servers"):
        open_inputs(inputs)


def test_an_unknown_host_is_a_usage_error(folder: Path) -> None:
    with pytest.raises(UsageError, match="unknown host “foundri”"):
        open_inputs(Inputs(listings=(("s", "gate.json"),), hosts=("foundri",)))
