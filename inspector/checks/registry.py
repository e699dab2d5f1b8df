"""The families of checks, choosing among their findings, and running them over a tool or a catalog."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from inspector.catalog import Tool
from inspector.checks import cost, findability, host_compatibility, safety, schema
from inspector.checks.finding import SEVERITIES, Checked, Family, Finding
from inspector.errors import UsageError, nearest

FAMILIES: dict[str, Family] = {
    "HOST": host_compatibility.FAMILY,
    "FIND": findability.FAMILY,
    "COST": cost.FAMILY,
    "SAFE": safety.FAMILY,
    "SCHM": schema.FAMILY,
}
"""A family by the letters of its codes."""

OfTool = Callable[[Family, Checked, Tool], Iterable[Finding]]
"""Gives what a family finds in one tool, perhaps from memory."""


def codes() -> tuple[str, ...]:
    """Return every code there is."""
    return tuple(code for family in FAMILIES.values() for code in family.codes)


def findings(
    checked: Checked, select: Sequence[str] = (), ignore: Sequence[str] = (), of_tool: OfTool | None = None
) -> tuple[Finding, ...]:
    """Return what the checks find, the worst first; `select` and `ignore` are codes, their letters, or family names.

    Raises `UsageError` for a check that does not exist.
    """
    chosen = chosen_codes(select, ignore)
    found: list[Finding] = []
    for family in FAMILIES.values():
        if chosen.isdisjoint(family.codes):
            continue
        found += family.of_catalog(checked)
        for tool in checked.catalog:
            found += family.of_tool(checked, tool) if of_tool is None else of_tool(family, checked, tool)
    return _sorted(checked, chosen, found)


def findings_of_tool(checked: Checked, tool: Tool) -> tuple[Finding, ...]:
    """Return what `tool` shows by itself, the worst first; what takes other tools or the index is left out."""
    found = [each for family in FAMILIES.values() for each in family.of_tool(checked, tool)]
    return _sorted(checked, frozenset(codes()), found)


def chosen_codes(select: Sequence[str] = (), ignore: Sequence[str] = ()) -> frozenset[str]:
    """Return the codes that `select` (nothing: all) without `ignore` leaves; raise `UsageError` for an unknown one."""
    chosen = {code for given in select for code in _meant(given)} or set(codes())
    return frozenset(chosen - {code for given in ignore for code in _meant(given)})


def _meant(given: str) -> tuple[str, ...]:
    if given.upper() in codes():
        return (given.upper(),)
    for letters, family in FAMILIES.items():
        if given.upper() == letters or given.lower() == family.name:
            return tuple(family.codes)
    names = [*FAMILIES, *(family.name for family in FAMILIES.values()), *codes()]
    raise UsageError(f"there is no check “{given}”", nearest(given, names) + " `tsi check --list` tells them all")


def _sorted(checked: Checked, chosen: frozenset[str], found: Iterable[Finding]) -> tuple[Finding, ...]:
    kept = (each for each in found if each.code in chosen and not _unseen(checked, each))
    return tuple(sorted(kept, key=lambda each: (SEVERITIES.index(each.severity), each.code)))


def _unseen(checked: Checked, finding: Finding) -> bool:
    """Whether it is about a tool that the person hid: then only what may deceive the person matters."""
    placement = checked.plan.by_tool.get(finding.place)
    return placement is not None and placement.state == "hidden" and finding.family != "SAFE"
