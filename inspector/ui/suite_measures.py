"""A suite's measures in lines: a host a line, and below it what changed since the run before."""

from __future__ import annotations

import os
from collections.abc import Callable

from rich.cells import cell_len
from textual.content import Content

from inspector.suites import DEPTHS, SuiteComparison, SuiteResult
from inspector.ui.text import content, disarmed_line, fitted
from inspector.workspace.open_suite import OpenSuite
from inspector.workspace.suite_progress import SuiteRun

_NAMED = 3
"""How many queries that moved are named."""


def suite_title(suite: OpenSuite | None) -> str:
    """Return the title of the suite's pane: whether it is written, and which file it is."""
    if suite is None:
        return "Suite"
    unsaved = " · not written" if suite.unsaved else ""
    source = f" · read from {os.path.basename(suite.suite.source)}" if suite.suite.source else ""
    return f"Suite{unsaved}" + (source if suite.path is None else f" · {suite.path}")


def suite_facts(ran: SuiteRun, narrow: bool) -> Content:
    """Return a line of measures per host under a heading: how many queries found everything, and all of `Metrics`.

    What changed stands under each host's line; where lines are scarce (`narrow`), above them all.
    """
    heading, lines = _measures(ran)
    moves = _moves(ran, lambda comparison: comparison_line(comparison, f"since {ran.since}"))
    if not any(moves):
        return Content("\n").join([heading, *lines])
    if narrow:
        return Content("\n").join([*_narrow_moves(ran), heading, *lines])
    told = [heading]
    for line, move in zip(lines, moves, strict=True):
        told += [line] if move is None else [line, content("  ") + move]
    return Content("\n").join(told)


def _measures(ran: SuiteRun) -> tuple[Content, list[Content]]:
    found = [_found(result) for result in ran.results]
    names = max(cell_len(disarmed_line(result.host)) for result in ran.results) + 1
    counts = max(16, *map(len, found))
    depths = "".join(f"{f'@{depth}':>5}" for depth in DEPTHS)
    heading = content(fitted("mean recall of a query", names + 1 + counts) + depths + " @limit  hit  MRR", "$heading")
    lines = []
    for result, count in zip(ran.results, found, strict=True):
        if result.no_search:
            lines.append(content(f"{result.host}: {result.no_search}", "$muted"))
            continue
        metrics = result.metrics
        recalls = "".join(f" {metrics.recall[depth]:.2f}" for depth in DEPTHS)
        measures = f"{recalls} {metrics.recall_at_limit:>6.2f} {metrics.hit_rate:.2f} {metrics.mrr:.2f}"
        lines.append(content(f"{fitted(disarmed_line(result.host) + ':', names)} {count:<{counts}}{measures}"))
    return heading, lines


def _narrow_moves(ran: SuiteRun) -> list[Content]:
    names = max(cell_len(disarmed_line(result.host)) for result in ran.results) + 1
    lines = [content(f"since {ran.since}", "$heading")]
    for result, move in zip(ran.results, _moves(ran, lambda each: comparison_line(each, "")), strict=True):
        name = content(fitted(disarmed_line(result.host) + ":", names) + " ")
        missing = content(result.no_search or "did not run before", "$muted")
        lines.append(name + (missing if move is None else move))
    return lines


def _moves(ran: SuiteRun, tell: Callable[[SuiteComparison], Content]) -> list[Content | None]:
    return [None if comparison is None else tell(comparison) for comparison in ran.comparisons]


def comparison_line(comparison: SuiteComparison, since: str) -> Content:
    """Return in a line which way queries moved (after `since`, where given), and recall and MRR before and after."""
    wins, losses = len(comparison.wins), len(comparison.losses)
    one, two = comparison.before, comparison.after
    said = f"{disarmed_line(since)}: " if since else ""
    if not wins and not losses:
        return content(f"{said}no query moved, recall@limit {two.recall_at_limit:.2f}, MRR {two.mrr:.2f}", "$muted")
    return Content.assemble(
        (said, "$muted"),
        (f"▲ {wins}", "$success" if wins else "$muted"),
        " ",
        (f"▼ {losses}", "$warning" if losses else "$muted"),
        f"  recall@limit {one.recall_at_limit:.2f} → {two.recall_at_limit:.2f}  MRR {one.mrr:.2f} → {two.mrr:.2f}",
    )


def trial_text(comparison: SuiteComparison, host: str) -> Content:
    """Return what an edit would do to the suite, with the first queries that gain and lose by it."""
    queries = comparison.before.queries
    if not queries:
        return content(f"No query of the suite is meant for {host}.", "$muted")
    name = f"{queries} {'query' if queries == 1 else 'queries'} of the suite in {host}:"
    lines = [content(name, "$muted"), comparison_line(comparison, "")]
    for mark, style, pairs in (("▲", "$success", comparison.wins), ("▼", "$warning", comparison.losses)):
        lines += [content(f"{mark} {disarmed_line(pair.after.case.query)}", style) for pair in pairs[:_NAMED]]
        if len(pairs) > _NAMED:
            lines.append(content(f"{mark} and {len(pairs) - _NAMED} more", style))
    return Content("\n").join(lines)


def _found(result: SuiteResult) -> str:
    found = sum(not case.missing for case in result.cases)
    return f"{found} of {len(result.cases)} found in {result.limit}"
