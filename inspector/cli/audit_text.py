"""The audit as text: numbers first, each with how it was counted and what would change it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from inspector.cli.tables import cut, cut_name, number, percent, table
from inspector.sources import ServerReport
from inspector.workspace.audit import Audit, Cost, server_tokens
from inspector.workspace.inspection import Inspection

_TOP = 8


def heading(inspection: Inspection) -> str:
    """Return the lines that say through which host, model, window and counter one looks."""
    host = inspection.host
    model = inspection.model or "no model given"
    return (
        f"{host.title} ({host.id}, {host.version}; {host.label})\n"
        f"model {model} · window {number(inspection.window.tokens)} ({inspection.window.origin})\n"
        f"{counted_by(inspection)}"
    )


def counted_by(inspection: Inspection) -> str:
    """Return the line that says by what tokens are counted, and whether exactly."""
    counter = inspection.counter
    return f"counted by: {counter.label} ({'exact' if counter.exact else 'estimate'})"


def servers_table(reports: Sequence[ServerReport], inspection: Inspection) -> str:
    """Return the servers with state, tools, tokens and share, and what went wrong under those that failed."""
    tokens = server_tokens(inspection)
    whole = sum(tokens.values()) or 1
    names = iter(tokens)
    rows = []
    for report in reports:
        listed = report.listing is not None
        name = next(names) if listed else report.name
        server = inspection.catalog.server(name) if listed else None
        rows.append(
            [
                cut_name(name),
                cut(report.source.rsplit("/", 1)[-1], 24),
                report.transport,
                report.state,
                number(len(server.tools)) if server else "–",
                number(tokens[name]) if listed else "–",
                percent(tokens[name] / whole) if listed else "–",
                f"{report.seconds:.2f} s" if report.seconds else "–",
            ]
        )
    return table(("server", "from", "via", "state", "tools", "tokens", "share", "time"), rows, right=(4, 5, 6, 7))


def audit_text(audit: Audit, inspection: Inspection, reports: Sequence[ServerReport]) -> str:
    """Return the whole audit."""
    blocks = [
        heading(inspection),
        servers_table(reports, inspection),
        _totals(audit, inspection),
        _decision(audit, inspection),
        _request(audit, inspection),
    ]
    if audit.prefill_seconds:
        before, after = audit.prefill_seconds
        rate = inspection.tuning.prefill_rate or 0
        blocks.append(
            f"Time to read the tools, at the {rate:,g} tokens/s you gave (approximated)\n"
            f"  everything upfront {before:.1f} s, as decided {after:.1f} s"
        )
    blocks.append(_money(audit.cost))
    blocks.append(_dearest(audit))
    return "\n\n".join(blocks)


def _totals(audit: Audit, inspection: Inspection) -> str:
    totals = audit.totals
    sign = "" if inspection.counter.exact else "≈ "
    states = ", ".join(f"{count:,} {state}" for state, count in audit.states)
    window = inspection.window.tokens
    rows = [
        ["everything upfront", sign + number(totals.upfront), percent(totals.upfront / window)],
        [
            "when deferred: names, search tool, pinned",
            sign + number(totals.deferred),
            percent(totals.deferred / window),
        ],
        ["loaded as decided", sign + number(totals.loaded), percent(totals.loaded / window)],
        ["saved in every request", sign + number(totals.saved), percent(totals.saved / window)],
    ]
    return table((f"{totals.tools:,} tools: {states}", "tokens", "of window"), rows, right=(1, 2))


def _decision(audit: Audit, inspection: Inspection) -> str:
    decision = audit.decision
    verdict = "deferred" if decision.deferred else "not deferred"
    counted = f"  counted {number(decision.counted)} {decision.unit}"
    if decision.limit is not None:
        counted += f", limit {number(decision.limit)}"
    if audit.decision_tokens is not None:
        counted += f"\n  {inspection.counter.name} counts {number(audit.decision_tokens)} in the same definitions"
    return (
        f"Decision: {verdict}\n  {decision.rule} ({decision.label})\n{counted}\n  it would flip with {decision.flips}"
    )


def _request(audit: Audit, inspection: Inspection) -> str:
    request = audit.request
    given = "given" if inspection.tuning.system_prompt is not None else "assumed"
    room = f"room left {number(request.room)}" if request.room >= 0 else f"too long by {number(-request.room)}"
    return (
        f"One request in a window of {number(inspection.window.tokens)}\n"
        f"  system prompt {number(request.system)} ({given}) · tools {number(request.tools)} · "
        f"history {number(request.history)} · {room}"
    )


def _money(cost: Cost | None) -> str:
    if cost is None:
        return "Price: none known; give --model, or --price-input and --price-cached"
    rows = [
        ["everything upfront", _usd(cost.upfront.uncached), _usd(cost.upfront.cached)],
        ["as decided", _usd(cost.loaded.uncached), _usd(cost.loaded.cached)],
    ]
    cached = cost.price.cached_per_million
    prices = f"${cost.price.input_per_million} a million tokens" + (f", ${cached} cached" if cached is not None else "")
    return f"Price of the tools in 1,000 turns ({prices}; {cost.price.origin})\n" + table(
        ("", "without cache", "with prefix cache"), rows, right=(1, 2)
    )


def _usd(amount: Decimal | None) -> str:
    return "–" if amount is None else f"${amount:,.2f}"


def _dearest(audit: Audit) -> str:
    tools = audit.expensive_tools[:_TOP]
    whole = sum(tokens for _, tokens in audit.expensive_tools) or 1
    rows = [[cut_name(tool), number(tokens), percent(tokens / whole)] for tool, tokens in tools]
    servers = ", ".join(f"{cut_name(name)} {number(tokens)}" for name, tokens in audit.expensive_servers[:_TOP])
    return f"Most expensive servers: {servers}\n" + table(
        ("most expensive tools", "tokens", "share"), rows, right=(1, 2)
    )
