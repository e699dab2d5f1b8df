"""The dialects: one module a client, each saying where its files are, what it recognises, and how it reads them."""

from __future__ import annotations

from inspector.config.clients import (
    claude_code,
    claude_desktop,
    cline,
    codex,
    continue_dev,
    copilot_cli,
    cursor,
    fastmcp,
    foundry_toolbox,
    gemini_cli,
    goose,
    kiro,
    lm_studio,
    mcp_json,
    mcpproxy_go,
    opencode,
    roo_code,
    vscode,
    windsurf,
    x_code_cli,
    zed,
)
from inspector.config.dialect import Dialect

DIALECTS: tuple[Dialect, ...] = (
    claude_code.DIALECT,
    claude_desktop.DIALECT,
    cursor.DIALECT,
    vscode.DIALECT,
    codex.DIALECT,
    gemini_cli.DIALECT,
    windsurf.DIALECT,
    zed.DIALECT,
    cline.DIALECT,
    roo_code.DIALECT,
    goose.DIALECT,
    opencode.DIALECT,
    continue_dev.DIALECT,
    lm_studio.DIALECT,
    kiro.DIALECT,
    copilot_cli.DIALECT,
    x_code_cli.DIALECT,
    foundry_toolbox.DIALECT,
    mcpproxy_go.DIALECT,
    fastmcp.DIALECT,
    mcp_json.DIALECT,
)
"""Every dialect, in the order discovery lists them; of two that fit a file alike the earlier one reads it."""
