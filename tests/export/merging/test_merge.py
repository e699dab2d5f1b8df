"""An export brought into files people wrote: what changes, what stays to the letter, and what is refused."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace

import pytest

from inspector.errors import FileError, UsageError
from inspector.export import Export, ExportedFile, ExportRequest, exporter
from inspector.export.merging import merge, merge_target, shown_diff
from inspector.export.protocol import MergeRule
from inspector.tuning.model import Tuning

CANARY = "sk-canary-7f3a9b2c1d4e5f60"

GEMINI = """{
  // my settings
  "theme": "dark",
  "mcpServers": {
    /* the desk */
    "orders": {
      "httpUrl": "https://orders.example.test/mcp", // since May
      "headers": {"Authorization": "Bearer sk-canary-7f3a9b2c1d4e5f60"},
      "includeTools": ["get_order"],
      "trust": true
    }, // end
    "mine": {"command": "mine-mcp"},
  },
  "last": [1, 2], /* tail */
}
"""

CODEX = """# my codex
model = "gpt-5.5"  # the good one

[mcp_servers.orders]
url = "https://orders.example.test/mcp"
bearer_token_env_var = "ORDERS_TOKEN"
enabled_tools = ["get_order"] # only this
startup_timeout_sec = 20.0

[mcp_servers.mine]
command = "mine-mcp"

[projects."/work"]
trust_level = "trusted"
"""


def exported(target: str, request: ExportRequest) -> tuple[Export, ExportedFile]:
    export = exporter(target).render(request)
    return export, export.files[0]


def lines_lost(before: str, after: str) -> list[str]:
    kept = after.splitlines()
    return [line for line in before.splitlines() if line not in kept]


def test_json_keeps_comments_order_and_everything_else(three_servers: ExportRequest) -> None:
    _, file = exported("gemini-cli", three_servers)
    merged = merge(GEMINI, file, "settings.json")
    assert lines_lost(GEMINI, merged.text) == ['      "includeTools": ["get_order"],', '      "trust": true']
    # The person's own way to reach the server stays, secret included: only the tool rules are the export's.
    assert CANARY in merged.text
    assert (
        '      "trust": true,\n      "excludeTools": [\n        "purge_orders"\n      ]\n    }, // end' in merged.text
    )
    again = merge(merged.text, file, "settings.json")
    assert again.text == merged.text


def test_toml_keeps_comments_order_and_everything_else(three_servers: ExportRequest) -> None:
    _, file = exported("codex", three_servers)
    merged = merge(CODEX, file, "config.toml")
    assert lines_lost(CODEX, merged.text) == ['enabled_tools = ["get_order"] # only this']
    value = tomllib.loads(merged.text)
    assert value["mcp_servers"]["orders"]["disabled_tools"] == ["purge_orders"]
    assert value["mcp_servers"]["files"]["env_vars"] == ["API_KEY"]
    assert list(value["mcp_servers"]) == ["orders", "mine", "files"]
    assert merge(merged.text, file, "config.toml").text == merged.text


def test_yaml_keeps_comments_and_order() -> None:
    text = '# head\nextensions:\n  # own\n  mine: {cmd: "mine-mcp"}  # tail\nother:\n    - a\n    - b\n'
    entry = ExportedFile("config.yaml", "extensions:\n  new:\n    cmd: x\n", "yaml", merge=MergeRule(("extensions",)))
    merged = merge(text, entry, "config.yaml").text
    assert lines_lost(text, merged) == []
    assert "  new:\n    cmd: x\n" in merged


def test_settings_gain_rules_and_lose_none(three_servers: ExportRequest) -> None:
    export, _ = exported("claude-code", three_servers)
    file = merge_target(export, "/home/me/.claude/settings.local.json")
    assert file.name == "settings.json"
    text = '{"permissions": {"deny": ["Read(.env)"], "allow": []}, "model": "opus"}'
    value = json.loads(merge(text, file, "settings.json").text)
    assert value["permissions"] == {"deny": ["Read(.env)", "mcp__orders__purge_orders"], "allow": []}
    assert value["model"] == "opus"


def test_servers_in_a_list(three_servers: ExportRequest) -> None:
    _, file = exported("mcpproxy-go", three_servers)
    text = '{"mcpServers": [{"name": "files", "command": "uvx", "args": ["files-mcp", "--root", "/srv/docs"],\n' + (
        '  "enabled_tools": ["x"], "env": {"API_KEY": "mine"}}], "data_dir": "~/x"}'
    )
    value = json.loads(merge(text, file, "mcp_config.json").text)
    assert [each["name"] for each in value["mcpServers"]] == ["files", "orders", "crm"]
    assert value["mcpServers"][0]["env"] == {"API_KEY": "mine"}
    assert "enabled_tools" not in value["mcpServers"][0]
    assert value["data_dir"] == "~/x"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"mcpServers": []}', "mcpServers is a list there, but has to be an object"),
        ('{"mcpServers": {"orders": "x"}}', "mcpServers.orders is a text there, but has to be an object"),
        ('{"mcpServers": {"files": {"command": "npx", "args": ["y"]}}}', "“files” there has another command"),
        ('{"mcpServers": {"files": {"url": "https://f.test"}}}', "“files” there has another command"),
        ('{"mcpServers": {"orders": {"url": "https://other.test/mcp"}}}', "“orders” there has another"),
        ('{"mcpServers": {"a": }}', "settings.json:1:22"),
    ],
)
def test_conflicts_are_refused(text: str, told: str, three_servers: ExportRequest) -> None:
    _, file = exported("gemini-cli", three_servers)
    with pytest.raises(FileError) as caught:
        merge(text, file, "settings.json")
    assert told in caught.value.message


def test_force_replaces_another_server_whole(three_servers: ExportRequest) -> None:
    _, file = exported("gemini-cli", three_servers)
    text = '{"mcpServers": {"files": {"command": "npx", "args": ["y"], "cwd": "/x"}}}'
    value = json.loads(merge(text, file, "settings.json", force=True).text)
    assert value["mcpServers"]["files"] == json.loads(file.text)["mcpServers"]["files"]


def test_secrets_and_references_do_not_make_another_server(three_servers: ExportRequest) -> None:
    spec = replace(three_servers.servers[1], args=("files-mcp", "--token", CANARY))
    url = replace(three_servers.servers[0], url=f"https://me:{CANARY}@orders.example.test/{CANARY}/mcp?key={CANARY}")
    _, file = exported("gemini-cli", replace(three_servers, servers=(spec, url)))
    assert CANARY not in file.text
    text = json.dumps(
        {"mcpServers": {"files": {"command": "uvx", "args": list(spec.args)}, "orders": {"httpUrl": url.url}}}
    )
    value = json.loads(merge(text, file, "settings.json").text)
    assert value["mcpServers"]["files"]["args"] == list(spec.args)
    assert value["mcpServers"]["orders"] == {"httpUrl": url.url, "excludeTools": ["purge_orders"]}


def test_rules_of_a_server_that_was_not_listed_stay(three_servers: ExportRequest) -> None:
    request = replace(three_servers, unlisted=("orders",), tuning=Tuning())
    _, file = exported("gemini-cli", request)
    merged = merge(GEMINI, file, "settings.json")
    assert '"includeTools": ["get_order"],' in merged.text
    assert "orders could not be listed" in merged.notes[0]


def test_an_empty_or_missing_file_becomes_the_export(three_servers: ExportRequest) -> None:
    _, file = exported("gemini-cli", three_servers)
    assert merge(" \n", file, "settings.json").text == file.text
    assert json.loads(merge("{}", file, "settings.json").text) == json.loads(file.text)


def test_which_file_goes_where(three_servers: ExportRequest) -> None:
    export, _ = exported("claude-code", three_servers)
    assert merge_target(export, "/x/.claude.json").name == ".mcp.json"
    with pytest.raises(UsageError, match="cannot be told"):
        merge_target(export, "other.json")
    with pytest.raises(UsageError, match="stand alone"):
        merge_target(exported("envoy", three_servers)[0], "x.yaml")
    assert merge_target(exported("gemini-cli", three_servers)[0], "anything.json").name == "settings.json"


def test_the_diff_shows_no_secret_of_the_file(three_servers: ExportRequest) -> None:
    _, file = exported("gemini-cli", three_servers)
    shown = shown_diff(GEMINI, merge(GEMINI, file, "settings.json").text, "settings.json")
    assert '+        "purge_orders"' in shown
    assert CANARY not in shown
    env = json.dumps({"env": {"ANTHROPIC_API_KEY": "short-secret"}, "url": f"https://h.test/?key={CANARY}"}, indent=1)
    shown = shown_diff(env, env.replace('"env"', '"envs"'), "x.json")
    assert "short-secret" not in shown
    assert CANARY not in shown
