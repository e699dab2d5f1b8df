"""How a simulated conversation looks: requests and ways to play it as table cells, one request in whole."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from inspector.simulation.requests import Request
from inspector.ui.bars import grouped, part_widths
from inspector.ui.text import content, content_line
from inspector.ui.widgets.virtual_table import Cell, Column
from inspector.workspace.simulating import Comparison, Played, sparkline

_BAR = 14
REQUESTS = (
    Column("number", "", width=2, align="right"),
    Column("turn", "turn", width=4, align="right"),
    Column("action", "the model", minimum=22),
    Column("tools", "tools", width=5, align="right"),
    Column("tokens", "tokens", width=8, align="right"),
    Column("bar", "░ cached █ new", width=_BAR, priority=3),
    Column("cache", "cache", width=6),
    Column("so far", "so far", width=9, align="right", priority=4),
    Column("price", "price", width=8, align="right", priority=5),
)
WAYS = (
    Column("way", "", width=19),
    Column("context", "per request", minimum=10, priority=1),
    Column("searches", "searches", width=8, align="right"),
    Column("misses", "misses", width=6, align="right"),
    Column("tokens", "tokens", width=9, align="right"),
    Column("fresh", "full price", width=10, align="right", priority=2),
    Column("price", "price", width=8, align="right"),
)
_CACHE = {"cold": ("○ cold", "$muted"), "hit": ("✓ hit", "$success"), "miss": ("✕ miss", "$warning")}
_MEANINGS = {
    "cold": "nothing is cached yet",
    "hit": "what the request before held",
    "miss": "the tools array grew, so the cache starts over",
}
_NO_PRICE = "–"
_ASSUMED = (
    "Assumed: 200 tokens a result unless the script says so, 30 a call; a cache that never expires. "
    "The host's own built-in tools are not in the tokens (nor, where their number is not known, in the tools array); "
    "what the model writes is not in the price."
)


def request_rows(played: Played) -> list[tuple[str, list[Cell]]]:
    """Return a row per request, by its number."""
    simulation = played.simulation
    most = max((each.tokens for each in simulation.requests), default=1)
    prices: Sequence[object] = played.prices or [None] * len(simulation.requests)
    return [
        (str(request.number), _request_cells(request, most, so_far, price))
        for request, so_far, price in zip(simulation.requests, simulation.so_far, prices, strict=True)
    ]


def way_rows(comparison: Comparison) -> list[tuple[str, list[Cell]]]:
    """Return a row per way to play the script, by its name; their sparklines share one scale."""
    most = max((each.tokens for way in comparison.ways for each in way.simulation.requests), default=1)
    return [(each.name, _way_cells(each, most)) for each in comparison.ways]


def way_notes(comparison: Comparison) -> Content:
    """Return what does not fit this catalog or host, a line each."""
    lines = [content(note, "$muted") for note in comparison.notes]
    if comparison.unknown:
        lines.insert(0, content(f"left out, not in this catalog: {', '.join(comparison.unknown)}", "$warning"))
    if comparison.decided.prices is None:
        lines.append(content("no price is known: press M to choose a model that has one", "$muted"))
    return Content("\n").join(lines)


def request_facts(request: Request, names: dict[str, str]) -> Content:
    """Return a request in whole: what the model does, its tools array, what it reads; `names` as the model sees."""
    who = f"{request.agent} " if request.agent else "the model "
    lines = [content(who + request.action, "bold"), Content("")]
    lines.append(_heading(f"Tools array · {grouped(request.tools)}"))
    lines.append(content(_composition(request)))
    for tool in request.usable:
        found = "found just now" if tool in request.activated else "found before"
        lines.append(content(f"{names.get(tool, tool)}  {found}"))
    if request.already:
        lines.append(content(f"already loaded: {', '.join(request.already)}", "$success"))
    if request.unfound:
        lines.append(content(f"not found, so not called: {', '.join(request.unfound)}", "$warning"))
    word, colour = _CACHE[request.cache]
    cached = Content.styled(f"{word} · {grouped(request.cached)} from the cache: {_MEANINGS[request.cache]}", colour)
    lines += [Content(""), _heading(f"It reads · {grouped(request.tokens)} tokens"), cached]
    lines += [Content(""), _heading(f"New in this request · {grouped(sum(part.tokens for part in request.added))}")]
    for part in request.added:
        lines.append(content(f"{grouped(part.tokens):>7}  {part.what}"))
        if part.text:
            lines.append(content(part.text, "$muted"))
    return Content("\n").join([*lines, Content(""), content(_ASSUMED, "$muted")])


def _composition(request: Request) -> str:
    parts = [f"{grouped(request.own)} of the host itself", f"{grouped(request.loaded)} loaded from the start"]
    return ", ".join([*parts, f"{request.spliced} found"] if request.spliced else parts)


def _heading(text: str) -> Content:
    return Content.styled(text, "bold $heading")


def _request_cells(request: Request, most: int, so_far: int, price: object) -> list[Cell]:
    word, colour = _CACHE[request.cache]
    action = f"{request.agent}: {request.action}" if request.agent else request.action
    width = max(1, round(request.tokens * _BAR / most))
    old, new = part_widths((request.cached, request.fresh), width)
    return [
        str(request.number),
        str(request.turn),
        content_line(action, style="$warning" if request.unfound else ""),
        str(request.tools),
        grouped(request.tokens),
        Content.assemble(("░" * old, "$muted"), ("█" * new, "$cost-bar")),
        Content.styled(word, colour),
        grouped(so_far),
        _NO_PRICE if price is None else f"${price:.4f}",
    ]


def _way_cells(played: Played, most: int) -> list[Cell]:
    simulation = played.simulation
    return [
        played.name,
        Content.styled(sparkline([each.tokens for each in simulation.requests], most), "$cost-bar"),
        str(simulation.searches),
        str(simulation.misses),
        grouped(simulation.tokens),
        grouped(simulation.fresh),
        _NO_PRICE if played.price is None else f"${played.price:.4f}",
    ]
