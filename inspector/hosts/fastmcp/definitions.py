"""The definition FastMCP gives for a tool, in ``tools/list`` and in the result of a search (compared with 4.2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from inspector.catalog import Tool
from inspector.catalog.meta_keys import ALWAYS_LOAD, SEARCH_HINT
from inspector.hosts.fastmcp.references import inlined
from inspector.hosts.protocol import Definition
from inspector.hosts.serialised import labelled_parts
from inspector.tuning.model import ToolEdits
from inspector.tuning.search_words import described_with

_LABELS = {"name": "name", "description": "description", "inputSchema": "schema"}
_ANNOTATIONS = ("title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_ICON = ("src", "mimeType", "sizes", "theme")
OWN_META = ("fastmcp", "_fastmcp")


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


def added_meta(meta: Mapping[str, Any], edits: ToolEdits) -> dict[str, Any]:
    """Return what the exported proxy adds to a tool's `_meta`: pin and search words, for Claude Code behind it."""
    added: dict[str, Any] = {}
    if edits.pin or (edits.pin is False and meta.get(ALWAYS_LOAD)):
        added[ALWAYS_LOAD] = edits.pin
    if words := (edits.words or "").strip():
        added[SEARCH_HINT] = words
    return added


def edited(tool: Tool, edits: ToolEdits) -> Tool:
    """Return `tool` as the exported proxy edits it: words in the description, and pins and words in `_meta`.

    The `_meta` entries are for Claude Code behind the proxy; FastMCP itself does not read them.
    """
    words = (edits.words or "").strip()
    added = added_meta(tool.meta, edits)
    if not added:
        return tool
    # The proxy lays the repeated entries over the tool's own, so FastMCP's entry keeps its place.
    changed = {"_meta": {**tool.meta, **added}} | (
        {"description": described_with(tool.description, words)} if words else {}
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
    said: Mapping[str, Any] = next((tool.meta[key] for key in OWN_META if isinstance(tool.meta.get(key), dict)), {})
    tags = said.get("tags") or []
    return {**tool.meta, "fastmcp": {**public, "tags": sorted(set(map(str, tags))) if isinstance(tags, list) else []}}
