"""``tsi simulate``: a conversation request by request, with tools, tokens, round trips and cache misses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import connect_options, host_options, input_options, json_option, request_options
from inspector.cli.terminal import one_line, write_data, write_json, write_notice

if TYPE_CHECKING:
    from inspector.simulation.requests import Request
    from inspector.workspace.simulating import Comparison, Played


@click.command("simulate")
@click.argument("script", default="btc")
@input_options
@host_options
@request_options
@connect_options
@json_option
def command(script: str, as_json: bool, **options: Any) -> int:
    """Play SCRIPT (a TOML file, or the bundled btc or explore) and say what each request holds and costs.

    A script has [[turn]] tables: say, search (queries the model tries in turn where a tool is not loaded; select: asks
    by name), calls, result (tokens of each call's result), again = true (searches though all is loaded), agent (a
    sub-agent that gets the turn).

    Assumed: 200 tokens a result unless the script says so, 30 a call; a cache that never expires and, where the tools
    array grows, starts over. What the model writes has no price here.
    """
    from inspector.cli.json_forms import by_host
    from inspector.cli.running import look
    from inspector.workspace.simulating import play, read_script

    read = read_script(script)
    looked = look(options)
    played = [play(read, inspection) for inspection in looked.inspections]
    for tool in dict.fromkeys(tool for each in played for tool in each.unknown):
        write_notice(one_line(f"tsi: the script calls {tool}, which is not in this catalog: that call is left out"))
    for note in dict.fromkeys(note for each in played for note in each.notes):
        write_notice(one_line(f"tsi: {note}"))
    if as_json:
        write_json(by_host([_form(each) for each in played]))
    else:
        write_data("\n\n".join(_text(each) for each in played))
    return looked.exit_code


def _form(comparison: Comparison) -> dict[str, Any]:
    decided = comparison.decided
    simulation = decided.simulation
    return {
        "host": comparison.host,
        "title": comparison.script.title,
        "requests": [
            {
                "request": each.number,
                "turn": each.turn,
                "agent": each.agent or None,
                "action": each.action,
                "tools": each.tools,
                "tokens": each.tokens,
                "cached": each.cached,
                "cache": each.cache,
                "tokens_so_far": so_far,
                "price": None if decided.prices is None else float(decided.prices[each.number - 1]),
                "added": [{"what": part.what, "tokens": part.tokens, "text": part.text} for part in each.added],
                "usable": list(each.usable),
                "activated": list(each.activated),
                "already": list(each.already),
                "unfound": list(each.unfound),
            }
            for each, so_far in zip(simulation.requests, simulation.so_far, strict=True)
        ],
        "ways": [_way_form(each) for each in comparison.ways],
        "unknown": list(comparison.unknown),
        "notes": list(comparison.notes),
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
    from inspector.workspace.simulating import sparkline

    simulation = comparison.decided.simulation
    rows = [
        [
            str(each.number),
            str(each.turn),
            str(each.tools),
            number(each.tokens),
            number(each.cached),
            each.cache,
            number(so_far),
            cut(_action(each), 70),
        ]
        for each, so_far in zip(simulation.requests, simulation.so_far, strict=True)
    ]
    most = max((each.tokens for way in comparison.ways for each in way.simulation.requests), default=1)
    ways = [
        [
            each.name,
            sparkline([request.tokens for request in each.simulation.requests], most),
            str(each.simulation.searches),
            str(each.simulation.misses),
            number(each.simulation.tokens),
            number(each.simulation.fresh),
            "–" if each.price is None else f"${each.price:.4f}",
        ]
        for each in comparison.ways
    ]
    heads = ("", "turn", "tools", "tokens", "cached", "cache", "so far", "the model")
    way_heads = ("", "requests", "searches", "misses", "tokens", "full price", "price")
    return "\n".join(
        [
            one_line(f"{comparison.host} · {comparison.script.title}"),
            table(heads, rows, right=(0, 1, 2, 3, 4, 6)),
            "",
            table(way_heads, ways, right=(2, 3, 4, 5, 6)),
        ]
    )


def _action(request: Request) -> str:
    text = f"{request.agent}: {request.action}" if request.agent else request.action
    if request.already:
        text += " (already loaded)"
    if request.unfound:
        text += f" (not found: {', '.join(request.unfound)})"
    return text
