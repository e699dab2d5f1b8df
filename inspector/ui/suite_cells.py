"""Cases of a suite as table rows, and a case in words."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from inspector.suites import Advice, CaseResult, SuiteResult
from inspector.ui.text import content, content_line
from inspector.ui.widgets.virtual_table import Cell, Column


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


def case_cells(at: int, results: Sequence[SuiteResult], before: SuiteResult | None) -> list[Cell]:
    """Return the cells of case number `at`; `before` is the first host's result under the saved tuning."""
    case = results[0].cases[at]
    mark = Content.styled("✕", "$warning") if case.missing else Content.styled("✓", "$success")
    tools = ", ".join(case.case.relevant)
    ranks: list[Cell] = []
    for number, result in enumerate(results):
        earlier = before.cases[at] if number == 0 and before is not None and at < len(before.cases) else None
        ranks.append(_rank(result.cases[at] if at < len(result.cases) else None, earlier))
    return [mark, content_line(case.case.query), content_line(tools, 200, "$muted"), *ranks]


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
    """Return one line per host: recall at 1, 3, 5, 10 and at its limit, MRR, hit rate."""
    lines = []
    for result in results:
        if result.no_search:
            lines.append(content(f"{result.host}: {result.no_search}", "$muted"))
            continue
        metrics = result.metrics
        recalls = "  ".join(f"@{depth} {value:.2f}" for depth, value in metrics.recall.items())
        found = sum(not case.missing for case in result.cases)
        lines.append(
            content(
                f"{result.host}: {found} of {len(result.cases)} found at its limit {result.limit} · recall {recalls} · "
                f"MRR {metrics.mrr:.2f}"
            )
        )
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
