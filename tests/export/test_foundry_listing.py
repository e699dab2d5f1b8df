"""Checking what a toolbox version lists: by ``--verify``, and by the script that is exported for it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.main import run
from inspector.export import ExportRequest, exporter
from inspector.export.foundry import toolbox_body
from inspector.export.foundry_listing import check_listing, expected_names
from inspector.tuning.model import ToolEdits

META = ["tool_search", "call_tool"]


@pytest.mark.parametrize(
    ("edits", "pins"),
    [
        ({}, []),
        ({"orders/get_order": ToolEdits(pin=True)}, ["orders.get_order"]),
        ({"orders/get_order": ToolEdits(pin=True, hide=True)}, []),
        ({"crm/*": ToolEdits(pin=True)}, ["crm.find_contact"]),
        (
            {"orders/*": ToolEdits(pin=True), "orders/get_order": ToolEdits(pin=False)},
            ["orders.list_orders", "orders.purge_orders"],
        ),
        (
            {"orders/*": ToolEdits(pin=True), "orders/purge_orders": ToolEdits(hide=True)},
            ["orders.get_order", "orders.list_orders"],
        ),
    ],
)
def test_expected(three_servers: ExportRequest, edits: dict[str, ToolEdits], pins: list[str]) -> None:
    request = replace(three_servers, tuning=replace(three_servers.tuning, edits=edits))
    body, _ = toolbox_body(request)
    assert list(expected_names(body, request.catalog)) == [*META, *pins]


def test_comparison() -> None:
    found = check_listing([*META, "a.x"], ["b.y", *META])
    assert (found.missing, found.extra) == (("a.x",), ("b.y",))


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    """A toolset with one server, whose listing is saved and whose address Foundry knows."""
    saved = {"server": "orders", "tools": [{"name": "get", "inputSchema": {"type": "object"}}, {"name": "list"}]}
    (tmp_path / "orders.json").write_text(json.dumps(saved))
    toolset = tmp_path / "toolset.toml"
    toolset.write_text(
        '[tools."orders/get"]\npin = true\n[export.foundry.servers.orders]\nserver_url = "https://o.test/mcp"\n'
    )
    return ["--toolset", str(toolset), "--tools", f"orders={tmp_path / 'orders.json'}"]


def test_verify(toolbox: Any, inputs: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    toolbox.names += [*META, "orders.get"]
    command = ["export", "foundry", "--verify", toolbox.url, *inputs]
    assert run(command) == 0
    assert "all 3 expected tools are listed" in capsys.readouterr().out
    assert "Authorization" not in toolbox.seen[-1]
    toolbox.names.append("orders.list")
    assert run([*command, "--env", "FOUNDRY_TOKEN=canary-token"]) == 0
    told = capsys.readouterr()
    assert "orders.list is listed too" in told.err
    assert "canary" not in told.out + told.err
    assert toolbox.seen[-1]["Authorization"] == "Bearer canary-token"
    toolbox.names.remove("orders.get")
    assert run([*command, "--json"]) == 1
    told = capsys.readouterr()
    assert json.loads(told.out) == {
        "expected": [*META, "orders.get"],
        "missing": ["orders.get"],
        "extra": ["orders.list"],
    }
    assert "orders.get is missing" in told.err


def test_verify_says_why_it_cannot(inputs: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "foundry", "--verify", "ftp://x", *inputs]) == 2
    assert "no web address" in capsys.readouterr().err
    assert run(["export", "foundry", "--verify", "http://127.0.0.1:9/mcp", *inputs]) == 3
    assert "the toolbox could not be listed" in capsys.readouterr().err
    assert run(["export", "litellm", "--verify", "https://h.test", *inputs]) == 2


def test_the_exported_script_verifies(toolbox: Any, three_servers: ExportRequest, tmp_path: Path) -> None:
    (file,) = exporter("foundry").render(replace(three_servers, form="verify")).files
    path = tmp_path / file.name
    path.write_text(file.text, encoding="utf-8")

    def done() -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "FOUNDRY_TOKEN": "t"}
        return subprocess.run(
            [sys.executable, str(path), toolbox.url], capture_output=True, text=True, env=environment, timeout=60
        )

    toolbox.names += [*META, "crm.find_contact", "orders.get_order"]
    good = done()
    assert good.returncode == 0, good.stderr
    assert "also listed, perhaps auto-pinned: 'crm.find_contact'" in good.stdout
    assert toolbox.seen[-1]["Authorization"] == "Bearer t"
    toolbox.names.remove("orders.get_order")
    bad = done()
    assert bad.returncode == 1
    assert "missing: 'orders.get_order'" in bad.stdout


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_curl_script_sends_the_body(toolbox: Any, three_servers: ExportRequest, tmp_path: Path) -> None:
    (file,) = exporter("foundry").render(replace(three_servers, form="curl")).files
    signed_in = tmp_path / "az"
    signed_in.write_text("#!/bin/sh\necho token-of-az\n")
    signed_in.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "PROJECT_ENDPOINT": toolbox.url.removesuffix("/mcp"),
        "NO_PROXY": "127.0.0.1",
    }
    done = subprocess.run(["sh"], input=file.text, text=True, capture_output=True, env=environment, timeout=60)
    assert done.returncode == 0, done.stderr
    assert toolbox.seen[-1]["Authorization"] == "Bearer token-of-az"
    assert toolbox.seen[-1]["path"] == "/toolboxes/tools/versions?api-version=v1"
    assert toolbox.bodies == [toolbox_body(three_servers)[0]]
