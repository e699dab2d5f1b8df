"""The examples of editors and desktop applications, and exactly what each means."""

from __future__ import annotations

from inspector.config import ToolList
from tests.config.dialect_example import BEARER, SECRET, Example, remote, rules, stdio

EDITORS = (
    Example(
        "claude-desktop",
        "Claude/claude_desktop_config.json",
        """{"mcpServers": {
            "notes": {"command": "uvx", "args": ["notes-mcp"], "env": {"TOKEN": "canary-8f41-value"}},
            "ledger": {"url": "https://ledger.example.test/mcp"}}}""",
        (stdio(env={"TOKEN": SECRET}),),
        sniffed=False,
        directory="",
        problems=("mcpServers.ledger",),
    ),
    Example(
        "cursor",
        ".cursor/mcp.json",
        """{"mcpServers": {
            "ledger": {"url": "https://ledger.example.test/mcp",
                       "headers": {"Authorization": "Bearer ${env:LEDGER_TOKEN}"}},
            "notes": {"command": "uvx", "args": ["notes-mcp", "${workspaceFolder}"],
                      "envFile": "${workspaceFolder}/.env", "timeout": 5000}}}""",
        (
            remote(headers={"Authorization": "Bearer ${env:LEDGER_TOKEN}"}),
            stdio(args=("notes-mcp", "${workspaceFolder}"), env_files=("${workspaceFolder}/.env",), timeout=5.0),
        ),
        expansion="cursor",
    ),
    Example(
        "vscode",
        ".vscode/mcp.json",
        """{
          // what VS Code asks for
          "inputs": [{"type": "promptString", "id": "ledger-token", "password": true}],
          "servers": {
            "ledger": {"type": "http", "url": "https://ledger.example.test/mcp",
                       "headers": {"Authorization": "Bearer ${input:ledger-token}"}},
            "notes": {"type": "stdio", "command": "uvx", "args": ["notes-mcp"], "cwd": "${workspaceFolder}",
                      "envFile": "${workspaceFolder}/.env", "env": {"DEBUG": 1, "GONE": null}},
            "socket": {"type": "http", "url": "unix:///x.sock#/mcp"},
          },
        }""",
        (
            remote(
                headers={"Authorization": "Bearer ${input:ledger-token}"},
                notes=(
                    "${input:ledger-token}: the client asks for it and keeps the answer; "
                    "give it with --env input:ledger-token=VALUE",
                ),
            ),
            stdio(cwd="${workspaceFolder}", env={"DEBUG": "1"}, env_files=("${workspaceFolder}/.env",)),
        ),
        opening='"servers": {',
        expansion="vscode",
        problems=("servers.socket.url",),
    ),
    Example(
        "vscode",
        "Code/User/settings.json",
        """{"editor.fontSize": 12, "mcp": {"inputs": [], "servers": {
            "notes": {"type": "stdio", "command": "uvx", "args": ["notes-mcp"]}}}}""",
        (stdio(),),
        opening='"servers": {',
        expansion="vscode",
        id="vscode-settings",
    ),
    Example(
        "windsurf",
        ".codeium/windsurf/mcp_config.json",
        """{"mcpServers": {
            "ledger": {"serverUrl": "https://ledger.example.test/mcp", "disabledTools": ["purge"],
                       "headers": {"Authorization": "Bearer ${env:LEDGER_TOKEN}"}},
            "notes": {"command": "uvx", "args": ["notes-mcp"], "disabled": true}}}""",
        (
            remote(
                headers={"Authorization": "Bearer ${env:LEDGER_TOKEN}"},
                rules=rules(deny=ToolList("disabledTools", ("purge",))),
            ),
            stdio(enabled=False),
        ),
        expansion="windsurf",
    ),
    Example(
        "zed",
        ".zed/settings.json",
        """{"theme": "One", "agent": {"default_profile": "desk", "profiles": {"desk": {
              "enable_all_context_servers": false,
              "context_servers": {"ledger": {"tools": {"get": true, "purge": false}}}}}},
            "context_servers": {
              "notes": {"source": "custom", "command": "uvx", "args": ["notes-mcp"], "env": {}},
              "older": {"command": {"path": "uvx", "args": ["older-mcp"], "env": {"TOKEN": "canary-8f41-value"}}},
              "ledger": {"url": "https://ledger.example.test/mcp", "headers": {"X": "canary-8f41-value"}},
              "ours": {"source": "extension", "settings": {}}}}""",
        (
            stdio(rules=rules(allow=ToolList("agent.profiles.desk", ()))),
            stdio(
                "older",
                args=("older-mcp",),
                env={"TOKEN": SECRET},
                rules=rules(allow=ToolList("agent.profiles.desk", ())),
            ),
            remote(
                headers={"X": SECRET},
                rules=rules(
                    allow=ToolList("agent.profiles.desk", ("get",)), deny=ToolList("agent.profiles.desk", ("purge",))
                ),
            ),
        ),
        opening='"notes": {"source": "custom", "command": "uvx", "args": ["notes-mcp"], "env": {}},',
        problems=("context_servers.ours",),
    ),
    Example(
        "cline",
        "saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
        """{"mcpServers": {
            "ledger": {"type": "streamableHttp", "url": "https://ledger.example.test/mcp", "timeout": 60,
                       "headers": {"X-Key": "canary-8f41-value"}, "alwaysAllow": ["get"], "disabled": false},
            "desk": {"url": "https://desk.example.test/sse", "autoApprove": []}}}""",
        (
            remote(headers={"X-Key": SECRET}, timeout=60.0),
            {"name": "desk", "transport": "sse", "url": "https://desk.example.test/sse"},
        ),
    ),
    Example(
        "roo-code",
        ".roo/mcp.json",
        """{"mcpServers": {
            "ledger": {"type": "streamable-http", "url": "https://ledger.example.test/mcp", "alwaysAllow": ["get"],
                       "disabledTools": ["purge"], "timeout": 60},
            "notes": {"command": "uvx", "args": ["notes-mcp", "${env:ROOT}"], "cwd": "/srv", "disabled": true}}}""",
        (
            remote(timeout=60.0, rules=rules(deny=ToolList("disabledTools", ("purge",)))),
            stdio(args=("notes-mcp", "${env:ROOT}"), cwd="/srv", enabled=False),
        ),
        expansion="roo",
    ),
    Example(
        "continue",
        ".continue/config.yaml",
        """name: mine
version: 0.0.1
schema: v1
mcpServers:
  - name: ledger
    type: streamable-http
    url: https://ledger.example.test/mcp
    requestOptions: {headers: {Authorization: "Bearer ${{ secrets.LEDGER_TOKEN }}"}}
  - name: notes
    type: stdio
    command: uvx
    args: [notes-mcp]
    env: {TOKEN: "${{ secrets.NOTES_TOKEN }}"}
  - uses: somebody/block
""",
        (
            remote(headers={"Authorization": "Bearer ${{ secrets.LEDGER_TOKEN }}"}),
            stdio(env={"TOKEN": "${{ secrets.NOTES_TOKEN }}"}),
        ),
        expansion="continue",
        problems=("mcpServers.somebody/block.uses",),
    ),
    Example(
        "continue",
        ".continue/mcpServers/any.json",
        '{"mcpServers": {"notes": {"command": "uvx", "args": ["notes-mcp"]}}}',
        (stdio(),),
        expansion="continue",
        sniffed=False,
        id="continue-block",
    ),
    Example(
        "lm-studio",
        ".lmstudio/mcp.json",
        """{"mcpServers": {"notes": {"command": "uvx", "args": ["notes-mcp"]},
            "ledger": {"url": "https://ledger.example.test/mcp", "headers": {"X": "canary-8f41-value"}}}}""",
        (stdio(), remote(headers={"X": SECRET})),
        sniffed=False,
    ),
    Example(
        "kiro",
        ".kiro/settings/mcp.json",
        """{"mcpServers": {"ledger": {"url": "https://ledger.example.test/mcp", "disabled": false,
            "headers": {"Authorization": "Bearer ${LEDGER_TOKEN}"}, "autoApprove": ["get"],
            "disabledTools": ["purge"]}}}""",
        (remote(headers={"Authorization": BEARER}, rules=rules(deny=ToolList("disabledTools", ("purge",)))),),
        expansion="kiro",
    ),
)
