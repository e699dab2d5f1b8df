"""LiteLLM's own loader reads the exported YAML: variables filled in, tools filtered, core tools first."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from inspector.export import ExportRequest, exporter

pytestmark = [
    pytest.mark.consumers,
    pytest.mark.skipif(find_spec("litellm") is None, reason="litellm is not installed"),
]

SCRIPT = """
import asyncio, json, sys
from litellm.proxy.proxy_server import ProxyConfig
from litellm.proxy._experimental.mcp_server.mcp_server_manager import MCPServerManager
from litellm.proxy._experimental.mcp_server.tool_search import _split_core_tools
from litellm.types.mcp import MCPToolSearchSettings
from mcp.types import Tool

async def main():
    config = await ProxyConfig().get_config(config_file_path=sys.argv[1])
    manager = MCPServerManager()
    await manager.load_servers_from_config(config["mcp_servers"])
    servers = {server.name: server for server in manager.config_mcp_servers.values()}
    settings = MCPToolSearchSettings(**config["litellm_settings"]["mcp_tool_search"])
    tools = [Tool(name=n, inputSchema={"type": "object"}) for n in ("files-read_file", "orders-get_order")]
    core, rest = _split_core_tools(tools, settings.core_tools)
    orders = servers["orders"]
    print("RESULT", json.dumps({
        "transports": {name: str(server.transport) for name, server in servers.items()},
        "token": orders.authentication_token,
        "env": servers["files"].env,
        "headers": servers["crm"].static_headers,
        "allowed": [n for n in ("get_order", "purge_orders") if manager.check_allowed_or_banned_tools(n, orders)],
        "top_k": settings.top_k,
        "core": [tool.name for tool in core],
    }))

asyncio.run(main())
"""


def test_litellm_loads_the_configuration(three_servers: ExportRequest, tmp_path: Path) -> None:
    (file,) = exporter("litellm").render(three_servers).files
    path = tmp_path / file.name
    path.write_text(file.text, encoding="utf-8")
    variables = {
        "ORDERS_TOKEN": "t-1",
        "FILES_API_KEY": "k-2",
        "CRM_X_KEY": "x-3",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    }
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT, str(path)]
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True)
    line = next((line for line in done.stdout.splitlines() if line.startswith("RESULT ")), "")
    assert line, done.stderr[-2000:]
    assert json.loads(line.removeprefix("RESULT ")) == {
        "transports": {"orders": "http", "files": "stdio", "crm": "sse"},
        "token": "t-1",
        "env": {"API_KEY": "k-2"},
        "headers": {"X-Key": "x-3"},
        "allowed": ["get_order"],
        "top_k": 5,
        "core": ["orders-get_order"],
    }
