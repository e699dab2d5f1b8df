"""The exported proxy is run with the installed FastMCP, and an MCP client sees what the tuning says."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import pytest

from inspector.catalog.build import build_catalog
from inspector.catalog.listing import Listing
from inspector.config.model import ServerSpec
from inspector.demo.catalog import listing
from inspector.export import ExportRequest, exporter
from inspector.tuning.model import ToolEdits, Tuning

pytestmark = [
    pytest.mark.consumers,
    pytest.mark.skipif(find_spec("fastmcp") is None, reason="fastmcp is not installed (extra “consumers”)"),
]

NAMES = ("exchange", "github", "calendar", "analytics", "files")
WORD = "kerfuffle"
EDITS = {
    "analytics/execute_query": ToolEdits(pin=True, words="sql select"),
    "files/read_file": ToolEdits(pin=True),
    "github/create_issue": ToolEdits(words=f"{WORD} ticket"),
    "github/merge_pull_request": ToolEdits(hide=True),
    "calendar/*": ToolEdits(hide=True),
}
OWN = ["call_tool", "search_tools"]


def spec(name: str, **more: Any) -> ServerSpec:
    arguments = ("-m", "inspector.demo", name)
    return ServerSpec(name, "stdio", command="${TSI_PYTHON:-python3}", args=arguments, **more)


def exported(folder: Path, edits: dict[str, ToolEdits], specs: tuple[ServerSpec, ...], host: str | None = None) -> Path:
    """Write both files into `folder` and return the script."""
    listings = []
    for server in specs:
        found: Any = listing(server.name)
        listings.append(Listing(server.name, tuple(found["tools"]), found["instructions"]))
    request = ExportRequest(build_catalog(listings), Tuning(edits=edits, limit=3, host=host), specs)
    for file in exporter("fastmcp").render(request).files:
        (folder / file.name).write_text(file.text, encoding="utf-8")
    return folder / "fastmcp_proxy.py"


@asynccontextmanager
async def proxy(script: Path, *options: str, mode: Literal["auto", "legacy"] = "auto") -> AsyncIterator[Any]:
    """Run `script` and yield an MCP client of it."""
    from mcp import Client, StdioServerParameters

    environment = {"TSI_PYTHON": sys.executable, "FASTMCP_LOG_LEVEL": "ERROR"}
    command = StdioServerParameters(command=sys.executable, args=[str(script), *options], env=environment)
    async with Client(command, mode=mode) as client:
        yield client


async def listed(client: Any) -> dict[str, Any]:
    return {tool.name: tool for tool in (await client.list_tools()).tools}


async def found(client: Any, query: str) -> list[str]:
    result = await client.call_tool("search_tools", {"query": query})
    return [tool["name"] for tool in json.loads(result.content[0].text or "[]")] if result.content else []


# The demo servers speak the older protocol only; a client in front of the proxy may speak either.
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_pins_are_listed_and_everything_else_is_searched(tmp_path: Path, mode: Literal["auto", "legacy"]) -> None:
    script = exported(tmp_path, EDITS, tuple(spec(name) for name in NAMES))
    async with proxy(script, mode=mode) as client:
        tools = await listed(client)
        assert sorted(tools) == sorted([*OWN, "analytics_execute_query", "files_read_file"])
        assert tools["analytics_execute_query"].meta["anthropic/alwaysLoad"] is True
        assert await found(client, WORD) == ["github_create_issue"]
        assert len(await found(client, "list")) == 3
        # Neither pinned nor hidden tools are found; hidden ones cannot be called by name either.
        assert "analytics_execute_query" not in await found(client, "execute query sql select")
        assert not [name for name in await found(client, "calendar event") if name.startswith("calendar_")]
        issue = {"owner": "o", "repo": "r", "title": "t"}
        result = await client.call_tool("call_tool", {"name": "github_create_issue", "arguments": issue})
        assert not result.is_error
        assert "Tool: create_issue" in result.content[0].text
        hidden = "github_merge_pull_request"
        assert (await client.call_tool("call_tool", {"name": hidden, "arguments": {}})).is_error
        assert (await client.call_tool(hidden, {})).is_error


async def test_edited_tools_take_what_their_server_takes(tmp_path: Path) -> None:
    script = exported(tmp_path, EDITS, (spec("files"), spec("github")))
    async with proxy(script) as client:
        # FastMCP's own tool transform would refuse the argument the schema does not name, and add defaults.
        result = await client.call_tool("files_read_file", {"path": "x", "unnamed": 1})
    assert result.content[0].text.endswith('Arguments: {"path": "x", "unnamed": 1}')


async def test_words_are_found_through_the_description_and_nothing_else(tmp_path: Path) -> None:
    script = exported(tmp_path, EDITS, (spec("github"), spec("files")))
    path = script.with_suffix(".json")
    document = json.loads(path.read_text(encoding="utf-8"))
    del document["mcpServers"]["github"]["tools"]["create_issue"]["description"]
    path.write_text(json.dumps(document), encoding="utf-8")
    async with proxy(script) as client:
        # The words still stand in _meta anthropic/searchHint, which FastMCP's search does not read.
        assert await found(client, WORD) == []
        assert "github_create_issue" in await found(client, "create issue")


async def test_without_search_every_tool_is_listed_with_pins_and_hints(tmp_path: Path) -> None:
    script = exported(tmp_path, EDITS, (spec("github"), spec("analytics"), spec("calendar")))
    async with proxy(script, "--no-search") as client:
        tools = await listed(client)
    expected = {
        f"{name}_{tool['name']}": tool
        for name in ("github", "analytics")
        for tool in _raw(name)
        if tool["name"] != "merge_pull_request"
    }
    assert set(tools) == set(expected)
    assert tools["github_create_issue"].meta["anthropic/searchHint"] == f"{WORD} ticket"
    query = tools["analytics_execute_query"]
    assert query.meta["anthropic/alwaysLoad"] is True
    assert query.description.startswith(expected["analytics_execute_query"]["description"])
    # FastMCP writes what a reference points to in its place; every other schema arrives as it was.
    plain = {name: tool for name, tool in expected.items() if "$defs" not in tool["inputSchema"]}
    assert len(plain) > 40
    assert {name: tools[name].input_schema for name in plain} == {name: plain[name]["inputSchema"] for name in plain}


def _raw(name: str) -> list[Any]:
    found: Any = listing(name)["tools"]
    return list(found)


async def test_one_server_alone_has_no_prefix(tmp_path: Path) -> None:
    script = exported(tmp_path, {"files/read_file": ToolEdits(pin=True)}, (spec("files"),))
    async with proxy(script) as client:
        assert sorted(await listed(client)) == sorted([*OWN, "read_file"])
        assert "write_file" in await found(client, "write")
        result = await client.call_tool("call_tool", {"name": "write_file", "arguments": {}})
        assert "Tool: write_file" in result.content[0].text


async def test_a_server_that_lacks_a_variable_does_not_hide_the_others(tmp_path: Path) -> None:
    script = exported(tmp_path, {}, (spec("files"), spec("github", env={"TOKEN": "secret"})))
    async with proxy(script, "--no-search") as client:
        names = set(await listed(client))
    assert names == {f"files_{tool['name']}" for tool in _raw("files")}


@pytest.mark.filterwarnings("ignore")
def test_the_configuration_is_one_fastmcp_accepts(tmp_path: Path) -> None:
    from fastmcp.mcp_config import MCPConfig, RemoteMCPServer, StdioMCPServer
    from fastmcp.tools.tool_transform import ToolTransformConfig

    remote = (
        ServerSpec("h", "http", url="https://h.test/sse", headers={"Authorization": "Bearer ${T}"}),
        ServerSpec("s", "sse", url="https://h.test/mcp"),
    )
    edits = {"files/read_file": ToolEdits(pin=True, words="cat"), "files/write_file": ToolEdits(hide=True)}
    files: Any = listing("files")
    catalog = build_catalog([Listing("files", tuple(files["tools"]))])
    request = ExportRequest(catalog, Tuning(edits=edits), (*remote, spec("files", directory=str(tmp_path))))
    text = next(file.text for file in exporter("fastmcp").render(request).files if file.language == "json")
    servers = MCPConfig.model_validate_json(text).mcpServers
    assert isinstance(servers["files"], StdioMCPServer)
    assert servers["files"].cwd == str(tmp_path)
    for config in servers["files"].tools.values():
        ToolTransformConfig.model_validate(config)
    transports = {name: server.transport for name, server in servers.items() if isinstance(server, RemoteMCPServer)}
    assert transports == {"h": "http", "s": "sse"}
    assert {type(servers[name].to_transport()).__name__ for name in "hs"} == {"StreamableHttpTransport", "SSETransport"}


@pytest.mark.filterwarnings("ignore")
async def test_fastmcp_itself_delivers_pins_and_hints_of_the_configuration(tmp_path: Path) -> None:
    from fastmcp import Client

    script = exported(tmp_path, EDITS, (spec("github"), spec("analytics")))
    text = script.with_suffix(".json").read_text(encoding="utf-8")
    document = json.loads(text.replace("${TSI_PYTHON:-python3}", sys.executable))
    async with Client(document) as client:
        tools = {tool.name: tool for tool in await client.list_tools()}
    assert "github_merge_pull_request" not in tools
    assert tools["analytics_execute_query"].meta["anthropic/alwaysLoad"] is True
    assert tools["github_create_issue"].meta["anthropic/searchHint"] == f"{WORD} ticket"


async def test_the_search_is_the_one_that_was_looked_at(tmp_path: Path) -> None:
    script = exported(tmp_path, EDITS, (spec("github"), spec("files")), host="fastmcp@regex")
    async with proxy(script) as client:
        assert sorted(await listed(client)) == sorted([*OWN, "files_read_file"])
        result = await client.call_tool("search_tools", {"pattern": f"{WORD[:4]}.*ticket"})
        assert [tool["name"] for tool in json.loads(result.content[0].text)] == ["github_create_issue"]
