"""What a catalog looks like through one host whatever the tuning: names, definitions and their tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from inspector.catalog import Catalog
from inspector.cost import Measurement, measure
from inspector.hosts import Definition, Host
from inspector.hosts.indexing import Indexed
from inspector.workspace.token_cache import TokenCache

if TYPE_CHECKING:
    from inspector.checks.finding import Finding


@dataclass(slots=True)
class LatestIndex:
    """The search index made last, from which the next one takes over what an edit did not change."""

    indexed: Indexed | None = None


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
        return {tool.id: self.host.definition(tool, self.names[tool.id]) for tool in self.catalog}

    @cached_property
    def tool_tokens(self) -> Mapping[str, int]:
        """The tokens of every definition, by tool id."""
        counts = self.tokens.count_many([definition.text for definition in self.definitions.values()])
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
