"""A finding, what checks look at, and what a family of checks provides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from inspector.catalog import Catalog, Tool
from inspector.hosts import DeferralPlan, Definition, Host
from inspector.search import SearchIndex

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
"""From the worst on: ``error`` breaks something or is dangerous, ``warning`` costs or hides, ``note`` is to know."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. `code` is stable; `part` is a path in the definition.

    `place` is ``server/tool``, a server's name, or the id of the host where it is about all tools together.
    Texts of servers may stand in `part`, `reason` and `fix` as they came.
    """

    code: str
    severity: Severity
    place: str
    reason: str
    fix: str
    part: str = ""

    @property
    def family(self) -> str:
        """The family of the check: the letters of its code."""
        return self.code.rstrip("0123456789")


@dataclass(frozen=True)
class Checked:
    """What checks look at: a catalog as one host sees it. `tokens` are those of every definition sent, by id;
    `part_tokens` counts any text. `index` and `near_duplicates` (tools that say nearly the same, by id) are built when
    first asked for; `limit` is how many hits a search gives the model. `worded` are the tools that the person gave
    search words.
    """

    catalog: Catalog
    host: Host
    plan: DeferralPlan
    names: Mapping[str, str]
    definitions: Mapping[str, Definition]
    tokens: Mapping[str, int]
    part_tokens: Callable[[str], int]
    index: Callable[[], SearchIndex]
    near_duplicates: Callable[[], Mapping[str, tuple[str, ...]]]
    limit: int = 5
    worded: frozenset[str] = frozenset()
    approved: Mapping[str, str] = field(default_factory=dict)
    """Findings a lock adds: place → what is not as approved."""

    def state(self, tool: Tool) -> str:
        """Return where the tool stands in the plan."""
        return self.plan.by_tool[tool.id].state

    def sent(self, tool: Tool) -> Mapping[str, object]:
        """Return the definition as sent; empty where the host refuses the tool, or sends no object."""
        definition = self.definitions.get(tool.id)
        value = None if definition is None else definition.value
        return value if isinstance(value, Mapping) else {}


@dataclass(frozen=True, slots=True)
class Family:
    """One family of checks: `name` in words, its `codes` with what each reports.

    `of_tool` yields what a tool shows by itself, `of_catalog` what shows only among others or needs the search index.
    With `alike` set, `of_tool` looks at the tool alone: its findings hold in every host, and may be remembered.
    """

    name: str
    codes: Mapping[str, str]
    of_tool: Callable[[Checked, Tool], Iterator[Finding]]
    of_catalog: Callable[[Checked], Iterator[Finding]]
    alike: bool = False
