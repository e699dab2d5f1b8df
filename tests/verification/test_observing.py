"""A client is started on recorded servers and a scripted model; what it does is told, and nothing of it stays."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from inspector.errors import FileError, UsageError
from inspector.verification.clients.driver import Asked, ClientDriver, Observation
from inspector.verification.clients.registry import DRIVERS, driver, measured_as
from inspector.verification.installed import installed, program_of
from inspector.verification.observing import Step, VerificationError, observe
from tests.verification.conftest import LISTINGS, Program

CLAUDE, CODEX, GEMINI = DRIVERS
ASKED = Asked(("find", "send", "nothing"), 5, "claude-sonnet-5")


async def seen(asking: ClientDriver, path: str, asked: Asked = ASKED, seconds: float = 30) -> Observation:
    client = await installed(asking, path)
    return await observe(asking, client, LISTINGS, asked, count=len, seconds=seconds)


async def test_claude_code(program: Program) -> None:
    found = await seen(CLAUDE, program("claude"))
    assert (found.title, found.version) == ("Claude Code", "9.8.7")
    assert found.deferred
    assert found.upfront == ()
    assert found.announced == ("mcp__alpha__find_order", "mcp__alpha__send", "mcp__beta__find_page")
    assert found.ranked == {
        "find": (("mcp__alpha__find_order",), ("mcp__beta__find_page",)),
        "send": (("mcp__alpha__send",),),
        "nothing": (),
    }
    assert list(found.definitions) == ["mcp__alpha__find_order", "mcp__alpha__send", "mcp__beta__find_page"]
    assert found.texts == {"reminder": "Find these with ToolSearch:", "search-tool": "finds"}


async def test_names_are_found_without_marks_around_them(program: Program) -> None:
    found = await seen(CLAUDE, program("claude", untagged=True))
    assert found.announced == ("mcp__alpha__find_order", "mcp__alpha__send", "mcp__beta__find_page")
    assert found.texts["reminder"] == "Find these with ToolSearch:"


async def test_codex_orders_are_rebuilt_from_growing_answers(program: Program) -> None:
    order = ["mcp__alpha__send", "mcp__beta__find_page", "mcp__alpha__find_order"]
    asked = Asked(("find",), 3, "gpt-5.5")
    found = await seen(CODEX, program("codex", answers={"find": order}), asked)
    assert found.ranked == {"find": tuple((name,) for name in order)}
    assert (found.deferred, found.announced) == (True, ())
    assert found.texts == {"search-tool": "finds"}
    assert "mcp__alpha__find_order" in found.definitions


async def test_gemini_cli_has_definitions_alone(program: Program) -> None:
    found = await seen(GEMINI, program("gemini"), Asked((), 0, "gemini-pro"))
    assert list(found.definitions) == ["mcp_alpha_find_order", "mcp_alpha_send", "mcp_beta_find_page"]
    assert (found.deferred, found.ranked, found.ranking_model) == (False, {}, None)


@pytest.mark.parametrize(
    ("setting", "deferred", "starts"), [(None, True, 2), ("false", False, 2), ("auto:10", True, 3)]
)
async def test_the_setting_decides_apart_from_the_ranking(
    program: Program, setting: str | None, deferred: bool, starts: int
) -> None:
    steps: list[Step] = []
    client = await installed(CLAUDE, program("claude"))
    asked = Asked(("find",), 5, "claude-sonnet-5", setting)
    found = await observe(CLAUDE, client, LISTINGS, asked, count=len, seconds=30, on_step=steps.append)
    assert (found.deferred, len(steps), steps[-1].of) == (deferred, starts, starts)
    assert len(found.ranked["find"]) == 2
    assert bool(found.upfront) is not deferred


async def test_the_client_gets_a_home_of_its_own_and_no_key(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-the-real-one")
    monkeypatch.setenv("MY_TOKEN", "hidden-token")
    told = tmp_path / "environment.json"
    await seen(CLAUDE, program("claude", environment=str(told)))
    environment = json.loads(told.read_text(encoding="utf-8"))
    assert "the-real-one" not in json.dumps(environment)
    assert "hidden-token" not in json.dumps(environment)
    assert environment["HOME"] != os.environ.get("HOME")
    assert not Path(environment["HOME"]).exists()
    assert environment["HTTPS_PROXY"].startswith("http://127.0.0.1:")


async def test_a_client_that_hangs_is_ended_with_what_it_started(program: Program, tmp_path: Path) -> None:
    told = tmp_path / "pids"
    with pytest.raises(VerificationError, match=r"was not done in 1 s, after 0 of 3 requests") as error:
        await seen(CLAUDE, program("claude", hangs=str(told)), seconds=1)
    assert "--timeout" in error.value.hint
    for pid in told.read_text(encoding="utf-8").split():
        assert not Path(f"/proc/{pid}/cmdline").exists() or not Path(f"/proc/{pid}/cmdline").read_bytes()


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"stops": True}, "stopped after 1 of 3 requests: it ended with exit code 1 and said: cannot go on"),
    ],
)
async def test_what_it_does_otherwise_is_said(program: Program, plan: dict[str, bool], said: str) -> None:
    with pytest.raises(VerificationError, match=said):
        await seen(CLAUDE, program("claude", **plan))


async def test_without_a_search_the_rest_is_still_seen(program: Program) -> None:
    found = await seen(CLAUDE, program("claude", no_search=True))
    assert (found.ranked, found.ranking_model) == ({}, None)
    assert len(found.definitions) == 3


async def test_a_version_that_searches_only_when_told_to_is_told_to(program: Program) -> None:
    found = await seen(CLAUDE, program("claude", only_when_set=True))
    assert (found.deferred, found.ranking_model) == (True, "claude-sonnet-5")
    assert len(found.ranked["find"]) == 2


async def test_names_in_a_system_message_are_announced(program: Program) -> None:
    found = await seen(CLAUDE, program("claude", system_message=True))
    assert found.announced == ("mcp__alpha__find_order", "mcp__alpha__send", "mcp__beta__find_page")


async def test_names_announced_before_everything_is_sent_are_not_deferred(program: Program) -> None:
    asked = Asked(("find",), 5, "claude-sonnet-5", "auto:5")
    found = await seen(CLAUDE, program("claude", announces_all_the_same=True), asked)
    assert (found.deferred, found.announced) == (False, ())
    assert len(found.upfront) == 3
    assert len(found.ranked["find"]) == 2


async def test_definitions_are_asked_under_another_model_where_the_usual_one_searches(program: Program) -> None:
    searching = ["gpt-5.5", "gpt-5.4"]
    found = await seen(CODEX, program("codex", answers={}, searching=searching), Asked(("find",), 2, "gpt-5.5"))
    assert "mcp__alpha__find_order" in found.definitions
    assert [each.model for each in found.instead] == ["gpt-5"]


async def test_codex_namespaces_may_hold_underscores(program: Program) -> None:
    listed = (type(LISTINGS[0])("my__server", LISTINGS[0].tools),)
    name = "mcp__my__server__send"
    client = await installed(CODEX, program("codex", answers={"find": [name]}))
    found = await observe(CODEX, client, listed, Asked(("find",), 1, "gpt-5.5"), count=len, seconds=30)
    assert found.ranked == {"find": ((name,),)}


async def test_servers_without_tools(program: Program) -> None:
    client = await installed(CODEX, program("codex", answers={}))
    asked = Asked(("find",), 1, "gpt-5.5", result_bytes=0)
    found = await observe(CODEX, client, [type(LISTINGS[0])("none", ())], asked, count=len, seconds=30)
    assert found.ranked == {"find": ()}


async def test_a_full_disk_is_said(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object, **options: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    client = await installed(CLAUDE, program("claude"))
    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(FileError, match=r"tsi-verify-.* cannot be written: No space left") as error:
        await observe(CLAUDE, client, LISTINGS, ASKED, count=len, seconds=30)
    assert "TMPDIR" in error.value.hint


async def test_a_client_that_never_asks_the_model(program: Program, tmp_path: Path) -> None:
    path = Path(program("claude"))
    path.write_text('#!/bin/sh\n[ "$1" = --version ] && echo 9.8.7 && exit\necho please log in >&2\nexit 3\n')
    with pytest.raises(VerificationError, match=r"asked the model nothing: it ended with exit code 3 .* please log in"):
        await seen(CLAUDE, str(path))


def test_a_missing_client_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="Claude Code is not installed") as error:
        program_of(CLAUDE)
    assert "npm install" in error.value.hint
    with pytest.raises(UsageError, match="no program that can be started"):
        program_of(CLAUDE, "/nowhere/claude")


async def test_versions(program: Program) -> None:
    assert (await installed(CLAUDE, program("claude", "2.1.332 (Claude Code)"))).version == "2.1.332"
    with pytest.raises(UsageError, match=r"0\.1\.2 is too old"):
        await installed(CLAUDE, program("claude", "0.1.2"))
    with pytest.raises(UsageError, match="says no version"):
        await installed(CLAUDE, program("claude", "hello"))


@pytest.mark.parametrize(
    ("host", "version", "module"),
    [
        ("claude-code", "2.1.332", "claude-code"),
        ("claude-code", "2.1.197", "claude-code@2.1.197"),
        ("claude-code@2.1.197", "2.1.332", "claude-code"),
        ("claude-code@2.1.197", "3.0.0", "claude-code@2.1.197"),
        ("codex", "0.200.0", "codex"),
    ],
)
def test_the_module_measured_on_the_installed_version_is_compared(host: str, version: str, module: str) -> None:
    assert measured_as(host, version) == module


def test_hosts_without_a_client_are_refused() -> None:
    with pytest.raises(UsageError, match="no installed client"):
        driver("foundry")


async def test_servers_whose_names_the_client_refuses_are_left_out(program: Program) -> None:
    client = await installed(CODEX, program("codex", answers={}))
    renamed = (*LISTINGS, type(LISTINGS[0])("has space", LISTINGS[1].tools))
    found = await observe(CODEX, client, renamed, Asked(("x",), 1, "gpt-5.5"), count=len, seconds=30)
    assert list(found.left_out) == ["has space"]
    assert not [name for name in found.definitions if "has" in name]
