"""``tsi suite`` in words: tables of measures, queries that fail, wins and losses, advice."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.cli.tables import cut, cut_name, number, table
from inspector.cli.terminal import one_line
from inspector.suites import (
    DEPTHS,
    Advice,
    CaseResult,
    Fix,
    Learnt,
    LeftOut,
    Metrics,
    SuiteComparison,
    SuiteResult,
    measure,
)

_QUERY = 60


def measures_text(rows: Sequence[tuple[str, SuiteResult]]) -> str:
    """Return the table of measures, one named run a line."""
    header = ("", "queries", *(f"recall@{k}" for k in DEPTHS), "at its limit", "MRR", "hit rate")
    lines = []
    for name, result in rows:
        if result.no_search or not result.cases:
            lines.append([name, "0", *["–"] * (len(header) - 2)])
        else:
            lines.append([name, *_cells(result.metrics, result.limit)])
    return table(header, lines, right=tuple(range(1, len(header))), indent="")


def cases_text(result: SuiteResult) -> str:
    """Return every query of a run with the ranks of its tools, those that miss one marked."""
    rows = []
    for case in result.cases:
        for at, each in enumerate(case.expected):
            place = "pinned" if each.place == 0 else number(each.place)
            state = each.state if each.place is None else ""
            head = ["!" if case.missing else "", cut(case.case.query, _QUERY)] if at == 0 else ["", ""]
            rows.append([*head, place, cut_name(each.tool), state])
    header = ("", "query", "rank", "expected tool", "")
    queries = f"{len(result.cases)} {'query' if len(result.cases) == 1 else 'queries'}"
    heading = f"{result.host} · {queries}, the first {result.limit} results are answered"
    return f"{heading}\n{table(header, rows, right=(2,))}"


def comparison_text(before: str, after: str, comparison: SuiteComparison) -> str:
    """Return what was won and lost from `before` to `after`."""
    won, lost, same = (len(found) for found in (comparison.wins, comparison.losses, comparison.draws))
    lines = [f"{before} → {after}: {won} won, {lost} lost, {same} the same"]
    for mark, pairs in (("+", comparison.wins), ("-", comparison.losses)):
        lines += [
            f"  {mark} {cut(pair.after.case.query, _QUERY)}: {_ranks(pair.before)} → {_ranks(pair.after)}"
            for pair in pairs
        ]
    return "\n".join(lines)


def advice_text(
    before: SuiteResult,
    advice: Sequence[Advice],
    learnt: Learnt,
    after: SuiteResult,
    left_out: Sequence[LeftOut] | None,
) -> str:
    """Return the advice for each failing query, and what all of it does to the suite."""
    if before.no_search:
        return f"{before.host}: {before.no_search}"
    if not before.cases:
        return f"{before.host}: no query to advise on"
    fixed = sum(each.fixed for each in advice)
    lines = [f"{before.host}: {len(advice)} of {len(before.cases)} queries fail, {fixed} can be fixed"]
    for each in advice:
        lines.append(f"  “{cut(each.case.query, _QUERY)}” ({_ranks(each.before)} → {_ranks(each.after)})")
        told = [_fix(fix) for fix in each.fixes]
        told += [f"{miss.tool}: {miss.because}" for miss in each.unhelped]
        told += [f"note: {note}" for note in each.notes]
        lines += ["    " + one_line(line) for line in told]
        if each in learnt.needless:
            lines.append("    not needed: the advice above is enough")
        elif each in learnt.refused:
            lines.append("    not taken: with the rest it would cost another query its tool")
    if advice:
        lines.append(measures_text([("before", before), ("with all advice", after)]))
    if left_out is not None:
        lines.append(_left_out(left_out))
    return "\n".join(lines)


def _left_out(left_out: Sequence[LeftOut]) -> str:
    before, learnt = (
        measure([getattr(each, name).outcome for each in left_out]).recall_at_limit for name in ("before", "learnt")
    )
    gained, lost = (
        sum((each.learnt.outcome.answered - each.before.outcome.answered) * sign > 0 for each in left_out)
        for sign in (1, -1)
    )
    return (
        f"leave one out: recall {before:.3f} → {learnt:.3f} for queries the advice was not learnt from "
        f"({gained} find more, {lost} find less)"
    )


def _fix(fix: Fix) -> str:
    if fix.kind == "pin":
        return f"pin {fix.tool} ({fix.tokens:,} tokens in every request; {fix.how})"
    words = " ".join(fix.words)
    if fix.kind == "words":
        return f"words of {fix.tool}: {words} ({fix.how})"
    held = "" if fix.in_toolset else "; no toolset can hold this"
    return f"description of {fix.tool}: {words} ({fix.tokens:,} tokens when loaded; {fix.how}{held})"


def _ranks(result: CaseResult) -> str:
    return ", ".join("pinned" if each.place == 0 else number(each.place) for each in result.expected)


def _cells(metrics: Metrics, limit: int) -> list[str]:
    return [
        str(metrics.queries),
        *(f"{metrics.recall[k]:.3f}" for k in DEPTHS),
        f"{metrics.recall_at_limit:.3f} @{limit}",
        f"{metrics.mrr:.3f}",
        f"{metrics.hit_rate:.3f}",
    ]
