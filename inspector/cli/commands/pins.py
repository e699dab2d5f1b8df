"""``tsi pins``: which tools are worth pinning, from how often they were used and what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.exit_codes import ExitCode
from inspector.cli.options import (
    FiniteRange,
    connect_options,
    host_options,
    input_options,
    json_option,
    request_options,
)
from inspector.cli.terminal import write_data, write_json
from inspector.cli.usage_sources import from_option, read_sources, source_forms

if TYPE_CHECKING:
    from inspector.cli.running import Looked
    from inspector.usage.pin_value import Assumptions, PinValue
    from inspector.workspace.inspection import Inspection


@click.command("pins")
@from_option
@click.option("--yes", is_flag=True, help="Read the clients' own folders, and write with --apply, without asking.")
@click.option("--budget", type=click.IntRange(min=0), metavar="TOKENS", help="Pinned definitions of at most so much.")
@click.option("--turns", type=FiniteRange(min=1), metavar="N", help="Model requests of a conversation (else counted).")
@click.option("--cached-share", type=FiniteRange(min=0, max=1), metavar="X", help="Price of a cached token, 0 to 1.")
@click.option("--context", type=click.IntRange(min=0), metavar="TOKENS", help="What a search's extra request reads.")
@click.option("--found", type=click.IntRange(min=1), metavar="N", help="Definitions a search brings (else the limit).")
@click.option("--apply", "apply_", is_flag=True, help="Write the chosen pins to the toolset, diff first.")
@input_options
@host_options
@request_options
@connect_options
@json_option
def command(
    sources: tuple[str, ...],
    yes: bool,
    budget: int | None,
    turns: float | None,
    cached_share: float | None,
    context: int | None,
    found: int | None,
    apply_: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Say for every used tool what it costs pinned and deferred, per conversation, and from which use on a pin pays.

    All figures are tokens at the full input price; cached ones count with their share of it. The best choice
    within --budget is marked; --apply writes it.
    """
    from inspector.cli.running import look
    from inspector.usage.pin_value import best_within
    from inspector.workspace.usage_reading import assumptions, usage, value_pins

    read = read_sources(sources, yes)
    looked = look(options)
    used = usage(read, looked.gathered.catalog)
    forms: list[dict[str, Any]] = []
    blocks: list[str] = []
    chosen: tuple[PinValue, ...] = ()
    for inspection in looked.inspections:
        assumed = assumptions(inspection, used, turns=turns, cached=cached_share, context=context, found=found)
        values = value_pins(inspection, used, assumed)
        most = sum(value.tokens for value in values) if budget is None else budget
        chosen = best_within(values, most)
        forms.append(_form(inspection, values, chosen, assumed))
        blocks.append(_text(inspection, values, chosen, assumed))
    if as_json:
        write_json({"sources": source_forms(read), **(forms[0] if len(forms) == 1 else {"hosts": forms})})
    else:
        write_data("\n\n".join(blocks))
    if apply_ and not _apply(looked, [value.tool for value in chosen], yes):
        return ExitCode.USAGE
    unread = any(each.problems for each in read)
    return looked.exit_code or (ExitCode.FILE if unread else ExitCode.OK)


def _apply(looked: Looked, tools: list[str], yes: bool) -> bool:
    """Write the pins into the toolset, its diff first; return False where a change was not agreed to."""
    from inspector.cli.writing import write_files
    from inspector.export import ExportedFile
    from inspector.tuning.edits import SetPin, Together
    from inspector.workspace.suite_advice import toolset_with

    edits = tuple(SetPin(tool, True) for tool in tools)
    wanted = toolset_with(looked.opened, Together(edits, "pin"))
    return write_files([ExportedFile("toolset.toml", wanted.text, "toml")], wanted.path, yes)


def _form(
    inspection: Inspection, values: tuple[PinValue, ...], chosen: tuple[PinValue, ...], assumed: Assumptions
) -> dict[str, Any]:
    picked = {value.tool for value in chosen}
    return {
        "host": inspection.host.id,
        "label": "approximated",
        "assumed": {
            "turns": assumed.turns,
            "cached": assumed.cached,
            "context": assumed.context,
            "found": assumed.found,
            "query": assumed.query,
        },
        "pins": [
            {
                "tool": value.tool,
                "calls": value.calls,
                "chance": value.chance,
                "tokens": value.tokens,
                "pinned": value.pinned,
                "deferred": value.deferred,
                "saving": value.saving,
                "break_even": value.break_even,
                "chosen": value.tool in picked,
            }
            for value in values
        ],
    }


def _text(
    inspection: Inspection, values: tuple[PinValue, ...], chosen: tuple[PinValue, ...], assumed: Assumptions
) -> str:
    from inspector.cli.tables import cut_name, number, percent, table

    picked = {value.tool for value in chosen}
    rows = [
        [
            "pin" if value.tool in picked else "",
            cut_name(value.tool),
            number(value.calls),
            percent(value.chance),
            number(value.tokens),
            number(round(value.pinned)),
            number(round(value.deferred)),
            f"{value.saving:+,.0f}",
            "never" if value.break_even is None else percent(value.break_even),
        ]
        for value in values
    ]
    head = (
        f"{inspection.host.id} · per conversation of {assumed.turns:g} requests, cached tokens at {assumed.cached:.0%} "
        f"of the price, a search reads {number(assumed.context)} tokens again and brings {assumed.found} definitions "
        "(approximated)"
    )
    columns = ("", "tool", "calls", "chance", "tokens", "pinned", "deferred", "saves", "pays from")
    saved = sum(value.saving for value in chosen)
    spent = sum(value.tokens for value in chosen)
    end = f"{len(chosen)} pins of {number(spent)} tokens save {saved:,.0f} tokens a conversation"
    body = table(columns, rows, right=(2, 3, 4, 5, 6, 7, 8)) if rows else "  no tool of this catalog was used"
    return f"{head}\n{body}\n{end}"
