"""``tsi check``: what a host would drop or cut, what no query finds, what costs, what is unsafe or invalid."""

from __future__ import annotations

from typing import Any

import click

from inspector.cli.exit_codes import ExitCode
from inspector.cli.options import connect_options, host_options, input_options, json_option
from inspector.cli.terminal import write_data, write_json, write_notice


@click.command("check")
@click.option("--list", "as_list", is_flag=True, help="List every check with its code and family.")
@click.option(
    "--select", multiple=True, metavar="CODE", help="Only these checks: codes, families, or their letters; a,b too."
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
    as_list: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    lock: str | None,
    budget: int | None,
    fail_on: str,
    as_json: bool,
    **options: Any,
) -> int:
    """Check tools for what goes wrong with them in a host: each finding has a code, a place, a reason and a fix.

    The exit code is 1 when a finding is as grave as --fail-on says or graver, and when the budget is missed: the
    tokens that tools take in every request of the host (with deferral names, search tool and pinned tools).
    """
    from inspector.checks.registry import chosen_codes
    from inspector.cli.check_forms import check_form, check_text, codes_form, codes_text
    from inspector.cli.json_forms import by_host
    from inspector.cli.running import look
    from inspector.workspace.audit import audit
    from inspector.workspace.catalog_changes import open_lock
    from inspector.workspace.checking import at_least, check
    from inspector.workspace.connecting import unlisted

    if as_list:
        if as_json:
            write_json(codes_form())
        else:
            write_data(codes_text())
        return ExitCode.OK
    wanted, unwanted = _words(select), _words(ignore)
    # A mistake is said before any server is started.
    chosen_codes(wanted, unwanted)
    approved = None if lock is None else open_lock(lock)
    looked = look(options)
    missing = unlisted(looked.gathered.reports)
    forms, blocks, missed = [], [], False
    for inspection in looked.inspections:
        found = check(inspection, select=wanted, ignore=unwanted, lock=approved, unlisted=missing)
        loaded = audit(inspection).totals.loaded
        over = budget is not None and loaded > budget
        missed = missed or over or (fail_on != "never" and bool(at_least(found, fail_on)))  # type: ignore[arg-type]
        forms.append(check_form(inspection, found, loaded, budget))
        blocks.append(check_text(inspection, found))
        if over:
            write_notice(
                f"tsi: {inspection.host.id}: {loaded:,} tokens of tools in every request, over the budget of {budget:,}"
            )
    if as_json:
        write_json(by_host(forms))
    else:
        write_data("\n\n".join(blocks))
    return looked.exit_code or (ExitCode.MISSED if missed else ExitCode.OK)


def _words(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip())
