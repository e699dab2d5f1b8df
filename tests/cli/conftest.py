"""Running the command line in this process, and small files to run it on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.main import run


@dataclass(frozen=True)
class Run:
    """What a command printed and returned."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The data on stdout."""
        return json.loads(self.out)


@pytest.fixture
def tsi(capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """Run ``tsi`` with the given arguments."""

    def call(*arguments: str | Path) -> Run:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Run(int(code), captured.out, captured.err)

    return call


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run every command in an empty folder, so that no toolset.toml is found by chance."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


TOOLS = [
    {
        "name": "cex_spot_get_ticker",
        "description": "Get the spot ticker of a market",
        "inputSchema": {"type": "object", "properties": {"pair": {"type": "string"}}, "required": ["pair"]},
    },
    {
        "name": "cex_spot_create_order",
        "description": "Place an order",
        "inputSchema": {"type": "object", "properties": {"side": {"enum": ["buy", "sell"]}}},
    },
    {"name": "no_description", "inputSchema": {"type": "object"}},
]


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    """A saved listing of three tools."""
    path = tmp_path / "gate.json"
    path.write_text(json.dumps({"server": "gate", "tools": TOOLS}), encoding="utf-8")
    return path


@pytest.fixture
def toolset(tmp_path: Path) -> Path:
    """A toolset with one demo server, a pin and search words."""
    path = tmp_path / "toolset.toml"
    path.write_text(
        'window = 10000\n[servers.files]\ncommand = "${TSI_PYTHON:-python3}"\n'
        'args = ["-m", "inspector.demo", "files"]\n'
        '[tools."files/read_file"]\npin = true\n[tools."files/move-file"]\nwords = "rename"\n',
        encoding="utf-8",
    )
    return path
