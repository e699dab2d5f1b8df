"""Making inspections: which model, window, price and counter hold for a host under a tuning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from inspector.catalog import Catalog
from inspector.cost import context_window, counter_for_model, price
from inspector.cost import counter as counter_called
from inspector.hosts import Host
from inspector.tuning.model import Tuning
from inspector.workspace.catalog_view import CatalogView
from inspector.workspace.client_texts import kept_texts
from inspector.workspace.inputs import Overrides
from inspector.workspace.inspection import Inspection
from inspector.workspace.token_cache import TokenCache
from inspector.workspace.token_store import TokenStore


class Memory:
    """What a sitting remembers: token counts by counter, and the views and inspections looked at last.

    Screens ask for the same inspection again and again, and an edit is compared with the one before it.
    """

    def __init__(self) -> None:
        self._caches: dict[tuple[str, str], TokenCache] = {}
        self._views: list[CatalogView] = []
        self._inspections: list[Inspection] = []

    def cache(self, name: str | None, model: str | None) -> TokenCache:
        """Return the cache of the counter called `name`, else of the one that suits `model`."""
        counter = counter_for_model(model) if name is None else counter_called(name, model)
        return self._caches.setdefault((counter.name, counter.label), TokenCache(counter, TokenStore(counter)))

    def view(self, catalog: Catalog, host: Host, tokens: TokenCache) -> CatalogView:
        """Return the view of `catalog` through `host`, the same object for the same three."""
        for view in self._views:
            if view.catalog is catalog and view.host is host and view.tokens is tokens:
                return view
        view = CatalogView(catalog, host, tokens)
        self._views = [view, *self._views][:_REMEMBERED]
        return view

    def inspection(self, wanted: Inspection) -> Inspection:
        """Return an inspection equal to `wanted` that was looked at before, with all it derived, or `wanted` itself."""
        for known in self._inspections:
            if _same(known, wanted):
                self._inspections = [known, *(each for each in self._inspections if each is not known)]
                return known
        of_view = [each for each in self._inspections if each.view is wanted.view]
        # An index takes megabytes: of one view only the saved tuning's and the latest one stay beside the new.
        dropped = {id(each) for each in of_view[_REMEMBERED_OF_A_VIEW - 1 :]}
        kept = [each for each in self._inspections if id(each) not in dropped]
        for each in kept:
            if each.view is not wanted.view:
                each.forget_texts()
        self._inspections = [wanted, *kept][:_REMEMBERED]
        return wanted

    def leave(self, left: CatalogView) -> None:
        """Forget all views but the one that is being `left` for another host, to which one may go back at once."""
        self._views = [view for view in self._views if view is left]
        self._inspections = [each for each in self._inspections if each.view is left][:1]


_REMEMBERED_OF_A_VIEW = 3
_REMEMBERED = 6
"""Four hosts side by side, the saved tuning, and the one looked at before."""


def _same(known: Inspection, wanted: Inspection) -> bool:
    return known.view is wanted.view and all(
        getattr(known, field.name) == getattr(wanted, field.name) for field in fields(known) if field.name != "view"
    )


class Inspector:
    """Makes inspections of one catalog under one run's overrides."""

    def __init__(
        self,
        catalog: Catalog,
        overrides: Overrides,
        connecting: Sequence[str] = (),
        memory: Memory | None = None,
    ) -> None:
        self.catalog = catalog
        self._overrides = overrides
        self._connecting = tuple(connecting)
        self._memory = memory or Memory()

    def inspect(self, host: Host, tuning: Tuning) -> Inspection:
        """Return the inspection of the catalog through `host` under `tuning`."""
        model = tuning.model or host.default_model
        cache = self._memory.cache(self._overrides.counter, model)
        return self._memory.inspection(
            Inspection(
                view=self._memory.view(self.catalog, host, cache),
                tuning=tuning,
                model=model,
                window=context_window(model, tuning.window),
                price=price(model, override_input=tuning.price_input, override_cached=tuning.price_cached),
                builtins=self._overrides.builtins,
                subagent=self._overrides.subagent,
                connecting=self._connecting,
                recorded=kept_texts(host.id),
            )
        )
