"""Query suites: which tools should be found by which queries, how well a host does, and what would help.

Pure: takes a host, a catalog and a tuning, gives values. Works query by query, so that a screen can show progress.
"""

from __future__ import annotations

from inspector.suites.advice import Advice, Fix, Unhelped, applied, edits
from inspector.suites.advising import MOST_WORDS, Adviser
from inspector.suites.comparison import Pair, SuiteComparison, compare_results
from inspector.suites.learning import Learnt, LeftOut, leave_one_out, together
from inspector.suites.metrics import DEPTHS, Metrics, Outcome, measure, recall, recall_at, reciprocal_rank
from inspector.suites.model import Case, Suite, SuiteProblem, SuiteReading, unknown_tools
from inspector.suites.reading import parse_suite
from inspector.suites.rewriting import has_comments, rewrite_suite
from inspector.suites.running import CaseResult, Expected, Subject, SuiteResult, run_case, run_suite, suite_result
from inspector.suites.writing import render_suite

__all__ = [
    "DEPTHS",
    "MOST_WORDS",
    "Advice",
    "Adviser",
    "Case",
    "CaseResult",
    "Expected",
    "Fix",
    "Learnt",
    "LeftOut",
    "Metrics",
    "Outcome",
    "Pair",
    "Subject",
    "Suite",
    "SuiteComparison",
    "SuiteProblem",
    "SuiteReading",
    "SuiteResult",
    "Unhelped",
    "applied",
    "compare_results",
    "edits",
    "has_comments",
    "leave_one_out",
    "measure",
    "parse_suite",
    "recall",
    "recall_at",
    "reciprocal_rank",
    "render_suite",
    "rewrite_suite",
    "run_case",
    "run_suite",
    "suite_result",
    "together",
    "unknown_tools",
]
