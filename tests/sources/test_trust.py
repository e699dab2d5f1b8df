"""What counts as agreed to: exactly one command, from exactly one file, and nothing that only looks like it."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from inspector.config import ServerSpec
from inspector.config.model import Borrowed
from inspector.sources import Progress, connect, connect_all
from inspector.sources.trust import TrustStore, is_below, needs_trust, real_path


def spec_in(folder: Path, **changes: object) -> ServerSpec:
    """A server of the project in `folder`, whose program leaves a trace when it runs."""
    spec = ServerSpec(
        name="box",
        transport="stdio",
        command="/bin/sh",
        args=("-c", "touch ran"),
        env=MappingProxyType({"MODE": "${MODE:-quick}"}),
        source=str(folder / ".mcp.json"),
        directory=str(folder),
        scope="project",
    )
    return replace(spec, **changes)  # type: ignore[arg-type]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / ".mcp.json").write_text("{}")
    return folder


def agreed(*specs: ServerSpec) -> TrustStore:
    """Agree in one run and return what a later run knows."""
    TrustStore().agree(specs)
    return TrustStore()


async def test_an_untrusted_server_is_not_started(project: Path) -> None:
    steps: list[Progress] = []
    spec = spec_in(project)
    report = await connect(spec, environment={}, on_progress=steps.append)
    assert report.state == "untrusted"
    assert report.problem.startswith("not started: ")
    assert "“/bin/sh -c 'touch ran'”, with MODE set" in report.problem
    assert f"--trust-project {project}" in report.hint
    assert [step.state for step in steps] == ["untrusted"]
    assert not (project / "ran").exists()
    (again,) = await connect_all([spec], environment={}, trust=agreed(spec))
    assert again.state == "failed"
    assert (project / "ran").exists()


@pytest.mark.parametrize("changes", [{"scope": "given"}, {"scope": "user"}, {"scope": "local"}, {"enabled": False}])
def test_what_needs_no_agreement(project: Path, changes: dict[str, object]) -> None:
    assert needs_trust(spec_in(project, **changes)) is None


def remote_in(folder: Path, **changes: object) -> ServerSpec:
    """A remote server of the project in `folder` that is sent two of the person's variables."""
    address: dict[str, object] = {
        "transport": "http",
        "command": "",
        "args": (),
        "url": "http://127.0.0.1:9/mcp?team=${TEAM}&n=1",
        "headers": {"Authorization": "Bearer ${TOKEN}"},
    }
    return spec_in(folder, **(address | changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"url": "http://127.0.0.1/mcp", "headers": {"X-Mode": "fast"}},
        {"expansion": "none"},
        {"scope": "given"},
        {"scope": "user"},
        {"url": "http://h.test", "headers": {"A": "${workspaceFolder}"}, "expansion": "cursor"},
    ],
)
def test_a_remote_server_that_is_sent_nothing_needs_no_agreement(project: Path, changes: dict[str, object]) -> None:
    assert needs_trust(remote_in(project, **changes)) is None


@pytest.mark.parametrize(
    ("changes", "sends"),
    [
        ({}, ("TEAM", "TOKEN")),
        ({"url": "https://${HOST:-evil.test}/mcp", "headers": {}}, ("HOST",)),
        ({"transport": "sse", "url": "https://h.test"}, ("TOKEN",)),
        ({"url": "https://h.test", "headers": {}, "borrowed": (Borrowed("bearer", "Authorization", "T"),)}, ("T",)),
        ({"url": "https://h.test/{file:~/.ssh/id}", "headers": {}, "expansion": "opencode"}, ("file ~/.ssh/id",)),
        ({"url": "https://h.test", "headers": {"A": "${input:key}"}, "expansion": "vscode"}, ("input:key",)),
    ],
)
def test_a_remote_server_that_is_sent_something_does(
    project: Path, changes: dict[str, object], sends: tuple[str, ...]
) -> None:
    question = needs_trust(remote_in(project, **changes))
    assert question is not None
    assert question.sends == sends
    assert agreed(remote_in(project, **changes)).question(remote_in(project, **changes)) is None


def test_what_is_asked_about_a_remote_server(project: Path) -> None:
    question = needs_trust(remote_in(project))
    assert question is not None
    assert question.url == "http://127.0.0.1:9/mcp?team=${TEAM}&n=…"
    assert question.headers == ("Authorization",)
    assert question.problem == (
        f"not contacted: it comes with a project, and {project / '.mcp.json'} would send TEAM, TOKEN of yours to "
        "“http://127.0.0.1:9/mcp?team=${TEAM}&n=…” (headers Authorization)"
    )
    assert f"--trust-project {project}" in question.hint


@pytest.mark.parametrize(
    "changes",
    [
        {"url": "http://127.0.0.2:9/mcp?team=${TEAM}&n=1"},
        {"headers": {"Authorization": "Bearer ${OTHER}"}},
        {"headers": {"X-Token": "Bearer ${TOKEN}"}},
        {"headers": {}},
        {"borrowed": (Borrowed("header", "X-More", "MORE"),)},
    ],
)
def test_whatever_decides_what_is_sent_asks_again(project: Path, changes: dict[str, object]) -> None:
    store = agreed(remote_in(project))
    assert store.question(remote_in(project, name="renamed")) is None
    question = store.question(remote_in(project, **changes))
    assert question is not None
    assert question.changed
    assert "its address changed since you agreed" in question.problem


async def test_nothing_is_sent_before_the_agreement(project: Path) -> None:
    asked: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        spec = remote_in(project, url=f"http://127.0.0.1:{port}/mcp")
        report = await connect(spec, environment={"TOKEN": "canary"})
        assert (report.state, asked) == ("untrusted", [])
        await connect(spec, environment={"TOKEN": "canary"}, trust=agreed(spec), connect_timeout=5)
    assert any(b"Bearer canary" in request for request in asked)


@pytest.mark.parametrize(
    "changes",
    [
        {"command": "/bin/bash"},
        {"args": ("-c", "touch ran; curl evil")},
        {"args": ("-c touch ran",)},
        {"args": ()},
        {"cwd": "sub"},
        {"env": {"MODE": "${MODE:-quick}", "LD_PRELOAD": "./x.so"}},
        {"env": {"MODE": "${OTHER}"}},
        {"env": {}},
        {"expansion": "none"},
    ],
)
def test_whatever_decides_what_runs_asks_again(project: Path, changes: dict[str, object]) -> None:
    store = agreed(spec_in(project))
    assert store.question(spec_in(project)) is None
    question = store.question(spec_in(project, **changes))
    assert question is not None
    assert question.changed
    assert "its command changed since you agreed" in question.problem


def test_variables_are_not_asked_about(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_in(project, command="${SHELL_HERE:-/bin/sh}")
    store = agreed(spec)
    monkeypatch.setenv("SHELL_HERE", "/bin/zsh")
    assert store.question(spec) is None
    assert store.question(replace(spec, name="renamed")) is None


def test_the_same_name_in_another_file_asks_again(project: Path, tmp_path: Path) -> None:
    store = agreed(spec_in(project))
    question = store.question(spec_in(project, source=str(project / "other.json")))
    assert question is not None
    assert not question.changed
    other = tmp_path / "clone"
    other.mkdir()
    assert store.question(spec_in(other)) is not None


def test_a_moved_project_asks_again(project: Path, tmp_path: Path) -> None:
    store = agreed(spec_in(project))
    assert store.question(spec_in(project.rename(tmp_path / "moved"))) is not None


def test_a_link_to_the_project_is_the_project(project: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(project)
    store = agreed(spec_in(link))
    assert store.question(spec_in(project)) is None
    assert store.question(spec_in(project, source=f"{project}/../project/.mcp.json")) is None
    # Led elsewhere later, it is another project.
    other = tmp_path / "other"
    other.mkdir()
    (other / ".mcp.json").write_text("{}")
    link.unlink()
    link.symlink_to(other)
    assert store.question(spec_in(link)) is not None


def test_a_link_to_an_agreed_file_does_not_bring_its_agreement_along(project: Path, tmp_path: Path) -> None:
    relative = spec_in(project, command="./run")
    store = agreed(relative)
    clone = tmp_path / "clone"
    clone.mkdir()
    (clone / ".mcp.json").symlink_to(project / ".mcp.json")
    assert store.question(spec_in(clone, command="./run")) is not None


def test_a_link_inside_the_project_that_leads_elsewhere_asks_again(project: Path) -> None:
    for name in ("one", "two"):
        (project / name).mkdir()
    (project / "bin").symlink_to("one")
    spec = spec_in(project, cwd="bin")
    store = agreed(spec)
    assert store.question(spec) is None
    (project / "bin").unlink()
    (project / "bin").symlink_to("two")
    assert store.question(spec) is not None


def test_case_counts_where_files_differ_by_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    upper, lower = tmp_path / "Project", tmp_path / "project"
    for folder in (upper, lower):
        folder.mkdir(exist_ok=True)
        (folder / ".mcp.json").write_text("{}")
    if not os.path.samefile(upper, lower):
        assert agreed(spec_in(upper)).question(spec_in(lower)) is not None
    # As on a Mac, where both spellings are one file.
    monkeypatch.setattr("os.path.samefile", lambda one, other: one.lower() == other.lower())
    assert real_path(str(upper)) == real_path(str(lower))
    assert agreed(spec_in(upper)).question(spec_in(lower)) is None


def test_names_of_dotenv_files_count_and_their_values_do_not(project: Path) -> None:
    file = project / ".env"
    file.write_text("API_KEY=one\n")
    spec = spec_in(project, env_files=(".env",))
    question = needs_trust(spec)
    assert question is not None
    assert question.environment == ("API_KEY", "MODE")
    store = agreed(spec)
    file.write_text("API_KEY=two\n")
    assert store.question(spec) is None
    file.write_text("API_KEY=two\nLD_PRELOAD=./x.so\n")
    assert store.question(spec) is not None


def test_text_that_a_file_puts_into_the_command_counts(project: Path) -> None:
    file = project / "flags"
    file.write_text("--quick")
    spec = spec_in(project, args=("${file:flags}",), expansion="windsurf")
    store = agreed(spec)
    assert store.question(spec) is None
    file.write_text("--eval=evil")
    assert store.question(spec) is not None


def test_a_project_is_what_really_lies_below_its_folder(project: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mcp.json").write_text("{}")
    (project / "linked.json").symlink_to(outside / "mcp.json")
    inner = spec_in(project, source=str(project / ".vscode" / "mcp.json"))
    specs = [inner, spec_in(project, source=str(project / "linked.json")), spec_in(tmp_path / "projectile")]
    link = tmp_path / "way"
    link.symlink_to(project)
    TrustStore().agree_to_project(specs, str(link))
    assert [TrustStore().question(spec) is None for spec in specs] == [True, False, False]
    changed = replace(inner, args=("-c", "evil"))
    assert TrustStore().question(changed) is not None


def test_the_question_shows_one_argument_as_one_and_masks_secrets(project: Path) -> None:
    arguments = ("-y", "some pkg", "", "--token", "canary-1234", "--key=canary-5678", "$HOME;x", "${PLAIN}")
    question = needs_trust(spec_in(project, command="npx", args=arguments))
    assert question is not None
    assert question.command == "npx -y 'some pkg' '' --token ••• --key=••• '$HOME;x' ${PLAIN}"
    assert question.masked
    assert f"what ••• hides stands in {project}/.mcp.json" in question.hint
    assert question.working_directory == str(project)
    assert "canary" not in repr(question)


def test_a_file_in_a_client_folder_speaks_for_the_project(project: Path) -> None:
    question = needs_trust(spec_in(project, source=str(project / ".vscode" / "mcp.json")))
    assert question is not None
    assert question.project == str(project)


def test_agreements_are_private_and_hold_no_command(project: Path, own_data: Path) -> None:
    agreed(spec_in(project, args=("--token", "canary-1234")))
    file = own_data / "trust.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "canary" not in file.read_text()
    assert sorted(path.name for path in own_data.iterdir()) == ["trust.json"]


def damaged() -> Iterable[str]:
    good = {"version": 1, "agreed": {}}
    yield from ("", "{", "[]", "null", "[" * 5000, "\udcff", '{"version": 2, "agreed": {}}')
    for wrong in ([], 5, {"/a": []}, {"/a": {"d": 5}}, {"/a": None}):
        yield json.dumps({**good, "agreed": wrong})


@pytest.mark.parametrize("content", list(damaged()))
def test_a_damaged_file_agrees_to_nothing_and_is_replaced(project: Path, own_data: Path, content: str) -> None:
    own_data.mkdir(parents=True)
    (own_data / "trust.json").write_bytes(content.encode("utf-8", "surrogateescape"))
    spec = spec_in(project)
    assert needs_trust(spec) is not None
    assert agreed(spec).question(spec) is None


def test_two_runs_keep_each_others_agreements(project: Path) -> None:
    one, other = TrustStore(), TrustStore()
    first, second = spec_in(project), spec_in(project, args=("-c", "second"))
    assert one.question(first) is not None
    assert other.question(second) is not None
    one.agree([first])
    other.agree([second])
    assert TrustStore().question(first) is None
    assert TrustStore().question(second) is None


def test_what_cannot_be_remembered_holds_for_this_run(project: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = TrustStore(tmp_path / "file" / "trust.json")
    store.agree([spec_in(project)])
    assert store.question(spec_in(project)) is None
    assert store.unsaved is not None
    assert [question.server for question in store.agreed_now] == ["box"]


def test_a_folder_is_below_itself_and_not_below_its_namesake(tmp_path: Path) -> None:
    assert is_below("/a/b", "/a/b")
    assert is_below("/a/b/c", "/a/b")
    assert not is_below("/a/bc", "/a/b")
