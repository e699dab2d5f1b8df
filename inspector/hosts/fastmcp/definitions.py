"""The definition FastMCP gives for a tool, in ``tools/list`` and in the result of a search (compared with 4.2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from inspector.catalog import Tool
from inspector.hosts.fastmcp.references import inlined
from inspector.hosts.protocol import Definition
from inspector.hosts.serialised import labelled_parts
from inspector.tuning.model import ToolEdits

_LABELS = {"name": "name", "description": "description", "inputSchema": "schema"}
_ANNOTATIONS = ("title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_ICON = ("src", "mimeType", "sizes", "theme")
_OWN_META = ("fastmcp", "_fastmcp")
_ALWAYS_LOAD, _SEARCH_HINT = "anthropic/alwaysLoad", "anthropic/searchHint"


def definition(tool: Tool, name: str) -> Definition:
    """Return the tool as the proxy lists it: a title always, references replaced, FastMCP's own `_meta` entry."""
    raw = tool.raw
    value: dict[str, Any] = {"name": name, "title": tool.title or default_title(name)}
    if isinstance(raw.get("description"), str):
        value["description"] = raw["description"]
    schema = tool.input_schema
    value["inputSchema"] = inlined(schema) if isinstance(schema, dict) else {}
    for key, found in (
        ("execution", _kept(raw.get("execution"), ("taskSupport",))),
        ("outputSchema", inlined(raw["outputSchema"]) if isinstance(raw.get("outputSchema"), dict) else None),
        ("icons", [_kept(icon, _ICON) for icon in raw["icons"]] if isinstance(raw.get("icons"), list) else None),
        ("annotations", _kept(raw.get("annotations"), _ANNOTATIONS)),
        ("_meta", _meta(tool)),
    ):
        if found is not None:
            value[key] = found
    return Definition(value, labelled_parts(value, _LABELS))


def default_title(name: str) -> str:
    """Return the title of a tool without one: its name with spaces and capitals."""
    return name.replace("_", " ").replace("-", " ").title()


def with_words(description: str, words: str) -> str:
    """Return the description that carries search `words`: the library searches no other text a person can add to."""
    return f"{description.rstrip()}\n\n({words})".strip() if words else description


def edited(tool: Tool, edits: ToolEdits) -> Tool:
    """Return `tool` as the exported proxy edits it: words in the description, and pins and words in `_meta`.

    The `_meta` entries are for Claude Code behind the proxy; FastMCP itself does not read them.
    """
    words = (edits.words or "").strip()
    own = {key: value for key, value in tool.meta.items() if key not in _OWN_META}
    added: dict[str, Any] = {}
    if edits.pin or (edits.pin is False and own.get(_ALWAYS_LOAD)):
        added[_ALWAYS_LOAD] = edits.pin
    if words:
        added[_SEARCH_HINT] = words
    if not added:
        return tool
    # The proxy lays the repeated entries over the tool's own, so FastMCP's entry keeps its place.
    changed = {"_meta": {**tool.meta, **added}} | (
        {"description": with_words(tool.description, words)} if words else {}
    )
    return replace(tool, raw={**tool.raw, **changed})


def _kept(value: Any, keys: tuple[str, ...]) -> dict[str, Any] | None:
    """Return the entries of an object that the protocol's model knows, in its order; None for anything else."""
    if not isinstance(value, Mapping):
        return None
    return {key: value[key] for key in keys if value.get(key) is not None}


def _meta(tool: Tool) -> dict[str, Any]:
    """Return the tool's `_meta` with FastMCP's entry: what the server wrote there, and its tags sorted."""
    upstream = tool.meta.get("fastmcp")
    public = {k: v for k, v in upstream.items() if not k.startswith("_")} if isinstance(upstream, dict) else {}
    said: Mapping[str, Any] = next((tool.meta[key] for key in _OWN_META if isinstance(tool.meta.get(key), dict)), {})
    tags = said.get("tags") or []
    return {**tool.meta, "fastmcp": {**public, "tags": sorted(set(map(str, tags))) if isinstance(tags, list) else []}}
