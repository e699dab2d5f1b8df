"""Microsoft Foundry toolbox: the REST body of a new toolbox version with tool search, pins and search words.

Body of ``POST {project_endpoint}/toolboxes/{name}/versions?api-version=v1`` as azure-ai-projects 2.10.0 types
it: ``tools`` with a ``toolbox_search`` entry and one ``mcp`` entry per server. Tool keys are upstream names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from inspector.config.model import ServerSpec
from inspector.errors import UsageError, nearest
from inspector.export.forms import chosen_form
from inspector.export.foundry_forms import WRITERS, toolbox_name
from inspector.export.foundry_imported import imported_fields, passed_through, with_imported_fields
from inspector.export.foundry_listing import advice_file, expected_names, verification_file
from inspector.export.foundry_settings import FoundryServer, foundry_settings
from inspector.export.protocol import Export, ExportRequest, Verified
from inspector.export.warning_codes import ExportWarning
from inspector.hosts import Knob
from inspector.redaction import is_flag, looks_secret, redact_url
from inspector.tuning.model import ToolEdits

_REFERENCE = re.compile(r"\$\{[A-Za-z_][A-Za-z0-9_]*\}")
_DEFAULT = re.compile(r"\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*):-[^}]*\}")


class FoundryExporter:
    """Writes ``foundry-toolbox.json``. Servers need a URL: their own, or one given in the toolset."""

    id = "foundry"
    title = "Microsoft Foundry toolbox (REST body of a version)"
    forms: Mapping[str, str] = {
        "rest": "the REST body",
        "python": "a Python script that creates the version",
        "javascript": "an ES module that creates the version",
        "csharp": "C# statements that create the version",
        "curl": "a shell script that creates the version",
        "verify": "a Python script that checks what the version lists",
        "prompt": "sentences for the instructions of the agent",
    }
    knobs: Mapping[Knob, str] = {
        "pin": "tool_configs.<tool>.pin, or “*” for a server",
        "defer": "toolbox_search: every tool that is not pinned",
        "hide": "left out of allowed_tools",
        "words": "tool_configs.<tool>.additional_search_text, never shown to the model",
    }
    verified_by: Verified = "sdk type"

    def render(self, request: ExportRequest) -> Export:
        """See `Exporter.render`. Raises `UsageError` when no server of the toolset can be reached by Foundry."""
        form = chosen_form(request, self.id, self.forms)
        settings = foundry_settings(request.tuning.exports.get(self.id, {}), request.tuning.path or "toolset")
        body, warnings = toolbox_body(request)
        name = toolbox_name(settings.name)
        if form == "verify":
            file = verification_file(expected_names(body, request.catalog), name)
        elif form == "prompt":
            file = advice_file(body, name)
        else:
            file = WRITERS[form](body, name)
        return Export(self.id, (file,), warnings)


def toolbox_body(request: ExportRequest) -> tuple[dict[str, Any], tuple[ExportWarning, ...]]:
    """Return the REST body of a toolbox version, and what is lost in it. Raises as `FoundryExporter.render`."""
    settings = foundry_settings(request.tuning.exports.get("foundry", {}), request.tuning.path or "toolset")
    warnings: list[ExportWarning] = []
    entries = []
    names = [spec.name for spec in request.servers]
    # A server known by a saved listing only can be reached where the toolset gives its address.
    saved = [ServerSpec(each.name, "stdio") for each in request.catalog.servers if each.name not in names]
    names += [spec.name for spec in saved]
    for name in settings.servers:
        if name not in names:
            message = f"[export.foundry.servers.{name}] names no server of this toolset: {nearest(name, names)}"
            warnings.append(ExportWarning("UNKNOWN_SERVER", message, (name,)))
    dropped = []
    for spec in (*request.servers, *saved):
        if not spec.enabled:
            continue
        given = with_imported_fields(spec, settings.servers.get(spec.name, FoundryServer()))
        url = given.server_url or spec.url
        if url and _readable(url):
            entries.append(_server_entry(spec, url, given, request, warnings))
        else:
            dropped.append(spec.name)
    if not entries:
        why = "none of those enabled has a web address here" if dropped else "none is enabled"
        raise UsageError(
            f"no server of this toolset can go into a Foundry toolbox: {why}",
            "give the address they have for Foundry under [export.foundry.servers.NAME] server_url in the toolset",
        )
    warnings += _losses(request, dropped)
    passed, told = passed_through(request.toolbox)
    description = settings.description or passed.get("description")
    body: dict[str, Any] = {"description": description} if description else {}
    body["tools"] = [{"type": "toolbox_search"}, *entries, *passed.get("tools", ())]
    body |= {key: value for key, value in passed.items() if key not in ("description", "tools")}
    return body, (*warnings, *told)


def _server_entry(
    spec: ServerSpec, url: str, given: FoundryServer, request: ExportRequest, warnings: list[ExportWarning]
) -> dict[str, Any]:
    shown = _without_secrets(url)
    if shown != url:
        message = "what looks secret in its address was left out; store it as a project connection"
        warnings.append(ExportWarning("SECRET_INLINE", f"{spec.name}: {message}", (spec.name,)))
    if "${" in shown:
        message = f"{spec.name}: the address keeps a placeholder, which Foundry does not expand; replace it"
        warnings.append(ExportWarning("SECRET_INLINE", message, (spec.name,)))
    entry: dict[str, Any] = {"type": "mcp", "server_label": spec.name, "server_url": shown}
    entry |= imported_fields(spec)
    if given.require_approval:
        entry["require_approval"] = given.require_approval
    if given.project_connection_id:
        entry["project_connection_id"] = given.project_connection_id
    elif headers := (*spec.headers, *(value.name for value in spec.borrowed if value.kind != "env")):
        message = f"{spec.name}: headers are not written ({', '.join(headers)}); give project_connection_id"
        warnings.append(ExportWarning("HEADERS_DROPPED", message, (spec.name,)))
    allowed = _allowed_tools(spec.name, request)
    if allowed is not None:
        entry["allowed_tools"] = allowed
    configs = _tool_configs(spec.name, request)
    if configs:
        entry["tool_configs"] = configs
    if configs.get("*", {}).get("pin"):
        message = f"{spec.name}: “*” pins every tool of the server, so searching finds none of them"
        warnings.append(ExportWarning("STAR_PIN", message, (f"{spec.name}/*",)))
    return entry


def _allowed_tools(server: str, request: ExportRequest) -> list[str] | None:
    """Return the tools that stay reachable, or None where nothing is hidden (then the list is not needed)."""
    listed = request.catalog.server(server)
    if listed is None:
        return None
    kept = list(dict.fromkeys(tool.name for tool in listed.tools if not request.tuning.for_tool(tool.id).hide))
    return None if len(kept) == len({tool.name for tool in listed.tools}) else kept


def _tool_configs(server: str, request: ExportRequest) -> dict[str, dict[str, Any]]:
    """Return a complete entry for every named tool and ``"*"`` for the rest.

    Whether the service merges an exact entry with ``"*"`` field by field is not documented: a complete entry
    means the same either way.
    """
    configs: dict[str, dict[str, Any]] = {}
    general = request.tuning.edits.get(f"{server}/*", ToolEdits())
    for key, name, edits in _named_edits(server, request):
        unknown = server not in request.unlisted and key not in request.catalog.by_id
        merged = edits if name == "*" else request.tuning.for_tool(key)
        if (unknown and name != "*") or (merged.hide and name != "*"):
            continue
        config: dict[str, Any] = {}
        if merged.pin is not None:
            config["pin"] = merged.pin
        # An emptied text has to be written where the service would else fill in the text of “*”.
        if merged.words or (merged.words is not None and general.words and name != "*"):
            config["additional_search_text"] = merged.words
        if config:
            configs[name] = config
    return configs


def _named_edits(server: str, request: ExportRequest) -> Iterator[tuple[str, str, ToolEdits]]:
    """Yield (id, tool name, edits) of a server's entries, exact names first and ``"*"`` last."""
    own = {key: edits for key, edits in request.tuning.edits.items() if request.server_of(key) == server}
    for key in sorted(own, key=lambda key: key.endswith("/*")):
        yield key, key.removeprefix(f"{server}/"), own[key]


def _losses(request: ExportRequest, dropped: list[str]) -> Iterator[ExportWarning]:
    """Yield what the toolbox cannot carry, and rules that could not be checked or name nothing."""
    if dropped:
        message = (
            f"Foundry reaches servers by URL only; left out: {', '.join(dropped)}. "
            "Give their address under [export.foundry.servers.NAME] server_url"
        )
        lost = tuple(key for key in request.tuning.edits if request.server_of(key) in dropped)
        yield ExportWarning("STDIO_DROPPED", message, tuple(dropped) if not lost else (*dropped, *lost))
    exported = [spec.name for spec in request.servers if spec.enabled and spec.name not in dropped]
    for key in request.tuning.unknown_tools(request.catalog):
        server = request.server_of(key)
        if server in request.unlisted or server in dropped:
            continue
        known = [tool.id for tool in request.catalog if tool.server == server] or exported
        yield ExportWarning(
            "UNKNOWN_TOOL", f"{key} is not in the catalog and was left out: {nearest(key, known)}", (key,)
        )
    unchecked = tuple(name for name in request.unlisted if name in exported)
    if unchecked:
        message = f"could not be listed, so its rules were not checked: {', '.join(unchecked)}"
        open_doors = [
            key for key, edits in request.tuning.edits.items() if edits.hide and request.server_of(key) in unchecked
        ]
        if open_doors:
            message += f"; without the list of its tools these cannot be hidden: {', '.join(open_doors)}"
        yield ExportWarning("NOT_LISTED", message, unchecked)


def _without_secrets(url: str) -> str:
    """Return `url` without user information and fragment, without its query when that holds values other than
    bare references, and with a placeholder for path segments that look like credentials.

    References lose their defaults: Foundry fills in neither, and a default may be the secret itself.
    """
    from urllib.parse import urlsplit, urlunsplit

    # In the query a default counts as the value it is, so it goes with the whole query.
    before, mark, query = url.partition("?") if not url.startswith("${") else (url, "", "")
    url = _DEFAULT.sub(r"${\g<name>}", before) + mark + query
    if redact_url(url) == url and "?" not in url:
        return url
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    path = "/".join("${SECRET}" if looks_secret(segment) else segment for segment in parts.path.split("/"))
    query = parts.query if all(_may_be_written(pair) for pair in parts.query.split("&")) else ""
    return urlunsplit((parts.scheme, host, path, query, ""))


def _readable(url: str) -> bool:
    from urllib.parse import urlsplit

    try:
        return bool(urlsplit(url).netloc) or "${" in url
    except ValueError:
        return False


def _may_be_written(pair: str) -> bool:
    name, sign, value = pair.partition("=")
    # A reference with a default (``${KEY:-value}``) holds a value.
    if value:
        return bool(_REFERENCE.fullmatch(value))
    # A bare part may be a key as well as a word such as “stateless”.
    return not looks_secret(name) if sign else bool(is_flag(name) or _REFERENCE.fullmatch(name))
