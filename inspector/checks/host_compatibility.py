"""What the host would do to tools and servers: drop them, cut them, rename them, or confuse two of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from inspector.catalog import Catalog, Tool
from inspector.checks.finding import Checked, Family, Finding

_LONGEST_NAME = 64
"""What many model APIs take; hosts that refuse or cut earlier say so themselves."""

_SIGNS = re.compile(r"[^a-z0-9]+")
_BEGINNING = 40
_RENAME = "rename one of the two tools or servers"
_SHORTEN = "shorten the server's or the tool's name"

_CODES = {
    "HOST001": "the host refuses the tool",
    "HOST002": "the host cuts the description",
    "HOST003": "the host cuts the name or replaces its end by a hash",
    "HOST004": "two tools have one name in the host",
    "HOST005": "the name has more than 64 characters once prefixed",
    "HOST006": "the host shows no tool of the server",
    "HOST007": "the host drops the letters of the name that are not ASCII",
    "HOST008": "the host renames the tool, because another one has its name",
}


def _of_tool(checked: Checked, tool: Tool) -> Iterator[Finding]:
    if tool.id not in checked.definitions:
        return
    host, name = checked.host.id, checked.names[tool.id]
    sent = checked.sent(tool)
    described, text = sent.get("description"), tool.description
    if isinstance(described, str) and text.strip() and text.strip() not in described:
        # A host may put a line of its own in front of the description.
        start = max(0, described.find(text[:_BEGINNING]))
        kept = _common_length(described[start:], text)
        cut = f"{host} puts {kept:,} of {len(text):,} characters of the description into the definition"
        yield Finding("HOST002", "warning", tool.id, cut, "say what matters first", "description")
    spelt = _spelt(tool.name)
    if spelt not in _spelt(name):
        reason = f"{host} calls it “{name}”: the name was cut or replaced by a hash"
        yield Finding("HOST003", "warning", tool.id, reason, _SHORTEN, "name")
    elif (length := _longest(checked, sent, name)) > _LONGEST_NAME:
        reason = f"“{name}” has {length} characters; many model APIs take {_LONGEST_NAME}"
        yield Finding("HOST005", "note", tool.id, reason, _SHORTEN, "name")
    foreign = {letter for letter in tool.name if letter.isalpha() and not letter.isascii()}
    if foreign and foreign.isdisjoint(name):
        reason = f"{host} calls it “{name}”: letters that are not ASCII do not reach the model"
        yield Finding("HOST007", "warning", tool.id, reason, "name it in ASCII letters, digits and “_”", "name")


def _common_length(one: str, other: str) -> int:
    """Return how many characters the two begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))


def _longest(checked: Checked, sent: object, name: str) -> int:
    """Return the length of the name that a model API gets to see."""
    if checked.host.delivery.kind == "proxy":
        return 0  # There the name is an argument of a call, which no model API limits.
    own = sent.get("name") if isinstance(sent, dict) else None
    return len(own if isinstance(own, str) else name)


def _of_catalog(checked: Checked) -> Iterator[Finding]:
    yield from _refusals(checked)
    yield from _shared_names(checked)


def _refusals(checked: Checked) -> Iterator[Finding]:
    host = checked.host.id
    # What is refused although another tool of its name is sent is refused for that name.
    kept = {checked.names[tool.id] for tool in checked.catalog if checked.state(tool) not in ("refused", "hidden")}
    for server in checked.catalog.servers:
        refused = [tool for tool in server.tools if checked.state(tool) == "refused"]
        left = any(checked.state(tool) not in ("refused", "hidden") for tool in server.tools)
        if len(refused) > 1 and not left:
            reason = f"{host} shows none of its {len(refused):,} tools: {checked.plan.by_tool[refused[0].id].reason}"
            yield Finding("HOST006", "error", server.name, reason, "change what it refuses")
            continue
        for tool in refused:
            reason = f"{host} refuses it: {checked.plan.by_tool[tool.id].reason}"
            if checked.names[tool.id] in kept:
                yield Finding("HOST004", "error", tool.id, reason, _RENAME, "name")
            else:
                yield Finding("HOST001", "error", tool.id, reason, "change what it refuses")


def _shared_names(checked: Checked) -> Iterator[Finding]:
    host = checked.host.id
    seen: dict[str, str] = {}
    alike: dict[str, list[Tool]] = {}
    for tool in checked.catalog:
        if checked.state(tool) in ("refused", "hidden"):
            continue
        name = checked.names[tool.id]
        if name in seen:
            reason = f"{host} calls it “{name}”, as it calls {seen[name]}"
            yield Finding("HOST004", "error", tool.id, reason, _RENAME, "name")
        seen.setdefault(name, tool.id)
        alike.setdefault(_spelt(tool.server + tool.name), []).append(tool)
    for group in alike.values():
        # Only among tools whose names differ in signs alone can a host have had to tell names apart.
        for tool in group[1:]:
            name, alone = checked.names[tool.id], _name_alone(checked, tool)
            if alone != name:
                reason = (
                    f"{host} calls it “{name}”, because “{alone}” is taken: what is written for that name is not it"
                )
                yield Finding("HOST008", "note", tool.id, reason, _RENAME, "name")


def _name_alone(checked: Checked, tool: Tool) -> str:
    """Return what the host would call `tool` if no other tool were there."""
    servers = (replace(each, tools=(tool,) if each.name == tool.server else ()) for each in checked.catalog.servers)
    return checked.host.names(Catalog(tuple(servers)))[tool.id]


def _spelt(name: str) -> str:
    return _SIGNS.sub("", name.lower())


FAMILY = Family("host", _CODES, _of_tool, _of_catalog)
"""Host compatibility."""
