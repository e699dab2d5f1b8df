"""Finding the cheapest fix for a failing query: every one is tried on the host's own search before it is given.

Search words come first, since they cost the model nothing: the fewest that bring the tool into the answer and push
no other query's tool out of it. Then a pin, which costs the tool's definition in every request.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from inspector.hosts import Knob
from inspector.suites.advice import Advice, Fix, Unhelped, applied
from inspector.suites.model import Case
from inspector.suites.query_words import query_words
from inspector.suites.running import Subject, found_in_answer, run_case
from inspector.suites.word_options import WordOptions, how, word_options

MOST_WORDS = 5
"""More words than this for one tool and query are no longer advice but a copy of the query."""

_AT_HAND = 3
_COPY = "these are all the telling words of the query, so other ways of asking may gain little"


@dataclass(frozen=True, slots=True)
class Tried:
    """What some fixes did: the expected tools found, whether that is all they were for, and the cases they hurt."""

    found: frozenset[str]
    helps: bool
    hurt: frozenset[int]


class Adviser:
    """Advises on the failing cases of one suite in one host; the subject and the cases stay as they are.

    Each case is advised alone, on the subject as given and against all other cases, so that advice depends on no
    order and can be asked for one query at a time.
    """

    def __init__(self, subject: Subject, cases: Sequence[Case], most_words: int = MOST_WORDS) -> None:
        self.subject = subject
        self.cases = tuple(cases)
        self._base = subject.uncounted()
        self._most = most_words
        self._tried: dict[tuple[int, tuple[Fix, ...]], Tried] = {}
        self._subjects: dict[tuple[Fix, ...], Subject] = {(): self._base}
        self._tender: set[int] = set()
        self.options: dict[tuple[int, tuple[Fix, ...], str, bool], WordOptions | str] = {}

    @cached_property
    def found(self) -> tuple[frozenset[str], ...]:
        """The expected tools that each case finds now."""
        return tuple(found_in_answer(self._base, case, self._base.pinned) for case in self.cases)

    def failing(self) -> tuple[int, ...]:
        """Return the numbers of the cases that find less than they could."""
        return tuple(n for n, case in enumerate(self.cases) if not self.passes(case, self.found[n]))

    def number_of(self, case: Case) -> int:
        """Return the number of a case of this suite."""
        return next(number for number, each in enumerate(self.cases) if each is case)

    def passes(self, case: Case, found: frozenset[str]) -> bool:
        """Whether `found` is all that the host's answer has room for."""
        return len(found) >= min(len(case.relevant), self.subject.limit)

    def all(self) -> Iterator[Advice]:
        """Yield the advice for every failing case, in the suite's order."""
        for number in self.failing():
            yield self.advise(number)

    def advise(self, number: int, left_out: frozenset[int] = frozenset()) -> Advice:
        """Return the advice for the case of that number; the cases `left_out` are not asked whether it hurts them."""
        case = self.cases[number]
        trial = _Trial(self, number, left_out)
        before = run_case(self.subject, case)
        if self.subject.no_search:
            because = self.subject.no_search
            return Advice(case, before, before, unhelped=tuple(Unhelped(key, because) for key in before.missing))
        for key in before.missing:
            if self.passes(case, trial.found):
                break
            trial.help(key)
        after = run_case(self.with_fixes(trial.fixes), case) if trial.fixes else before
        passes = self.passes(case, frozenset(each.tool for each in after.expected if each.answered))
        return Advice(
            case,
            before,
            after,
            trial.fixes,
            () if passes else tuple(trial.unhelped),
            tuple(trial.notes),
            frozenset(trial.vetoes),
        )

    def hurt(self, subject: Subject, but: frozenset[int] = frozenset()) -> frozenset[int]:
        """Return the cases, those of the numbers `but` not asked, that find less in `subject` than they do now."""
        return frozenset(self._hurt(subject, but))

    def hurts(self, subject: Subject, but: frozenset[int] = frozenset()) -> bool:
        """Return whether there is any such case."""
        return any(True for _ in self._hurt(subject, but))

    def _hurt(self, subject: Subject, but: frozenset[int]) -> Iterator[int]:
        # Those that were hurt before are asked first: they are the likeliest.
        for number in sorted(range(len(self.cases)), key=lambda each: each not in self._tender):
            if number in but or not self.found[number]:
                continue
            if self.found[number] - found_in_answer(subject, self.cases[number], subject.pinned):
                self._tender.add(number)
                yield number

    def tried(self, number: int, fixes: tuple[Fix, ...]) -> Tried:
        """Return what `fixes` do for the case of that number and to all others, by the host's own search.

        Remembered: advice is asked for again with a case left out, and takes the same first steps.
        """
        known = self._tried.get((number, fixes))
        if known is None:
            subject = self.with_fixes(fixes)
            found = found_in_answer(subject, self.cases[number], subject.pinned)
            # Whom it hurts is only asked where it helps, since that costs a search for every case.
            helps = {fix.tool for fix in fixes} <= found and self.found[number] <= found
            hurt = self.hurt(subject, frozenset((number,))) if helps else frozenset()
            known = self._tried[number, fixes] = Tried(found, helps, hurt)
        return known

    def with_fixes(self, fixes: tuple[Fix, ...]) -> Subject:
        """Return the subject with `fixes` made; the last few stay at hand with their index."""
        known = self._subjects.pop(fixes, None)
        if known is None:
            known = applied(fixes, self._base)
            if all(fix.kind != "pin" for fix in fixes):
                # Words pin nothing, and a plan of a large catalog costs as much as an index.
                vars(known)["pinned"] = self._base.pinned
        self._subjects = {**dict(list(self._subjects.items())[1 - _AT_HAND :]), fixes: known}
        return known

    @property
    def base(self) -> Subject:
        """The subject as it is tried on: its tokens are not counted."""
        return self._base

    @property
    def most_words(self) -> int:
        """The most words given to one tool for one query."""
        return self._most

    def how(self, knob: Knob) -> str | None:
        """Return how the product offers `knob`, in words, None where it does not."""
        return how(self.subject.host, knob)


class _Trial:
    """The advice for one case in the making: each fix is tried on what the ones before it made."""

    def __init__(self, adviser: Adviser, number: int, left_out: frozenset[int]) -> None:
        self._adviser = adviser
        self._number = number
        self._left_out = left_out
        self._case = adviser.cases[number]
        self.found = adviser.found[number]
        self.fixes: tuple[Fix, ...] = ()
        self.unhelped: list[Unhelped] = []
        self.notes: list[str] = []
        self.vetoes: set[int] = set()

    def help(self, key: str) -> None:
        """Find the cheapest fix that brings `key` into the answer, or the reason why there is none."""
        placement = self._adviser.base.plan.by_tool.get(key)
        if placement is None:
            self.unhelped.append(Unhelped(key, "no tool of this name is in the catalog"))
            return
        if placement.state in ("hidden", "refused"):
            self.unhelped.append(Unhelped(key, f"it is {placement.state}: {placement.reason}"))
            return
        because = self._give_words(key)
        if because is None:
            return
        pin = self._adviser.how("pin")
        if pin is None:
            self.unhelped.append(Unhelped(key, f"{because}; and this host lets nobody pin a tool"))
            return
        subject = self._adviser.subject
        definition = subject.host.definition(subject.catalog.by_id[key], placement.name)
        if self._accept(Fix(key, "pin", tokens=subject.conditions.count(definition.text), how=pin)):
            self.notes.append(f"{key}: {because}")
        else:
            self.unhelped.append(Unhelped(key, f"{because}; and a pin does not take, or hurts other queries"))

    def _give_words(self, key: str) -> str | None:
        """Give `key` the fewest words that reach the answer; return why none do, or None when it is done.

        Everyday words come in only where telling ones do not reach: some hosts count them like any other.
        """
        because = self._give(key, everyday=False)
        if because is None:
            return None
        if self._give(key, everyday=True) is not None:
            return f"no words can help here, because {because}"
        self.notes.append(f"{key}: some of these words are names or everyday words, which this host counts too")
        return None

    def _give(self, key: str, everyday: bool) -> str | None:
        place = (self._number, self.fixes, key, everyday)
        options = self._adviser.options.get(place)
        if options is None:
            subject = self._adviser.with_fixes(self.fixes)
            count = self._adviser.subject.conditions.count
            options = self._adviser.options[place] = word_options(subject, self._case.query, key, everyday, count)
        if isinstance(options, str):
            return options
        most = self._adviser.most_words
        vetoed = False
        for words in options.fewest_first(most):
            if self._accept(options.fix(words)):
                if len(words) > 1 and {word for word, _ in query_words(self._case.query)} <= set(words):
                    self.notes.append(f"{key}: {_COPY}")
                return None
            vetoed = vetoed or bool(self._adviser.tried(self._number, (*self.fixes, options.fix(words))).hurt)
        if vetoed:
            return "those that reach the answer push out what another query needs"
        if len(options.candidates) > most:
            return f"more than {most} would be needed"
        return "those that reach the answer push out another tool of this query"

    def _accept(self, fix: Fix) -> bool:
        """Try `fix` by running the host's search again; keep it where it helps this case and hurts no other."""
        fixes = (*self.fixes, fix)
        tried = self._adviser.tried(self._number, fixes)
        if not tried.helps or self.found - tried.found:
            return False
        if hurt := tried.hurt - self._left_out:
            self.vetoes.update(hurt)
            return False
        self.fixes, self.found = fixes, tried.found
        return True
