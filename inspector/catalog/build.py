"""From raw listings to a catalog. Nothing is dropped that has a name; what is odd becomes a problem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from inspector.catalog.canonical import digest
from inspector.catalog.listing import Listing
from inspector.catalog.model import Catalog, Server, Tool
from inspector.catalog.problems import Problem


def build_catalog(listings: Iterable[Listing]) -> Catalog:
    """Return the catalog of `listings`, in their order; a repeated server name gets ``-2``, ``-3`` …"""
    servers: list[Server] = []
    taken: set[str] = set()
    ids: set[str] = set()
    for listing in listings:
        server = _build(listing, _free_name(listing.server, taken), ids)
        taken.add(server.name)
        servers.append(server)
    return Catalog(tuple(servers))


def build_server(listing: Listing, name: str | None = None) -> Server:
    """Return the server of one listing; items that are no tool at all are named among its problems."""
    return _build(listing, name or listing.server, set())


def _build(listing: Listing, server: str, ids: set[str]) -> Server:
    """Build the server called `server`; its tools' ids differ from `ids`, and are added to them."""
    tools: list[Tool] = []
    problems = list(listing.problems)
    names: set[str] = set()
    for position, raw in enumerate(listing.tools):
        place = f"tools[{position}]"
        if not isinstance(raw, Mapping):
            problems.append(Problem("tool-not-object", f"an item of the list is {_kind(raw)}, not a tool", place))
            continue
        tool_name = raw.get("name")
        if not isinstance(tool_name, str) or not tool_name:
            problems.append(Problem("tool-without-name", "a tool has no name, so no client can call it", place))
            continue
        found = list(_tool_problems(raw, place))
        tool_id = _free_name(f"{server}/{tool_name}", ids, "#")
        ids.add(tool_id)
        if tool_name in names:
            found.append(Problem("duplicate-name", f"the server lists “{tool_name}” more than once", place))
        names.add(tool_name)
        tools.append(
            Tool(
                id=tool_id,
                server=server,
                name=tool_name,
                raw=raw,
                digest=digest(raw),
                problems=tuple(found),
            )
        )
    return Server(
        name=server,
        tools=tuple(tools),
        instructions=listing.instructions,
        title=listing.title,
        version=listing.version,
        problems=tuple(problems),
    )


def _tool_problems(raw: Mapping[str, Any], place: str) -> Iterable[Problem]:
    schema = raw.get("inputSchema")
    if "inputSchema" not in raw:
        yield Problem("schema-missing", "the tool has no inputSchema", f"{place}.inputSchema")
    elif not isinstance(schema, Mapping):
        yield Problem("schema-not-object", f"inputSchema is {_kind(schema)}, not an object", f"{place}.inputSchema")
    elif schema.get("type") != "object":
        yield Problem("schema-type", "inputSchema has no “type”: “object”", f"{place}.inputSchema.type")
    if not isinstance(raw.get("description"), str | None):
        yield Problem("description-not-text", "the description is not a text", f"{place}.description")
    elif not raw.get("description"):
        yield Problem("description-missing", "the tool has no description", f"{place}.description")
    for key in ("annotations", "outputSchema", "_meta", "title", "icons"):
        if key in raw and raw[key] is None:
            yield Problem("null-field", f"“{key}” is null; some clients refuse the whole list", f"{place}.{key}")


def _free_name(name: str, taken: set[str], mark: str = "-") -> str:
    if name not in taken:
        return name
    number = 2
    while f"{name}{mark}{number}" in taken:
        number += 1
    return f"{name}{mark}{number}"


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    names = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
        dict: "an object",
    }
    return names.get(type(value), "something else")
