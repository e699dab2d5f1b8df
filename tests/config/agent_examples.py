"""The examples of command-line agents, proxies and toolboxes, and exactly what each means."""

from __future__ import annotations

from inspector.config import Borrowed, ToolList, ToolSwitches
from tests.config.dialect_example import BEARER, SECRET, Example, remote, rules, stdio

AGENTS = (
    Example(
        "claude-code",
        ".mcp.json",
        """{"mcpServers": {
            "notes": {"command": "uvx", "args": ["notes-mcp"], "env": {"ROOT": "${NOTES:-/srv}"}},
            "ledger": {"type": "http", "url": "https://ledger.example.test/mcp", "timeout": 60000, "alwaysLoad": true,
                       "headers": {"Authorization": "Bearer ${LEDGER_TOKEN}"}},
            "desk": {"type": "sse", "url": "https://desk.example.test/sse", "headersHelper": "/opt/headers"}}}""",
        (
            stdio(env={"ROOT": "${NOTES:-/srv}"}),
            remote(
                headers={"Authorization": BEARER},
                timeout=60.0,
                rules=rules(pins={"*": True}, pin_key="alwaysLoad"),
            ),
            {
                "name": "desk",
                "transport": "sse",
                "url": "https://desk.example.test/sse",
                "notes": ("headersHelper is a program that makes headers; it is not run, so they are missing",),
            },
        ),
        expansion="braces",
    ),
    Example(
        "claude-code",
        ".claude.json",
        """{"numStartups": 3, "projects": {
              "PROJECT": {"mcpServers": {"desk": {"command": "desk-mcp"}}, "history": []},
              "/elsewhere": {"mcpServers": {"other": {"command": "other-mcp"}}}},
            "mcpServers": {"notes": {"type": "stdio", "command": "uvx", "args": ["notes-mcp"]}}}""",
        ({"name": "desk", "transport": "stdio", "command": "desk-mcp"}, stdio()),
        expansion="braces",
        notes=("servers of other projects were left out: /elsewhere",),
        id="claude-code-user",
    ),
    Example(
        "codex",
        ".codex/config.toml",
        """model = "gpt-5.5"

[mcp_servers.ledger]
url = "https://ledger.example.test/mcp"
bearer_token_env_var = "LEDGER_TOKEN"
http_headers = { "X-Team" = "canary-8f41-value" }
env_http_headers = { "X-Trace" = "TRACE" }
tool_timeout_sec = 60
disabled_tools = ["purge"]

[mcp_servers.notes]
command = "uvx"
args = ["notes-mcp"]
env = { LOG = "${NOT_EXPANDED}" }
env_vars = ["NOTES_ROOT", { name = "REMOTE", source = "remote" }]
cwd = "/srv"
enabled = false
enabled_tools = ["read", "search"]

[mcp_servers.inline]
url = "https://ledger.example.test/mcp"
bearer_token = "canary-8f41-value"
""",
        (
            remote(
                headers={"X-Team": SECRET},
                borrowed=(
                    Borrowed("header", "X-Trace", "TRACE"),
                    Borrowed("bearer", "Authorization", "LEDGER_TOKEN", required=True),
                ),
                timeout=60.0,
                rules=rules(deny=ToolList("disabled_tools", ("purge",))),
            ),
            stdio(
                env={"LOG": "${NOT_EXPANDED}"},
                borrowed=(Borrowed("env", "NOTES_ROOT", "NOTES_ROOT"),),
                cwd="/srv",
                enabled=False,
                rules=rules(allow=ToolList("enabled_tools", ("read", "search"))),
            ),
        ),
        problems=("mcp_servers.inline.bearer_token",),
    ),
    Example(
        "gemini-cli",
        ".gemini/settings.json",
        """{"mcp": {"excluded": ["desk"]}, "mcpServers": {
            "ledger": {"httpUrl": "https://ledger.example.test/mcp", "timeout": 30000,
                       "headers": {"Authorization": "Bearer $LEDGER_TOKEN"}, "excludeTools": ["purge"]},
            "notes": {"command": "uvx", "args": ["notes-mcp"], "cwd": "./", "trust": false,
                      "includeTools": ["read(path)", "search"]},
            "desk": {"url": "https://desk.example.test/sse"}}}""",
        (
            remote(
                headers={"Authorization": "Bearer $LEDGER_TOKEN"},
                timeout=30.0,
                rules=rules(deny=ToolList("excludeTools", ("purge",))),
            ),
            stdio(cwd="./", rules=rules(allow=ToolList("includeTools", ("read", "search")))),
            {
                "name": "desk",
                "transport": "http",
                "url": "https://desk.example.test/sse",
                "enabled": False,
                "notes": ("switched off by mcp.excluded",),
            },
        ),
        expansion="gemini",
    ),
    Example(
        "goose",
        "goose/config.yaml",
        """extensions:
  developer: {enabled: true, type: builtin, name: developer}
  ledger:
    enabled: true
    type: streamable_http
    uri: https://ledger.example.test/mcp
    headers: {X-Team: canary-8f41-value}
    env_keys: [LEDGER_TOKEN]
    timeout: 300
    available_tools: [get, list]
  notes:
    enabled: false
    type: stdio
    cmd: uvx
    args: [notes-mcp]
    envs: {LOG: "1"}
    available_tools: []
""",
        (
            remote(
                headers={"X-Team": SECRET},
                borrowed=(Borrowed("env", "LEDGER_TOKEN", "LEDGER_TOKEN", required=True),),
                timeout=300.0,
                rules=rules(allow=ToolList("available_tools", ("get", "list"))),
                notes=("LEDGER_TOKEN: kept in Goose's keyring, which is not read; give it with --env",),
            ),
            stdio(env={"LOG": "1"}, enabled=False),
        ),
        expansion="goose",
        notes=("parts of Goose itself, no servers: developer",),
    ),
    Example(
        "opencode",
        "opencode.json",
        """{"$schema": "https://opencode.ai/config.json", "mcp": {
            "notes": {"type": "local", "command": ["uvx", "notes-mcp"], "environment": {"LOG": "1"}, "timeout": 5000},
            "ledger": {"type": "remote", "url": "https://ledger.example.test/mcp", "enabled": false,
                       "headers": {"Authorization": "Bearer {env:LEDGER_TOKEN}"}}},
            "tools": {"notes_*": false, "notes_read": true}}""",
        (
            stdio(
                env={"LOG": "1"},
                timeout=5.0,
                rules=rules(switches=ToolSwitches("tools", "notes_", (("notes_*", False), ("notes_read", True)))),
            ),
            remote(
                enabled=False,
                headers={"Authorization": "Bearer {env:LEDGER_TOKEN}"},
                rules=rules(switches=ToolSwitches("tools", "ledger_", (("notes_*", False), ("notes_read", True)))),
            ),
        ),
        opening='"mcp": {',
        broken='"broken": {"type": "local" "command": ["uvx"]},',
        expansion="opencode",
    ),
    Example(
        "opencode",
        ".opencode/opencode.jsonc",
        """{"mcp": {"servers": {
            "notes": {"type": "local", "command": ["uvx", "notes-mcp"], "disabled": true},
            "ledger": {"type": "remote", "url": "https://ledger.example.test/mcp"}}}}""",
        (stdio(enabled=False), remote()),
        opening='"servers": {',
        broken='"broken": {"type": "local" "command": ["uvx"]},',
        expansion="opencode",
        id="opencode-2",
    ),
    Example(
        "opencode",
        ".agents/mcp.json",
        """{"notes": {"type": "local", "command": ["uvx", "notes-mcp"]},
            "ledger": {"type": "remote", "url": "https://ledger.example.test/mcp"}}""",
        (stdio(), remote()),
        opening="{",
        broken='"broken": {"type": "local" "command": ["uvx"]},',
        expansion="opencode",
        id="opencode-bare",
    ),
    Example(
        "copilot-cli",
        ".copilot/mcp-config.json",
        """{"mcpServers": {
            "notes": {"type": "local", "command": "uvx", "args": ["notes-mcp"], "env": {"ROOT": "${NOTES:-/srv}"},
                      "cwd": "/srv", "tools": ["read", "search"], "deferTools": "never"},
            "ledger": {"type": "http", "url": "https://ledger.example.test/mcp", "tools": ["*"], "timeout": 30000,
                       "deferTools": "auto"}}}""",
        (
            stdio(
                env={"ROOT": "${NOTES:-/srv}"},
                cwd="/srv",
                rules=rules(allow=ToolList("tools", ("read", "search")), pins={"*": True}, pin_key="deferTools"),
            ),
            remote(timeout=30.0),
        ),
        expansion="copilot",
    ),
    Example(
        "x-code-cli",
        ".x-code/config.json",
        """{"mcpServers": {
            "notes": {"command": "uvx", "args": ["notes-mcp"], "env": {"TOKEN": "${env:TOKEN}"}, "enabled": false},
            "ledger": {"url": "https://ledger.example.test/mcp", "timeout": 30000, "enabled": true},}}""",
        (stdio(env={"TOKEN": "${env:TOKEN}"}, enabled=False), remote(timeout=30.0)),
        expansion="x-code",
    ),
    Example(
        "foundry",
        "toolbox.json",
        """{"description": "Desk", "tools": [
            {"type": "toolbox_search"},
            {"type": "mcp", "server_label": "ledger", "server_url": "https://ledger.example.test/mcp",
             "project_connection_id": "ledger-conn", "authorization": "canary-8f41-value",
             "allowed_tools": ["get", "refund"],
             "tool_configs": {"get": {"pin": true}, "refund": {"additional_search_text": "money back"},
                              "*": {"additional_search_text": "shop"}}},
            {"type": "mcp", "server_label": "mail", "connector_id": "connector_mail"}]}""",
        (
            remote(
                headers={"Authorization": f"Bearer {SECRET}"},
                rules=rules(
                    allow=ToolList("allowed_tools", ("get", "refund")),
                    pins={"get": True},
                    pin_key="tool_configs",
                    words={"refund": "money back", "*": "shop"},
                    words_key="tool_configs",
                ),
                notes=("its credentials are stored in the Foundry project (project_connection_id) and are not read",),
            ),
        ),
        opening='"tools": [',
        broken='{"type": "mcp", "server_label": "broken" "server_url": "https://x.example.test"},',
        problems=("tools.mail.connector_id",),
    ),
    Example(
        "mcpproxy-go",
        ".mcpproxy/mcp_config.json",
        """{"listen": "127.0.0.1:8080", "routing_mode": "retrieve_tools", "mcpServers": [
            {"name": "ledger", "protocol": "streamable-http", "url": "https://ledger.example.test/mcp",
             "headers": {"X-Team": "${keyring:team}"}, "quarantined": true, "disabled_tools": ["purge"]},
            {"name": "notes", "protocol": "auto", "command": "uvx", "args": ["notes-mcp"], "working_dir": "/srv",
             "enabled": false, "enabled_tools": ["read"]}]}""",
        (
            remote(
                headers={"X-Team": "${keyring:team}"},
                rules=rules(deny=ToolList("disabled_tools", ("purge",))),
                notes=(
                    "in mcpproxy's quarantine: its tools are not offered until somebody approves them",
                    "${keyring:team}: the client alone knows it; give it with --env keyring:team=VALUE",
                ),
            ),
            stdio(cwd="/srv", enabled=False, rules=rules(allow=ToolList("enabled_tools", ("read",)))),
        ),
        opening='"mcpServers": [',
        broken='{"name": "broken" "command": "uvx"},',
        expansion="mcpproxy",
    ),
    Example(
        "fastmcp",
        "desk.json",
        """{"mcpServers": {
            "ledger": {"transport": "http", "url": "https://ledger.example.test/mcp", "exclude_tags": ["internal"],
              "tools": {"get": {"meta": {"anthropic/alwaysLoad": true, "anthropic/searchHint": "receipt"}},
                        "list": {"name": "find"}, "purge": {"enabled": false}}},
            "notes": {"command": "uvx", "args": ["notes-mcp"]}}}""",
        (
            remote(
                rules=rules(
                    deny=ToolList("tools.*.enabled", ("purge",)),
                    pins={"get": True},
                    pin_key="anthropic/alwaysLoad",
                    words={"get": "receipt"},
                    words_key="anthropic/searchHint",
                ),
                notes=(
                    "exclude_tags (internal) is not applied: servers do not list FastMCP's tags",
                    "FastMCP shows these tools under other names or texts: list",
                ),
            ),
            stdio(rules=rules(pin_key="anthropic/alwaysLoad", words_key="anthropic/searchHint")),
        ),
        expansion="braces",
    ),
    Example(
        "mcp-json",
        "mcp.json",
        '{"mcpServers": {"notes": {"command": "uvx", "args": ["notes-mcp"]}}}',
        (stdio(),),
        expansion="braces",
    ),
)
