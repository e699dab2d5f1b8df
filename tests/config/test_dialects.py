"""Every dialect: its example means exactly this, also with comments, damaged, and under a name that says nothing."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from inspector.config import ConfigReading, ServerSpec, read_config
from inspector.config.clients import DIALECTS
from inspector.config.json_reading import DamagedFile
from inspector.config.model import SignInClient
from inspector.config.tool_rules import ToolRules
from tests.config.dialect_example import SECRET, Example, spec_of
from tests.config.dialect_examples import EXAMPLES

each = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id or example.client)


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, in which all files of a test stand."""
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def written(example: Example, project: Path, text: str | None = None, name: str = "") -> Path:
    path = project / (name or example.place)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text((text or example.text).replace("PROJECT", str(project)), encoding="utf-8")
    return path


def differing(found: ServerSpec, wanted: ServerSpec) -> list[str]:
    """The names of fields that differ: a comparison that shows no value, so no secret."""
    names = [field.name for field in fields(ServerSpec) if field.name not in ("raw", "rules")]
    differ = [name for name in names if getattr(found, name) != getattr(wanted, name)]
    if not (found.rules.empty and wanted.rules.empty):
        rules = [field.name for field in fields(ToolRules)]
        differ += [f"rules.{name}" for name in rules if getattr(found.rules, name) != getattr(wanted.rules, name)]
    return differ


def check(reading: ConfigReading, example: Example, path: Path, directory: str) -> None:
    assert reading.client == example.client
    assert [spec.name for spec in reading.servers] == [server["name"] for server in example.servers]
    for spec, server in zip(reading.servers, example.servers, strict=True):
        assert differing(spec, spec_of(example, server, str(path), directory)) == []


def directory_of(example: Example, path: Path, project: Path) -> str:
    if example.directory != ".":
        return example.directory
    own = (".codeium/windsurf/mcp_config.json", ".kiro/settings/mcp.json", ".continue/mcpServers/any.json")
    at_root = example.place.count("/") == 1 and example.place.startswith(".")
    held = at_root and example.client not in ("copilot-cli", "mcpproxy-go", "lm-studio")
    return str(project if example.place in own or held else path.parent)


@each
def test_the_example_means_exactly_this(example: Example, project: Path) -> None:
    path = written(example, project)
    reading = read_config(path)
    expected = directory_of(example, path, project)
    if example.client in ("copilot-cli", "lm-studio"):
        expected = str(project)
    check(reading, example, path, expected)
    assert [problem.place for problem in reading.problems] == list(example.problems)
    assert reading.notes == example.notes


@each
def test_no_secret_is_in_what_is_printed(example: Example, project: Path) -> None:
    reading = read_config(written(example, project))
    assert SECRET not in repr(reading)
    assert SECRET not in str([problem.message for problem in reading.problems])


def test_raw_keeps_the_entry_as_it_was_written(project: Path) -> None:
    by_client = {example.client: example for example in EXAMPLES}
    goose = read_config(written(by_client["goose"], project)).servers[1]
    assert goose.raw["cmd"] == "uvx"
    assert "command" not in goose.raw
    opencode = read_config(written(by_client["opencode"], project)).servers[0]
    assert opencode.raw["command"] == ["uvx", "notes-mcp"]


@each
def test_content_alone_gives_the_client_away(example: Example, project: Path) -> None:
    extension = Path(example.place).suffix
    for name in (f"whatever{extension}", "whatever", "sub/config.txt"):
        reading = read_config(written(example, project, name=name))
        assert reading.client == (example.client if example.sniffed else "mcp-json")


@each
def test_comments_commas_and_marks_are_read(example: Example, project: Path) -> None:
    text = example.text.rstrip()
    if example.place.endswith((".toml", ".yaml")):
        changed = f"\ufeff# a comment\n{text}\n# the end\n"
    else:
        inside = text[:-1].rstrip().removesuffix(",")
        changed = f"\ufeff// a comment, with {{\n{inside}, // last\n/* the end */ }}"
    path = written(example, project, changed)
    reading = read_config(path)
    assert [spec.name for spec in reading.servers] == [server["name"] for server in example.servers]


@each
def test_damage_is_placed_and_hides_no_good_server(example: Example, project: Path) -> None:
    if example.place.endswith((".toml", ".yaml")):
        path = written(example, project, example.text + "\n  [broken = {\n")
        with pytest.raises(DamagedFile) as caught:
            read_config(path)
        assert caught.value.message.startswith(f"{path}:{caught.value.line}:{caught.value.column}: ")
        assert caught.value.line >= example.text.count("\n")
        assert SECRET not in caught.value.message
        return
    damaged = example.text.replace(example.opening, f"{example.opening}\n{example.broken}\n", 1)
    reading = read_config(path := written(example, project, damaged))
    good = [server["name"] for server in example.servers]
    assert [spec.name for spec in reading.servers] == good
    line = damaged[: damaged.index(example.broken)].count("\n") + 1
    first = reading.problems[0]
    assert first.source.startswith(f"{path}:{line}:")
    assert "a comma or a closing bracket is missing" in first.message
    assert all(name in first.message for name in good)
    assert any("broken" in problem.place for problem in reading.problems[1:])
    assert SECRET not in repr(reading.problems)


def test_every_dialect_has_an_example_and_says_what_it_does() -> None:
    assert {dialect.id for dialect in DIALECTS} == {example.client for example in EXAMPLES}
    for dialect in DIALECTS:
        assert dialect.title
        assert dialect.off_switch
        assert dialect.precedence


@pytest.mark.parametrize(
    ("name", "text", "client", "noted"),
    [
        (".mcp.json", '{"oauth": {"clientId": "me", "callbackPort": 8123}}', SignInClient("me", 8123, "localhost"), ""),
        (
            ".mcp.json",
            '{"oauth": {"clientId": "me", "callbackPort": "x"}}',
            SignInClient("me", None, "localhost"),
            "port",
        ),
        (
            ".mcp.json",
            '{"oauth": {"clientId": "me", "callbackPort": 70000}}',
            SignInClient("me", None, "localhost"),
            "port",
        ),
        (".mcp.json", '{"oauth": {"callbackPort": 8123}}', None, ""),
        (".mcp.json", '{"oauth": "yes"}', None, ""),
        (
            ".mcp.json",
            '{"oauth": {"authServerMetadataUrl": "https://a.test"}}',
            None,
            "authServerMetadataUrl is not used",
        ),
        (".copilot/mcp-config.json", '{"oauthClientId": "me"}', SignInClient("me"), ""),
    ],
)
def test_programs_to_sign_in_as(project: Path, name: str, text: str, client: SignInClient | None, noted: str) -> None:
    entry = text[:-1] + ', "type": "http", "url": "https://h.test/mcp"}'
    path = project / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'{{"mcpServers": {{"box": {entry}}}}}')
    (spec,) = read_config(path).servers
    assert spec.oauth == client
    assert noted in " ".join(spec.notes)


def test_codex_names_its_program(project: Path) -> None:
    path = project / "config.toml"
    path.write_text('[mcp_servers.box]\nurl = "https://h.test"\noauth = { client_id = "me" }')
    assert read_config(path).servers[0].oauth == SignInClient("me")
