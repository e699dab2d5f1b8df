"""Exports to clients and to products that filter: what each says, and every loss as a coded warning with its tools."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from inspector.catalog import Listing, build_catalog
from inspector.config.model import ServerSpec
from inspector.errors import FileError, UsageError
from inspector.export import Export, ExportRequest, exporter
from inspector.tuning.model import ToolEdits, Tuning

CLIENTS = ("claude-code", "codex", "gemini-cli", "vscode", "copilot-cli", "x-code-cli", "opencode")
FILTERS = ("docker-mcp", "agentgateway", "envoy", "1mcp", "tbxark")
ALL = (*CLIENTS, *FILTERS)
CANARY = "canary7f3a91c2e4b8d605"


def rendered(
    target: str,
    servers: Mapping[str, Sequence[Any]],
    edits: Mapping[str, ToolEdits] | None = None,
    *,
    specs: Sequence[ServerSpec] | None = None,
    unlisted: tuple[str, ...] = (),
    **tuning: Any,
) -> Export:
    catalog = build_catalog(
        Listing(name, tuple({"name": t, "inputSchema": {}} if isinstance(t, str) else t for t in tools))
        for name, tools in servers.items()
    )
    if specs is None:
        names = dict.fromkeys((*servers, *unlisted))
        specs = [ServerSpec(name, "http", url=f"https://{name}.example.test/mcp") for name in names]
    return exporter(target).render(ExportRequest(catalog, Tuning(edits=edits or {}, **tuning), specs, unlisted))


def value(export: Export, place: int = 0) -> Any:
    file = export.files[place]
    if file.language == "toml":
        return tomllib.loads(file.text)
    return YAML(typ="safe").load(file.text) if file.language == "yaml" else json.loads(file.text)


def told(export: Export, code: str) -> tuple[str, ...]:
    return tuple(tool for warning in export.warnings if warning.code == code for tool in warning.tools)


HIDE = {"s/b": ToolEdits(hide=True)}
STAR = {"s/*": ToolEdits(hide=True), "s/a": ToolEdits(hide=False)}


@pytest.mark.parametrize(
    ("target", "one", "star"),
    [
        ("codex", {"disabled_tools": ["b"]}, {"enabled_tools": ["a"]}),
        ("gemini-cli", {"excludeTools": ["b"]}, {"includeTools": ["a"]}),
        ("copilot-cli", {"tools": ["a", "c"]}, {"tools": ["a"]}),
        ("1mcp", {"disabledTools": ["b"]}, {"disabledTools": ["b", "c"]}),
        (
            "tbxark",
            {"options": {"toolFilter": {"mode": "block", "list": ["b"]}}},
            {"options": {"toolFilter": {"mode": "allow", "list": ["a"]}}},
        ),
        ("docker-mcp", {"tools": ["a", "c"]}, {"tools": ["a"]}),
        ("envoy", {"toolSelector": {"exclude": ["b"]}}, {"toolSelector": {"include": ["a"]}}),
    ],
)
def test_hidden_tools_in_a_server_entry(target: str, one: Any, star: Any) -> None:
    for edits, wanted in ((HIDE, one), (STAR, star)):
        document = value(rendered(target, {"s": ["a", "b", "c"]}, edits))
        key = {"codex": "mcp_servers", "docker-mcp": "servers", "envoy": "spec"}.get(target, "mcpServers")
        entry = document[key]
        entry = entry["backendRefs"][0] if target == "envoy" else entry[0] if target == "docker-mcp" else entry["s"]
        assert {name: entry.get(name) for name in wanted} == wanted


def test_hidden_tools_elsewhere() -> None:
    claude = rendered("claude-code", {"s": ["a", "b", "c"]}, HIDE)
    assert value(claude, 1)["permissions"] == {"deny": ["mcp__s__b"]}
    assert value(rendered("claude-code", {"s": ["a"]}, {"s/*": ToolEdits(hide=True)}), 1)["permissions"] == {
        "deny": ["mcp__s"]
    }
    assert value(rendered("opencode", {"s": ["a", "b"]}, HIDE))["tools"] == {"s_b": False}
    assert value(rendered("opencode", {"s": ["a", "b"]}, STAR))["tools"] == {"s_*": False, "s_a": True}
    sets = value(rendered("vscode", {"s": ["a", "b"], "t": ["x"]}, HIDE), 1)
    assert sets["tuned"]["tools"] == ["s/a", "t/*"]
    rules = value(rendered("agentgateway", {"s": ["a", "b"], "t": ["x"]}, HIDE))["mcp"]["policies"]["mcpAuthorization"]
    assert rules["rules"] == [
        'mcp.tool.target == "s" && !(mcp.tool.name in ["b"])',
        'mcp.tool.target == "t"',
    ]
    assert "policies" not in value(rendered("agentgateway", {"s": ["a"]}))["mcp"]
    assert value(rendered("x-code-cli", {"s": ["a"]}, {"s/*": ToolEdits(hide=True)}))["mcpServers"]["s"]["enabled"] is (
        False
    )
    assert told(rendered("x-code-cli", {"s": ["a", "b"]}, HIDE), "HIDE_DROPPED") == ("s/b",)
    assert told(rendered("vscode", {"s": ["a", "b"]}, HIDE), "HIDE_SOFT") == ("s/b",)


@pytest.mark.parametrize("target", ALL)
def test_every_pin_and_all_words_are_carried_or_told(target: str) -> None:
    edits = {"s/a": ToolEdits(pin=True, words="apple"), "t/x": ToolEdits(pin=True)}
    export = rendered(target, {"s": ["a", "b"], "t": ["x"]}, edits)
    assert told(export, "WORDS_DROPPED") == ("s/a",)
    codes = {"claude-code": "PIN_SERVER_ONLY", "copilot-cli": "PIN_SERVER_ONLY"}
    if target in ("gemini-cli", "opencode"):
        assert told(export, "DEFER_GLOBAL") == ("s/b",)
    elif target in codes:
        assert told(export, "PIN_SERVER_ONLY") == ("s/b",)
        assert told(export, "PIN_DROPPED") == ()
    else:
        assert told(export, "PIN_DROPPED") == ("s/a", "t/x")


@pytest.mark.parametrize("target", ALL)
def test_a_tuning_that_says_nothing_loses_nothing(target: str) -> None:
    assert rendered(target, {"s": ["a", "b"]}).warnings == ()


@pytest.mark.parametrize("target", ALL)
def test_rules_for_unknown_tools_name_the_nearest(target: str) -> None:
    export = rendered(target, {"s": ["get_order", "x"]}, {"s/get_ordr": ToolEdits(hide=True)})
    assert told(export, "UNKNOWN_TOOL") == ("s/get_ordr",)
    assert "did you mean s/get_order?" in "".join(warning.message for warning in export.warnings)
    assert "get_ordr" not in export.files[0].text


@pytest.mark.parametrize("target", ALL)
def test_a_server_without_a_listing_keeps_its_named_rules(target: str) -> None:
    edits = {"u/a": ToolEdits(hide=True), "u/*": ToolEdits(words="x")}
    export = rendered(target, {}, edits, unlisted=("u",))
    assert told(export, "NOT_LISTED") == ("u",)
    assert told(export, "WORDS_DROPPED")[:1] == ("u/*",)
    # A list of what is left needs to know the tools; naming the one to be hidden does not.
    by_name = target not in ("copilot-cli", "x-code-cli", "docker-mcp", "vscode")
    code = "HIDE_SOFT" if target == "vscode" else "HIDE_DROPPED"
    assert told(export, code) == (() if by_name else ("u/a",))
    name = {"claude-code": "mcp__u__a", "opencode": "u_a"}.get(target, "a")
    assert (f'"{name}' in "".join(file.text.replace("\\", "") for file in export.files)) == by_name or target == "envoy"


@pytest.mark.parametrize("target", ALL)
def test_nothing_to_write_and_wrong_settings_are_errors(target: str) -> None:
    off = ServerSpec("s", "http", url="https://s.test", enabled=False)
    with pytest.raises(UsageError):
        rendered(target, {"s": ["a"]}, specs=[off])
    with pytest.raises(FileError, match="is not a setting"):
        rendered(target, {"s": ["a"]}, exports={target: {"x": 1}})


def test_a_pin_that_the_server_itself_gives_pins_no_server() -> None:
    own = {"name": "a", "inputSchema": {}, "_meta": {"anthropic/alwaysLoad": True, "anthropic/searchHint": "apple"}}
    export = rendered("claude-code", {"s": [own, "b"]}, {"s/a": ToolEdits(pin=True, words="apple")})
    assert "alwaysLoad" not in value(export)["mcpServers"]["s"]
    assert export.warnings == ()
    back = {"name": "b", "inputSchema": {}, "_meta": {"anthropic/alwaysLoad": False}}
    export = rendered("claude-code", {"s": ["a", back]}, {"s/*": ToolEdits(pin=True)})
    assert value(export)["mcpServers"]["s"]["alwaysLoad"] is True
    assert told(export, "PIN_DROPPED") == ("s/b",)


@pytest.mark.parametrize("target", ["claude-code", "copilot-cli"])
def test_a_pin_of_a_server_without_a_listing_is_told(target: str) -> None:
    export = rendered(target, {}, {"u/a": ToolEdits(pin=True)}, unlisted=("u",))
    assert told(export, "PIN_SERVER_ONLY") == ("u/*",)
    assert told(rendered(target, {}, {"u/*": ToolEdits(pin=True)}, unlisted=("u",)), "PIN_SERVER_ONLY") == ()


def test_keys_only_claude_code_knows_stay_without_their_secrets() -> None:
    oauth = {"clientId": "me", "clientSecret": CANARY}
    raws: list[dict[str, Any]] = [
        {"headersHelper": "/opt/headers --now", "oauth": oauth},
        {"headersHelper": f"curl -H 'Authorization: Bearer {CANARY}'"},
    ]
    specs = [
        ServerSpec(name, "http", url="https://h.test", client="claude-code", raw=raw)
        for name, raw in zip("ab", raws, strict=True)
    ]
    export = rendered("claude-code", {}, specs=specs)
    entries = value(export)["mcpServers"]
    assert (entries["a"]["headersHelper"], entries["a"]["oauth"]) == ("/opt/headers --now", {"clientId": "me"})
    assert "headersHelper" not in entries["b"]
    assert told(export, "HEADERS_HELPER") == ("b",)
    assert CANARY not in export.files[0].text + repr(export.warnings)


@pytest.mark.parametrize(
    ("tuning", "switch"),
    [
        ({}, None),
        ({"tool_search": "false"}, "false"),
        ({"threshold": 0.05}, "auto:5"),
        ({"tool_search": "true"}, "true"),
    ],
)
def test_the_search_switch_of_claude_code(tuning: dict[str, Any], switch: str | None) -> None:
    export = rendered("claude-code", {"s": ["a"]}, {"s/a": ToolEdits(pin=True)}, **tuning)
    assert (len(export.files) == 2) == (switch is not None)
    if switch:
        assert value(export, 1)["env"] == {"ENABLE_TOOL_SEARCH": switch}
    assert told(export, "NO_SEARCH_SWITCH") == (("s/a",) if switch == "false" else ())


def test_names_are_the_targets_own() -> None:
    export = rendered("claude-code", {"my server": ["get.it"]}, {"my server/get.it": ToolEdits(hide=True)})
    export = rendered("claude-code", {"my s": ["g.t", "x"]}, {"my s/g.t": ToolEdits(hide=True)})
    assert value(export, 1)["permissions"]["deny"] == ["mcp__my_s__g_t"]
    assert told(export, "NAME_CHANGED") == ("my s/g.t",)
    assert list(value(rendered("codex", {"my s": ["x"]}))["mcp_servers"]) == ["my_s"]
    clash = [ServerSpec("a.b", "stdio", command="x"), ServerSpec("a b", "stdio", command="y")]
    assert told(rendered("codex", {}, specs=clash), "NAME_CHANGED") == ("a.b", "a.b", "a b")
    assert told(rendered("claude-code", {"workspace": ["x"]}), "NAME_CHANGED") == ("workspace",)


def test_what_a_product_cannot_reach() -> None:
    specs = [
        ServerSpec("p", "stdio", command="run", cwd="sub", directory="/base"),
        ServerSpec("q", "sse", url="https://q.test/sse"),
        ServerSpec("r", "http", url="https://r.test/mcp"),
    ]
    for target, code, lost in (
        ("codex", "SSE_UNSUPPORTED", ("q",)),
        ("envoy", "SSE_UNSUPPORTED", ("q",)),
        ("envoy", "STDIO_DROPPED", ("p",)),
        ("docker-mcp", "STDIO_DROPPED", ("p",)),
        ("claude-code", "SETTING_DROPPED", ("p",)),
        ("opencode", "SETTING_DROPPED", ("p",)),
    ):
        assert told(rendered(target, {}, specs=specs), code) == lost
    assert value(rendered("gemini-cli", {}, specs=specs))["mcpServers"]["p"]["cwd"] == "/base/sub"


def test_long_lists_become_one_pattern() -> None:
    names = [f"t.{number}" for number in range(40)]
    edits = {f"s/{name}": ToolEdits(hide=True) for name in names[:33]}
    export = rendered("envoy", {"s": names}, edits)
    (pattern,) = value(export)["spec"]["backendRefs"][0]["toolSelector"]["excludeRegex"]
    assert pattern.startswith(r"^(?:t\.0|t\.1|")
    assert told(export, "LIST_TOO_LONG") == ("s",)
    export = rendered("envoy", {"s": ["a"]}, {"s/*": ToolEdits(hide=True)})
    assert value(export)["spec"]["backendRefs"][0]["toolSelector"] == {"excludeRegex": [".*"]}


def test_codex_names_variables() -> None:
    specs = [
        ServerSpec("p", "stdio", command="run", env={"TOKEN": "${TOKEN}", "KEY": CANARY, "URL": "${HOST}:1", "NO": ""}),
        ServerSpec("q", "stdio", command="run", env={"KEY": CANARY}),
        ServerSpec("r", "http", url="https://r.test", headers={"authorization": "Bearer ${T}", "X": f"a {CANARY}"}),
        ServerSpec("s", "stdio", command="run", args=("--to", "${HOST}")),
    ]
    export = rendered("codex", {}, specs=specs)
    servers = value(export)["mcp_servers"]
    assert servers["p"] == {"command": "run", "env_vars": ["TOKEN", "KEY", "URL"], "env": {"NO": ""}}
    assert servers["r"]["bearer_token_env_var"] == "T"
    assert servers["r"]["env_http_headers"] == {"X": "R_X"}
    messages = [warning.message for warning in export.warnings if warning.code == "SECRET_INLINE"]
    assert "p: values are not written; set KEY (env KEY), URL (env URL from HOST)" in messages
    assert any(message.startswith("p and q all get KEY") for message in messages)
    assert any(message.startswith("s: Codex fills in no variables in its arguments") for message in messages)
    assert CANARY not in repr(messages) + export.files[0].text


SECRETIVE = (
    ServerSpec("a", "stdio", command=CANARY),
    ServerSpec("a", "stdio", command="run", cwd=CANARY),
    ServerSpec(
        "a", "stdio", command="run", env={"TOKEN": CANARY, "U": f"https://{CANARY}@h", "D": f"${{D:-{CANARY}}}"}
    ),
    ServerSpec("a", "stdio", command="run", args=("--token", CANARY, f"--key={CANARY}", CANARY, f"${{X:-{CANARY}}}")),
    ServerSpec("a", "stdio", command="run", args=("-H", f"Authorization: Bearer {CANARY}")),
    ServerSpec("a", "http", url=f"https://user:{CANARY}@h.test/{CANARY}/mcp?key={CANARY}&{CANARY}#{CANARY}"),
    ServerSpec("a", "http", url=f"${{URL:-https://h.test/mcp?key={CANARY}}}", headers={"X": f"${{X:-{CANARY}}}"}),
    ServerSpec("a", "http", url="https://h.test", headers={"Authorization": f"Bearer {CANARY}", "X-Team": CANARY}),
    ServerSpec("a", "http", url=f"https://[{CANARY}"),
    ServerSpec("a", "http", url=f"https://h.test/x?k={CANARY}", raw={"oauth": {"clientId": "x"}, "secret": CANARY}),
)


@pytest.mark.parametrize("target", ALL)
@pytest.mark.parametrize("expansion", ["braces", "none", "vscode", "gemini", "opencode", "x-code"])
def test_no_secret_is_ever_written(target: str, expansion: Any) -> None:
    for spec in SECRETIVE:
        for client in ("mcp-json", target):
            changed = replace(spec, expansion=expansion, client=client)
            try:
                export = rendered(target, {"a": ["x"]}, {"a/x": ToolEdits(hide=True)}, specs=[changed])
            except UsageError:
                continue  # a program, and the target takes addresses only
            texts = [file.text for file in export.files] + [warning.message for warning in export.warnings]
            assert not [text for text in texts if CANARY in text]


@settings(deadline=None)
@given(secret=st.from_regex(r"[a-z]{6}[0-9]{6}[A-Z]{12}", fullmatch=True), target=st.sampled_from(ALL))
def test_no_environment_or_header_value_is_ever_written(secret: str, target: str) -> None:
    specs = [
        ServerSpec("p", "stdio", command="run", env={"A": f"x {secret}", "B": secret}, args=("--token", secret)),
        ServerSpec("q", "http", url="https://q.test/mcp", headers={"C": secret, "D": f"{secret}${{E}}"}),
    ]
    export = rendered(target, {}, specs=specs)
    assert secret not in "".join(file.text for file in export.files) + repr(export.warnings)
