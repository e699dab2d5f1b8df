"""The set of tools that searches have loaded in one conversation: it only grows (source: ``resolve.ts``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Activation:
    """Names loaded so far, in the order they were loaded; their definitions follow the base tools in that order."""

    names: tuple[str, ...] = ()

    def activate(self, found: Iterable[str], deferred: Sequence[str]) -> Activation:
        """Return the activation grown by `found`; names that are not deferred are ignored, repeats change nothing.

        The same object comes back when nothing is new: the tools array then stays byte for byte the same.
        """
        known = set(deferred)
        new = [name for name in dict.fromkeys(found) if name in known and name not in self.names]
        return Activation((*self.names, *new)) if new else self

    def tools_array(self, base: Sequence[str]) -> tuple[str, ...]:
        """Return the names in the next request's tools array: the base tools, then what was activated."""
        return (*base, *(name for name in self.names if name not in base))
