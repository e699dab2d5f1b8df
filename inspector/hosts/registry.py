"""The hosts this version knows, by id and variant."""

from __future__ import annotations

from functools import cache

from inspector.errors import UsageError, nearest
from inspector.hosts.anthropic.editions import EDITIONS
from inspector.hosts.anthropic.host import AnthropicMessages
from inspector.hosts.claude_code.host import ClaudeCode
from inspector.hosts.claude_code.releases import RELEASES
from inspector.hosts.codex.host import Codex
from inspector.hosts.fastmcp.host import FastMcp
from inspector.hosts.fastmcp.transforms import TRANSFORMS
from inspector.hosts.foundry.host import FoundryToolbox
from inspector.hosts.gemini_cli import GeminiCli
from inspector.hosts.mcpproxy_go.host import McpProxyGo
from inspector.hosts.mcpproxy_go.releases import RELEASES as PROXY_RELEASES
from inspector.hosts.openai.host import OpenAIResponses
from inspector.hosts.openai.modes import MODES
from inspector.hosts.protocol import Host
from inspector.hosts.toolhive.host import ToolHive
from inspector.hosts.x_code_cli.host import XCodeCli
from inspector.hosts.x_code_cli.profiles import PROFILES

DEFAULT_HOST = "x-code-cli"


@cache
def hosts() -> dict[str, Host]:
    """Return every host by id, variants (``id@variant``) right after the host they belong to."""
    found: list[Host] = [
        *(XCodeCli(profile) for profile in PROFILES),
        *(ClaudeCode(each) for each in RELEASES),
        Codex(),
        GeminiCli(),
        FoundryToolbox(),
        *(FastMcp(transform) for transform in TRANSFORMS),
        ToolHive(),
        *(McpProxyGo(release) for release in PROXY_RELEASES),
        *(AnthropicMessages(edition) for edition in EDITIONS),
        *(OpenAIResponses(mode) for mode in MODES),
    ]
    return {host.id: host for host in found}


def host(host_id: str) -> Host:
    """Return the host called `host_id`; raise `UsageError` naming the nearest ids when there is none."""
    found = hosts().get(host_id)
    if found is None:
        raise UsageError(f"unknown host “{host_id}”", nearest(host_id, list(hosts())) + " `tsi hosts` lists them")
    return found
