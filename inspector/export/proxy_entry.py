"""The one server entry by which a client uses an exported proxy, for clients that have no knobs of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.errors import UsageError, nearest
from inspector.export.json_text import json_text
from inspector.export.protocol import ExportedFile, ExportRequest, MergeRule
from inspector.export.warning_codes import ExportWarning

NAME = "tools"
"""The name of the entry; clients that put it in front of tool names show ``tools``."""


PROXIES = ("fastmcp", "mcpproxy-go", "toolhive")
"""The targets that are proxies a client can use."""


@dataclass(frozen=True, slots=True)
class Proxy:
    """How an exported proxy is reached: at `url` once it runs, or started by `command` where it can be."""

    url: str
    command: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Client:
    """Where a client keeps its servers (`place`), under which keys, and what an entry is for a URL."""

    title: str
    place: str
    root: tuple[str, ...]
    entry: Callable[[str], dict[str, Any]] | None
    language: str = "json"


def _url(key: str = "url", kind: str = "", **more: Any) -> Callable[[str], dict[str, Any]]:
    return lambda url: ({"type": kind} if kind else {}) | {key: url} | more


CLIENTS: Mapping[str, _Client] = {
    "claude-code": _Client("Claude Code", ".mcp.json", ("mcpServers",), _url(kind="http")),
    "claude-desktop": _Client("Claude Desktop", "claude_desktop_config.json", ("mcpServers",), None),
    "cline": _Client("Cline", "cline_mcp_settings.json", ("mcpServers",), _url(kind="streamableHttp")),
    "codex": _Client("Codex", "~/.codex/config.toml", ("mcp_servers",), _url(), "toml"),
    "copilot-cli": _Client(
        "Copilot CLI", "~/.copilot/mcp-config.json", ("mcpServers",), _url(kind="http", tools=["*"])
    ),
    "cursor": _Client("Cursor", ".cursor/mcp.json", ("mcpServers",), _url()),
    "gemini-cli": _Client("Gemini CLI", ".gemini/settings.json", ("mcpServers",), _url("httpUrl")),
    "goose": _Client(
        "Goose",
        "~/.config/goose/config.yaml",
        ("extensions",),
        _url("uri", "streamable_http", name=NAME, enabled=True, timeout=300),
        "yaml",
    ),
    "kiro": _Client("Kiro", ".kiro/settings/mcp.json", ("mcpServers",), _url()),
    "lm-studio": _Client("LM Studio", "~/.lmstudio/mcp.json", ("mcpServers",), _url()),
    "opencode": _Client("opencode", "opencode.json", ("mcp",), _url(kind="remote", enabled=True)),
    "roo-code": _Client("Roo Code", ".roo/mcp.json", ("mcpServers",), _url(kind="streamable-http")),
    "vscode": _Client("VS Code", ".vscode/mcp.json", ("servers",), _url(kind="http")),
    "windsurf": _Client("Windsurf", "~/.codeium/windsurf/mcp_config.json", ("mcpServers",), _url("serverUrl")),
    "x-code-cli": _Client("x-code-cli", ".x-code/config.json", ("mcpServers",), _url(enabled=True)),
    "zed": _Client("Zed", ".zed/settings.json", ("context_servers",), _url()),
}
"""The clients an entry can be written for, by the id their configuration dialect has."""


def client_entry(request: ExportRequest, proxy: Proxy) -> tuple[tuple[ExportedFile, ...], tuple[ExportWarning, ...]]:
    """Return the file with the entry for `request.client`, and what has to be done; nothing when none is asked for.

    Raises `UsageError` for an unknown client, and for one that only starts programs when the proxy is not one.
    """
    if not request.client:
        return (), ()
    client = CLIENTS.get(request.client)
    if client is None:
        known = nearest(request.client, list(CLIENTS))
        raise UsageError(f"no entry can be written for a client “{request.client}”", known)
    warnings: tuple[ExportWarning, ...] = ()
    if client.entry is not None:
        entry = client.entry(proxy.url)
    elif proxy.command:
        program, *arguments = proxy.command
        entry = {"command": program, "args": list(arguments)}
        message = f"{client.title} starts the proxy itself: replace {arguments[-1]} by the full path of that file"
        warnings = (ExportWarning("SETTING_DROPPED", message),)
    else:
        raise UsageError(
            f"{client.title} starts its servers itself and cannot use a proxy at an address",
            "export fastmcp, whose script it can start",
        )
    name = client.place.rpartition("/")[2]
    text = _text({client.root[0]: {NAME: entry}}, client.language)
    merge = MergeRule(servers=client.root)
    return (ExportedFile(name, text, client.language, client.place, merge),), warnings


def refuse_client(request: ExportRequest, target: str, proxies: tuple[str, ...]) -> None:
    """Raise `UsageError` when an entry for a client is asked for and `target` is no proxy."""
    if request.client and target not in proxies:
        raise UsageError(f"{target} is no proxy, so there is no entry for {request.client}", _proxies(proxies))


def _proxies(proxies: tuple[str, ...]) -> str:
    return f"use --for with {', '.join(proxies[:-1])} or {proxies[-1]}"


def _text(document: dict[str, Any], language: str) -> str:
    if language == "toml":
        import tomli_w

        return tomli_w.dumps(document)
    if language == "yaml":
        from inspector.export.yaml_text import yaml_text

        return yaml_text(document)
    return json_text(document)
