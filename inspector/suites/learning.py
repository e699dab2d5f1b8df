"""Advice taken together, and whether it holds for queries it was not learnt from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.suites.advice import Advice, Fix, applied
from inspector.suites.advising import Adviser
from inspector.suites.running import CaseResult, Subject, run_case


@dataclass(frozen=True, slots=True)
class Learnt:
    """A suite's advice taken together: `subject` with all its `fixes` made.

    `needless` is advice left out because what others brought was enough, `refused` is advice left out because
    together with the others it would have cost a query a tool that it finds today.
    """

    subject: Subject
    fixes: tuple[Fix, ...]
    needless: tuple[Advice, ...] = ()
    refused: tuple[Advice, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """One case `before` any advice, and with the advice learnt on all other cases."""

    before: CaseResult
    learnt: CaseResult


def together(adviser: Adviser, advice: Sequence[Advice], left_out: frozenset[int] = frozenset()) -> Learnt:
    """Return what `advice` makes of the subject, taken in order; no case that finds a tool today loses it.

    Advice is left out where the fixes before it already help its query. The cases `left_out` are not asked.
    """
    taken, needless = _needed(adviser, advice)
    kept, refused = _harmless(adviser, [], taken, left_out)
    fixes = _fixes(kept)
    return Learnt(applied(fixes, adviser.subject), fixes, tuple(needless), tuple(refused))


def leave_one_out(adviser: Adviser, advice: Sequence[Advice]) -> Iterator[LeftOut]:
    """Yield, for every case of the suite, how it fares with what the other cases teach.

    The words of a query help itself by construction; only this tells whether they help queries not seen. `advice`
    is what `Adviser.all` gave. It is learnt anew where the left-out case had a say in it; elsewhere it is what
    it would be without that case, since advice for one case depends on others through their vetoes only.
    """
    numbers = dict(zip(adviser.failing(), advice, strict=True))
    for number, case in enumerate(adviser.cases):
        without = frozenset((number,))
        others = [
            adviser.advise(other, without) if number in each.vetoes else each
            for other, each in numbers.items()
            if other != number
        ]
        learnt = together(adviser, others, without)
        yield LeftOut(run_case(adviser.subject, case), run_case(learnt.subject, case))


def _needed(adviser: Adviser, advice: Sequence[Advice]) -> tuple[list[Advice], list[Advice]]:
    """Share out `advice` into what is needed, and what the fixes of its own tools before it make needless."""
    taken: list[Advice] = []
    needless: list[Advice] = []
    for each in advice:
        if not each.fixes:
            continue
        number = adviser.number_of(each.case)
        earlier = tuple(fix for fix in _fixes(taken) if fix.tool in each.case.relevant)
        enough = bool(earlier) and adviser.passes(each.case, adviser.tried(number, earlier).found)
        (needless if enough else taken).append(each)
    return taken, needless


def _harmless(
    adviser: Adviser, kept: list[Advice], more: list[Advice], left_out: frozenset[int]
) -> tuple[list[Advice], list[Advice]]:
    """Return `kept` with what of `more` hurts no case on top of it, and the rest.

    Each advice was tried alone, so that only rare sums do harm: halves are tried before single ones.
    """
    if not more or not adviser.hurts(adviser.with_fixes(_fixes([*kept, *more])), left_out):
        return [*kept, *more], []
    if len(more) == 1:
        return kept, more
    half = len(more) // 2
    kept, refused = _harmless(adviser, kept, more[:half], left_out)
    kept, later = _harmless(adviser, kept, more[half:], left_out)
    return kept, [*refused, *later]


def _fixes(advice: Sequence[Advice]) -> tuple[Fix, ...]:
    return tuple(fix for each in advice for fix in each.fixes)
