"""One catalog looked at through one host and tuning: everything derived from it, computed once when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from inspector.catalog import Catalog
from inspector.cost import Measurement, Price, TokenCounter, Window
from inspector.hosts import Conditions, DeferralPlan, Definition, Host, HostText, Placement, RecordedTexts
from inspector.hosts.indexing import Indexed
from inspector.search import Ranking, SearchIndex
from inspector.tuning.model import Tuning
from inspector.workspace.catalog_view import CatalogView, Without
from inspector.workspace.token_cache import TokenCache

if TYPE_CHECKING:
    from inspector.checks.finding import Finding

T = TypeVar("T")


@dataclass(frozen=True, repr=False)
class Inspection:
    """A catalog under one host, model, window and tuning. Immutable: an edit makes a new one (`with_tuning`).

    What does not depend on the tuning stands in `view`, which inspections of the same catalog share.
    """

    view: CatalogView
    tuning: Tuning
    model: str | None
    window: Window
    price: Price | None = None
    builtins: bool = False
    subagent: bool = False
    connecting: tuple[str, ...] = ()
    recorded: RecordedTexts = field(default_factory=RecordedTexts)

    def __repr__(self) -> str:
        return f"<{len(self.catalog)} tools through {self.host.id}>"

    def with_tuning(self, tuning: Tuning) -> Inspection:
        """Return this inspection with another tuning; host, model and window stay as they are."""
        return replace(self, tuning=tuning)

    @property
    def catalog(self) -> Catalog:
        """The catalog looked at."""
        return self.view.catalog

    @property
    def host(self) -> Host:
        """The host looked through."""
        return self.view.host

    @property
    def tokens(self) -> TokenCache:
        """Counts with `counter` and remembers."""
        return self.view.tokens

    @property
    def counter(self) -> TokenCounter:
        """What counts tokens."""
        return self.view.tokens.counter

    @cached_property
    def conditions(self) -> Conditions:
        """What the host is told beside the catalog."""
        return Conditions(
            tuning=self.tuning,
            model=self.model,
            window=self.window.tokens,
            builtins=self.builtins,
            subagent=self.subagent,
            connecting=self.connecting,
            count=self.tokens.count,
            recorded=self.recorded,
        )

    @property
    def names(self) -> Mapping[str, str]:
        """The name the model sees, by tool id."""
        return self.view.names

    @cached_property
    def plan(self) -> DeferralPlan:
        """Every tool's state and the threshold decision."""
        return self.host.plan(self.catalog, self.conditions)

    @cached_property
    def deferred_plan(self) -> DeferralPlan:
        """The plan as if deferral were on: what is loaded today stands as deferred."""
        if self.plan.decision.deferred:
            return self.plan
        placements = tuple(
            replace(placement, state="deferred") if placement.state == "loaded" else placement
            for placement in self.plan.placements
        )
        return DeferralPlan(placements, replace(self.plan.decision, deferred=True))

    @cached_property
    def definitions(self) -> Mapping[str, Definition]:
        """The definition of every tool that is not refused, as the host sends it when loaded, by tool id."""
        return self._without_refused(self.view.definitions)

    @cached_property
    def tool_tokens(self) -> Mapping[str, int]:
        """The tokens of every definition, by tool id."""
        return self._without_refused(self.view.tool_tokens)

    def measurement(self, tool_id: str) -> Measurement:
        """Return the tokens of a definition by part (name, description, schema, overhead); they sum to the whole."""
        return self.view.measurement(tool_id)

    @cached_property
    def texts(self) -> tuple[HostText, ...]:
        """The texts the host writes into requests under the plan."""
        return self.host.texts(self.catalog, self.conditions, self.plan)

    @cached_property
    def deferred_texts(self) -> tuple[HostText, ...]:
        """The same as if deferral were on."""
        if self.deferred_plan is self.plan:
            return self.texts
        texts = self.host.texts(self.catalog, self.conditions, self.deferred_plan)
        # The same texts twice can be tens of megabytes.
        return self.texts if texts == self.texts else texts

    @cached_property
    def index(self) -> SearchIndex:
        """The host's search over every tool that is neither refused, hidden nor pinned."""
        index = self.host.index(self.catalog, self.conditions, self.plan, self.view.latest.indexed)
        self.view.latest.indexed = Indexed(self.catalog, self.conditions, self.plan, index)
        return index

    @cached_property
    def findings(self) -> Mapping[str, tuple[Finding, ...]]:
        """What the checks find, by tool id or server name, the worst first; takes seconds for thousands of tools."""
        from inspector.workspace.checking import findings_by_tool

        return findings_by_tool(self)

    @property
    def checked(self) -> bool:
        """Whether `findings` are there already."""
        return "findings" in self.__dict__

    @property
    def limit(self) -> int:
        """How many hits a search returns: the tuning's limit, else the host's."""
        return self.host.default_limit if self.tuning.limit is None else self.tuning.limit

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return what the host finds for `query`: the first `limit` hits, by default as many as it would."""
        return self.index.search(query, self.limit if limit is None else limit)

    def answer(self, ranking: Ranking) -> str:
        """Return what the host's search tool answers to the model for `ranking`."""
        return self.host.answer(ranking, self.catalog, self.conditions)

    def _without_refused(self, values: Mapping[str, T]) -> Mapping[str, T]:
        refused = {placement.tool for placement in self.plan.of_state("refused")}
        return Without(values, refused) if refused else values

    def forget_texts(self) -> None:
        """Drop the texts, megabytes where a host sends every definition; asked for again, they are made again."""
        for name in ("texts", "deferred_texts"):
            self.__dict__.pop(name, None)

    def placement(self, tool_id: str) -> Placement | None:
        """Return where a tool stands in the plan; None for a host's own built-in."""
        return self.plan.by_tool.get(tool_id)
