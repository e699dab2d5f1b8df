"""Checks what a Foundry toolbox version lists, written by Tool Search Inspector (tsi export foundry).

    TOKEN=$(az account get-access-token --resource https://ai.azure.com --query accessToken --output tsv)
    FOUNDRY_TOKEN=$TOKEN python verify_toolbox.py "$PROJECT_ENDPOINT/toolboxes/tools/versions/1/mcp?api-version=v1"

Ends with 1 when a name is missing. Further names may be auto-pinned: Foundry adds what a user uses most.
"""

import json
import os
import sys
import urllib.request

EXPECTED = [
    'tool_search',
    'call_tool',
    'orders.get_order',
]


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
