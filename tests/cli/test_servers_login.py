"""Signing in and out from the command line, against a local authorization server."""

from __future__ import annotations

import json
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.sources.oauth_server import OAuthServer, oauth_server

Tsi = Callable[..., Run]


@pytest.fixture
def server() -> Iterator[OAuthServer]:
    with oauth_server() as running:
        yield running


@pytest.fixture
def config(server: OAuthServer, tmp_path: Path) -> Path:
    path = tmp_path / "mcp.json"
    path.write_text(
        f'{{"mcpServers": {{"box": {{"url": "{server.url}"}}, "ask": {{"url": "${{BOX_URL}}"}},'
        ' "local": {"command": "x"}}}',
        encoding="utf-8",
    )
    return path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A browser that follows every address to its end; the addresses it was given."""
    addresses: list[str] = []

    def follow(url: str) -> bool:
        addresses.append(url)
        with urllib.request.urlopen(url, timeout=5) as page:
            page.read()
        return True

    monkeypatch.setenv("BROWSER", "of the test")
    monkeypatch.setattr("webbrowser.open", follow)
    return addresses


def test_login_lists_and_logout(tsi: Tsi, config: Path, opened: list[str], server: OAuthServer) -> None:
    before = tsi("servers", "--config", config)
    assert before.code == 3
    assert "tsi servers login box" in before.err
    login = tsi("servers", "login", "box", "--config", config, "--json")
    assert login.code == 0, login.err
    assert login.json == {"server": "box", "signed_in": True}
    assert opened[0] in login.err
    listed = tsi("servers", "--config", config, "--json").json["servers"][0]
    assert (listed["state"], listed["tools"]) == ("ready", 1)
    everything = login.out + login.err + before.err
    assert "canary" not in everything
    out = tsi("servers", "logout", "box", "--config", config)
    assert (out.code, out.err) == (
        0,
        "tsi: signed out of box on this machine only, its tokens go on until they end: "
        "its authorization server offers no way to take tokens back\n",
    )
    assert "there was no sign-in" in tsi("servers", "logout", "box", "--config", config).err
    assert tsi("servers", "--config", config, "--json").json["servers"][0]["state"] == "failed"


def test_inputs_may_stand_before_the_subcommand(tsi: Tsi, config: Path, opened: list[str], server: OAuthServer) -> None:
    run = tsi("servers", "--config", config, "login", "ask", "--env", f"BOX_URL={server.url}")
    assert run.code == 0, run.err
    assert len(opened) == 1


def test_without_a_browser_the_address_is_printed(tsi: Tsi, config: Path, opened: list[str]) -> None:
    run = tsi("servers", "login", "box", "--config", config, "--no-browser", "--timeout", "0.5")
    assert run.code == 3
    assert "/authority/authorize?response_type=code" in run.err
    assert "no answer came from the browser within 0.5 s" in run.err
    assert opened == []
    assert threading.active_count() < 10


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["login", "bx"], 2, "did you mean box?"),
        (["login", "local"], 2, "started as a program"),
        (["login"], 2, "NAME"),
        (["logn", "box"], 2, "logn"),
        (["login", "ask"], 3, "BOX_URL"),
    ],
)
def test_mistakes(tsi: Tsi, config: Path, arguments: list[str], code: int, words: str) -> None:
    run = tsi("servers", *arguments, "--config", config) if arguments[-1] != "login" else tsi("servers", "login")
    assert run.code == code, run.err
    assert words in run.err
    assert "Traceback" not in run.err


def test_a_sign_in_of_a_project_sends_no_variables_unasked(
    tsi: Tsi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: OAuthServer, opened: list[str]
) -> None:
    (tmp_path / ".mcp.json").write_text(
        json.dumps({"mcpServers": {"box": {"type": "http", "url": server.url, "headers": {"X-Key": "${HOME}"}}}})
    )
    (tmp_path / "toolset.toml").write_text('configs = [".mcp.json"]')
    monkeypatch.chdir(tmp_path)
    refused = tsi("servers", "login", "box")
    assert (refused.code, opened, server.seen) == (2, [], [])
    assert "would send HOME of yours to" in refused.err
    listed = tsi("servers", "--json")
    assert listed.json["servers"][0]["state"] == "untrusted"
    assert server.seen == []
    agreed = tsi("servers", "--trust", "--json")
    assert "tsi: agreed that" in agreed.err
    assert f"may fill HOME into “{server.url}” and its headers X-Key, and connect to it" in agreed.err
    assert "needs sign-in" in agreed.json["servers"][0]["problem"]
    assert tsi("servers", "login", "box").code == 0
