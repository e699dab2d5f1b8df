"""``tsi usage``: how often each tool was really called, from transcripts on this machine."""

from __future__ import annotations

from typing import Any

import click

from inspector.cli.exit_codes import ExitCode
from inspector.cli.options import connect_options, host_options, input_options, json_option
from inspector.cli.terminal import write_data, write_json
from inspector.cli.usage_sources import from_option, read_sources, source_forms, yes_option


@click.command("usage")
@from_option
@yes_option
@click.option("--warm-up", type=click.IntRange(min=0), default=20, show_default=True, metavar="CALLS")
@click.option("--automatic", type=click.IntRange(min=0), default=5, show_default=True, metavar="N")
@click.option("--stale-days", type=click.IntRange(min=0), default=30, show_default=True, metavar="DAYS")
@input_options
@host_options
@connect_options
@json_option
def command(
    sources: tuple[str, ...],
    yes: bool,
    warm_up: int,
    automatic: int,
    stale_days: int,
    as_json: bool,
    **options: Any,
) -> int:
    """Count the calls of every tool in local transcripts or a CSV, mapped back to server/tool.

    Then what automatic pinning, as a Foundry toolbox does it, would make of them: after --warm-up calls the
    --automatic most used tools, without those unused for --stale-days. These three numbers are assumptions: the
    service publishes none. Nothing leaves the machine.
    """
    from inspector.cli.running import look
    from inspector.usage.automatic_pins import automatic_pins
    from inspector.workspace.usage_reading import usage

    read = read_sources(sources, yes)
    looked = look(options)
    used = usage(read, looked.gathered.catalog)
    pins = automatic_pins(used.tools, warm_up=warm_up, most=automatic, stale_days=stale_days)
    if as_json:
        write_json(
            {
                "sources": source_forms(read),
                "conversations": used.conversations,
                "turns": used.turns,
                "tools": [
                    {"tool": use.tool, "calls": use.calls, "conversations": use.conversations, "last": use.last}
                    for use in used.tools
                ],
                "unknown": [{"name": name, "calls": calls} for name, calls in used.unknown],
                "automatic_pins": {
                    "label": "approximated",
                    "pinned": list(pins.pinned),
                    "stale": list(pins.stale),
                    "reason": pins.reason,
                },
            }
        )
    else:
        write_data(_text(used, pins))
    unread = any(each.problems for each in read)
    return looked.exit_code or (ExitCode.FILE if unread else ExitCode.OK)


def _text(used: Any, pins: Any) -> str:
    from inspector.cli.tables import cut_name, number, table

    per = used.turns_per_conversation
    turns = "" if per is None else f", {per:.1f} model turns each"
    lines = [f"{number(used.conversations)} conversations{turns}"]
    rows = [
        [number(use.calls), number(use.conversations), use.last[:10] or "–", cut_name(use.tool)] for use in used.tools
    ]
    lines.append(
        table(("calls", "conversations", "last", "tool"), rows, right=(0, 1)) if rows else "  no tool was used"
    )
    if used.unknown:
        named = ", ".join(f"{cut_name(name)} {calls:,}" for name, calls in used.unknown[:8])
        rest = len(used.unknown) - 8
        lines.append(f"not in this catalog: {named}" + (f" and {rest:,} more names" if rest > 0 else ""))
    lines.append(f"automatic pins (approximated; {pins.reason}): {', '.join(pins.pinned) or 'none'}")
    if pins.stale:
        lines.append(f"  dropped as stale: {', '.join(pins.stale)}")
    return "\n".join(lines)
