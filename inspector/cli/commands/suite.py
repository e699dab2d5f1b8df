"""``tsi suite``: how well queries find the tools they should, and what would help."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from inspector.cli.exit_codes import ExitCode
from inspector.cli.options import FiniteRange, connect_options, host_options, input_options, inputs_of, json_option
from inspector.cli.suite_reading import read_suite_told, tell_suite_problem
from inspector.cli.terminal import one_line, write_data, write_json, write_notice

if TYPE_CHECKING:
    from inspector.cli.running import Looked
    from inspector.suites import Fix, Suite, SuiteResult

T = TypeVar("T")


@click.group("suite")
def command() -> None:
    """Measure queries against the tools they should find, and get advice for those that fail.

    A suite is TOML with [[case]] tables (query, relevant = ["server/tool"], and if you like host and note), or JSONL
    with the same fields, one object a line.
    """


@command.command("run", short_help="Measure: recall, MRR, hit rate, and every rank.")
@click.argument("file")
@click.option("--against", metavar="TOOLSET", help="Compare with the same tools under this toolset's tuning.")
@click.option("--min-recall", type=FiniteRange(0, 1), metavar="SHARE", help="Fail (1) below this recall.")
@click.option("--at", "depth", type=click.IntRange(min=1), metavar="K", help="Judge recall@K, not the host's limit.")
@input_options
@host_options
@connect_options
@json_option
def run_command(
    file: str, against: str | None, min_recall: float | None, depth: int | None, as_json: bool, **options: Any
) -> int:
    """Run the queries of FILE and print recall@1/3/5/10 and at the host's own limit, MRR, hit rate and every rank.

    Two hosts are compared with each other. A pinned tool counts as found: the model has it without a search.
    """
    from inspector.cli.running import look
    from inspector.cli.suite_forms import comparison_form, result_form
    from inspector.cli.suite_text import cases_text, comparison_text, measures_text
    from inspector.suites import compare_results
    from inspector.workspace.suite_runs import run, with_toolset

    if depth is not None and min_recall is None:
        raise click.UsageError("--at needs --min-recall", click.get_current_context())
    suite, sound = read_suite_told(file)
    looked = look(options)
    sound = _tell_unknown(suite, looked) and sound
    runs = [(inspection, run(inspection, suite)) for inspection in looked.inspections]
    compared = []
    if against is not None:
        overrides = inputs_of(options).overrides
        for inspection, result in runs:
            other = run(with_toolset(inspection, against, looked.opened.specs, overrides), suite)
            compared.append((f"{result.host}, {against}", other, result.host, result))
    elif len(runs) == 2:
        compared.append((runs[0][1].host, runs[0][1], runs[1][1].host, runs[1][1]))
    pairs = [(before, after, compare_results(one, two)) for before, one, after, two in compared]
    for _, result in runs:
        _tell_unmeasured(result, suite)
    if as_json:
        form: dict[str, Any] = {"hosts": [result_form(result, inspection) for inspection, result in runs]}
        if pairs:
            form["comparisons"] = [comparison_form(*pair) for pair in pairs]
        write_json(form)
    else:
        rows = [(result.host, result) for _, result in runs]
        rows += [(before, one) for before, one, _, _ in compared if against is not None]
        blocks = [measures_text(rows), *(comparison_text(*pair) for pair in pairs)]
        blocks += [cases_text(result) for _, result in runs if result.cases]
        write_data("\n\n".join(blocks))
    if min_recall is not None and not _reaches([result for _, result in runs], min_recall, depth):
        return ExitCode.MISSED
    return looked.exit_code if sound or looked.exit_code else ExitCode.FILE


@command.command("advise", short_help="Find the cheapest fix for every failing query.")
@click.argument("file")
@click.option("--words", "most", type=click.IntRange(min=1), metavar="N", help="Most words a tool and query (5).")
@click.option("--leave-one-out", is_flag=True, help="Also measure each query with what the other queries teach.")
@click.option("--apply", "apply_it", is_flag=True, help="Write the advice into the toolset; diff first.")
@click.option("--yes", is_flag=True, help="Write without asking.")
@input_options
@host_options
@connect_options
@json_option
def advise_command(
    file: str,
    most: int | None,
    leave_one_out: bool,
    apply_it: bool,
    yes: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Find the cheapest fix for every failing query of FILE, each verified by the host's own search.

    Fewest search words first, then a pin with its price; words that push out what another query needs are not given.
    """
    from inspector.cli.running import look
    from inspector.cli.suite_forms import advice_form
    from inspector.cli.suite_text import advice_text
    from inspector.suites import MOST_WORDS, run_suite, together
    from inspector.suites import leave_one_out as leaving_one_out
    from inspector.workspace.suite_advice import adviser_for

    suite, sound = read_suite_told(file)
    looked = look(options)
    sound = _tell_unknown(suite, looked) and sound
    if apply_it and len(looked.inspections) != 1:
        raise click.UsageError("--apply takes one host: what helps in one may not in another")
    forms, texts = [], []
    fixes: tuple[Fix, ...] = ()
    for inspection in looked.inspections:
        adviser = adviser_for(inspection, suite, most or MOST_WORDS)
        before = run_suite(adviser.subject, adviser.cases)
        _tell_unmeasured(before, suite)
        failing = () if before.no_search else adviser.failing()
        advice = list(_told(map(adviser.advise, failing), len(failing), "failing queries"))
        learnt = together(adviser, advice)
        after = run_suite(learnt.subject, adviser.cases)
        left_out = None
        if leave_one_out and not before.no_search:
            left_out = list(_told(leaving_one_out(adviser, advice), len(adviser.cases), "queries left out"))
        forms.append(advice_form(before, advice, learnt, after, left_out))
        texts.append(advice_text(before, advice, learnt, after, left_out))
        fixes = learnt.fixes
    if as_json:
        write_json({"hosts": forms})
    else:
        write_data("\n\n".join(texts))
    if apply_it and not _apply(looked, fixes, yes):
        return ExitCode.USAGE
    return looked.exit_code if sound or looked.exit_code else ExitCode.FILE


def _tell_unknown(suite: Suite, looked: Looked) -> bool:
    """Tell which expected tools there are not; return whether all are known."""
    from inspector.suites import unknown_tools

    problems = unknown_tools(suite, looked.gathered.catalog)
    for problem in problems:
        tell_suite_problem(suite.source, problem.line, f"{problem.message}, so it counts as not found", problem.hint)
    return not problems


def _tell_unmeasured(result: SuiteResult, suite: Suite) -> None:
    if result.no_search:
        write_notice(f"tsi: {result.host} is not measured: {result.no_search}")
    elif not result.cases:
        why = "no query of the suite is meant for it" if suite.cases else "the suite has no query that can be used"
        write_notice(f"tsi: {result.host} is not measured: {why}")


def _reaches(results: list[SuiteResult], floor: float, depth: int | None) -> bool:
    """Whether every measured host reaches the floor; those that do not are told. Raises where none was measured."""
    from inspector.suites import recall

    measured = [result for result in results if result.cases]
    if not measured:
        raise click.UsageError("--min-recall has nothing to judge: no host was measured")
    fine = True
    for result in measured:
        outcomes = [case.outcome for case in result.cases]
        reached = result.metrics.recall_at_limit if depth is None else recall(outcomes, depth)
        if reached < floor:
            fine = False
            write_notice(f"tsi: {result.host}: recall@{depth or result.limit} is {reached:.3f}, below {floor:g}")
    return fine


def _apply(looked: Looked, fixes: tuple[Fix, ...], yes: bool) -> bool:
    """Write `fixes` into the opened toolset and return whether it holds what it should."""
    from inspector.cli.writing import write_files
    from inspector.export import ExportedFile
    from inspector.workspace.suite_advice import as_edit, toolset_with

    for fix in fixes:
        if not fix.in_toolset:
            write_notice(one_line(f"tsi: {fix.tool}: a description is the server's own, so this is not written"))
    wanted = toolset_with(looked.opened, as_edit(looked.inspections[0], fixes))
    return write_files([ExportedFile("toolset.toml", wanted.text, "toml")], wanted.path, yes)


def _told(steps: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Yield `steps`, telling on a terminal how far they are."""
    visible = sys.stderr is not None and sys.stderr.isatty()
    for done, step in enumerate(steps, start=1):
        if visible:
            sys.stderr.write(f"\r\x1b[K{done}/{total} {what}" if done < total else "\r\x1b[K")
            sys.stderr.flush()
        yield step
