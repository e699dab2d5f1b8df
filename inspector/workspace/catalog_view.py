"""What a catalog looks like through one host whatever the tuning: names, definitions and their tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from inspector.catalog import Catalog
from inspector.cost import Measurement, measure
from inspector.hosts import Definition, Host
from inspector.hosts.indexing import Indexed
from inspector.workspace.token_cache import TokenCache

if TYPE_CHECKING:
    from inspector.checks.finding import Finding

T = TypeVar("T")


@dataclass(slots=True)
class LatestIndex:
    """The search index made last, from which the next one takes over what an edit did not change."""

    indexed: Indexed | None = None


class Definitions(Mapping[str, Definition]):
    """The definition of every tool, by tool id, made when it is asked for: all of them would be tens of megabytes."""

    def __init__(self, catalog: Catalog, host: Host, names: Mapping[str, str]) -> None:
        self._catalog, self._host, self._names = catalog, host, names

    def __getitem__(self, tool_id: str) -> Definition:
        return self._host.definition(self._catalog.by_id[tool_id], self._names[tool_id])

    def __iter__(self) -> Iterator[str]:
        return iter(self._catalog.by_id)

    def __len__(self) -> int:
        return len(self._catalog.by_id)

    def __contains__(self, tool_id: object) -> bool:
        return tool_id in self._catalog.by_id


class Without(Mapping[str, T]):
    """A mapping without some of its keys, which copies nothing."""

    def __init__(self, values: Mapping[str, T], left_out: Set[str]) -> None:
        self._values, self._left_out = values, left_out

    def __getitem__(self, key: str) -> T:
        if key in self._left_out:
            raise KeyError(key)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return (key for key in self._values if key not in self._left_out)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, key: object) -> bool:
        return key in self._values and key not in self._left_out


@dataclass(frozen=True)
class CatalogView:
    """One catalog through one host, counted with one counter. Computed once and shared by all inspections of it."""

    catalog: Catalog
    host: Host
    tokens: TokenCache
    latest: LatestIndex = field(default_factory=LatestIndex, compare=False, repr=False)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name the model sees, by tool id."""
        return self.host.names(self.catalog)

    @cached_property
    def definitions(self) -> Mapping[str, Definition]:
        """The definition of every tool as the host sends it when loaded, by tool id."""
        return Definitions(self.catalog, self.host, self.names)

    @cached_property
    def tool_tokens(self) -> Mapping[str, int]:
        """The tokens of every definition, by tool id."""
        counts = self.tokens.count_many(definition.text for definition in self.definitions.values())
        return dict(zip(self.definitions, counts, strict=True))

    @cached_property
    def findings(self) -> dict[tuple[str, str], tuple[Finding, ...]]:
        """What checks that look at one tool alone found so far, by (family, tool id): remembered between edits."""
        return {}

    @cached_property
    def near_duplicates(self) -> Mapping[str, tuple[str, ...]]:
        """The tools that say nearly the same, by tool id: for all edits alike."""
        from inspector.checks.near_duplicates import near_duplicates

        return near_duplicates(self.catalog)

    def measurement(self, tool_id: str) -> Measurement:
        """Return the tokens of a definition by part (name, description, schema, overhead); they sum to the whole."""
        return measure(self.definitions[tool_id].parts, self.tokens.count)
