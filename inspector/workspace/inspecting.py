"""Making inspections: which model, window, price and counter hold for a host under a tuning."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.catalog import Catalog
from inspector.cost import context_window, counter_for_model, price
from inspector.cost import counter as counter_called
from inspector.hosts import Host
from inspector.tuning.model import Tuning
from inspector.workspace.inputs import Overrides
from inspector.workspace.inspection import Inspection
from inspector.workspace.token_cache import TokenCache


class Counting:
    """The token caches of a sitting, one per counter: the same text is counted once, whatever host shows it."""

    def __init__(self) -> None:
        self._caches: dict[tuple[str, str], TokenCache] = {}

    def cache(self, name: str | None, model: str | None) -> TokenCache:
        """Return the cache of the counter called `name`, else of the one that suits `model`."""
        counter = counter_for_model(model) if name is None else counter_called(name, model)
        return self._caches.setdefault((counter.name, counter.label), TokenCache(counter))


class Inspector:
    """Makes inspections of one catalog under one run's overrides."""

    def __init__(
        self,
        catalog: Catalog,
        overrides: Overrides,
        connecting: Sequence[str] = (),
        counting: Counting | None = None,
    ) -> None:
        self.catalog = catalog
        self._overrides = overrides
        self._connecting = tuple(connecting)
        self._counting = counting or Counting()

    def inspect(self, host: Host, tuning: Tuning) -> Inspection:
        """Return the inspection of the catalog through `host` under `tuning`."""
        model = tuning.model or host.default_model
        cache = self._counting.cache(self._overrides.counter, model)
        return Inspection(
            catalog=self.catalog,
            tuning=tuning,
            host=host,
            model=model,
            window=context_window(model, tuning.window),
            counter=cache.counter,
            tokens=cache,
            price=price(model, override_input=tuning.price_input, override_cached=tuning.price_cached),
            builtins=self._overrides.builtins,
            subagent=self._overrides.subagent,
            connecting=self._connecting,
        )
