"""From opened inputs to a catalog: connecting to servers, adding saved listings, in one fixed order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from inspector.catalog import Catalog, build_catalog
from inspector.sources import Progress, ServerReport, connect_all
from inspector.sources.remembering import user_memory
from inspector.workspace.opening import Opened


@dataclass(frozen=True, slots=True)
class Gathered:
    """The catalog of everything that could be listed, and a report per server, failed ones included."""

    catalog: Catalog
    reports: tuple[ServerReport, ...]

    @property
    def failed(self) -> tuple[ServerReport, ...]:
        """The reports of servers that could not be listed, or only in part: totals without them are too low."""
        return tuple(report for report in self.reports if report.problem or in_part(report))


INCOMPLETE = frozenset({"cursor-not-text", "cursor-repeated", "pages-empty", "page-cap", "listing-incomplete"})
"""The codes of the problems with which a listing ended before all its pages had come."""


def in_part(report: ServerReport) -> bool:
    """Return whether the server was listed, but not to the end."""
    return report.listing is not None and any(problem.code in INCOMPLETE for problem in report.listing.problems)


def unlisted(reports: Iterable[ServerReport]) -> tuple[str, ...]:
    """Return the servers that were not listed, or not to the end: what is missing of them is not gone."""
    return tuple(report.name for report in reports if report.listing is None or in_part(report))


async def gather(
    opened: Opened,
    *,
    environment: Mapping[str, str] | None = None,
    connect_timeout: float = 30.0,
    list_timeout: float = 30.0,
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> Gathered:
    """Connect to every server of `opened` at once and return the catalog, in configuration order.

    `environment` is what variables expand from, the process's own when not given, below what `opened` was given;
    timeouts are in seconds.
    """
    from inspector.config.expansion import connection_environment

    given = os.environ if environment is None else environment
    reports: tuple[ServerReport, ...] = ()
    if opened.specs:
        values = connection_environment({**given, **opened.environment})
        reports = await connect_all(
            opened.specs,
            environment=values,
            connect_timeout=connect_timeout,
            list_timeout=list_timeout,
            on_progress=on_progress,
            trust=opened.trust,
            memory=user_memory(),
        )
    return gathered(opened, reports)


def gathered(opened: Opened, reports: tuple[ServerReport, ...]) -> Gathered:
    """Return the catalog made of `reports` and the saved listings of `opened`."""
    files = tuple(
        ServerReport(
            name=saved.listing.server,
            transport="saved",
            source=saved.source,
            target=saved.source,
            state="ready",
            listing=saved.listing,
        )
        for saved in opened.listings
    )
    everything = (*reports, *files)
    return Gathered(build_catalog(report.listing for report in everything if report.listing is not None), everything)
