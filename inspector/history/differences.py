"""Tools that were added, removed, renamed or defined otherwise between two catalogs.

A tool that is gone and one that is new on the same server count as renamed where their definitions, names aside,
are the same or nearly so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff
from typing import Any, Literal

from inspector.catalog import Catalog, Server, Tool, canonical_json, digest

Kind = Literal["added", "removed", "renamed", "changed"]

SIMILAR = 0.8
"""From which similarity of definitions (0 to 1, names aside) on a tool counts as renamed."""

_COMPARED_CHARACTERS = 4_000
_MOST_PAIRS = 2_500


@dataclass(frozen=True, slots=True)
class ToolChange:
    """One tool that differs. `before` and `after` are its definitions as listed (None where it is not there).

    `tool` is its id now, or its last one where it is gone; `was` the earlier id of a renamed tool. `fields` are the
    parts of the definition that differ, in the order description, inputSchema, then the others by name.
    """

    kind: Kind
    tool: str
    server: str
    before: Tool | None
    after: Tool | None
    fields: tuple[str, ...] = ()

    @property
    def was(self) -> str | None:
        """The id a renamed tool had."""
        return self.before.id if self.kind == "renamed" and self.before is not None else None


@dataclass(frozen=True, slots=True)
class ServerChange:
    """A server that is new or gone, or whose version or instructions differ; `lines` is the diff of the latter."""

    server: str
    kind: Literal["added", "removed", "changed"]
    what: str
    lines: str = ""


@dataclass(frozen=True, slots=True)
class Differences:
    """All that differs, servers first, tools in the order of the newer catalog, those that are gone at the end."""

    servers: tuple[ServerChange, ...]
    tools: tuple[ToolChange, ...]

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return bool(self.servers or self.tools)

    def of_kind(self, kind: Kind) -> tuple[ToolChange, ...]:
        """Return the tools that changed in this way."""
        return tuple(change for change in self.tools if change.kind == kind)


def differences(before: Catalog, after: Catalog, unlisted: Collection[str] = ()) -> Differences:
    """Return what differs from `before` to `after`; of servers that are `unlisted` now, nothing counts as removed."""
    changed: list[ToolChange] = []
    removed = [tool for tool in before if tool.id not in after.by_id and tool.server not in unlisted]
    added = [tool for tool in after if tool.id not in before.by_id]
    renamed = _renamed(removed, added)
    for tool in after:
        earlier = before.by_id.get(tool.id)
        if earlier is not None:
            if earlier.digest != tool.digest:
                changed.append(ToolChange("changed", tool.id, tool.server, earlier, tool, _fields(earlier, tool)))
        elif tool.id in renamed:
            was = renamed[tool.id]
            changed.append(ToolChange("renamed", tool.id, tool.server, was, tool, _fields(was, tool)))
        else:
            changed.append(ToolChange("added", tool.id, tool.server, None, tool))
    gone = {tool.id for tool in renamed.values()}
    changed += [ToolChange("removed", tool.id, tool.server, tool, None) for tool in removed if tool.id not in gone]
    servers = (each for each in _servers(before, after) if each.kind != "removed" or each.server not in unlisted)
    return Differences(tuple(servers), tuple(changed))


def text_diff(change: ToolChange) -> str:
    """Return a unified diff of the definition: the description line by line, then the rest as sorted, indented JSON."""
    old, new = _lines(change.before), _lines(change.after)
    return "\n".join(unified_diff(old, new, change.was or change.tool, change.tool, lineterm="", n=2))


def _servers(before: Catalog, after: Catalog) -> Iterable[ServerChange]:
    old = {server.name: server for server in before.servers}
    for server in after.servers:
        earlier = old.pop(server.name, None)
        if earlier is None:
            yield ServerChange(server.name, "added", f"{len(server.tools):,} tools")
            continue
        if earlier.version != server.version:
            yield ServerChange(server.name, "changed", f"version {earlier.version or '–'} → {server.version or '–'}")
        if (earlier.instructions or "") != (server.instructions or ""):
            yield ServerChange(server.name, "changed", "its instructions", _instructions_diff(earlier, server))
    for name, server in old.items():
        yield ServerChange(name, "removed", f"{len(server.tools):,} tools")


def _instructions_diff(before: Server, after: Server) -> str:
    old, new = ((server.instructions or "").splitlines() for server in (before, after))
    return "\n".join(unified_diff(old, new, before.name, after.name, lineterm="", n=2))


def _renamed(removed: list[Tool], added: list[Tool]) -> dict[str, Tool]:
    """Return the earlier tool of every new id that is only a new name: the most similar pairs first."""
    pairs: list[tuple[float, str, str]] = []
    by_id = {tool.id: tool for tool in (*removed, *added)}
    same = {_nameless(tool): tool for tool in reversed(removed)}
    for new in added:
        twin = same.get(_nameless(new))
        if twin is not None and twin.server == new.server:
            pairs.append((1.0, twin.id, new.id))
    if len(removed) * len(added) <= _MOST_PAIRS:
        texts = {tool.id: _comparable(tool) for tool in (*removed, *added)}
        for old in removed:
            for new in added:
                if old.server == new.server:
                    similarity = _similarity(texts[old.id], texts[new.id])
                    if similarity >= SIMILAR:
                        pairs.append((similarity, old.id, new.id))
    found: dict[str, Tool] = {}
    used: set[str] = set()
    for _, old_id, new_id in sorted(pairs, key=lambda pair: -pair[0]):
        if old_id not in used and new_id not in found:
            found[new_id] = by_id[old_id]
            used.add(old_id)
    return found


def _similarity(one: str, other: str) -> float:
    if not one or not other:
        return 0.0
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    # The quick bounds settle most pairs without comparing character by character.
    if matcher.real_quick_ratio() < SIMILAR or matcher.quick_ratio() < SIMILAR:
        return 0.0
    return matcher.ratio()


def _comparable(tool: Tool) -> str:
    """Return what tells tools apart beside their names; empty where that is too little to judge by."""
    text = tool.description + canonical_json(tool.input_schema)
    return text[:_COMPARED_CHARACTERS] if tool.description.strip() else ""


def _nameless(tool: Tool) -> str:
    return digest({key: value for key, value in tool.raw.items() if key not in ("name", "title")})


def _fields(before: Tool, after: Tool) -> tuple[str, ...]:
    keys = dict.fromkeys(("description", "inputSchema", *sorted({*before.raw, *after.raw} - {"name"})))
    missing = object()
    return tuple(
        key
        for key in keys
        if _spelled(before.raw.get(key, missing), missing) != _spelled(after.raw.get(key, missing), missing)
    )


def _spelled(value: Any, missing: object) -> str | None:
    return None if value is missing else canonical_json(value)


def _lines(tool: Tool | None) -> list[str]:
    if tool is None:
        return []
    rest = {key: value for key, value in tool.raw.items() if key != "description"}
    return [*tool.description.splitlines(), *_indented(rest)]


def _indented(value: Any) -> list[str]:
    import json

    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2).splitlines()
