"""A finding: what a check says about one tool or server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from inspector.catalog import Catalog
from inspector.hosts import DeferralPlan, Definition, Host
from inspector.search import SearchIndex

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
"""From the worst on: ``error`` breaks something or is dangerous, ``warning`` costs or hides, ``note`` is to know."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. `code` is stable; `place` is ``server/tool`` or a server's name; `part` a path in its definition."""

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
    `part_tokens` counts any text. `index` is built when it is first asked for.
    """

    catalog: Catalog
    host: Host
    plan: DeferralPlan
    names: Mapping[str, str]
    definitions: Mapping[str, Definition]
    tokens: Mapping[str, int]
    part_tokens: Callable[[str], int]
    index: Callable[[], SearchIndex]
    approved: Mapping[str, str] = field(default_factory=dict)
    """Findings a lock adds: place → what is not as approved."""
