"""What ``tsi check`` prints: findings as text and as JSON, and the list of all checks."""

from __future__ import annotations

from collections import Counter
from typing import Any

from inspector.checks.finding import SEVERITIES, Finding
from inspector.checks.registry import FAMILIES
from inspector.cli.audit_text import counted_by
from inspector.cli.tables import cut, cut_name, table
from inspector.workspace.inspection import Inspection

_LONGEST_TEXT = 300
"""How much of a reason is shown in text; JSON has it whole."""


def check_form(inspection: Inspection, found: tuple[Finding, ...], loaded: int, budget: int | None) -> dict[str, Any]:
    """Return the findings of one host, how many there are by code, and the tokens of tools in every request."""
    return {
        "host": inspection.host.id,
        "version": inspection.host.version,
        "counter": {"name": inspection.counter.name, "label": inspection.counter.label},
        "loaded": loaded,
        "budget": budget,
        "counts": dict(sorted(Counter(each.code for each in found).items())),
        "findings": [
            {
                "code": each.code,
                "severity": each.severity,
                "place": each.place,
                "part": each.part,
                "reason": each.reason,
                "fix": each.fix,
            }
            for each in found
        ],
    }


def check_text(inspection: Inspection, found: tuple[Finding, ...]) -> str:
    """Return the findings of one host, the worst first, and after them how many there are of each code."""
    host = inspection.host.id
    if not found:
        return f"{host}: nothing found"
    severities = Counter(each.severity for each in found)
    told = ", ".join(_counted(severities[severity], severity) for severity in SEVERITIES if severities[severity])
    lines = [f"{host}: {told}", counted_by(inspection)]
    for each in found:
        part = f"  {cut(each.part, 80)}" if each.part else ""
        lines += [
            f"\n{each.severity} {each.code}  {cut_name(each.place)}{part}",
            f"  {cut(each.reason, _LONGEST_TEXT)}",
            f"  → {cut(each.fix, _LONGEST_TEXT)}",
        ]
    counts = Counter(each.code for each in found)
    rows = [
        (f"{counts[code]:,}", code, title)
        for family in FAMILIES.values()
        for code, title in family.codes.items()
        if counts[code]
    ]
    return "\n".join([*lines, "", table(("count", "code", "what it is"), rows, right=(0,))])


def codes_form() -> dict[str, Any]:
    """Return every check there is."""
    return {
        "checks": [
            {"code": code, "family": family.name, "title": title}
            for family in FAMILIES.values()
            for code, title in family.codes.items()
        ]
    }


def codes_text() -> str:
    """Return every check there is as a table."""
    rows = [(code, family.name, title) for family in FAMILIES.values() for code, title in family.codes.items()]
    return table(("code", "family", "what it reports"), rows)


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"
