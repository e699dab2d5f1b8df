"""``tsi diff``: what servers changed since a snapshot, in text, cost and rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.exit_codes import ExitCode
from inspector.cli.options import connect_options, host_options, input_options, inputs_of, json_option
from inspector.cli.terminal import write_data, write_json, write_notice

if TYPE_CHECKING:
    from inspector.workspace.catalog_changes import CatalogChanges, CostChange
    from inspector.workspace.inspection import Inspection


@click.command("diff")
@click.argument("before", metavar="A")
@click.argument("after", metavar="[B]", required=False)
@click.option("--suite", metavar="FILE", help="Queries whose ranks to compare.")
@click.option("--text", "with_text", is_flag=True, help="Show the lines that changed in every definition.")
@click.option("--exit-code", "fail", is_flag=True, help="Exit with 1 when anything changed.")
@input_options
@host_options
@connect_options
@json_option
def command(
    before: str,
    after: str | None,
    suite: str | None,
    with_text: bool,
    fail: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Compare two states of servers: A and B are folders written by tsi snapshot, or saved listings.

    Without B, A is compared with what the servers list now. Tells tools that were added, removed, renamed (the same
    definition or nearly so) and changed, their tokens, ranks on --suite, and edits that now name nothing.
    """
    from inspector.cli.suite_reading import read_suite_told
    from inspector.suites import Suite
    from inspector.workspace.catalog_changes import catalog_changes, read_catalog
    from inspector.workspace.connecting import unlisted
    from inspector.workspace.inspecting import Inspector

    earlier = read_catalog(before)
    cases, whole = (Suite(()), True) if suite is None else read_suite_told(suite)
    code: int = ExitCode.OK
    missing: tuple[str, ...] = ()
    if after is None:
        from inspector.cli.running import look

        looked = look(options)
        inspections, overrides = looked.inspections, inputs_of(options).overrides
        code, missing = looked.exit_code, unlisted(looked.gathered.reports)
    else:
        inspections, overrides = _saved(options, read_catalog(after))
    found = []
    for inspection in inspections:
        past = Inspector(earlier, overrides).inspect(inspection.host, inspection.tuning)
        found.append((inspection, catalog_changes(past, inspection, cases.cases, missing)))
    if as_json:
        forms = [_form(inspection, changes) for inspection, changes in found]
        write_json(forms[0] if len(forms) == 1 else {"hosts": forms})
    else:
        write_data("\n\n".join(_text(inspection, changes, with_text) for inspection, changes in found))
    if fail and any(changes for _, changes in found):
        write_notice("tsi: something changed")
        return code or ExitCode.MISSED
    return code if whole or code else ExitCode.FILE


def _saved(options: dict[str, Any], catalog: Any) -> tuple[tuple[Inspection, ...], Any]:
    """Look at a saved catalog through the hosts asked for; a toolset given or found here says how it is tuned."""
    from inspector.hosts import DEFAULT_HOST, host
    from inspector.storage import exists
    from inspector.tuning.model import Tuning
    from inspector.workspace.inspecting import Inspector
    from inspector.workspace.opening import TOOLSET_FILE, open_inputs, overridden

    inputs = inputs_of(options)
    if inputs.toolset is not None or exists(TOOLSET_FILE):
        opened = open_inputs(inputs)
        hosts, tuning = opened.hosts, opened.tuning
    else:
        hosts = tuple(host(name) for name in inputs.hosts or (DEFAULT_HOST,))
        tuning = overridden(Tuning(), inputs.overrides)
    return tuple(Inspector(catalog, inputs.overrides).inspect(each, tuning) for each in hosts), inputs.overrides


def _form(inspection: Inspection, changes: CatalogChanges) -> dict[str, Any]:
    from inspector.history.differences import text_diff

    return {
        "host": inspection.host.id,
        "counter": {"name": inspection.counter.name, "label": inspection.counter.label},
        "servers": [
            {"server": each.server, "kind": each.kind, "what": each.what, "diff": each.lines}
            for each in changes.differences.servers
        ],
        "tools": [
            {
                "tool": each.change.tool,
                "kind": each.change.kind,
                "was": each.change.was,
                "fields": list(each.change.fields),
                "tokens": {"before": each.before, "after": each.after},
                "diff": text_diff(each.change),
            }
            for each in changes.tools
        ],
        "upfront": {"before": changes.upfront[0], "after": changes.upfront[1]},
        "ranks": [
            {"query": each.query, "tool": each.tool, "before": each.before, "after": each.after}
            for each in changes.ranks
        ],
        "dangling": [{"edit": each.key, "what": list(each.what), "now": each.now} for each in changes.dangling],
    }


def _text(inspection: Inspection, changes: CatalogChanges, with_text: bool) -> str:
    from inspector.cli.audit_text import counted_by
    from inspector.cli.tables import cut, cut_name, number, table
    from inspector.history.differences import text_diff

    if not changes:
        return f"{inspection.host.id}: nothing changed"
    lines = [
        f"{inspection.host.id} · {number(changes.upfront[0])} → {number(changes.upfront[1])} tokens of definitions",
        counted_by(inspection),
    ]
    lines += [f"  server {cut_name(each.server)} {each.kind}: {each.what}" for each in changes.differences.servers]
    rows = [_row(each) for each in changes.tools]
    if rows:
        lines.append(table(("", "tool", "tokens", "", "what"), rows, right=(2, 3)))
    if with_text:
        diffs = [
            *(each.lines for each in changes.differences.servers),
            *(text_diff(each.change) for each in changes.tools),
        ]
        lines += [f"\n{diff}" for diff in diffs if diff]
    ranked = [[each.query, cut_name(each.tool), _rank(each.before), _rank(each.after)] for each in changes.ranks]
    if ranked:
        lines.append(table(("query", "tool", "rank before", "now"), ranked, right=(2, 3)))
    if changes.dangling:
        lines.append("edits that name nothing any more: " + ", ".join(cut(each.told, 200) for each in changes.dangling))
    return "\n".join(lines)


def _row(each: CostChange) -> list[str]:
    from inspector.cli.tables import cut_name, number

    change = each.change
    what = ", ".join(change.fields)
    if change.was is not None:
        what = f"was {cut_name(change.was)}" + (f"; {what}" if what else "")
    tokens = number(each.after if each.after is not None else each.before)
    return [change.kind, cut_name(change.tool), tokens, f"{each.difference:+,}", what]


def _rank(rank: int | None) -> str:
    return "–" if rank is None else str(rank)
