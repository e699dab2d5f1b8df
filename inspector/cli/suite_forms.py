"""The JSON of ``tsi suite``, one function a form. Field names are promises to scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.cli.json_forms import search_form
from inspector.suites import Advice, CaseResult, Learnt, LeftOut, Metrics, SuiteComparison, SuiteResult, measure
from inspector.workspace.inspection import Inspection


def result_form(result: SuiteResult, inspection: Inspection) -> dict[str, Any]:
    """Return one host's run; measures are null where the host has no tool search. A pinned tool has rank 0."""
    return {
        "host": result.host,
        "version": result.version,
        "limit": result.limit,
        **metrics_form(None if result.no_search else result.metrics),
        "problem": result.no_search or None,
        "cases": [case_form(case, inspection) for case in result.cases],
    }


def metrics_form(metrics: Metrics | None) -> dict[str, Any]:
    """Return the measures; each is null for None."""
    if metrics is None or not metrics.queries:
        return {"queries": 0, "recall": None, "recall_at_limit": None, "mrr": None, "hit_rate": None}
    return {
        "queries": metrics.queries,
        "recall": {str(k): round(value, 4) for k, value in metrics.recall.items()},
        "recall_at_limit": round(metrics.recall_at_limit, 4),
        "mrr": round(metrics.mrr, 4),
        "hit_rate": round(metrics.hit_rate, 4),
    }


def case_form(result: CaseResult, inspection: Inspection) -> dict[str, Any]:
    """Return one query with its expected tools and the host's own answer, scores broken down."""
    answer = search_form(inspection, [result.ranking])["results"][0]
    return {
        "query": result.case.query,
        "note": result.case.note or None,
        "line": result.case.line,
        "recall": round(result.outcome.recall, 4),
        "relevant": _places(result),
        "hits": answer["hits"],
        "unmatched": answer["unmatched"],
    }


def comparison_form(before: str, after: str, comparison: SuiteComparison) -> dict[str, Any]:
    """Return what was won and lost from `before` to `after`, both names of runs."""
    pairs = {"wins": comparison.wins, "losses": comparison.losses}
    return {
        "from": before,
        "to": after,
        **{
            name: [
                {"query": pair.after.case.query, "from": _places(pair.before), "to": _places(pair.after)}
                for pair in found
            ]
            for name, found in pairs.items()
        },
        "same": len(comparison.draws),
    }


def advice_form(
    before: SuiteResult,
    advice: Sequence[Advice],
    learnt: Learnt,
    after: SuiteResult,
    left_out: Sequence[LeftOut] | None,
) -> dict[str, Any]:
    """Return one host's advice with the suite's measures before it, after it, and for queries left out of it."""
    return {
        "host": before.host,
        "version": before.version,
        "limit": before.limit,
        "problem": before.no_search or None,
        "before": metrics_form(None if before.no_search else before.metrics),
        "after": metrics_form(None if before.no_search else after.metrics),
        "left_out": None
        if left_out is None
        else {
            "before": metrics_form(measure([each.before.outcome for each in left_out])),
            "learnt": metrics_form(measure([each.learnt.outcome for each in left_out])),
        },
        "advice": [_advice(each, learnt) for each in advice],
    }


def _advice(advice: Advice, learnt: Learnt) -> dict[str, Any]:
    return {
        "query": advice.case.query,
        "line": advice.case.line,
        "fixed": advice.fixed,
        "taken": bool(advice.fixes) and advice not in learnt.needless and advice not in learnt.refused,
        "fixes": [
            {"tool": fix.tool, "kind": fix.kind, "words": list(fix.words), "tokens": fix.tokens, "how": fix.how}
            for fix in advice.fixes
        ],
        "unhelped": [{"tool": each.tool, "because": each.because} for each in advice.unhelped],
        "notes": list(advice.notes),
        "before": _places(advice.before),
        "after": _places(advice.after),
    }


def _places(result: CaseResult) -> list[dict[str, Any]]:
    return [{"tool": each.tool, "rank": each.place, "state": each.state} for each in result.expected]
