"""Which words could be given to a tool for a query, and what each is worth to the host's own search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from inspector.catalog import Catalog
from inspector.hosts import Host, Knob
from inspector.hosts.protocol import Counting
from inspector.search import Hit, Miss
from inspector.suites.advice import Fix
from inspector.suites.query_words import everyday_words, query_words
from inspector.suites.running import Subject

_NEIGHBOURS = 6
_MOST = 8
_TRIES = 4
_SLACK = 0.03

Words = Sequence[tuple[str, str]]
"""(word, piece of the query it stands in)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word worth trying: its `gain` is what it adds to the tool's score for the query, None without scores.

    `breadth` is how many tools it finds already: the fewer, the better it tells tools apart.
    """

    word: str
    gain: float | None
    breadth: int


@dataclass(frozen=True)
class WordOptions:
    """What words can do for one tool and query: the `route` by which this host takes them, the `candidates`, best
    first, the tool's `score` without them, the score it has to reach (None: any will do, or the host gives none), and
    the `prices` of words in tokens, each time the tool is loaded."""

    route: Fix
    candidates: tuple[Candidate, ...]
    score: float
    threshold: float | None
    prices: Mapping[str, int]

    def fix(self, words: tuple[str, ...]) -> Fix:
        """Return the change that gives the tool `words`."""
        return replace(self.route, words=words, tokens=sum(self.prices[word] for word in words))

    def fewest_first(self, most: int) -> Iterator[tuple[str, ...]]:
        """Yield words to try, one before two and so on up to `most`, of each size the likeliest few.

        Points add up in every scoring host, but for small shifts of averages: sets that stay clearly below the
        score to reach are left out.
        """
        for size in range(1, min(most, len(self.candidates)) + 1):
            sets = [(_sum(some), some) for some in combinations(self.candidates, size)]
            likely = [(gain, some) for gain, some in sets if self._may_reach(gain)]
            likely.sort(key=lambda each: -(each[0] or 0.0))
            for _, some in likely[:_TRIES]:
                yield tuple(each.word for each in some)

    def _may_reach(self, gain: float | None) -> bool:
        if gain is None or self.threshold is None:
            return True
        return self.score + gain >= self.threshold - abs(self.threshold) * _SLACK


def word_options(subject: Subject, query: str, tool_id: str, everyday: bool, count: Counting) -> WordOptions | str:
    """Return what words of `query` can do for a tool, or why none can, to be read after “because”.

    With `everyday` those that hardly tell tools apart are among the words. `count` gives their price in tokens where
    they are part of the description.
    """
    words = query_words(query)
    if everyday:
        words += everyday_words(query)
    if not words:
        return "the query holds none that could describe a tool"
    found = _route(subject, query, tool_id, words)
    if isinstance(found, str):
        return found
    route, terms = found
    answer = route.applied(subject).index.search(query, subject.limit)
    after = next((hit for hit in answer.hits if hit.key == tool_id), None)
    if after is None:
        given = ", ".join(f"“{word}”" for word in list(terms)[:6])
        return f"it is not in the answer even with {given}{' …' if len(terms) > 6 else ''}"
    ranked = subject.index.search(query).hits
    before = next((hit for hit in ranked if hit.key == tool_id), None)
    others = [hit for hit in ranked if hit.key != tool_id]
    return WordOptions(
        route,
        _candidates(subject, words, terms, before, after),
        (before.score or 0.0) if before is not None else 0.0,
        others[subject.limit - 1].score if len(others) >= subject.limit else None,
        {word: count(f" {word}") if route.kind == "description" else 0 for word, _ in words},
    )


def how(host: Host, knob: Knob) -> str | None:
    """Return how the product offers `knob`, in words, None where it does not."""
    return next((each.how for each in host.knobs if each.knob == knob), None)


def _route(subject: Subject, query: str, tool_id: str, words: Words) -> tuple[Fix, dict[str, frozenset[str]]] | str:
    """Return the change that gives a tool all the words in this host, and the terms that the host makes of those that
    earn something; or why none does."""
    given = tuple(word for word, _ in words)
    apart = how(subject.host, "words")
    if apart is not None:
        tries = [Fix(tool_id, "words", given, how=apart)]
    else:
        # A toolset's words stand for the description where the host reads them so; else only the server can act.
        text = how(subject.host, "description") or "by the server: in the tool's description"
        tries = [Fix(tool_id, "description", given, how=text, in_toolset=held) for held in (True, False)]
    for fix in tries:
        if terms := _taking(subject, fix, words):
            return fix, terms
    return _reasons(tries[-1].applied(_small(subject, tool_id)), query, tool_id, words)


def _taking(subject: Subject, fix: Fix, words: Words) -> dict[str, frozenset[str]]:
    """Return the words that earn something for their piece of the query once `fix` is made, with the host's terms."""
    small = _small(subject, fix.tool)
    changed = fix.applied(small)
    found = {}
    for word, piece in words:
        after = _hit(changed, piece, fix.tool)
        if after is None:
            continue
        before = _hit(small, piece, fix.tool)
        if before is None or (after.score or 0.0) > (before.score or 0.0):
            found[word] = frozenset(part.term for part in after.contributions)
    return found


def _reasons(changed: Subject, query: str, tool_id: str, words: Words) -> str:
    """Say why the words earn nothing though the changed tool holds them: in the host's words where it gives some."""
    misses: tuple[Miss, ...] = changed.index.misses(query, tool_id)
    pieces = {text.lower() for pair in words for text in pair}
    told = [f"“{miss.term}”: {miss.why}" for miss in misses if miss.term.lower() in pieces]
    if told:
        return "; ".join(told[:3])
    listed = ", ".join(f"“{word}”" for word, _ in words[:4])
    return f"{listed} earn{'s' if len(words) == 1 else ''} nothing even where the tool's text holds them"


def _candidates(
    subject: Subject, words: Words, terms: Mapping[str, frozenset[str]], before: Hit | None, after: Hit
) -> tuple[Candidate, ...]:
    earned, earlier = _points(after), _points(before)
    found = []
    for word, piece in words:
        if word in terms:
            gain = None
            if after.contributions:
                gain = sum(earned.get(term, 0.0) - earlier.get(term, 0.0) for term in terms[word])
            found.append(Candidate(word, gain, subject.index.search(piece, 1).total))
    # The sort is stable: what is left equal keeps the order of the query.
    found.sort(key=lambda each: (-(each.gain or 0.0), each.breadth))
    return tuple(found[:_MOST])


def _sum(some: Sequence[Candidate]) -> float | None:
    gains = [each.gain for each in some]
    return None if None in gains else sum(gain for gain in gains if gain is not None)


def _points(hit: Hit | None) -> dict[str, float]:
    points: dict[str, float] = {}
    for part in hit.contributions if hit is not None else ():
        points[part.term] = points.get(part.term, 0.0) + part.points
    return points


def _hit(subject: Subject, query: str, key: str) -> Hit | None:
    return next((hit for hit in subject.index.search(query).hits if hit.key == key), None)


def _small(subject: Subject, tool_id: str) -> Subject:
    """Return the subject with the tool and a few others only: enough to see whether a word earns anything at all.

    Not the tool alone: in a catalog of one, the weight of every word is zero in some hosts.
    """
    tool = subject.catalog.by_id[tool_id]
    servers = []
    for server in subject.catalog.servers:
        if server.name == tool.server:
            others = [each for each in server.tools if each.id != tool_id][:_NEIGHBOURS]
            servers.append(replace(server, tools=(tool, *others)))
        elif len(servers) < _NEIGHBOURS:
            servers.append(replace(server, tools=server.tools[:_NEIGHBOURS]))
    return replace(subject, catalog=Catalog(tuple(servers)))
