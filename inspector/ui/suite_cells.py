"""Cases of a suite as table rows, and a case in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from textual.content import Content

from inspector.suites import DEPTHS, Advice, Case, CaseResult, SuiteResult
from inspector.ui.text import content, content_line, disarmed_line, fitted
from inspector.ui.widgets.virtual_table import Cell, Column
from inspector.workspace.why_not import WhyNot

_MISSES = 4
"""How many terms that missed are named."""


def case_columns(results: Sequence[SuiteResult]) -> tuple[Column, ...]:
    """Return the columns: found or not, query, expected tool, and a rank for every host."""
    return (
        Column("found", "", width=1),
        Column("query", "query", minimum=20),
        Column("tool", "should find", minimum=16, priority=1),
        *(
            Column(f"host{at}", content_line(result.host).plain, width=min(max(len(result.host), 7), 14), align="right")
            for at, result in enumerate(results)
        ),
    )


def case_rows(results: Sequence[SuiteResult], before: SuiteResult | None) -> list[tuple[str, list[Cell]]]:
    """Return a row for every case of the first host, by its number; `before` is its result under the saved tuning.

    Cases may be meant for one host only, so results stand together by their case and not by their number.
    """
    beside = [_by_case(result) for result in results[1:]]
    earlier = {} if before is None else _by_case(before)
    return [(str(at), _case_cells(each, beside, earlier)) for at, each in enumerate(results[0].cases)]


def _by_case(result: SuiteResult) -> dict[Case, CaseResult]:
    return {each.case: each for each in result.cases}


def _case_cells(
    result: CaseResult, beside: Sequence[Mapping[Case, CaseResult]], earlier: Mapping[Case, CaseResult]
) -> list[Cell]:
    case = result.case
    mark = Content.styled("✕", "$warning") if result.missing else Content.styled("✓", "$success")
    ranks = [_rank(result, earlier.get(case)), *(_rank(other.get(case), None) for other in beside)]
    return [mark, content_line(case.query), content_line(", ".join(case.relevant), 200, "$muted"), *ranks]


def _rank(result: CaseResult | None, before: CaseResult | None) -> Cell:
    """Return the best rank of an expected tool, in brackets where the model does not see it, and how it moved."""
    if result is None:
        return Content.styled("–", "$muted")
    best, earlier = _best(result), None if before is None else _best(before)
    if best is None:
        return Content.styled("none", "$warning")
    text = "pinned" if best == 0 else f"({best})" if result.missing else str(best)
    shown = Content.styled(text, "$muted" if result.missing else "")
    if before is None or earlier == best:
        return shown
    better = earlier is None or best < earlier
    return (Content.styled("▲ ", "$success") if better else Content.styled("▼ ", "$warning")) + shown


def _best(result: CaseResult) -> int | None:
    places = [each.place for each in result.expected if each.place is not None]
    return min(places, default=None)


def suite_facts(results: Sequence[SuiteResult]) -> Content:
    """Return a line of measures per host under a heading: how many queries found everything, and all of `Metrics`."""
    found = [
        f"{sum(not case.missing for case in result.cases)} of {len(result.cases)} found in {result.limit}"
        for result in results
    ]
    names = max(cell_len(disarmed_line(result.host)) for result in results) + 1
    counts = max(map(len, found))
    depths = "".join(f"{f'@{depth}':>5}" for depth in DEPTHS)
    lines = [content(fitted("mean recall of a query", names + 1 + counts) + depths + " @limit  hit  MRR", "$heading")]
    for result, count in zip(results, found, strict=True):
        if result.no_search:
            lines.append(content(f"{result.host}: {result.no_search}", "$muted"))
            continue
        metrics = result.metrics
        recalls = "".join(f" {metrics.recall[depth]:.2f}" for depth in DEPTHS)
        measures = f"{recalls} {metrics.recall_at_limit:>6.2f} {metrics.hit_rate:.2f} {metrics.mrr:.2f}"
        lines.append(content(f"{fitted(disarmed_line(result.host) + ':', names)} {count:<{counts}}{measures}"))
    return Content("\n").join(lines)


def case_facts(result: CaseResult, reasons: Mapping[str, WhyNot], advised: bool) -> Content:
    """Return a case in words: where each expected tool stands, and why (`reasons`, by tool) the model misses it."""
    lines = [content(f"“{result.case.query}”", "bold")]
    for expected in result.expected:
        place = "not found" if expected.place is None else "pinned" if expected.place == 0 else f"rank {expected.place}"
        sign, colour = ("✓", "$success") if expected.answered else ("✕", "$warning")
        lines.append(content(f"{sign} {expected.tool}: {place}, {expected.state}", colour))
        reason = reasons.get(expected.tool)
        if reason is not None:
            misses = "; ".join(f"{miss.term}: {miss.why}" for miss in reason.misses[:_MISSES])
            lines.append(content(f"  {reason.verdict}" + (f" {misses}." if misses else ""), "$muted"))
    if result.case.note:
        lines.append(content(result.case.note, "$muted"))
    if result.missing and not advised:
        lines.append(content("Press a for advice.", "$heading"))
    return Content("\n").join(lines)


def advice_text(advice: Advice) -> Content:
    """Return what advice says: the fixes with their price, what they change, and what cannot be helped."""
    lines: list[Content] = []
    for fix in advice.fixes:
        price = f", {fix.tokens:,} tokens" if fix.tokens else ""
        what = f"pin {fix.tool}" if fix.kind == "pin" else f"{fix.kind} of {fix.tool}: add {', '.join(fix.words)}"
        lines.append(content(f"{what}{price}", "$success"))
        if fix.how:
            lines.append(content(f"  {fix.how}", "$muted"))
    for each in advice.unhelped:
        lines.append(content(f"{each.tool}: no words can help here, because {each.because}", "$warning"))
    lines += [content(note, "$muted") for note in advice.notes]
    return Content("\n").join(lines) if lines else content("Nothing is to be done.", "$muted")
