"""``tsi snapshot``: what a file holds, that it stands in for its server, and that nobody's file is lost."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector import __version__
from inspector.workspace.snapshotting import file_name

SCRIPT = str(Path(__file__).parents[1] / "fixtures" / "servers" / "misbehave.py")
CANARY = "canary-5f1e-9c2d-77"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A configuration of three servers, the last of which fails, with a secret in each place."""
    servers = {
        "orders": {"command": sys.executable, "args": [SCRIPT, "good", f"--token={CANARY}"], "env": {"KEY": CANARY}},
        "Größe/2": {"command": sys.executable, "args": [SCRIPT, "writes-secret"], "env": {"SERVICE_TOKEN": CANARY}},
        "broken": {"command": sys.executable, "args": [SCRIPT, "exits-at-start"]},
    }
    path = tmp_path / "mcp.json"
    path.write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    return path


def test_one_file_a_server(tsi: Callable[..., Any], config: Path, tmp_path: Path) -> None:
    folder = tmp_path / "saved" / "today"
    run = tsi("snapshot", "--config", config, "-o", folder, "--json")
    assert run.code == 3
    assert "broken: the Python that starts it has no module orders" in run.err
    assert [(each["server"], each["tools"], each["complete"], each["backup"]) for each in run.json["snapshots"]] == [
        ("orders", 2, True, None),
        ("Größe/2", 1, True, None),
    ]
    assert run.json["failed"] == ["broken"]
    assert sorted(path.name for path in folder.iterdir()) == ["Größe_2.json", "orders.json"]
    saved = json.loads((folder / "orders.json").read_text("utf-8"))
    assert list(saved) == [
        *("server", "version", "instructions", "title", "protocol", "origin", "time", "inspector", "tools")
    ]
    assert (saved["server"], saved["version"], saved["protocol"]) == ("orders", "1.2.3", "2025-06-18")
    assert saved["origin"] == {"transport": "stdio", "target": f"{sys.executable} {SCRIPT} good --token=•••"}
    assert (saved["time"], saved["inspector"]) == (run.json["time"], __version__)
    assert [tool["name"] for tool in saved["tools"]] == ["read", "write"]


def test_no_secret_reaches_a_snapshot(tsi: Callable[..., Any], config: Path, tmp_path: Path) -> None:
    run = tsi("snapshot", "--config", config, "-o", tmp_path / "saved")
    texts = [path.read_text("utf-8") for path in (tmp_path / "saved").iterdir()]
    assert CANARY not in run.out + run.err + "".join(texts)
    masked = json.loads((tmp_path / "saved" / "Größe_2.json").read_text("utf-8"))
    assert masked["tools"][0]["description"] == "Queries with •••."
    assert [problem["code"] for problem in masked["problems"]] == ["secret-in-listing"]


def test_a_snapshot_stands_in_for_its_server(tsi: Callable[..., Any], config: Path, tmp_path: Path) -> None:
    tsi("snapshot", "--config", config, "-o", tmp_path)

    def rows(*arguments: str | Path) -> list[tuple[Any, ...]]:
        tools = tsi("tools", *arguments, "--json").json["tools"]
        return [(each["tool"], each["name"], each["tokens"]) for each in tools if each["tool"].startswith("orders/")]

    live = rows("--config", config)
    assert len(live) == 2
    assert rows("--tools", tmp_path / "orders.json") == rows("--catalog", tmp_path / "orders.json") == live


def test_an_earlier_snapshot_is_kept_and_an_equal_one_left_alone(
    tsi: Callable[..., Any], listing: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "saved"
    tsi("snapshot", "--tools", listing, "-o", folder)
    old = (folder / "gate.json").read_text("utf-8").replace("Place an order", "Place any order")
    (folder / "gate.json").write_text(old, encoding="utf-8")
    run = tsi("snapshot", "--tools", listing, "-o", folder, "--json")
    assert run.code == 0
    assert Path(run.json["snapshots"][0]["backup"]).read_text("utf-8") == old


@pytest.mark.parametrize("content", ["my notes", '{"mine": 1}', "[1]"])
def test_a_file_that_is_no_snapshot_is_left_alone(
    tsi: Callable[..., Any], listing: Path, tmp_path: Path, content: str
) -> None:
    folder = tmp_path / "saved"
    folder.mkdir()
    (folder / "gate.json").write_text(content, encoding="utf-8")
    run = tsi("snapshot", "--tools", listing, "-o", folder)
    assert run.code == 4
    assert "exists and is no snapshot; nothing was written" in run.err
    assert (folder / "gate.json").read_text("utf-8") == content
    assert len(list(folder.iterdir())) == 1


def test_half_a_character_pair_is_saved(tsi: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_text('{"server": "odd", "tools": [{"name": "a", "description": "\\ud83d"}]}')
    assert tsi("snapshot", "--tools", tmp_path / "odd.json", "-o", tmp_path / "saved").code == 0
    assert json.loads((tmp_path / "saved" / "odd.json").read_text())["tools"][0]["description"] == "\ud83d"


def test_servers_whose_files_would_be_the_same_are_numbered(tsi: Callable[..., Any], tmp_path: Path) -> None:
    for number, name in enumerate(("a/b", "a b", "A_B")):
        (tmp_path / f"{number}.json").write_text(json.dumps({"server": name, "tools": []}))
    tools = [part for number in range(3) for part in ("--tools", tmp_path / f"{number}.json")]
    run = tsi("snapshot", *tools, "-o", tmp_path / "saved", "--json")
    assert [Path(each["file"]).name for each in run.json["snapshots"]] == ["a_b.json", "a_b-2.json", "A_B-3.json"]


@pytest.mark.parametrize(
    ("server", "name"),
    [
        ("github", "github"),
        ("../../etc/passwd", "etc_passwd"),
        (".hidden", "hidden"),
        ("con", "_con"),
        ("NUL.txt", "_NUL.txt"),
        ("数据", "数据"),
        ("\x1b[2J/🙂", "2J"),
        ("a" * 300, "a" * 60),
        ("", "server"),
    ],
)
def test_names_every_system_takes(server: str, name: str) -> None:
    assert file_name(server) == name


def test_a_folder_has_to_be_named(tsi: Callable[..., Any], listing: Path) -> None:
    run = tsi("snapshot", "--tools", listing)
    assert (run.code, "-o" in run.err) == (2, True)


@pytest.mark.parametrize(("mode", "tools"), [("repeated-cursor", 2), ("empty-pages", 1), ("endless-pages", 200)])
def test_a_listing_that_a_guard_ended_is_not_complete(
    tsi: Callable[..., Any], tmp_path: Path, mode: str, tools: int
) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(json.dumps({"mcpServers": {"pages": {"command": sys.executable, "args": [SCRIPT, mode]}}}))
    run = tsi("snapshot", "--config", path, "-o", tmp_path / "saved", "--json")
    (saved,) = run.json["snapshots"]
    assert (saved["complete"], saved["tools"]) == (False, tools)
    assert run.code == 3
