"""How the hosts do on labelled queries, and what advice is worth: ``python -m tests.benchmarks.suites SHARED``.

SHARED is the folder with ``queries/livemcpbench``. Printed are the baseline of every host, and for some hosts the
advice learnt on half of the queries, measured on both halves, whether the figures rise or fall. Nothing is asserted.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from inspector.errors import InspectorError
from inspector.hosts import hosts
from inspector.suites import Adviser, Case, Subject, run_suite, together
from inspector.workspace.connecting import gathered
from inspector.workspace.inputs import Inputs, Overrides
from inspector.workspace.inspecting import Inspector
from inspector.workspace.opening import open_inputs
from inspector.workspace.suite_files import read_suite
from inspector.workspace.suite_runs import subject_of

LEARNING = ("foundry", "fastmcp")


def main() -> None:
    """Print both tables; hosts that are named after the folder take the place of the usual ones."""
    shared, *names = sys.argv[1:]
    folder = Path(shared) / "queries" / "livemcpbench"
    opened = open_inputs(Inputs(catalogs=(str(folder / "tools.json"),)))
    inspector = Inspector(gathered(opened, ()).catalog, Overrides())
    cases = read_suite(str(folder / "agent-queries.jsonl")).suite.cases
    print(f"{len(cases)} queries, {len(inspector.catalog)} tools")
    print(
        f"{'host':24} {'limit':>5}  {'@1':>5}  {'@3':>5}  {'@5':>5}  {'@10':>5}  {'limit':>5}  {'MRR':>5}  {'hits':>5}"
    )
    for name, host in hosts().items():
        if not names or name in names:
            try:
                _print_baseline(name, subject_of(inspector.inspect(host, opened.tuning)), cases)
            except InspectorError as error:
                print(f"{name:24} {error.message}")
    for name in names or LEARNING:
        if name in hosts():
            _print_learning(name, subject_of(inspector.inspect(hosts()[name], opened.tuning)), cases)
        else:
            print(f"\n{name} is no host of this version")


def _print_baseline(name: str, subject: Subject, cases: Sequence[Case]) -> None:
    result = run_suite(subject, cases)
    if result.no_search:
        print(f"{name:24} {result.no_search}")
        return
    found = result.metrics
    figures = (*found.recall.values(), found.recall_at_limit, found.mrr, found.hit_rate)
    print(f"{name:24} {result.limit:5}  " + "  ".join(f"{figure:.3f}" for figure in figures))


def _print_learning(name: str, subject: Subject, cases: Sequence[Case]) -> None:
    """Learn on every second query and measure both halves, then the other way round."""
    halves = {"even": cases[0::2], "odd": cases[1::2]}
    for learnt_on, tried_on in (("even", "odd"), ("odd", "even")):
        start = time.perf_counter()
        adviser = Adviser(subject, halves[learnt_on])
        advice = list(adviser.all())
        learnt = together(adviser, advice)
        words = sum(fix.kind != "pin" for fix in learnt.fixes)
        print(f"\n{name}, learnt on the {learnt_on} queries ({time.perf_counter() - start:.0f} s):")
        print(f"  {len(advice)} fail, {sum(each.fixed for each in advice)} can be fixed; ", end="")
        print(f"{words} tools' words and {len(learnt.fixes) - words} pins taken")
        only_words = [fix for fix in learnt.fixes if fix.kind != "pin"]
        for title, fixes in (("words and pins", learnt.fixes), ("words only", only_words)):
            changed = adviser.with_fixes(tuple(fixes))
            for half in (learnt_on, tried_on):
                before, after = (run_suite(each, halves[half]).metrics for each in (subject, changed))
                print(
                    f"  {title:14} {half:4}: recall {before.recall_at_limit:.3f} → {after.recall_at_limit:.3f}, "
                    f"MRR {before.mrr:.3f} → {after.mrr:.3f}"
                )


if __name__ == "__main__":
    main()
