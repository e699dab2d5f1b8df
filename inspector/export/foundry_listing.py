"""What a Foundry toolbox version must list: the search's own tools and the pinned ones; and a script that checks it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.catalog import Catalog
from inspector.export.foundry_forms import filled
from inspector.export.protocol import ExportedFile

META_TOOLS = ("tool_search", "call_tool")
"""The tools every toolbox with search lists."""


@dataclass(frozen=True, slots=True)
class ListingCheck:
    """A toolbox's listing against what was exported: names that are `missing`, and `extra` ones.

    Foundry pins for each user what they use most, so extra names are no mistake.
    """

    expected: tuple[str, ...]
    missing: tuple[str, ...]
    extra: tuple[str, ...]


def expected_names(body: Mapping[str, Any], catalog: Catalog) -> tuple[str, ...]:
    """Return the names ``tools/list`` must hold for `body`: the meta tools, then ``label.tool`` for every pin.

    A pin of ``"*"`` stands for the tools of `catalog`; without a listing of that server for none.
    """
    names = list(META_TOOLS)
    for entry in body["tools"]:
        if not isinstance(entry, Mapping) or entry.get("type") != "mcp":
            continue
        configs = entry.get("tool_configs") or {}
        star = bool(configs.get("*", {}).get("pin"))
        server = catalog.server(str(entry["server_label"]))
        known = [tool.name for tool in server.tools] if server is not None else []
        allowed = entry.get("allowed_tools")
        if isinstance(allowed, Mapping):
            allowed = allowed.get("tool_names")
        for name in dict.fromkeys([*(known if star else ()), *(name for name in configs if name != "*")]):
            if configs.get(name, {}).get("pin", star) and (allowed is None or name in allowed):
                names.append(f"{entry['server_label']}.{name}")
    return tuple(names)


def check_listing(expected: Iterable[str], listed: Iterable[str]) -> ListingCheck:
    """Return how the names a toolbox lists differ from the expected ones."""
    wanted, found = tuple(expected), tuple(listed)
    return ListingCheck(
        wanted,
        missing=tuple(name for name in wanted if name not in found),
        extra=tuple(name for name in found if name not in wanted),
    )


def verification_file(expected: Iterable[str], name: str) -> ExportedFile:
    """Return a script without dependencies that lists a toolbox version and compares."""
    lines = "".join(f"    {each!r},\n" for each in expected)
    return ExportedFile("verify_toolbox.py", filled(_SCRIPT, EXPECTED=lines, NAME=name), "python")


def advice_file(body: Mapping[str, Any], name: str) -> ExportedFile:
    """Return sentences for the agent's instructions: that there is a search, and what about."""
    labels = [str(entry["server_label"]) for entry in body["tools"] if entry.get("type") == "mcp"]
    listed = ", ".join(labels) or "several servers"
    return ExportedFile("toolbox-instructions.txt", filled(_ADVICE, SERVERS=listed), "text")


_ADVICE = """Most of your tools are not listed. Before you say that you cannot do something, look for a tool:
- call tool_search with the action and the thing it is about, in plain words (for example “refund order”);
- when nothing fits, search again with other words before you give up;
- call what you found with call_tool, giving its name exactly as found and its arguments as its schema says.
Tools come from these servers: @SERVERS@. Names begin with the server and a dot.
Tools that are listed from the start can be called directly.
"""

_SCRIPT = '''"""Checks what a Foundry toolbox version lists, written by Tool Search Inspector (tsi export foundry).

    TOKEN=$(az account get-access-token --resource https://ai.azure.com --query accessToken --output tsv)
    FOUNDRY_TOKEN=$TOKEN python verify_toolbox.py "$PROJECT_ENDPOINT/toolboxes/@NAME@/versions/1/mcp?api-version=v1"

Ends with 1 when a name is missing. Further names may be auto-pinned: Foundry adds what a user uses most.
"""

import json
import os
import sys
import urllib.request

EXPECTED = [
@EXPECTED@]


def post(url: str, message: dict, session: str) -> tuple[dict, str]:
    """Send one JSON-RPC message and return the answer to it and the session it belongs to."""
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "Foundry-Features": "Toolboxes=V1Preview",
        "MCP-Protocol-Version": "2025-06-18",
    }
    if token := os.environ.get("FOUNDRY_TOKEN"):
        headers["Authorization"] = f"Bearer {token}"
    if session:
        headers["Mcp-Session-Id"] = session
    request = urllib.request.Request(url, json.dumps(message).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        session = answer.headers.get("Mcp-Session-Id") or session
        text = answer.read().decode()
    if "id" not in message:
        return {}, session
    # As one JSON object, or as the data lines of server-sent events.
    for line in [text] if text.lstrip().startswith("{") else text.splitlines():
        found = json.loads(line.removeprefix("data:")) if line.startswith(("{", "data:")) else {}
        if found.get("id") == message["id"]:
            if "error" in found:
                sys.exit(f"{message['method']}: {found['error'].get('message')}")
            return found["result"], session
    sys.exit(f"{message['method']}: no answer")


def listed(url: str) -> list[str]:
    """Return the names of all tools the toolbox lists."""
    client = {"name": "verify_toolbox", "version": "1"}
    start = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    _, session = post(url, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": start}, "")
    post(url, {"jsonrpc": "2.0", "method": "notifications/initialized"}, session)
    names: list[str] = []
    cursor = None
    for number in range(2, 100):
        params = {"cursor": cursor} if cursor else {}
        page, session = post(url, {"jsonrpc": "2.0", "id": number, "method": "tools/list", "params": params}, session)
        names += [tool["name"] for tool in page["tools"]]
        cursor = page.get("nextCursor")
        if not cursor:
            break
    return names


def main() -> None:
    """List the toolbox at the address given and compare."""
    if len(sys.argv) != 2:
        sys.exit("give the MCP address of the toolbox version")
    found = listed(sys.argv[1])
    missing = [name for name in EXPECTED if name not in found]
    for name in found:
        if name not in EXPECTED:
            print(f"also listed, perhaps auto-pinned: {name!a}")
    for name in missing:
        print(f"missing: {name!a}")
    if missing:
        sys.exit(1)
    print(f"all {len(EXPECTED)} expected tools are listed")


if __name__ == "__main__":
    main()
'''
