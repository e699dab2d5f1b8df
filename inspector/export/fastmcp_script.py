"""The text of ``fastmcp_proxy.py``: a small script that serves the exported configuration with FastMCP's search."""

from __future__ import annotations

import json
from dataclasses import dataclass

SCRIPT_NAME, CONFIG_NAME = "fastmcp_proxy.py", "fastmcp_proxy.json"
"""The two files share their stem: the script reads the configuration beside it."""


@dataclass(frozen=True, slots=True)
class ProxySettings:
    """What the script holds itself: pins under their names in the proxy, results per search, its own two tools.

    `patterns` tells that its search takes regular expressions instead of words.
    """

    pinned: tuple[str, ...]
    limit: int
    search_tool: str
    call_tool: str
    patterns: bool = False


def script_text(settings: ProxySettings) -> str:
    """Return the script; foreign names stand in it only as Python literals."""
    lines = "".join(f"    {_literal(name)},\n" for name in settings.pinned)
    pinned = f"[\n{lines}]" if lines else "[]"
    constants = (
        "# Tools that stay listed beside the search, and how many tools a search gives.\n"
        f"PINNED = {pinned}\n"
        f"MAX_RESULTS = {settings.limit}\n"
        f"SEARCH_TOOL, CALL_TOOL = {_literal(settings.search_tool)}, {_literal(settings.call_tool)}\n"
    )
    transform = "RegexSearchTransform" if settings.patterns else "BM25SearchTransform"
    return _HEAD.replace(_TRANSFORM, transform) + constants + _BODY.replace(_TRANSFORM, transform)


def _literal(text: str) -> str:
    # JSON writes what lies beyond ASCII as UTF-16 escapes, which Python reads differently.
    return json.dumps(text) if text.isascii() and text.isprintable() else repr(text)


_TRANSFORM = "BM25SearchTransform"

_HEAD = '''"""An MCP proxy with tool search, written by Tool Search Inspector (tsi export fastmcp).

It stands before the servers of fastmcp_proxy.json, which belongs in the same folder. A client sees the pinned
tools, a search tool and a call tool; every other tool is found by searching.

    pip install "fastmcp>=4,<5"
    python fastmcp_proxy.py                 MCP over stdin and stdout
    python fastmcp_proxy.py --http 8000     MCP at http://127.0.0.1:8000/mcp
    python fastmcp_proxy.py --no-search     every tool, for clients that search themselves (Claude Code):
                                            pins and search words reach them in the tools' _meta

In a client's configuration:

    {"mcpServers": {"tools": {"command": "python", "args": ["/path/to/fastmcp_proxy.py"]}}}

The JSON file holds ${NAME} and ${NAME:-default} instead of secrets: set those variables in the environment. They
are filled in here and not by FastMCP, so serve the JSON file through this script. Below a server's "tools" it
applies "description", "enabled" and "meta".
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fastmcp import FastMCP
from fastmcp.server import create_proxy
from fastmcp.server.transforms import GetToolNext, Transform
from fastmcp.server.transforms.search import BM25SearchTransform
from fastmcp.tools import Tool
from fastmcp.utilities.versions import VersionSpec

'''

_BODY = '''
REFERENCE = re.compile(r"\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\\}")


def filled(value: Any, missing: set[str]) -> Any:
    """Return `value` with its variables replaced; names without value and default are added to `missing`."""

    def replacement(match: re.Match[str]) -> str:
        name, default = match.groups()
        if name not in os.environ and default is None:
            missing.add(name)
        return os.environ.get(name, default or "")

    if isinstance(value, str):
        return REFERENCE.sub(replacement, value)
    if isinstance(value, list):
        return [filled(item, missing) for item in value]
    if isinstance(value, dict):
        return {key: filled(item, missing) for key, item in value.items()}
    return value


class EditedTools(Transform):
    """Applies the `tools` of one server: `enabled`, `description` and `meta`, and nothing else.

    FastMCP's own ToolTransform would also fill in defaults and refuse arguments the schema does not name.
    """

    def __init__(self, edits: dict[str, dict[str, Any]]) -> None:
        self.edits = edits

    def edited(self, tool: Tool) -> Tool | None:
        """Return `tool` as it is to be served, or None when it is hidden."""
        edit = self.edits.get(tool.name, {})
        if not edit.get("enabled", True):
            return None
        meta = {**(tool.meta or {}), **edit.get("meta", {})} or None
        return tool.model_copy(update={"description": edit.get("description", tool.description), "meta": meta})

    async def list_tools(self, tools: Sequence[Tool]) -> Sequence[Tool]:
        return [kept for tool in tools if (kept := self.edited(tool)) is not None]

    async def get_tool(self, name: str, call_next: GetToolNext, *, version: VersionSpec | None = None) -> Tool | None:
        tool = await call_next(name, version=version)
        return None if tool is None else self.edited(tool)


def build(servers: dict[str, Any], search: bool) -> FastMCP:
    """Return the proxy; with several servers their names come first in the names of the tools.

    A server whose variables are not set is left out, which is said on stderr.
    """
    proxy: FastMCP = FastMCP("tool-search-proxy")
    mounted = 0
    for name, server in servers.items():
        missing: set[str] = set()
        entry = {key: filled(value, missing) for key, value in server.items() if key != "tools"}
        if missing:
            print(f"{name!r} is left out: set {', '.join(sorted(missing))} in the environment", file=sys.stderr)
            continue
        # One proxy a server keeps its process running between calls, and lets one fail without the others.
        # "auto" asks each server for its protocol version, whatever the client in front speaks.
        part = create_proxy({"mcpServers": {name: entry}}, name=name, mode="auto")
        part.add_transform(EditedTools(server.get("tools", {})))
        proxy.mount(part, namespace=name if len(servers) > 1 else None)
        mounted += 1
    if not mounted:
        sys.exit("there is no server to serve")
    if search:
        proxy.add_transform(
            BM25SearchTransform(
                max_results=MAX_RESULTS,
                always_visible=PINNED,
                search_tool_name=SEARCH_TOOL,
                call_tool_name=CALL_TOOL,
            )
        )
    return proxy


def main() -> None:
    """Serve the configuration beside this file."""
    parser = argparse.ArgumentParser(description="MCP proxy with tool search")
    parser.add_argument("--no-search", action="store_true", help="serve every tool, for clients that search themselves")
    parser.add_argument("--http", type=int, metavar="PORT", help="serve HTTP on 127.0.0.1 instead of stdio")
    options = parser.parse_args()
    document = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    proxy = build(document["mcpServers"], search=not options.no_search)
    if options.http is None:
        proxy.run(show_banner=False)
    else:
        proxy.run(transport="http", host="127.0.0.1", port=options.http, show_banner=False)


if __name__ == "__main__":
    main()
'''
