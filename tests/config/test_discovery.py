"""Discovery over made-up homes: every place is looked at, one server is shown once, and it is said who wins."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import pytest

from inspector.config.clients import DIALECTS
from inspector.config.discovery import Discovery, FoundServer, discover
from inspector.config.places import Places
from tests.config.dialect_example import SECRET
from tests.config.dialect_examples import EXAMPLES

NOTES = {"command": "uvx", "args": ["notes-mcp"]}


class Home:
    """A home folder with a repository in it, and files written into both."""

    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.repository = self.home / "code" / "shop"
        self.project = self.repository / "packages" / "web"
        self.project.mkdir(parents=True)
        (self.repository / ".git").mkdir()
        self.environ: dict[str, str] = {}

    def write(self, place: str, document: Any, below: Path | None = None) -> Path:
        path = (below or self.home) / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
        return path

    def discover(self, cwd: Path | None = None, platform: str = "linux") -> Discovery:
        return discover(self.home, cwd or self.project, self.environ, platform)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def servers(**entries: Any) -> dict[str, Any]:
    return {"mcpServers": entries}


def by_name(found: Discovery) -> dict[str, FoundServer]:
    return {server.spec.name: server for server in found.servers}


def test_an_empty_home_has_nothing(home: Home) -> None:
    assert home.discover() == Discovery((), ())


PLACES = {
    "claude-desktop": ".config/Claude/claude_desktop_config.json",
    "cursor": ".cursor/mcp.json",
    "vscode": ".config/Code/User/mcp.json",
    "vscode-settings": ".config/VSCodium/User/settings.json",
    "codex": ".codex/config.toml",
    "gemini-cli": ".gemini/settings.json",
    "windsurf": ".codeium/windsurf/mcp_config.json",
    "zed": ".config/zed/settings.json",
    "cline": ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    "roo-code": ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
    "goose": ".config/goose/config.yaml",
    "opencode": ".config/opencode/opencode.json",
    "opencode-bare": ".agents/mcp.json",
    "continue": ".continue/config.yaml",
    "continue-block": ".continue/mcpServers/any.json",
    "lm-studio": ".lmstudio/mcp.json",
    "kiro": ".kiro/settings/mcp.json",
    "copilot-cli": ".copilot/mcp-config.json",
    "x-code-cli": ".x-code/config.json",
    "mcpproxy-go": ".mcpproxy/mcp_config.json",
    "claude-code-user": ".claude.json",
}


def test_every_users_file_is_found(home: Home) -> None:
    examples = {example.id or example.client: example for example in EXAMPLES}
    for key, place in PLACES.items():
        home.write(place, examples[key].text.replace("PROJECT", str(home.project)))
    found = home.discover()
    assert {(file.client, file.path) for file in found.files} == {
        (examples[key].client, str(home.home / place)) for key, place in PLACES.items()
    }
    for file in found.files:
        example = next(examples[key] for key, place in PLACES.items() if str(home.home / place) == file.path)
        assert [spec.name for spec in file.servers] == [server["name"] for server in example.servers]
        assert file.scope == "user"
        assert [problem.place for problem in file.problems] == list(example.problems)
    assert SECRET not in repr(found)


PROJECT_PLACES = {
    "claude-code": ".mcp.json",
    "cursor": ".cursor/mcp.json",
    "vscode": ".vscode/mcp.json",
    "codex": ".codex/config.toml",
    "gemini-cli": ".gemini/settings.json",
    "zed": ".zed/settings.json",
    "roo-code": ".roo/mcp.json",
    "opencode": "opencode.json",
    "opencode-2": ".opencode/opencode.jsonc",
    "continue-block": ".continue/mcpServers/any.json",
    "kiro": ".kiro/settings/mcp.json",
    "copilot-cli": ".github/mcp.json",
    "x-code-cli": ".x-code/config.json",
}


@pytest.mark.parametrize("below", ["project", "repository"])
def test_every_project_file_is_found_here_and_at_the_git_root(home: Home, below: str) -> None:
    folder = getattr(home, below)
    examples = {example.id or example.client: example for example in EXAMPLES}
    for key, place in PROJECT_PLACES.items():
        home.write(place, examples[key].text, folder)
    found = home.discover()
    assert sorted(file.path for file in found.files) == sorted(str(folder / place) for place in PROJECT_PLACES.values())
    for file in found.files:
        assert file.scope == "project"
        assert {spec.scope for spec in file.servers} == {"project"}
        assert {spec.directory for spec in file.servers} == {str(folder)}


def test_folders_between_and_above_the_git_root(home: Home) -> None:
    middle = home.write(".mcp.json", servers(a=NOTES), home.repository / "packages")
    home.write(".cursor/mcp.json", servers(b={"command": "b"}), home.repository / "packages")
    home.write(".mcp.json", servers(c={"command": "c"}), home.repository.parent)
    assert [file.path for file in home.discover().files] == [str(middle)]


def test_one_server_in_many_files_is_shown_once(home: Home) -> None:
    first = home.write(".mcp.json", servers(notes=NOTES), home.repository)
    second = home.write(".cursor/mcp.json", servers(memo=NOTES | {"env": {"TOKEN": SECRET}}))
    third = home.write(".lmstudio/mcp.json", servers(x={"url": "https://u:p@X.example.test/mcp/?key=canary"}))
    fourth = home.write(".kiro/settings/mcp.json", servers(x={"url": "https://x.example.test/mcp"}))
    notes, x = home.discover().servers
    assert (notes.spec.source, [spec.source for spec in notes.also]) == (str(first), [str(second)])
    assert notes.notes == (f"{second} differs in env TOKEN", f"called “memo” in {second}")
    assert (x.spec.source, [spec.source for spec in x.also]) == (str(third), [str(fourth)])
    assert "canary" not in repr(notes.notes) + repr(x.notes)


def test_which_definition_of_a_name_wins_is_said(home: Home) -> None:
    user = home.write(".cursor/mcp.json", servers(notes={"command": "old"}))
    project = home.write(".cursor/mcp.json", servers(notes=NOTES), home.repository)
    used, shadowed = home.discover().servers
    assert (used.spec.command, used.shadowed) == ("uvx", False)
    rule = "a project's definition beats the user's"
    assert used.notes == (f"Cursor uses this definition, not the one in {user}: {rule}",)
    assert (shadowed.spec.command, shadowed.shadowed) == ("old", True)
    assert shadowed.notes == (f"Cursor uses “notes” of {project} instead: {rule}",)


def test_claude_codes_three_scopes(home: Home) -> None:
    document = servers(desk={"command": "user"}, user={"command": "u"}) | {
        "projects": {
            str(home.repository): servers(desk={"command": "local"}),
            str(home.home): servers(other={"command": "elsewhere"}),
        }
    }
    path = home.write(".claude.json", document)
    home.write(".mcp.json", servers(desk={"command": "project"}, off={"command": "off"}), home.repository)
    home.write(".claude/settings.local.json", {"disabledMcpjsonServers": ["off"]}, home.repository)
    found = home.discover()
    scopes = {server.spec.command: (server.spec.scope, server.shadowed) for server in found.servers}
    assert scopes == {
        "project": ("project", True),
        "off": ("project", False),
        "local": ("local", False),
        "user": ("user", True),
        "u": ("user", False),
    }
    off = by_name(found)["off"]
    assert not off.spec.enabled
    assert any("disabledMcpjsonServers" in note for note in off.notes)
    local = next(server for server in found.servers if server.spec.command == "local")
    assert local.spec.directory == str(home.repository)
    assert f"{path} (user scope)" in local.notes[0]
    assert "local beats project, project beats user" in local.notes[0]


def test_folders_that_variables_move(home: Home) -> None:
    for variable, place in (
        ("CODEX_HOME", "config.toml"),
        ("COPILOT_HOME", "mcp-config.json"),
        ("CLAUDE_CONFIG_DIR", ".claude.json"),
        ("XDG_CONFIG_HOME", "opencode/opencode.json"),
    ):
        home.environ[variable] = str(home.home / variable)
        text = '[mcp_servers.a]\ncommand = "a"' if place.endswith("toml") else servers(a={"command": variable})
        if place.endswith("opencode.json"):
            text = {"mcp": {"a": {"type": "local", "command": ["a"]}}}
        home.write(place, text, home.home / variable)
    assert {file.client for file in home.discover().files} == {"codex", "copilot-cli", "claude-code", "opencode"}


def test_damaged_and_unreadable_files_hide_nothing(home: Home) -> None:
    home.write(".cursor/mcp.json", '{"mcpServers": {"good": {"command": "a"}, "bad": {"command" "b"}}}')
    home.write(".kiro/settings/mcp.json", "{{{")
    home.write(".codex/config.toml", "[mcp_servers\n")
    home.write(".config/zed/settings.json", {"theme": "One"})
    (home.home / ".lmstudio" / "mcp.json").mkdir(parents=True)
    found = home.discover()
    assert list(by_name(found)) == ["good"]
    problems = {file.client: [problem.message for problem in file.problems] for file in found.files}
    assert problems["zed"] == []
    assert "read all the same: good" in problems["cursor"][0]
    assert ":1:2: " in problems["kiro"][0]
    assert ":1:13: " in problems["codex"][0]
    assert "is a folder" in problems["lm-studio"][0]


def test_a_project_at_home_is_the_persons_own(home: Home) -> None:
    home.write(".cursor/mcp.json", servers(a=NOTES))
    home.write(".mcp.json", servers(b={"command": "b"}))
    found = home.discover(cwd=home.home)
    assert [(file.client, file.scope) for file in found.files] == [("claude-code", "project"), ("cursor", "user")]


def test_places_of_windows_and_macos() -> None:
    environ = {"APPDATA": "D:\\Roaming"}
    home = PureWindowsPath("C:/Users/me")
    windows = Places(home, home / "p", (home / "p",), "win32", environ)
    paths = {str(location.path) for dialect in DIALECTS for location in dialect.locations(windows)}
    for path in (
        "D:\\Roaming\\Claude\\claude_desktop_config.json",
        "C:\\Users\\me\\AppData\\Local\\Packages\\Claude_*\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json",
        "D:\\Roaming\\Code\\User\\mcp.json",
        "D:\\Roaming\\Block\\goose\\config\\config.yaml",
        "D:\\Roaming\\Zed\\settings.json",
        "C:\\Users\\me\\AppData\\Local\\opencode\\opencode.json",
        "C:\\Users\\me\\.cursor\\mcp.json",
        "C:\\ProgramData\\gemini-cli\\settings.json",
    ):
        assert path in paths
    mac = PurePosixPath("/Users/me")
    places = Places(mac, mac / "p", (mac / "p",), "darwin")
    paths = {str(location.path) for dialect in DIALECTS for location in dialect.locations(places)}
    for path in (
        "/Users/me/Library/Application Support/Claude/claude_desktop_config.json",
        "/Users/me/Library/Application Support/Code/User/mcp.json",
        "/Users/me/.config/goose/config.yaml",
        "/Users/me/.config/zed/settings.json",
        "/Users/me/p/.mcp.json",
    ):
        assert path in paths


def test_any_name_stands_for_whole_folders(home: Home) -> None:
    for profile in ("1a", "2b"):
        home.write(f".config/Code/User/profiles/{profile}/mcp.json", {"servers": {profile: {"command": profile}}})
    assert list(by_name(home.discover())) == ["1a", "2b"]
