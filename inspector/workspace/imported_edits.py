"""What clients' own files decide about tools, under everything the person decides here. Never saved in a toolset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from inspector.catalog import Catalog
from inspector.config.model import ServerSpec
from inspector.config.tool_rules import ALL
from inspector.tuning.model import ToolEdits, Tuning


def with_imported(tuning: Tuning, specs: Sequence[ServerSpec]) -> Tuning:
    """Return `tuning` with the rules of `specs` below it: hidden and pinned tools, search words, by server name."""
    rules = {spec.name: spec.rules for spec in specs if not spec.rules.empty}
    return replace(tuning, imported=MappingProxyType(rules))


def settled(tuning: Tuning, catalog: Catalog) -> Tuning:
    """Return `tuning` with what was imported written out as edits, for an exporter that reads edits only.

    Tools that are not in `catalog` are left out: nobody here wrote those rules, so none of them is a mistake.
    """
    if not tuning.imported:
        return tuning
    edits = dict(tuning.edits)
    for server in catalog.servers:
        rules = tuning.imported.get(server.name)
        if rules is None:
            continue
        star = f"{server.name}/{ALL}"
        general = tuning.edits.get(star, ToolEdits()).over(ToolEdits(pin=rules.pin(ALL), words=rules.words_of(ALL)))
        if not general.empty:
            edits[star] = general
        for tool in server.tools:
            wanted = tuning.for_tool(tool.id)
            own = tuning.edits.get(tool.id, ToolEdits())
            # Only what "*" does not say already, so that the export stays as short as what was imported.
            added = ToolEdits(
                pin=wanted.pin if wanted.pin != general.pin else own.pin,
                hide=wanted.hide if wanted.hide != general.hide else own.hide,
                words=wanted.words if wanted.words != general.words else own.words,
            )
            if not added.empty:
                edits[tool.id] = added
    return replace(tuning, edits=MappingProxyType(edits), imported=MappingProxyType({}))
