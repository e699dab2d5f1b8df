"""The warnings that the exports to clients have in common: what of a tuning a client's own file cannot say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.config.model import ServerSpec
from inspector.export.server_values import ServerValues
from inspector.export.tool_decisions import ToolDecisions
from inspector.export.warning_codes import ExportWarning

FIELDS = {"args": "arguments", "url": "address", "env": "environment", "cwd": "start folder", "headers": "headers"}
"""The parts of a server in plain words; the others are called as they are."""


def pins_dropped(servers: Sequence[ToolDecisions], why: str) -> Iterator[ExportWarning]:
    """Yield PIN_DROPPED for every pinned tool; `why` is the client's reason."""
    ids = tuple(each for server in servers for each in server.pin_ids())
    if ids:
        yield ExportWarning("PIN_DROPPED", f"{_count(ids, 'pin')} left out: {why}", ids)


def words_dropped(servers: Sequence[ToolDecisions], why: str) -> Iterator[ExportWarning]:
    """Yield WORDS_DROPPED for every tool with search words."""
    ids = tuple(each for server in servers for each in server.word_ids())
    if ids:
        yield ExportWarning("WORDS_DROPPED", f"search words of {_count(ids, 'entry')} left out: {why}", ids)


def deferral_dropped(servers: Sequence[ToolDecisions], why: str) -> Iterator[ExportWarning]:
    """Yield DEFER_GLOBAL for the tools that stay visible although the tuning pins only others.

    A tuning that says nothing of pins asks for no deferral, so nothing is lost then.
    """
    if not any(server.pin_ids() or server.unpinned for server in servers):
        return
    ids = tuple(id for server in servers for id in server.ids(tuple(n for n in server.kept if n not in server.pinned)))
    if ids:
        yield ExportWarning("DEFER_GLOBAL", f"{_count(ids, 'tool')} cannot be deferred: {why}", ids)


def hides_dropped(servers: Sequence[ToolDecisions], why: str) -> Iterator[ExportWarning]:
    """Yield HIDE_DROPPED for every hidden tool of `servers`."""
    ids = tuple(id for server in servers for id in (*server.ids(server.hidden), *_hidden_star(server)))
    if ids:
        yield ExportWarning("HIDE_DROPPED", f"{_count(ids, 'tool')} cannot be hidden: {why}", ids)


def star_hides_lost(servers: Sequence[ToolDecisions], why: str) -> Iterator[ExportWarning]:
    """Yield HIDE_DROPPED where ``"*"`` is hidden but the tools are not known and the target names single tools."""
    ids = tuple(id for server in servers for id in _hidden_star(server))
    if ids:
        yield ExportWarning("HIDE_DROPPED", f"{', '.join(ids)}: {why}", ids)


def server_losses(spec: ServerSpec, values: ServerValues, product: str, *, cwd: bool = True) -> Iterator[ExportWarning]:
    """Yield what is not written of one server: secrets, values of programs, files, and parts `product` does not have.

    `cwd` tells that the product has a start folder.
    """
    name = spec.name
    listed = ", ".join(f"{value.variable} ({value.what})" for value in values.moved)
    if values.unfilled:
        parts = ", ".join(FIELDS.get(field, field) for field in values.unfilled)
        message = f"{name}: {product} fills in no variables in its {parts}; replace the placeholders there"
        yield ExportWarning("SECRET_INLINE", f"{message}: {listed}" if listed else message, (name,))
    elif listed:
        yield ExportWarning("SECRET_INLINE", f"{name}: values are not written; set {listed}", (name,))
    if "headersHelper" in spec.raw and spec.client == "claude-code" and product != "Claude Code":
        message = f"{name}: its headersHelper is not run by {product}; give the headers it prints"
        yield ExportWarning("HEADERS_HELPER", message, (name,))
    if spec.env_files and product != "VS Code":
        files = ", ".join(spec.env_files)
        message = f"{name}: {product} reads no environment file ({files}); set what stands there"
        yield ExportWarning("SETTING_DROPPED", message, (name,))
    if spec.cwd and not cwd:
        message = f"{name}: {product} has no start folder, so the one written is left out"
        yield ExportWarning("SETTING_DROPPED", message, (name,))


def _hidden_star(server: ToolDecisions) -> tuple[str, ...]:
    return (f"{server.server}/*",) if server.star.hide and not server.listed else ()


def _count(ids: Sequence[str], noun: str) -> str:
    if len(ids) == 1:
        return ids[0]
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{len(ids)} {plural}"


def pins_collapsed(servers: Sequence[ToolDecisions], knob: str) -> Iterator[ExportWarning]:
    """Yield PIN_SERVER_ONLY with the tools that become visible because `knob` pins whole servers only."""
    for server in servers:
        extra = tuple(name for name in server.kept if name not in server.pinned)
        if server.pinned and extra:
            message = f"{server.server}: {knob} pins the whole server, so with {', '.join(server.pinned)} "
            message += f"{len(extra)} more of its tools are loaded always"
            yield ExportWarning("PIN_SERVER_ONLY", message, server.ids(extra))
        elif server.pinned and not server.listed and not server.star.pin:
            message = f"{server.server}: {knob} pins the whole server, so with {', '.join(server.pinned)} "
            message += "all its other tools, which are not known, are loaded always"
            yield ExportWarning("PIN_SERVER_ONLY", message, (f"{server.server}/*",))
