"""What the exports to model APIs share: servers a service can reach, and search words in descriptions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from inspector.errors import FileError, UsageError, nearest
from inspector.export.client_servers import ClientServer, client_servers
from inspector.export.protocol import ExportRequest
from inspector.export.tool_decisions import ToolDecisions, tool_decisions
from inspector.export.warning_codes import ExportWarning

_BEARER = re.compile(r"Bearer\s+", re.IGNORECASE)


def listed_servers(request: ExportRequest, product: str) -> tuple[ToolDecisions, ...]:
    """Return the decisions about every listed server that is on, saved listings included.

    Raises `UsageError` when no tool is left.
    """
    off = {spec.name for spec in request.servers if not spec.enabled}
    names = [server.name for server in request.catalog.servers if server.name not in off]
    found = tuple(tool_decisions(name, request) for name in names if name not in request.unlisted)
    if not any(server.kept for server in found):
        raise UsageError(f"there is no tool to write for {product}: none is listed, or all are hidden")
    return found


def unlisted_warnings(request: ExportRequest) -> Iterator[ExportWarning]:
    """Yield NOT_LISTED for the servers whose tools are not known, and UNKNOWN_TOOL for rules that name nothing."""
    known = tuple(tool.id for tool in request.catalog)
    missing = tuple(spec.name for spec in request.servers if spec.enabled and spec.name in request.unlisted)
    if missing:
        message = f"could not be listed, so none of their tools are written: {', '.join(missing)}"
        yield ExportWarning("NOT_LISTED", message, missing)
    off = {spec.name for spec in request.servers if not spec.enabled}
    for key in request.tuning.unknown_tools(request.catalog):
        server = request.server_of(key)
        if server not in off and server not in request.unlisted:
            near = [each for each in known if each.startswith(f"{server}/")] or list(known)
            message = f"{key} is not in the catalog and was left out: {nearest(key, near)}"
            yield ExportWarning("UNKNOWN_TOOL", message, (key,))


def reachable_servers(
    request: ExportRequest, product: str, schemes: tuple[str, ...], hint: str
) -> tuple[tuple[ClientServer, ...], tuple[ExportWarning, ...]]:
    """Return the servers `product` can reach by address, and STDIO_DROPPED for the others.

    Raises `UsageError` when there is none; `hint` says what can be exported instead.
    """
    servers = client_servers(request, "none", product)
    kept = tuple(server for server in servers if server.values.url.startswith((*schemes, "${")))
    lost = tuple(server for server in servers if server not in kept)
    what = " or ".join(scheme.removesuffix("://") for scheme in schemes)
    if not kept:
        raise UsageError(f"no server of this toolset has a {what} address for {product}", hint)
    if not lost:
        return kept, ()
    names = tuple(server.spec.name for server in lost)
    edited = tuple(key for key in request.tuning.edits if request.server_of(key) in names)
    message = f"{product} reaches servers at {what} addresses only; left out: {', '.join(names)}"
    return kept, (ExportWarning("STDIO_DROPPED", message, (*names, *edited)),)


def bearer_token(headers: Mapping[str, str]) -> tuple[str, Mapping[str, str]]:
    """Return the token of an ``Authorization`` header with the scheme Bearer or a lone reference, and the rest."""
    for name, value in headers.items():
        token = _BEARER.sub("", value, count=1)
        if name.lower() == "authorization" and token and " " not in token:
            return token, {other: text for other, text in headers.items() if other != name}
    return "", headers


def star_pins(servers: Sequence[ToolDecisions]) -> Iterator[ExportWarning]:
    """Yield STAR_PIN for servers of which every tool is pinned, so that a search finds none of them."""
    for server in servers:
        if server.star.pin:
            message = f"{server.server}: “*” pins every tool of the server, so searching finds none of them"
            yield ExportWarning("STAR_PIN", message, (f"{server.server}/*",))


def choice(request: ExportRequest, target: str, settings: Mapping[str, tuple[str, ...]]) -> Mapping[str, str]:
    """Return the settings in ``[export.TARGET]``, each one of the texts it may be; raise `FileError` for others."""
    source = request.tuning.path or "toolset"
    table = request.tuning.exports.get(target, {})
    for key, value in table.items():
        if key not in settings:
            raise FileError(f"{source}: export.{target}.{key} is not a setting", nearest(key, list(settings)))
        if value not in settings[key]:
            raise FileError(f"{source}: export.{target}.{key} is “{value}”", f"use {' or '.join(settings[key])}")
    return {key: str(value) for key, value in table.items()}


def words_visible(servers: Sequence[ToolDecisions]) -> Iterator[ExportWarning]:
    """Yield WORDS_VISIBLE for the tools whose description holds search words."""
    ids = tuple(each for server in servers for each in server.ids(server.worded))
    if ids:
        message = "search words were added to descriptions, where the model reads them too"
        yield ExportWarning("WORDS_VISIBLE", message, ids)


def names_changed(servers: Sequence[ToolDecisions], names: Mapping[str, str]) -> Iterator[ExportWarning]:
    """Yield NAME_CHANGED for the tools whose function is not called as they are; `names` are by tool id."""
    changed = {
        server.tools[name].id: given
        for server in servers
        for name in server.kept
        if (given := names.get(server.tools[name].id, name)) != name
    }
    if changed:
        shown = ", ".join(f"{tool} is {name}" for tool, name in list(changed.items())[:3])
        more = f" … ({len(changed)} in all)" if len(changed) > 3 else ""
        message = f"functions have names of letters, digits, _ and -, each once: {shown}{more}"
        yield ExportWarning("NAME_CHANGED", message, tuple(changed))


def refusals(refused: Mapping[str, str], *, anything: bool) -> Iterator[ExportWarning]:
    """Yield TOOL_REFUSED for each tool id the API would refuse the request for; raise `UsageError` if none is left."""
    if not anything:
        raise UsageError("there is no tool to write: the API would refuse them all", next(iter(refused.values()), ""))
    for tool, reason in refused.items():
        yield ExportWarning("TOOL_REFUSED", f"{tool} was left out: {reason}", (tool,))


def written_only(server: ClientServer, entry: Mapping[str, Any]) -> ClientServer:
    """Return `server` with only those variables to be set, and placeholders to be replaced, that `entry` holds."""
    text = repr(entry)
    moved = tuple(value for value in server.values.moved if value.variable in text)
    unfilled = server.values.unfilled if "${" in text else ()
    return replace(server, values=replace(server.values, moved=moved, unfilled=unfilled))
