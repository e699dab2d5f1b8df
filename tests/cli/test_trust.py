"""A project's servers on the command line: never started unasked, agreed to by option, remembered."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

Tsi = Callable[..., Run]


def config(folder: Path, program: str = "-m inspector.demo files", name: str = ".mcp.json", **more: object) -> Path:
    entry = {"command": sys.executable, "args": program.split(), **more}
    (folder / name).write_text(json.dumps({"mcpServers": {"files": entry}}), encoding="utf-8")
    return folder / name


@pytest.fixture
def clone(elsewhere: Path) -> Path:
    """A cloned repository one stands in: a toolset that refers to a configuration beside it, and to a program."""
    config(elsewhere)
    (elsewhere / "toolset.toml").write_text(
        'configs = [".mcp.json"]\n[servers.own]\ncommand = "/bin/sh"\nargs = ["-c", "touch ran"]\n', encoding="utf-8"
    )
    return elsewhere


def states(run: Run) -> dict[str, str]:
    return {server["name"]: server["state"] for server in run.json["servers"]}


@pytest.mark.parametrize("command", ["servers", "audit", "tools", "prompt", "search x", "export foundry"])
def test_a_toolset_that_is_only_found_starts_nothing(tsi: Tsi, clone: Path, command: str) -> None:
    result = tsi(*command.split())
    assert result.code in (2, 3)
    if not command.startswith("export"):
        assert result.code == 3
        assert f"agree with --trust, or with --trust-project {clone}" in result.err
        assert "would run “/bin/sh -c 'touch ran'”" in result.err
    assert not (clone / "ran").exists()


def test_the_servers_form_says_untrusted(tsi: Tsi, clone: Path) -> None:
    result = tsi("servers", "--json")
    assert states(result) == {"own": "untrusted", "files": "untrusted"}
    server = result.json["servers"][0]
    assert server["problem"].startswith("not started: it comes with a project")
    assert "--trust" in server["hint"]
    assert server["tools"] is None


def test_trust_holds_for_this_run_and_the_next(tsi: Tsi, clone: Path) -> None:
    first = tsi("servers", "--trust", "--json")
    assert states(first) == {"own": "failed", "files": "ready"}
    assert "tsi: agreed that toolset.toml may run “/bin/sh -c 'touch ran'”" in first.err
    assert (clone / "ran").exists()
    second = tsi("servers", "--json")
    assert states(second) == {"own": "failed", "files": "ready"}
    assert "agreed" not in second.err


def test_a_changed_command_asks_again(tsi: Tsi, clone: Path) -> None:
    tsi("servers", "--trust")
    config(clone, "-m inspector.demo files --quick")
    result = tsi("servers", "--json")
    assert states(result)["files"] == "untrusted"
    assert "its command changed since you agreed" in result.err


def test_trust_project_agrees_to_what_lies_below(tsi: Tsi, clone: Path, tmp_path: Path) -> None:
    outside = config(tmp_path, name="outside.json")
    text = (clone / "toolset.toml").read_text()
    (clone / "toolset.toml").write_text(text.replace('".mcp.json"', f'".mcp.json", "{outside}"'))
    result = tsi("servers", "--trust-project", ".", "--json")
    assert states(result) == {"own": "failed", "files": "ready", "files-2": "untrusted"}
    assert states(tsi("servers", "--trust-project", clone.parent, "--json"))["files-2"] == "ready"


def test_trust_project_names_a_missing_folder(tsi: Tsi, clone: Path) -> None:
    result = tsi("servers", "--trust-project", "nowhere")
    assert result.code == 2
    assert "--trust-project nowhere: there is no such folder" in result.err


def test_what_is_named_needs_no_option(tsi: Tsi, clone: Path) -> None:
    assert states(tsi("servers", "--config", ".mcp.json", "--json")) == {"files": "ready"}
    assert states(tsi("servers", "--toolset", "toolset.toml", "--json")) == {"own": "failed", "files": "ready"}
    # Naming it this time is no agreement for another time.
    assert states(tsi("servers", "--json")) == {"own": "untrusted", "files": "untrusted"}


def test_init_agrees_to_what_it_was_given(tsi: Tsi, elsewhere: Path) -> None:
    config(elsewhere)
    assert tsi("init", "--config", ".mcp.json").code == 0
    result = tsi("audit")
    assert result.code == 0, result.err
    config(elsewhere, "-m inspector.demo github")
    assert tsi("audit").code == 3


def test_a_repository_cannot_pass_its_file_off_as_the_persons_own(tsi: Tsi, clone: Path) -> None:
    for name in (".claude.json", "claude_desktop_config.json", "settings.json"):
        config(clone, name=name)
        (clone / "toolset.toml").write_text(f'configs = ["{name}"]\n', encoding="utf-8")
        assert states(tsi("servers", "--json")) == {"files": "untrusted"}


def test_secrets_of_the_command_are_masked(tsi: Tsi, clone: Path) -> None:
    config(clone, "-m inspector.demo files --token canary-1234", env={"KEY": "canary-5678"})
    for run in (tsi("servers"), tsi("servers", "--json"), tsi("servers", "--trust")):
        assert "canary" not in run.out + run.err


def test_the_app_shows_untrusted_servers(tsi: Tsi, clone: Path) -> None:
    picture = tsi("ui", "--screenshot", "servers").out
    assert "untrusted" in picture
    assert not (clone / "ran").exists()
    assert "failed" in tsi("ui", "--screenshot", "servers", "--trust").out
    assert (clone / "ran").exists()
