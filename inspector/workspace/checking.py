"""Checking an inspection, with what was approved of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from inspector.catalog import Tool
from inspector.checks.finding import SEVERITIES, Checked, Family, Finding, Severity
from inspector.checks.registry import OfTool, findings, findings_of_tool
from inspector.checks.schema import KNOWN_PROBLEMS
from inspector.history.lock import Lock, violations
from inspector.hosts import Definition
from inspector.workspace.inspection import Inspection

CHECKED = (*KNOWN_PROBLEMS, "description-missing")
"""Codes of problems of listings that are findings too."""

_WORDS = {
    "changed": "its definition is not the one that was approved",
    "added": "it was not there when the tools were approved",
    "removed": "it was approved and is gone",
    "instructions changed": "the server's instructions are not the ones that were approved",
}


def check(
    inspection: Inspection,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    lock: Lock | None = None,
    unlisted: Sequence[str] = (),
) -> tuple[Finding, ...]:
    """Return what the checks find in an inspection, the worst first; `lock` holds the approved tools.

    Of servers that are `unlisted` now nothing counts as gone. Raises `UsageError` for an unknown check.
    """
    approved = {}
    if lock is not None:
        for violation in violations(lock, inspection.catalog, tuple(unlisted)):
            approved[violation.subject] = _WORDS[violation.kind]
    checked = _checked(inspection, inspection.definitions, inspection.tool_tokens, inspection.catalog.tools, approved)
    return findings(checked, select, ignore, _remembering(inspection))


def tool_findings(inspection: Inspection, tool_id: str) -> tuple[Finding, ...]:
    """Return what the checks find about one tool, the worst first.

    What takes other tools or the search index is among it once `Inspection.findings` are there.
    """
    if inspection.checked:
        return inspection.findings.get(tool_id, ())
    tool = inspection.catalog.by_id[tool_id]
    refused = inspection.plan.by_tool[tool_id].state == "refused"
    definitions = {} if refused else {tool_id: inspection.view.definitions[tool_id]}
    tokens = {} if refused else {tool_id: inspection.view.tool_tokens[tool_id]}
    return findings_of_tool(_checked(inspection, definitions, tokens, (tool,)), tool)


def findings_by_tool(inspection: Inspection) -> Mapping[str, tuple[Finding, ...]]:
    """Return all findings by tool id or server name; for thousands of tools that takes seconds."""
    found: dict[str, list[Finding]] = {}
    for each in check(inspection):
        found.setdefault(each.place, []).append(each)
    return {place: tuple(each) for place, each in found.items()}


def _checked(
    inspection: Inspection,
    definitions: Mapping[str, Definition],
    tokens: Mapping[str, int],
    tools: Sequence[Tool],
    approved: Mapping[str, str] = MappingProxyType({}),
) -> Checked:
    """Return what is to be checked: `tools` of the inspection, by the definitions and tokens of those not refused."""
    tuning = inspection.tuning
    edited = tools if tuning.edits or tuning.imported else ()
    return Checked(
        catalog=inspection.catalog,
        host=inspection.host,
        plan=inspection.plan,
        names=inspection.names,
        definitions=definitions,
        tokens=tokens,
        part_tokens=inspection.tokens.count,
        index=lambda: inspection.index,
        near_duplicates=lambda: inspection.view.near_duplicates,
        limit=inspection.limit,
        worded=frozenset(tool.id for tool in edited if tuning.for_tool(tool.id).words),
        approved=approved,
    )


def _remembering(inspection: Inspection) -> OfTool:
    """Return what asks a family about a tool once for all edits, where its findings do not depend on them."""
    known = inspection.view.findings

    def of_tool(family: Family, checked: Checked, tool: Tool) -> Iterable[Finding]:
        if not family.alike:
            return family.of_tool(checked, tool)
        key = (family.name, tool.id)
        if key not in known:
            known[key] = tuple(family.of_tool(checked, tool))
        return known[key]

    return of_tool


def at_least(found: Sequence[Finding], severity: Severity) -> tuple[Finding, ...]:
    """Return the findings that are as bad as `severity` or worse."""
    worst = SEVERITIES.index(severity)
    return tuple(each for each in found if SEVERITIES.index(each.severity) <= worst)
