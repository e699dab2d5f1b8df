"""What a client of mcpproxy-go sees: the meta tools, and the answer of ``retrieve_tools``.

Names, parameters and the keys of the answer are the product's (``internal/server/mcp.go``); its sentences are not
copied, and ``[host.mcpproxy-go.texts]`` in the toolset replaces ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.catalog import Catalog, compact_json
from inspector.hosts.mcpproxy_go.definitions import entry
from inspector.hosts.mcpproxy_go.documents import go_escaped
from inspector.hosts.mcpproxy_go.query import EMPTY_QUERY
from inspector.hosts.protocol import HostText
from inspector.search import Ranking

TEXT_IDS = ("retrieve_tools", "usage_instructions")
# Measured with o200k on the texts in its source.
_SEARCH_DESCRIPTION_TOKENS, _USAGE_TOKENS = 287, 240
_SEARCH = (
    "Start here: finds tools of all connected MCP servers by full-text search. Say in plain words what you want to "
    "do. Each result names in call_with which of call_tool_read, call_tool_write and call_tool_destructive to call it "
    "with. Servers in quarantine are left out. If filters hold tools back, the answer says so."
)
_USAGE = (
    "Call each tool with the variant named in its call_with; where that does not fit, choose by what the tool does: "
    "call_tool_read to look something up (also when in doubt), call_tool_write to create or change something, "
    "call_tool_destructive to delete, disable or end something. Pass the intent that fits the variant."
)
_CALLS = {
    "call_tool_read": "Calls a tool that only reads.",
    "call_tool_write": "Calls a tool that creates or changes something.",
    "call_tool_destructive": "Calls a tool that deletes something or cannot be undone.",
}
_QUERY = "What you want to do, in plain words"
_BOOLEANS = {
    "include_stats": "Add how often each tool was used",
    "debug": "Explain scores and ranking",
    "include_disabled": "List locked tools too",
    "read_only_only": "Only tools that say they only read",
    "exclude_destructive": "Leave out tools that may destroy",
    "exclude_open_world": "Leave out tools that reach outside",
}


def texts(version: str, own: Mapping[str, str]) -> tuple[HostText, ...]:
    """Return the meta tools, the empty list of other tools, and the guide that closes every answer."""
    lengths = {"retrieve_tools": _SEARCH_DESCRIPTION_TOKENS, "usage_instructions": _USAGE_TOKENS}
    wording = {
        name: "as given in the toolset"
        if name in own
        else f"in our own wording, the original measures {length} tokens (o200k)"
        for name, length in lengths.items()
    }
    return (
        HostText(
            "search-tool",
            "retrieve_tools, describe_tool and the three call tools",
            compact_json(meta_tools(own.get("retrieve_tools"))),
            f"names and parameters documented ({version}); description of retrieve_tools {wording['retrieve_tools']}; "
            "the tools that manage the proxy itself are not included",
            every_turn=True,
        ),
        HostText(
            "tools-array",
            "Tools of servers in tools/list",
            "[]",
            f"documented ({version}): none of them is listed in routing_mode retrieve_tools",
            every_turn=True,
        ),
        HostText(
            "usage-instructions",
            "Guide at the end of every answer",
            own.get("usage_instructions", _USAGE),
            f"its place is documented ({version}); {wording['usage_instructions']}",
            every_turn=False,
        ),
    )


def meta_tools(description: str | None = None) -> list[dict[str, Any]]:
    """Return the definitions through which a model finds and calls tools."""
    search = {
        "query": {"type": "string", "description": _QUERY},
        "limit": {"type": "number", "description": "Most tools to return (default: tools_limit, at most 100)"},
        "detail": {"type": "string", "enum": ["compact", "full"], "description": "How much of each tool to return"},
        "explain_tool": {"type": "string", "description": "With debug: the server:tool whose rank to explain"},
        **{name: {"type": "boolean", "description": text} for name, text in _BOOLEANS.items()},
    }
    call = {
        "name": {"type": "string", "description": "server:tool, as retrieve_tools names it"},
        "args": {"type": "object", "description": "The tool's arguments"},
        "args_json": {"type": "string", "description": "The same as JSON text; beats args"},
        "intent_data_sensitivity": {"type": "string", "description": "How sensitive the data is"},
        "intent_reason": {"type": "string", "description": "Why the call is made"},
    }
    describe = {"tool_ids": {"type": "array", "items": {"type": "string"}, "description": "One to five server:tool"}}
    return [
        _tool("retrieve_tools", description or _SEARCH, search, ["query"]),
        _tool("describe_tool", "Returns the full input schemas of tools found before.", describe, ["tool_ids"]),
        *(_tool(name, text, call, ["name"]) for name, text in _CALLS.items()),
    ]


def answer(ranking: Ranking, catalog: Catalog, own: Mapping[str, str]) -> str:
    """Return the JSON text of ``retrieve_tools`` in full mode, keys sorted and escaped as Go does."""
    if not ranking.query:
        return f"Search failed: {EMPTY_QUERY}"
    found = [entry(catalog.by_id[hit.key], hit.name, hit.score) for hit in ranking.hits]
    value = {
        "query": ranking.query,
        "tools": found or None,
        "total": len(found),
        "usage_instructions": own.get("usage_instructions", _USAGE),
    }
    return go_escaped(compact_json(value))


def _tool(name: str, description: str, properties: Mapping[str, Any], required: list[str]) -> dict[str, Any]:
    schema = {"type": "object", "properties": dict(properties), "required": required}
    return {"name": name, "description": description, "inputSchema": schema}
