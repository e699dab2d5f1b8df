"""The families of checks, and choosing among their findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from inspector.checks.cost import cost
from inspector.checks.findability import findability
from inspector.checks.finding import SEVERITIES, Checked, Finding
from inspector.checks.host_compatibility import host_compatibility
from inspector.checks.safety import safety
from inspector.checks.schema import schema
from inspector.errors import UsageError, nearest

FAMILIES: dict[str, Callable[[Checked], Iterator[Finding]]] = {
    "HOST": host_compatibility,
    "FIND": findability,
    "COST": cost,
    "SAFE": safety,
    "SCHM": schema,
}
"""A family by the letters of its codes."""

_CODES = 5


def codes() -> tuple[str, ...]:
    """Return every code there is."""
    return tuple(f"{family}{number:03}" for family in FAMILIES for number in range(1, _CODES + 1))


def findings(checked: Checked, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Return what the checks find, the worst first; `select` and `ignore` are codes or families.

    Raises `UsageError` for a code that does not exist.
    """
    for given in (*select, *ignore):
        if given not in FAMILIES and given not in codes():
            raise UsageError(f"there is no check “{given}”", nearest(given, [*FAMILIES, *codes()]))
    found: list[Finding] = []
    for family, check in FAMILIES.items():
        wanted = not select or any(given.startswith(family) for given in select)
        if wanted and family not in ignore:
            found += check(checked)
    kept = [each for each in found if (not select or _is_in(each, select)) and not _is_in(each, ignore)]
    return tuple(sorted(kept, key=lambda each: (SEVERITIES.index(each.severity), each.code)))


def _is_in(finding: Finding, given: Sequence[str]) -> bool:
    return finding.code in given or finding.family in given
