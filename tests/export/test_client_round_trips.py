"""What an export to a client says, our reader of that client's files finds again; references survive the way."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog import Listing, build_catalog
from inspector.config import read_config
from inspector.config.expansion import expand
from inspector.config.model import Borrowed, Expansion, ServerSpec
from inspector.export import ExportRequest, exporter
from inspector.tuning.model import ToolEdits, Tuning

SCHEMAS = Path(__file__).parents[3] / "shared" / "schemas"
CLIENTS: dict[str, Expansion] = {
    "claude-code": "braces",
    "codex": "none",
    "gemini-cli": "gemini",
    "vscode": "vscode",
    "copilot-cli": "copilot",
    "x-code-cli": "x-code",
    "opencode": "opencode",
}
PLACES = {"vscode": "mcp.json", "copilot-cli": ".copilot/mcp-config.json", "x-code-cli": ".x-code/config.json"}
VALUES = {"A_TOKEN": "value-a", "B": "value-b", "HOME": "/home/me"}

plain = st.sampled_from(["run", "--log=debug", "x y", "/srv/docs", "é", "a:b", "-v", "a{b}c"])
stdio = st.builds(
    lambda args, env: ServerSpec("notes", "stdio", command="notes-mcp", args=tuple(args), env=env, expansion="braces"),
    st.lists(plain | st.just("${B}") | st.just("--to=${B}"), max_size=3),
    st.dictionaries(st.sampled_from(["A_TOKEN", "B"]), st.just("own"), max_size=2).map(
        lambda env: {name: f"${{{name}}}" for name in env}
    ),
)
remote = st.builds(
    lambda path, headers: ServerSpec("notes", "http", url=f"https://n.test/{path}", headers=headers),
    st.sampled_from(["mcp", "v1/mcp?flag", ""]),
    st.dictionaries(
        st.sampled_from(["Authorization", "X-Key"]), st.sampled_from(["Bearer ${A_TOKEN}", "${B}"]), max_size=2
    ),
)


def exported(target: str, spec: ServerSpec, edits: dict[str, ToolEdits] | None = None) -> dict[str, str]:
    catalog = build_catalog([Listing("notes", tuple({"name": name, "inputSchema": {}} for name in ("a", "b", "c")))])
    export = exporter(target).render(ExportRequest(catalog, Tuning(edits=edits or {}), [spec]))
    return {file.name: file.text for file in export.files}


def read_back(target: str, text: str, folder: Path) -> ServerSpec:
    name = PLACES.get(target) or {"claude-code": ".mcp.json", "codex": ".codex/config.toml"}.get(target)
    path = folder / (name or {"gemini-cli": ".gemini/settings.json"}.get(target, "opencode.json"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    reading = read_config(path)
    assert reading.client == target
    assert reading.problems == ()
    (spec,) = reading.servers
    return spec


def meaning(spec: ServerSpec) -> dict[str, Any]:
    """What a client makes of a server where all variables are set: the values, not how they are written."""
    found = expand(spec, VALUES)
    env = {name: found.env[name] for name in found.env}
    return {
        "transport": found.transport,
        "command": (found.command, found.args),
        "env": env,
        "url": found.url,
        "headers": dict(found.headers),
    }


@pytest.mark.parametrize("target", CLIENTS)
@settings(deadline=None, max_examples=50)
@given(spec=stdio | remote)
def test_every_client_makes_the_same_of_it(target: str, spec: ServerSpec, tmp_path_factory: Any) -> None:
    if target == "codex" and ("$" in repr(spec.args) or spec.headers.get("X-Key", "").startswith("Bearer")):
        return  # Codex fills in nothing there, which is a warning: see test_clients.
    text = next(iter(exported(target, spec).values()))
    assert meaning(read_back(target, text, tmp_path_factory.mktemp("x"))) == meaning(spec)


@pytest.mark.parametrize(
    ("target", "text", "spec"),
    [
        (
            "codex",
            ("a ${B}",),
            ServerSpec("notes", "stdio", command="sh", args=("-c", "echo ${HOME}"), expansion="none"),
        ),
        ("gemini-cli", ("$B",), ServerSpec("notes", "stdio", command="run", args=("$B",), expansion="gemini")),
        (
            "vscode",
            ("${input:key}", "${workspaceFolder}/x"),
            ServerSpec(
                "notes",
                "stdio",
                command="run",
                args=("${workspaceFolder}/x",),
                env={"K": "${input:key}"},
                expansion="vscode",
            ),
        ),
        (
            "opencode",
            ("{file:~/key}",),
            ServerSpec("notes", "http", url="https://n.test", headers={"K": "{file:~/key}"}, expansion="opencode"),
        ),
    ],
)
def test_a_client_gets_its_own_references_back_as_they_were(
    target: str, text: tuple[str, ...], spec: ServerSpec, tmp_path: Path
) -> None:
    found = read_back(target, next(iter(exported(target, spec).values())), tmp_path)
    assert (found.args, dict(found.env), dict(found.headers)) == (spec.args, dict(spec.env), dict(spec.headers))


@pytest.mark.parametrize("target", ["codex", "gemini-cli", "copilot-cli", "opencode"])
@settings(deadline=None, max_examples=50)
@given(hidden=st.sets(st.sampled_from("abc")), star=st.booleans())
def test_hidden_tools_come_back_as_rules(target: str, hidden: set[str], star: bool, tmp_path_factory: Any) -> None:
    edits = {f"notes/{name}": ToolEdits(hide=True) for name in hidden}
    if star:
        edits = {"notes/*": ToolEdits(hide=True)} | {
            f"notes/{name}": ToolEdits(hide=False) for name in "abc" if name not in hidden
        }
    text = next(iter(exported(target, ServerSpec("notes", "stdio", command="run"), edits).values()))
    rules = read_back(target, text, tmp_path_factory.mktemp("x")).rules
    assert {name for name in "abc" if rules.hidden_reason(name)} == hidden
    # A tool the server gains later is hidden exactly when “*” is.
    assert bool(rules.hidden_reason("later")) == (star or (target == "copilot-cli" and bool(hidden)))


@pytest.mark.parametrize(("target", "timeout"), [(name, 30.0) for name in ("codex", "gemini-cli", "claude-code")])
def test_timeouts_keep_their_length(target: str, timeout: float, tmp_path: Path) -> None:
    spec = ServerSpec("notes", "stdio", command="run", timeout=timeout)
    assert read_back(target, next(iter(exported(target, spec).values())), tmp_path).timeout == timeout


@pytest.mark.parametrize("target", ["claude-code", "copilot-cli"])
def test_a_pinned_server_comes_back_pinned(target: str, tmp_path: Path) -> None:
    spec = ServerSpec("notes", "stdio", command="run")
    text = next(iter(exported(target, spec, {"notes/*": ToolEdits(pin=True)}).values()))
    assert read_back(target, text, tmp_path).rules.pin("a") is True


def test_borrowed_values_reach_every_client(tmp_path: Path) -> None:
    borrowed = (Borrowed("bearer", "Authorization", "A_TOKEN", required=True), Borrowed("header", "X", "B"))
    spec = ServerSpec("notes", "http", url="https://n.test", borrowed=borrowed, expansion="none", client="codex")
    for target in CLIENTS:
        found = read_back(target, next(iter(exported(target, spec).values())), tmp_path / target)
        assert meaning(found)["headers"] == {"Authorization": "Bearer value-a", "X": "value-b"}


@cache
def schema_of(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))


@pytest.mark.skipif(not SCHEMAS.is_dir(), reason="the schemas are not here")
@settings(deadline=None, max_examples=50)
@given(spec=stdio | remote, hide=st.booleans(), pin=st.booleans())
def test_the_schemas_accept_it(spec: ServerSpec, hide: bool, pin: bool) -> None:
    edits = {"notes/a": ToolEdits(hide=hide), "notes/b": ToolEdits(pin=pin)}

    def check(name: str, value: Any) -> None:
        jsonschema.validate(value, schema_of(name))

    claude = exported("claude-code", spec, edits)
    check("claude-code-mcp.derived", json.loads(claude[".mcp.json"]))
    check("claude-code-settings.mcp-subset", json.loads(claude.get("settings.json", "{}")))
    check("codex-mcp-servers.derived", tomllib.loads(exported("codex", spec, edits)["config.toml"])["mcp_servers"])
    check("gemini-settings.mcp-subset", json.loads(exported("gemini-cli", spec, edits)["settings.json"]))
    vscode = exported("vscode", spec, edits)
    check("vscode-mcp.derived", json.loads(vscode["mcp.json"]))
    check("vscode-toolsets.derived", json.loads(vscode.get("tuned.toolsets.jsonc", "{}")))
    from ruamel.yaml import YAML

    check("agentgateway.mcp-subset", YAML(typ="safe").load(exported("agentgateway", spec, edits)["config.yaml"]))
