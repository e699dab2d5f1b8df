"""``tsi check``: what a host would drop or cut, what no query finds, what costs, what is unsafe or invalid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.exit_codes import ExitCode
from inspector.cli.options import connect_options, host_options, input_options, json_option
from inspector.cli.terminal import write_data, write_json, write_notice

if TYPE_CHECKING:
    from inspector.checks.finding import Finding


@click.command("check")
@click.option(
    "--select", multiple=True, metavar="CODE", help="Only these checks: HOST, FIND, COST, SAFE, SCHM or codes."
)
@click.option("--ignore", multiple=True, metavar="CODE", help="All but these.")
@click.option("--lock", metavar="FILE", help="Fail for tools that are not as approved by tsi snapshot --lock.")
@click.option(
    "--budget", type=click.IntRange(min=0), metavar="TOKENS", help="Fail when requests carry more tool tokens."
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "note", "never"]),
    default="error",
    show_default=True,
    help="Exit with 1 from this severity on.",
)
@input_options
@host_options
@connect_options
@json_option
def command(
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    lock: str | None,
    budget: int | None,
    fail_on: str,
    as_json: bool,
    **options: Any,
) -> int:
    """Check tools for what goes wrong with them in a host: each finding has a code, a place, a reason and a fix."""
    from inspector.cli.json_forms import by_host
    from inspector.cli.running import look
    from inspector.workspace.audit import audit
    from inspector.workspace.checking import at_least, check

    looked = look(options)
    unlisted = tuple(report.name for report in looked.gathered.reports if report.listing is None)
    wanted, unwanted = (tuple(code.upper() for text in given for code in text.split(",")) for given in (select, ignore))
    forms, blocks, missed = [], [], False
    for inspection in looked.inspections:
        found = check(inspection, select=wanted, ignore=unwanted, lock=lock, unlisted=unlisted)
        loaded = audit(inspection).totals.loaded
        over = budget is not None and loaded > budget
        missed = missed or over or (fail_on != "never" and bool(at_least(found, fail_on)))  # type: ignore[arg-type]
        forms.append(
            {
                "host": inspection.host.id,
                "loaded": loaded,
                "budget": budget,
                "findings": [_form(each) for each in found],
            }
        )
        blocks.append(_text(inspection.host.id, found))
        if over:
            write_notice(
                f"tsi: {inspection.host.id}: {loaded:,} tokens of tools in every request, over the budget of {budget:,}"
            )
    if as_json:
        write_json(by_host(forms))
    else:
        write_data("\n\n".join(blocks))
    return looked.exit_code or (ExitCode.MISSED if missed else ExitCode.OK)


def _form(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "place": finding.place,
        "part": finding.part,
        "reason": finding.reason,
        "fix": finding.fix,
    }


def _text(host: str, found: tuple[Finding, ...]) -> str:
    from inspector.cli.tables import cut, cut_name, table

    if not found:
        return f"{host}: nothing found"
    counts: dict[str, int] = {}
    for finding in found:
        counts[finding.severity] = counts.get(finding.severity, 0) + 1
    rows = [
        [each.code, each.severity, cut_name(each.place), cut(each.part, 30), cut(each.reason, 90), cut(each.fix, 60)]
        for each in found
    ]
    told = ", ".join(f"{count:,} {severity}s" for severity, count in counts.items())
    return f"{host}: {told}\n" + table(("code", "", "tool", "part", "reason", "what to do"), rows)
