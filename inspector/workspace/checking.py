"""Checking an inspection, with what was approved of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from inspector.catalog import Catalog
from inspector.checks.finding import SEVERITIES, Checked, Finding, Severity
from inspector.checks.registry import findings
from inspector.hosts import DeferralPlan
from inspector.workspace.catalog_changes import lock_violations
from inspector.workspace.inspection import Inspection

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
    lock: str | None = None,
    unlisted: tuple[str, ...] = (),
) -> tuple[Finding, ...]:
    """Return what the checks find in an inspection, the worst first; `lock` is the file of approved tools.

    Raises `UsageError` for an unknown check and `FileError` for what is no lock.
    """
    approved = {}
    if lock is not None:
        for violation in lock_violations(lock, inspection.catalog, unlisted):
            approved[violation.subject] = _WORDS[violation.kind]
    return findings(_checked(inspection, inspection.catalog, approved), select, ignore)


def tool_findings(inspection: Inspection, tool_id: str) -> tuple[Finding, ...]:
    """Return what the checks of one tool by itself find; those that compare tools are left out."""
    tool = inspection.catalog.by_id[tool_id]
    server = inspection.catalog.server(tool.server)
    alone = Catalog((replace(server, tools=(tool,)),) if server is not None else ())
    return findings(_checked(inspection, alone, {}), ignore=(*_COMPARING, "COST"))


def _checked(inspection: Inspection, catalog: Catalog, approved: Mapping[str, str]) -> Checked:
    known = catalog.by_id
    plan = inspection.plan
    if catalog is not inspection.catalog:
        plan = DeferralPlan(tuple(each for each in plan.placements if each.tool in known), plan.decision)
    return Checked(
        catalog=catalog,
        host=inspection.host,
        plan=plan,
        names=inspection.names,
        definitions=inspection.definitions,
        tokens={tool: tokens for tool, tokens in inspection.tool_tokens.items() if tool in known},
        part_tokens=inspection.tokens.count,
        index=lambda: inspection.index,
        approved=approved,
    )


CHECKED = (
    *("schema-missing", "schema-not-object", "schema-type", "null-field"),
    *("description-not-text", "description-missing"),
)
"""Problems of listings that are findings too."""

_COMPARING = ("HOST004", "FIND004", "FIND005", "SAFE004")
"""Checks that look at other tools, or at the search index, which not every screen has made."""


def at_least(found: Sequence[Finding], severity: Severity) -> tuple[Finding, ...]:
    """Return the findings that are as bad as `severity` or worse."""
    worst = SEVERITIES.index(severity)
    return tuple(each for each in found if SEVERITIES.index(each.severity) <= worst)
