"""The clients themselves read the exported files, in an empty home, and reach a server on this machine by them.

Run with Codex 0.171.0, Gemini CLI 0.61.0, Claude Code 2.1.332, Copilot CLI 1.0.102, opencode 1.18.33. A client not
on the PATH (or in the folders of TSI_CONSUMERS) is skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.catalog import Listing, build_catalog
from inspector.config.model import ServerSpec
from inspector.export import ExportRequest, exporter
from inspector.tuning.model import ToolEdits, Tuning

pytestmark = pytest.mark.consumers

SEARCHED = os.pathsep.join(filter(None, (os.environ.get("TSI_CONSUMERS"), os.environ.get("PATH"))))
TOOLS = ("get_order", "list_orders", "purge_orders")
DUMMIES = {"ORDERS_TOKEN": "dummy-token", "FILES_API_KEY": "dummy", "API_KEY": "dummy"}


class Client:
    """An installed client with a home and a project folder of its own."""

    def __init__(self, program: str, folder: Path) -> None:
        self.home, self.project = folder / "home", folder / "project"
        self.home.mkdir()
        self.project.mkdir()
        self._program = program

    def run(self, *arguments: str, **environment: str) -> str:
        """What the client prints."""
        kept = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
        own = {"PATH": SEARCHED, "HOME": str(self.home), "NO_COLOR": "1", **DUMMIES}
        done = subprocess.run(
            [self._program, *arguments],
            cwd=self.project,
            env=kept | own | environment,
            capture_output=True,
            text=True,
            timeout=120,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def write(self, place: Path, text: str) -> None:
        """Put a file where the client looks for it."""
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


@pytest.fixture
def client(tmp_path: Path) -> Callable[[str], Client]:
    """Finds an installed client, or skips the test."""

    def find(name: str) -> Client:
        program = shutil.which(name, path=SEARCHED)
        if program is None:
            pytest.skip(f"{name} is not installed")
        return Client(program, tmp_path)

    return find


@pytest.fixture
def files(toolbox: Any) -> Callable[[str], dict[str, str]]:
    """Exports a server on this machine, whose token is a reference, and a program with a secret, by file name."""
    toolbox.names[:] = TOOLS

    def export(target: str) -> dict[str, str]:
        catalog = build_catalog(
            [
                Listing("orders", tuple({"name": name, "inputSchema": {"type": "object"}} for name in TOOLS)),
                Listing("files", ({"name": "read_file", "inputSchema": {"type": "object"}},)),
            ]
        )
        headers = {"Authorization": "Bearer ${ORDERS_TOKEN}"}
        specs = (
            ServerSpec("orders", "http", url=toolbox.url, headers=headers),
            ServerSpec("files", "stdio", command="files-mcp", args=("--root", "/srv"), env={"API_KEY": "literal"}),
        )
        edits = {"orders/get_order": ToolEdits(pin=True), "orders/purge_orders": ToolEdits(hide=True)}
        found = exporter(target).render(ExportRequest(catalog, Tuning(edits=edits), specs))
        return {file.name: file.text for file in found.files}

    return export


def sent(toolbox: Any) -> set[str | None]:
    return {headers.get("Authorization") or headers.get("authorization") for headers in toolbox.seen}


def test_codex(client: Callable[[str], Client], files: Callable[[str], dict[str, str]], toolbox: Any) -> None:
    codex = client("codex")
    codex.write(codex.home / ".codex" / "config.toml", files("codex")["config.toml"])
    printed = codex.run("mcp", "list", "--json")
    servers = {each["name"]: each for each in json.loads(printed[printed.index("[\n") : printed.rindex("]") + 1])}
    assert servers["orders"]["transport"]["url"] == toolbox.url
    assert servers["orders"]["transport"]["bearer_token_env_var"] == "ORDERS_TOKEN"
    assert servers["files"]["transport"]["env_vars"] == ["API_KEY"]
    assert "purge_orders" in codex.run("mcp", "get", "orders", "--json")


def test_gemini(client: Callable[[str], Client], files: Callable[[str], dict[str, str]], toolbox: Any) -> None:
    gemini = client("gemini")
    gemini.write(gemini.home / ".gemini" / "settings.json", files("gemini-cli")["settings.json"])
    trusted = json.dumps({str(gemini.project): "TRUST_FOLDER"})
    gemini.write(gemini.home / ".gemini" / "trustedFolders.json", trusted)
    printed = gemini.run("mcp", "list", GEMINI_API_KEY="dummy", GEMINI_CLI_NO_RELAUNCH="1")
    assert f"orders: {toolbox.url} (http) - Connected" in printed
    assert "files: files-mcp --root /srv (stdio)" in printed
    assert sent(toolbox) == {"Bearer dummy-token"}


def test_claude(client: Callable[[str], Client], files: Callable[[str], dict[str, str]], toolbox: Any) -> None:
    claude = client("claude")
    texts = files("claude-code")
    assert set(texts) == {".mcp.json", "settings.json"}
    claude.write(claude.project / ".claude" / "settings.json", texts["settings.json"])
    # In the user's own file no approval of the project is needed; the keys are the same.
    claude.write(claude.home / ".claude.json", texts[".mcp.json"])
    quiet = {
        "ANTHROPIC_API_KEY": "dummy",
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:9",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }
    printed = claude.run("mcp", "list", **quiet)
    assert f"orders: {toolbox.url} (HTTP) - ✔ Connected" in printed
    assert "files: files-mcp --root /srv" in printed
    assert sent(toolbox) == {"Bearer dummy-token"}


def test_copilot(client: Callable[[str], Client], files: Callable[[str], dict[str, str]], toolbox: Any) -> None:
    copilot = client("copilot")
    copilot.write(copilot.home / ".copilot" / "mcp-config.json", files("copilot-cli")["mcp-config.json"])
    listed = copilot.run("mcp", "list")
    assert "orders (http)" in listed
    assert "files (local)" in listed
    assert "Tools: get_order, list_orders\n" in copilot.run("mcp", "get", "orders")


def test_opencode(client: Callable[[str], Client], files: Callable[[str], dict[str, str]], toolbox: Any) -> None:
    opencode = client("opencode")
    opencode.write(opencode.project / "opencode.json", files("opencode")["opencode.json"])
    printed = opencode.run("mcp", "list")
    assert toolbox.url in printed
    assert "files-mcp --root /srv" in printed
    assert sent(toolbox) == {"Bearer dummy-token"}
    config = opencode.run("debug", "config")
    assert '"orders_purge_orders": "deny"' in config
