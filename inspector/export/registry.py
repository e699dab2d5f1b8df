"""The export targets this version knows."""

from __future__ import annotations

from functools import cache

from inspector.errors import UsageError, nearest
from inspector.export.fastmcp import FastmcpExporter
from inspector.export.foundry import FoundryExporter
from inspector.export.protocol import Exporter


@cache
def exporters() -> dict[str, Exporter]:
    """Return every target by id."""
    found: list[Exporter] = [FoundryExporter(), FastmcpExporter()]
    return {exporter.id: exporter for exporter in found}


def exporter(target: str) -> Exporter:
    """Return the target called `target`; raise `UsageError` naming the nearest ones when there is none."""
    found = exporters().get(target)
    if found is None:
        raise UsageError(f"unknown export target “{target}”", nearest(target, list(exporters())))
    return found
