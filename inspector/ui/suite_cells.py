"""Cases of a suite as table rows, and a case in words."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from inspector.suites import Advice, Case, CaseResult, SuiteComparison
from inspector.ui.text import content, content_line
from inspector.ui.widgets.virtual_table import Cell, Column
from inspector.workspace.suite_progress import SuiteRun
from inspector.workspace.why_not import WhyNot

_MISSES = 4
"""How many terms that missed are named."""
_STILL, _MOVED = 7, 13
"""Cells for a rank alone, and for one that moved, with the rank before."""


def case_columns(ran: SuiteRun | None) -> tuple[Column, ...]:
    """Return the columns: found or not, query, expected tool, and a rank for every host, wider where ranks moved."""
    results = () if ran is None else ran.results
    least = _MOVED if ran is not None and any(_moves(each) for each in ran.comparisons) else _STILL
    return (
        Column("found", "", width=1),
        Column("query", "query", minimum=20),
        Column("tool", "should find", minimum=16, priority=1),
        *(
            Column(
                f"host{at}", content_line(result.host).plain, width=min(max(len(result.host), least), 14), align="right"
            )
            for at, result in enumerate(results)
        ),
    )


def case_rows(ran: SuiteRun) -> list[tuple[str, list[Cell]]]:
    """Return a row for every case of the suite, by its number: its rank in every host, and the rank before.

    Cases may be meant for one host only, so results stand together by their case and not by their number.
    """
    found = [{each.case: each for each in result.cases} for result in ran.results]
    before = [_before(comparison) for comparison in ran.comparisons]
    rows: list[tuple[str, list[Cell]]] = []
    for at, case in enumerate(ran.suite.cases):
        results = [host.get(case) for host in found]
        ranks = [
            _rank(result, None if result is None else earlier.get(id(result)))
            for result, earlier in zip(results, before, strict=True)
        ]
        rows.append((str(at), [_mark(results[0]), content_line(case.query), _tools(case), *ranks]))
    return rows


def _moves(comparison: SuiteComparison | None) -> bool:
    return comparison is not None and bool(comparison.wins or comparison.losses)


def _before(comparison: SuiteComparison | None) -> dict[int, tuple[CaseResult, int]]:
    """Return the result before and which way it went (1, -1), by the present result, for those that moved."""
    if comparison is None:
        return {}
    ways = ((comparison.wins, 1), (comparison.losses, -1))
    return {id(pair.after): (pair.before, way) for pairs, way in ways for pair in pairs}


def _mark(result: CaseResult | None) -> Cell:
    if result is None:
        return Content.styled("–", "$muted")
    return Content.styled("✕", "$warning") if result.missing else Content.styled("✓", "$success")


def _tools(case: Case) -> Cell:
    return content_line(", ".join(case.relevant), 200, "$muted")


def _rank(result: CaseResult | None, before: tuple[CaseResult, int] | None) -> Cell:
    """Return the best rank of an expected tool, in brackets where the model misses one, and how it moved."""
    if result is None:
        return Content.styled("–", "$muted")
    text = _place(result)
    shown = Content.styled(text, "$warning" if text == "none" else "$muted" if result.missing else "")
    if before is None:
        return shown
    sign, colour = ("▲", "$success") if before[1] > 0 else ("▼", "$warning")
    return Content.assemble((f"{sign} ", colour), (f"{_place(before[0]).strip('()')}→", "$muted")) + shown


def _place(result: CaseResult) -> str:
    places = [each.place for each in result.expected if each.place is not None]
    if not places:
        return "none"
    best = min(places)
    return "pinned" if best == 0 else f"({best})" if result.missing else str(best)


def unmeasured_facts(case: Case, host: str) -> Content:
    """Return a case in words that did not run in `host`."""
    lines = [content(f"“{case.query}”", "bold"), content(f"should find {', '.join(case.relevant)}")]
    if case.host is not None and not case.runs_in(host):
        lines.append(content(f"Meant for {case.host} only, so it does not run in {host}.", "$muted"))
    if case.note:
        lines.append(content(case.note, "$muted"))
    return Content("\n").join(lines)


def case_facts(result: CaseResult, reasons: Mapping[str, WhyNot], advised: bool) -> Content:
    """Return a case in words: where each expected tool stands, and why (`reasons`, by tool) the model misses it."""
    lines = [content(f"“{result.case.query}”", "bold")]
    for expected in result.expected:
        place = "not found" if expected.place is None else "pinned" if expected.place == 0 else f"rank {expected.place}"
        sign, colour = ("✓", "$success") if expected.answered else ("✕", "$warning")
        state = f", {expected.state}" if expected.place != 0 else ""
        lines.append(content(f"{sign} {expected.tool}: {place}{state}", colour))
        reason = reasons.get(expected.tool)
        if reason is not None:
            misses = "; ".join(f"{miss.term}: {miss.why}" for miss in reason.misses[:_MISSES])
            lines.append(content(f"  {reason.verdict}" + (f" {misses}." if misses else ""), "$muted"))
    if result.case.host is not None:
        lines.append(content(f"meant for {result.case.host} only", "$muted"))
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
