"""bleve's TF-IDF as a tree of clauses: term leaves, OR nodes with “coord”, AND nodes.

Source: ``search/scorer`` and ``search/searcher`` of bleve 2. For a leaf: score = √tf × field norm × idf × weight,
weight = boost × idf × queryNorm, idf = 1 + ln(N / (df + 1)), field norm = 1 / √(words of the field) as a 32-bit
number. An OR node multiplies the sum of its matching children by matching / all; leaves that match nothing
still count there and in queryNorm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from inspector.search import Contribution


@dataclass(frozen=True, slots=True)
class Postings:
    """The documents that hold a term in one field, how often, and the field's norm in every document."""

    numbers: Sequence[int]
    frequencies: Sequence[int]
    norms: Sequence[float]
    documents: int

    @property
    def idf(self) -> float:
        """How rare the term is: ``1 + ln(N / (df + 1))``."""
        return 1.0 + math.log(self.documents / (len(self.numbers) + 1.0))


Coords = tuple[tuple[int, int], ...]
"""What the nodes above a leaf multiply by: matching children of all children, outermost first."""


class Clause(Protocol):
    """A part of the query. `scores` holds every matching document's score once `evaluate` was called."""

    scores: dict[int, float]

    def weight(self) -> float:
        """Return the sum of the squared weights of all leaves below."""
        ...

    def evaluate(self, query_norm: float) -> dict[int, float]:
        """Return (and keep) the score of every document that matches."""
        ...

    def earned(self, number: int, coord: float, coords: Coords) -> Iterator[Earned]:
        """Yield what each leaf added for document `number`, multiplied by the `coord` of the nodes above."""
        ...


@dataclass(slots=True, eq=False, repr=False)
class Leaf:
    """One term in one field with its boost; `where` names field and kind of match."""

    term: str
    where: str
    boost: float
    postings: Postings
    query_norm: float = 0.0
    scores: dict[int, float] = field(default_factory=dict)

    def weight(self) -> float:
        """See `Clause.weight`."""
        weight = self.boost * self.postings.idf
        return weight * weight

    def evaluate(self, query_norm: float) -> dict[int, float]:
        """See `Clause.evaluate`."""
        self.query_norm = query_norm
        postings, norms, root = self.postings, self.postings.norms, math.sqrt
        idf = postings.idf
        weight = self.boost * idf * query_norm
        pairs = zip(postings.numbers, postings.frequencies, strict=True)
        self.scores = {number: root(times) * norms[number] * idf * weight for number, times in pairs}
        return self.scores

    def earned(self, number: int, coord: float, coords: Coords) -> Iterator[Earned]:
        """See `Clause.earned`."""
        if number in self.scores:
            yield self, self.scores[number] * coord, coords

    def contribution(self, number: int, points: float, coords: Coords) -> Contribution:
        """Return the `points` of document `number` with the factors they are made of."""
        postings, norm = self.postings, self.postings.norms[number]
        root = self.scores[number] / (norm * postings.idf * self.boost * postings.idf * self.query_norm)
        why = (
            f"tf √{round(root * root)} × field norm {norm:.4f} × idf {postings.idf:.3f} twice "
            f"({len(postings.numbers)} of {postings.documents} tools) × boost {self.boost:g} × "
            f"queryNorm {self.query_norm:.5f}"
        )
        why += "".join(f" × coord {matching}/{every}" for matching, every in coords)
        return Contribution(self.term, self.where, points, why)


Earned = tuple[Leaf, float, Coords]
"""A leaf, the points it added after all coords, and those coords."""


@dataclass(slots=True, eq=False, repr=False)
class AnyOf:
    """An OR node: sum of what matches × matching / all children."""

    children: Sequence[Clause]
    scores: dict[int, float] = field(default_factory=dict)

    def weight(self) -> float:
        """See `Clause.weight`."""
        return sum(child.weight() for child in self.children)

    def evaluate(self, query_norm: float) -> dict[int, float]:
        """See `Clause.evaluate`."""
        if len(self.children) == 1:
            self.scores = self.children[0].evaluate(query_norm)
            return self.scores
        sums: dict[int, float] = {}
        matching: dict[int, int] = {}
        for child in self.children:
            for number, score in child.evaluate(query_norm).items():
                sums[number] = sums.get(number, 0.0) + score
                matching[number] = matching.get(number, 0) + 1
        share = [times / len(self.children) for times in range(len(self.children) + 1)] if self.children else []
        self.scores = {number: score * share[matching[number]] for number, score in sums.items()}
        return self.scores

    def earned(self, number: int, coord: float, coords: Coords) -> Iterator[Earned]:
        """See `Clause.earned`."""
        matching = [child for child in self.children if number in child.scores]
        every = len(self.children)
        below = (*coords, (len(matching), every)) if every > 1 else coords
        for child in matching:
            yield from child.earned(number, coord * (len(matching) / every), below)


@dataclass(slots=True, eq=False, repr=False)
class AllOf:
    """An AND node: the sum of its children where all of them match."""

    children: Sequence[Clause]
    scores: dict[int, float] = field(default_factory=dict)

    def weight(self) -> float:
        """See `Clause.weight`."""
        return sum(child.weight() for child in self.children)

    def evaluate(self, query_norm: float) -> dict[int, float]:
        """See `Clause.evaluate`."""
        found = [child.evaluate(query_norm) for child in self.children]
        common = set(found[0]).intersection(*found[1:]) if found else set()
        self.scores = {number: sum(scores[number] for scores in found) for number in common}
        return self.scores

    def earned(self, number: int, coord: float, coords: Coords) -> Iterator[Earned]:
        """See `Clause.earned`."""
        for child in self.children:
            yield from child.earned(number, coord, coords)
