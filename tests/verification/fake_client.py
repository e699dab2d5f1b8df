"""A scripted client: connects to the servers of its configuration, asks the model API, and calls what it answers.

Run as ``fake_client.py PLAN …``; PLAN is a JSON file that says which client to be, which version, and how to misbehave.
It knows neither this product's modules nor any SDK.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tomllib
import urllib.request
from pathlib import Path
from typing import Any

PLAN = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
ARGUMENTS = sys.argv[2:]
Entry = dict[str, Any]


def listed(entry: Entry) -> list[Any]:
    """Return what a stdio server lists."""
    server = subprocess.Popen([entry["command"], *entry["args"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert server.stdin is not None
    assert server.stdout is not None
    answers = []
    version = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "fake", "version": "1"}}
    for number, (method, parameters) in enumerate((("initialize", version), ("tools/list", {}))):
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
        server.stdin.write(json.dumps(message).encode() + b"\n")
        server.stdin.flush()
        answers.append(json.loads(server.stdout.readline())["result"])
    server.stdin.close()
    server.wait()
    tools: list[Any] = answers[1]["tools"]
    return tools


def posted(url: str, body: Any) -> str:
    """Return the answer to a POST, past every proxy."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=60) as answer:
        text: str = answer.read().decode()
    return text


def found(tools: list[Entry], query: str) -> list[str]:
    """Return the names that PLAN says a query finds, else those of tools whose name holds the query."""
    given = PLAN.get("answers", {}).get(query)
    return [str(tool["name"]) for tool in tools if query in tool["name"]] if given is None else list(given)


def claude() -> None:
    """Play Claude Code: all tools deferred and announced, unless switched off."""
    servers = json.loads(Path(ARGUMENTS[ARGUMENTS.index("--mcp-config") + 1]).read_text(encoding="utf-8"))["mcpServers"]
    tools = [
        {
            "name": f"mcp__{server}__{tool['name']}",
            "description": tool["description"] + PLAN.get("suffix", ""),
            "input_schema": tool["inputSchema"],
        }
        for server, entry in servers.items()
        for tool in listed(entry)
        if server != PLAN.get("refuses")
    ]
    tools.sort(key=lambda tool: tool["name"])
    search = {"name": "ToolSearch", "description": "finds", "input_schema": {"type": "object"}}
    setting = os.environ.get("ENABLE_TOOL_SEARCH", "false" if PLAN.get("only_when_set") else "true")
    late = PLAN.get("announces_all_the_same") and setting.startswith("auto")
    deferring = setting != "false" and not PLAN.get("no_search")
    names = "\n".join(tool["name"] for tool in tools if tool["name"] not in PLAN.get("unannounced", ()))
    told = f"<system-reminder>\nFind these with ToolSearch:\n{names}\n</system-reminder>"
    if PLAN.get("untagged"):
        told = f"Hello.\n\nFind these with ToolSearch:\n{names}\n\n# Skills\n- review: a skill"
    messages: list[Entry] = [{"role": "user", "content": told if deferring else "hello"}]
    if PLAN.get("system_message"):
        told = told.removeprefix("<system-reminder>\n").removesuffix("\n</system-reminder>") + "\n\nNo skills."
        messages = [{"role": "user", "content": "hello"}, {"role": "system", "content": told if deferring else "yes"}]
    offered = [{"name": "Read"}, search] if deferring and not late else [{"name": "Read"}, *tools]
    while True:
        body = {"model": ARGUMENTS[ARGUMENTS.index("--model") + 1], "tools": offered, "messages": messages}
        answer = json.loads(posted(os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages", body))
        messages.append({"role": "assistant", "content": answer["content"]})
        calls = [block for block in answer["content"] if block["type"] == "tool_use"]
        if not calls:
            return
        if PLAN.get("stops"):
            sys.exit("cannot go on")
        results = []
        for call in calls:
            references = [
                {"type": "tool_reference", "tool_name": name} for name in found(tools, call["input"]["query"])
            ][: call["input"]["max_results"]]
            content: Any = references or "No matching tools"
            results.append({"type": "tool_result", "tool_use_id": call["id"], "content": content})
        messages.append({"role": "user", "content": results})


def codex() -> None:
    """Play Codex: a client-executed search, results grouped by namespace."""
    config = tomllib.loads((Path(os.environ["CODEX_HOME"]) / "config.toml").read_text(encoding="utf-8"))
    namespaces: dict[str, list[Entry]] = {
        f"mcp__{server}": [
            {
                "type": "function",
                "name": tool["name"],
                "description": tool["description"],
                "strict": False,
                "parameters": tool["inputSchema"],
            }
            for tool in sorted(listed(entry), key=lambda tool: str(tool["name"]))
        ]
        for server, entry in config["mcp_servers"].items()
    }
    array = [
        {"type": "namespace", "name": name, "description": f"Tools in the {name} namespace.", "tools": functions}
        for name, functions in namespaces.items()
    ]
    searching = config["model"] in PLAN.get("searching", ["gpt-5.5"])
    items: list[Entry] = [{"type": "message", "role": "user", "content": "hello"}]
    url = config["model_providers"]["loopback"]["base_url"] + "/responses"
    while True:
        offered = [{"type": "tool_search", "description": "finds"}] if searching else array
        text = posted(url, {"model": config["model"], "tools": offered, "input": items, "stream": True})
        events = [json.loads(line[6:]) for line in text.split("\n") if line.startswith("data: ")]
        calls = [each["item"] for each in events if each.get("item", {}).get("type") == "tool_search_call"]
        if not calls:
            return
        for call in calls:
            wanted = PLAN["answers"].get(call["arguments"]["query"], [])[: call["arguments"]["limit"]]
            grouped: dict[str, list[Entry]] = {}
            for name in wanted:
                own = next(each for each in namespaces if name.startswith(f"{each}__"))
                grouped.setdefault(own, []).append({"name": name.removeprefix(f"{own}__")})
            tools = [{"type": "namespace", "name": own, "tools": functions} for own, functions in grouped.items()]
            items += [call, {"type": "tool_search_output", "call_id": call["call_id"], "tools": tools}]


def gemini() -> None:
    """Play Gemini CLI: everything in the first request."""
    settings = json.loads((Path(os.environ["HOME"]) / ".gemini/settings.json").read_text(encoding="utf-8"))
    tools = [
        {"name": f"mcp_{server}_{tool['name']}", "description": tool["description"], "parametersJsonSchema": {}}
        for server, entry in settings["mcpServers"].items()
        for tool in listed(entry)
    ]
    url = f"{os.environ['GOOGLE_GEMINI_BASE_URL']}/v1beta/models/m:streamGenerateContent"
    posted(url, {"tools": [{"functionDeclarations": tools}], "contents": []})


if "--version" in ARGUMENTS:
    print(PLAN["version"])
elif PLAN.get("hangs"):
    child = subprocess.Popen(["sleep", "60"])
    Path(PLAN["hangs"]).write_text(f"{os.getpid()} {child.pid}", encoding="utf-8")
    time.sleep(60)
else:
    if PLAN.get("environment"):
        Path(PLAN["environment"]).write_text(json.dumps(dict(os.environ)), encoding="utf-8")
    {"claude": claude, "codex": codex, "gemini": gemini}[PLAN["client"]]()
