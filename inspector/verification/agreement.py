"""What a comparison of an installed client with its host module says: values only."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.search import Contribution


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the host module puts one tool for a query: `rank` beyond any limit and `score`, None where not found."""

    name: str
    rank: int | None
    score: float | None
    contributions: tuple[Contribution, ...] = ()


@dataclass(frozen=True, slots=True)
class QueryDifference:
    """A query answered differently: at `place` (from 1) the client has `observed`, the host module `expected`.

    None stands where one of the two has no tool there any more.
    """

    query: str
    place: int
    expected: Standing | None
    observed: Standing | None
    client: tuple[str, ...]
    host: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DefinitionDifference:
    """A definition that differs: where first (a JSON pointer), and both sides there as JSON, shortened.

    A definition that one of the two has not is told with an empty `where`.
    """

    name: str
    where: str
    expected: str
    observed: str


@dataclass(frozen=True, slots=True)
class Names:
    """Names compared: those that only the host module or only the client has, and whether the order is the same."""

    total: int
    only_expected: tuple[str, ...]
    only_observed: tuple[str, ...]
    same_order: bool

    @property
    def equal(self) -> bool:
        """Whether both have the same names in the same order."""
        return self.same_order and not self.only_expected and not self.only_observed


@dataclass(frozen=True, slots=True)
class Agreement:
    """One client in one version compared with one host module.

    `queries` were asked, `unanswered` of them got no answer. `rule` is the host module's own word on the decision;
    `upfront` compares what is loaded from the start, `announced` the names of what is deferred (None: no such list).
    `slack` is how far apart scores may be that count as equal, 0 for none; `notes` say what was set aside.
    """

    host: str
    client: str
    version: str
    measured_on: str
    model: str
    ranking_model: str | None
    limit: int
    queries: int
    unanswered: tuple[str, ...]
    differences: tuple[QueryDifference, ...]
    definitions: int
    definition_differences: tuple[DefinitionDifference, ...]
    expected_deferred: bool
    observed_deferred: bool
    rule: str
    counted: tuple[int, ...]
    upfront: Names
    announced: Names | None
    slack: float
    notes: tuple[str, ...] = ()

    @property
    def queries_equal(self) -> int:
        """How many queries were answered alike."""
        return self.queries - len(self.unanswered) - len(self.differences)

    @property
    def definitions_equal(self) -> int:
        """How many definitions are alike."""
        return self.definitions - len(self.definition_differences)

    @property
    def decision_equal(self) -> bool:
        """Whether both defer, or neither, and load the same tools from the start."""
        return self.expected_deferred == self.observed_deferred and self.upfront.equal

    @property
    def agrees(self) -> bool:
        """Whether nothing that was compared differs."""
        same_names = self.announced is None or self.announced.equal
        alike = self.queries_equal == self.queries and self.definitions_equal == self.definitions
        return alike and same_names and self.decision_equal
