"""Secrets of a configuration, put wherever one can stand, and looked for in everything that comes out again."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from inspector.export import exporters
from inspector.ui.screen_names import SCREEN_NAMES
from tests.cli.conftest import Run

Tsi = Callable[..., Run]

MARK = "kanari"
"""Part of every secret, whatever its form; of nothing else."""

ECHO = """
import json, os, sys
told = "\\n".join([*sys.argv, *(f"{name}={value}" for name, value in os.environ.items() if name != "PWD")])
print(told, file=sys.stderr, flush=True)
if sys.argv[1] == "dies":
    sys.exit(told.splitlines()[-1])
if sys.argv[1] == "refuses":
    print("junk", told.replace("\\n", " "), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    answer = {"jsonrpc": "2.0", "id": asked["id"]}
    if asked["method"] == "initialize":
        answer["result"] = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                            "serverInfo": {"name": "echo", "version": "1"}, "instructions": told}
    elif asked["method"] == "tools/list" and sys.argv[1] != "refuses":
        answer["result"] = {"tools": [{"name": "echo", "description": "Tells everything: " + told,
                                       "inputSchema": {"type": "object"}}]}
    else:
        answer["error"] = {"code": -32601, "message": "not with " + told}
    print(json.dumps(answer), flush=True)
"""
"""A server that tells all it was given: on stderr, on stdout, in its tools and its errors."""


class Handler(BaseHTTPRequestHandler):
    """A remote server that tells all it was given: in headers, bodies and errors."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or "{}")
        told = f"{self.path} {unquote(self.path)} {dict(self.headers)}"
        kind = self.path.split("/")[1]
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": asked.get("id")}
        if kind == "works" and asked.get("method") == "initialize":
            answer["result"] = {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "remote", "version": "1"},
            }
        elif kind == "works" and asked.get("method") == "tools/list":
            tool = {"name": "remote", "description": "Was asked " + told, "inputSchema": {"type": "object"}}
            answer["result"] = {"tools": [tool]}
        else:
            answer["error"] = {"code": -32601, "message": "not with " + told}
        headers = {
            "401": {"www-authenticate": f'Bearer realm="{told}"'},
            "302": {"location": f"http://elsewhere.test{self.path}"},
            "429": {"retry-after": told},
        }.get(kind, {})
        body = json.dumps(answer).encode()
        self.send_response(int(kind) if kind.isdigit() else 200)
        for name, value in {"content-type": "application/json", "content-length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class Secrets:
    """Makes secrets, each in a form of its own, and remembers them."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def word(self) -> str:
        """A secret that looks like any word: only its place says that it is one."""
        return self._made(f"{MARK}-plain-{len(self.made)}")

    def key(self) -> str:
        """A secret that looks like one wherever it stands."""
        return self._made(f"sk-{MARK}{len(self.made)}a8f3b2c9d1e4f7a6")

    def spaced(self) -> str:
        """A passphrase with what has to be encoded in URLs and quoted in JSON."""
        return self._made(f'{MARK} "{len(self.made)}" %&?é')

    def _made(self, text: str) -> str:
        self.made.append(text)
        return text


def program(secrets: Secrets, script: Path, mode: str) -> dict[str, Any]:
    """A server whose arguments and environment hold a secret in every place one is known to stand in."""
    word, key = secrets.word, secrets.key
    return {
        "command": sys.executable,
        "args": [
            *(str(script), mode),
            *("--token", word()),
            *("--api-key", "${NOT_SET:-" + word() + "}"),
            f"--key={word()}",
            f"--password={secrets.spaced()}",
            f"API_SECRET={word()}",
            key(),
            "${NOT_SET:-" + key() + "}",
            f"https://{word()}:{word()}@api.example.test/v1?token={word()}#{word()}",
            f"--url=https://user:{word()}@api.example.test/{key()}?q={word()}",
            *("--header", f"Authorization: Bearer {word()}"),
            *("-H", f"X-Api-Key: {word()}"),
            f"TOKEN={word()} exec server",
            # As `sh -c` gets it: options inside one argument.
            f"server --token {word()} --verbose",
        ],
        "env": {
            "API_TOKEN": word(),
            # In tools, where it could be any word, only what looks like a credential can be told from others.
            "PLAIN": key() if mode == "works" else word(),
            "PASSPHRASE": secrets.spaced(),
            "DEFAULTED_KEY": "${NOT_SET:-" + word() + "}",
            "FROM_OUTSIDE_KEY": "${KANARI_OUTSIDE}",
        },
    }


def remote(secrets: Secrets, address: str, kind: str) -> dict[str, Any]:
    """The same for a remote server."""
    word = secrets.word
    query = f"token={word()}&empty=&{secrets.key()}&q=${{NOT_SET:-{secrets.key()}}}"
    return {
        "url": f"http://{word()}:{word()}@{address}/{kind}/{secrets.key()}/mcp?{query}#{word()}",
        "headers": {
            "Authorization": f"Bearer {word()}",
            "X-Api-Key": word(),
            "X-Default-Token": "${NOT_SET:-" + word() + "}",
            "Cookie": f"session={word()}; other={word()}",
        },
    }


@pytest.fixture
def secrets() -> Secrets:
    return Secrets()


@pytest.fixture
def inputs(
    secrets: Secrets, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[str | Path, str | Path]:
    """A toolset with servers of every kind that work and fail, and a configuration with the same under other names."""
    script = tmp_path / "echo.py"
    script.write_text(ECHO, encoding="utf-8")
    monkeypatch.setenv("KANARI_OUTSIDE", secrets.word())
    servers = {mode: program(secrets, script, mode) for mode in ("works", "dies", "refuses")}
    for kind in ("works", "401", "403", "404", "429", "302", "500"):
        servers[f"web-{kind}"] = remote(secrets, address, kind)
    servers["nowhere"] = remote(secrets, "127.0.0.1:1", "works")
    servers["no-url"] = {**remote(secrets, "[::1", "works")}
    servers["unset"] = {"command": secrets.key(), "args": ["${KANARI_UNSET}"], "env": {"KEY": secrets.word()}}
    servers["missing"] = {"command": "no-such-program", "args": ["--token", secrets.word()]}
    servers["broken"] = {"command": "x", "args": [secrets.word(), 5], "env": {"KEY": [secrets.word()]}}
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    toolset = tmp_path / "toolset.toml"
    url = f"https://{secrets.word()}:{secrets.word()}@api.example.test/mcp?key={secrets.word()}"
    toolset.write_text(
        f'configs = ["mcp.json"]\n[servers.own]\ncommand = "/bin/sh"\nargs = ["-c", "exit 3", "--token", '
        f'"{secrets.word()}"]\nenv = {{ KEY = "{secrets.word()}" }}\n'
        f'[export.foundry.servers.web-works]\nserver_url = "{url}"\n',
        encoding="utf-8",
    )
    return "--toolset", toolset


def assert_clean(text: str, secrets: Secrets, where: str) -> None:
    """Fail with the secret and what stands around it."""
    # Names of variables are shown on purpose.
    for form in (text, unquote(text), text.replace("&#160;", " ")):
        shown = form.replace("KANARI_OUTSIDE", "").replace("KANARI_UNSET", "")
        at = shown.lower().find(MARK)
        assert at < 0, f"{where}: …{shown[max(0, at - 160) : at + 60]!r}…"
    assert secrets.made


COMMANDS = [
    "servers",
    "servers --json",
    "audit",
    "audit --json",
    "tools",
    "tools --json",
    "tools --definitions",
    "search everything",
    "search everything --json",
    "prompt --query everything",
    "prompt --json",
    *(f"export {target}" for target in exporters()),
    *(f"export {target} --json" for target in exporters()),
    *(f"export {target} -o out" for target in exporters()),
    "snapshot -o snapshots",
    "snapshot -o snapshots --json",
    "hosts",
    "servers login web-401 --timeout 3 --no-browser",
    "servers login works",
    "servers logout web-401",
    *(f"ui --screenshot {screen} --query everything" for screen in SCREEN_NAMES),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_secret_comes_out(
    tsi: Tsi, inputs: tuple[str | Path, ...], secrets: Secrets, elsewhere: Path, own_data: Path, command: str
) -> None:
    words = command.split()
    if "out" in words:
        (elsewhere / "out").mkdir()
    run = tsi(*words, *(() if command == "hosts" else inputs))
    assert run.code in (0, 2, 3), run.err
    assert "Traceback" not in run.err
    assert_clean(run.out, secrets, "stdout")
    assert_clean(run.err, secrets, "stderr")
    kept = own_data.parents[1]
    for path in (*elsewhere.rglob("*"), *kept.rglob("*")):
        assert_clean(path.name, secrets, "a file's name")
        if path.is_file():
            assert_clean(path.read_text("utf-8"), secrets, str(path))


def test_what_works_is_shown_and_masked(tsi: Tsi, inputs: tuple[str | Path, ...], secrets: Secrets) -> None:
    """That nothing leaks means little when nothing is shown."""
    servers = {server["name"]: server for server in tsi("servers", *inputs, "--json").json["servers"]}
    assert servers["works"]["state"] == servers["web-works"]["state"] == "ready"
    assert "•••" in json.dumps(tsi("tools", *inputs, "--definitions").json, ensure_ascii=False)


def test_init_copies_no_secret(tsi: Tsi, inputs: tuple[str | Path, ...], secrets: Secrets, elsewhere: Path) -> None:
    config = Path(str(inputs[1])).with_name("mcp.json")
    for form in ((), ("--json", "-o", "other.toml")):
        run = tsi("init", "--config", config, *form)
        assert run.code == 4, run.err  # one entry cannot be used
        assert_clean(run.out + run.err, secrets, "init")
    for path in elsewhere.glob("*.toml"):
        assert_clean(path.read_text("utf-8"), secrets, path.name)


def test_a_found_toolset_is_asked_about_without_secrets(
    tsi: Tsi, inputs: tuple[str | Path, ...], secrets: Secrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(os.path.dirname(inputs[1]))
    for words in (("servers",), ("servers", "--json"), ("ui", "--screenshot", "servers"), ("servers", "--trust")):
        run = tsi(*words)
        assert "untrusted" in run.out or "--trust" in words
        assert_clean(run.out, secrets, "stdout")
        assert_clean(run.err, secrets, "stderr")


def test_discovery_shows_no_secret(
    tsi: Tsi, inputs: tuple[str | Path, ...], secrets: Secrets, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(elsewhere))
    (elsewhere / ".mcp.json").write_bytes(Path(str(inputs[1])).with_name("mcp.json").read_bytes())
    for form in ((), ("--json",)):
        run = tsi("servers", "--discover", *form)
        assert "web-works" in run.out
        assert_clean(run.out + run.err, secrets, "discovery")
