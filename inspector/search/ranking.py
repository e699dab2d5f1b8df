"""What a search gives back: hits whose scores are exactly the sum of explained contributions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, Protocol

Mode = Literal["keywords", "select", "names", "exact name", "prefix"]
"""How a query was understood: scored keywords, ``select:``, all words being names, one name, a name prefix."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """Points that one query term earned in one place of a tool; `why` says it in words and numbers."""

    term: str
    where: str
    points: float
    why: str


class Once:
    """Contributions that are worked out when they are first asked for, and then kept."""

    __slots__ = ("_known", "_make")

    def __init__(self, make: Callable[[], tuple[Contribution, ...]]) -> None:
        self._make: Callable[[], tuple[Contribution, ...]] | None = make
        self._known: tuple[Contribution, ...] = ()

    def __call__(self) -> tuple[Contribution, ...]:
        """Return them."""
        make = self._make
        if make is not None:
            self._known = make()
            self._make = None
        return self._known


@dataclass(frozen=True, slots=True, eq=False)
class Hit:
    """One found document: `key` is the tool id, `name` what the host's model sees.

    `points` is the score where it is known without the contributions. `explained` holds these, or gives them when
    asked: nobody reads those of thousands of hits.
    """

    rank: int
    key: str
    name: str
    points: float | None
    explained: tuple[Contribution, ...] | Callable[[], tuple[Contribution, ...]] = ()
    summed: bool = False

    @classmethod
    def explained_by(cls, rank: int, key: str, name: str, explained: Once) -> Hit:
        """Return the hit whose score is the sum of contributions that nobody has asked for yet."""
        return cls(rank, key, name, None, explained, summed=True)

    @property
    def score(self) -> float | None:
        """The sum of the contributions' points, or None where the host looks names up without scoring."""
        return total_points(self.contributions) if self.summed else self.points

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """What every term earned where."""
        return self.explained() if callable(self.explained) else self.explained

    def __eq__(self, other: object) -> bool:
        """Whether both say the same, however they hold their contributions."""
        if not isinstance(other, Hit):
            return NotImplemented
        return self._told() == other._told() and self.contributions == other.contributions

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self._told())

    def _told(self) -> tuple[int, str, str, float | None]:
        return self.rank, self.key, self.name, self.score


@dataclass(frozen=True, slots=True)
class Ranking:
    """The answer to one query. `unmatched` are terms that matched no tool at all; `missing` are names asked
    for with ``select:`` that do not exist; `total` counts all matches, of which `hits` holds the first ones.
    """

    query: str
    hits: tuple[Hit, ...]
    unmatched: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    mode: Mode = "keywords"
    total: int = 0
    notes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Miss:
    """A query term that earned nothing in one tool, and why, in words: what the host did with it."""

    term: str
    why: str


class SearchIndex(Protocol):
    """A host's search over one catalog and tuning."""

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the best `limit` hits for `query` (None: all of them), as the host itself would rank them."""
        ...

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """Return the terms of `query` that earn nothing in the indexed tool `key`, in query order, with reasons.

        Empty where every term matched, and for queries that name tools instead of describing them.
        """
        ...


def total_points(contributions: tuple[Contribution, ...]) -> float:
    """Return the score that these contributions make: their sum, in order."""
    return sum(contribution.points for contribution in contributions)


def spelled_points(points: float) -> str:
    """Return points as they are written everywhere: whole ones as they are, others with three decimals."""
    return f"{points:g}" if points % 1 == 0 else f"{points:.3f}"
