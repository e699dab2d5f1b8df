"""``tsi simulate``: a conversation request by request, with tools, tokens, round trips and cache misses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import connect_options, host_options, input_options, json_option, request_options
from inspector.cli.terminal import one_line, write_data, write_json, write_notice

if TYPE_CHECKING:
    from inspector.workspace.simulating import Comparison, Played

_BLOCKS = "▁▂▃▄▅▆▇█"


@click.command("simulate")
@click.argument("script", default="btc")
@input_options
@host_options
@request_options
@connect_options
@json_option
def command(script: str, as_json: bool, **options: Any) -> int:
    """Play SCRIPT (a TOML file, or the bundled btc) and say what each request holds and costs.

    A script has [[turn]] tables with say, search (what the model looks for where a tool is not loaded) and calls.
    Results of calls count 200 tokens unless the turn says result; each call 30: both are assumptions.
    """
    from inspector.cli.json_forms import by_host
    from inspector.cli.running import look
    from inspector.workspace.simulating import play, read_script

    read = read_script(script)
    looked = look(options)
    played = [play(read, inspection) for inspection in looked.inspections]
    for tool in dict.fromkeys(tool for each in played for tool in each.unknown):
        write_notice(one_line(f"tsi: the script calls {tool}, which is not in this catalog: that call is left out"))
    if as_json:
        write_json(by_host([_form(each) for each in played]))
    else:
        write_data("\n\n".join(_text(each) for each in played))
    return looked.exit_code


def sparkline(values: list[int]) -> str:
    """Return a bar of eighths per value, the largest one full."""
    most = max(values, default=0) or 1
    return "".join(_BLOCKS[min(7, value * 8 // most)] for value in values)


def _form(comparison: Comparison) -> dict[str, Any]:
    return {
        "host": comparison.host,
        "title": comparison.script.title,
        "requests": [
            {
                "request": each.number,
                "turn": each.turn,
                "action": each.action,
                "tools": each.tools,
                "tokens": each.tokens,
                "cached": each.cached,
                "cache": each.cache,
                "activated": list(each.activated),
                "unfound": list(each.unfound),
            }
            for each in comparison.decided.simulation.requests
        ],
        "ways": [_way_form(each) for each in (comparison.decided, comparison.everything, comparison.pinned)],
        "unknown": list(comparison.unknown),
    }


def _way_form(played: Played) -> dict[str, Any]:
    simulation = played.simulation
    return {
        "way": played.name,
        "requests": len(simulation.requests),
        "round_trips": simulation.searches,
        "misses": simulation.misses,
        "tokens": simulation.tokens,
        "fresh": simulation.fresh,
        "price": None if played.price is None else float(played.price),
        "unfound": list(simulation.unfound),
    }


def _text(comparison: Comparison) -> str:
    from inspector.cli.tables import cut, number, table

    requests = comparison.decided.simulation.requests
    rows = [
        [
            str(each.number),
            str(each.turn),
            str(each.tools),
            number(each.tokens),
            number(each.cached),
            each.cache,
            cut(each.action + (f" (not found: {', '.join(each.unfound)})" if each.unfound else ""), 70),
        ]
        for each in requests
    ]
    ways = [
        [
            each.name,
            str(len(each.simulation.requests)),
            str(each.simulation.searches),
            str(each.simulation.misses),
            number(each.simulation.tokens),
            number(each.simulation.fresh),
            "–" if each.price is None else f"${each.price:.4f}",
        ]
        for each in (comparison.decided, comparison.everything, comparison.pinned)
    ]
    line = sparkline([each.tokens for each in requests])
    return "\n".join(
        [
            f"{comparison.host} · {comparison.script.title} · tokens {line}",
            table(("", "turn", "tools", "tokens", "cached", "cache", "the model"), rows, right=(0, 1, 2, 3, 4)),
            table(
                ("", "requests", "searches", "misses", "tokens", "full price", "price"), ways, right=(1, 2, 3, 4, 5, 6)
            ),
        ]
    )
