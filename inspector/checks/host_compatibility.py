"""What the host would do to tools and servers: drop them, cut them, rename them, or confuse two of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.checks.finding import Checked, Finding

_LONGEST_NAME = 64
"""What many model APIs take; hosts that refuse or cut earlier say so themselves."""

_SIGNS = re.compile(r"[^a-z0-9]+")


def host_compatibility(checked: Checked) -> Iterator[Finding]:
    """Yield HOST001 to HOST005."""
    host = checked.host.id
    for placement in checked.plan.of_state("refused"):
        yield Finding(
            "HOST001", "error", placement.tool, f"{host} refuses it: {placement.reason}", "change what it refuses"
        )
    seen: dict[str, str] = {}
    for tool in checked.catalog:
        name = checked.names[tool.id]
        definition = checked.definitions.get(tool.id)
        if definition is None:
            continue
        sent = definition.value.get("description") if isinstance(definition.value, dict) else None
        if isinstance(sent, str) and len(sent.strip()) < len(tool.description.strip()):
            cut = f"{host} sends {len(sent):,} of {len(tool.description):,} characters of the description"
            yield Finding("HOST002", "warning", tool.id, cut, "say what matters first", "description")
        if _spelt(tool.name) not in _spelt(name):
            reason = f"{host} calls it “{name}”: the name was cut or replaced by a hash"
            yield Finding("HOST003", "warning", tool.id, reason, "shorten the server's or the tool's name", "name")
        elif len(name) > _LONGEST_NAME:
            reason = f"“{name}” has {len(name)} characters; many model APIs take {_LONGEST_NAME}"
            yield Finding("HOST005", "note", tool.id, reason, "shorten the server's or the tool's name", "name")
        if name in seen:
            reason = f"{host} calls it “{name}”, as it calls {seen[name]}"
            yield Finding("HOST004", "error", tool.id, reason, "rename one of the two tools or servers", "name")
        seen.setdefault(name, tool.id)


def _spelt(name: str) -> str:
    return _SIGNS.sub("", name.lower())
